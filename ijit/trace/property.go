// This file defines what a trace can end in.

package trace

import (
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
)

// A Property is something that can go wrong.
type Property struct {
	File    string
	Pos     parser.Pos
	Kind    string // "assert", "label" or "target"; "call" for what is not supported
	Text    string // the condition, the label, or the target
	Origin  *parser.Origin
	Verdict verdict.Verdict
	Depth   int // if Unsafe
	PC      int // of the statement, -1 for a target
}
