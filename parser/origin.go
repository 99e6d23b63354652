// This file defines what comments tell: the C statement behind a Boolean
// statement and the C predicate behind a variable. They are what lets a trace
// speak C, so the parser keeps them where other readers of these files throw
// them away.

package parser

import (
	"regexp"
	"strconv"
	"strings"
	"sync"
)

// originPattern matches what SATABS writes in front of a statement.
var originPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^file (.+) line (\d+)(?: column (\d+))?(?: function (.+))?$`)
})

// parseOrigin returns the origin that a comment names, or nil.
func parseOrigin(text string) *Origin {
	if !strings.HasPrefix(text, "file ") {
		return nil
	}
	m := originPattern().FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	line, err := strconv.Atoi(m[2])
	if err != nil {
		return nil
	}
	column := 0
	if m[3] != "" {
		if column, err = strconv.Atoi(m[3]); err != nil {
			return nil
		}
	}
	return &Origin{File: m[1], Line: line, Column: column, Func: m[4]}
}

// String returns the origin as SATABS writes it, without the comment mark.
func (o *Origin) String() string {
	s := "file " + o.File + " line " + strconv.Itoa(o.Line)
	if o.Column != 0 {
		s += " column " + strconv.Itoa(o.Column)
	}
	if o.Func != "" {
		s += " function " + o.Func
	}
	return s
}

// parseMeaning returns the C predicate in the comment behind a declaration.
// SATABS writes "LOCAL -- p" behind a local variable.
func parseMeaning(text string) string {
	for {
		stripped := text
		for _, scope := range []string{"LOCAL", "GLOBAL", "SHARED"} {
			if rest, ok := strings.CutPrefix(text, scope); ok {
				if rest, ok = strings.CutPrefix(strings.TrimLeft(rest, " \t"), "--"); ok {
					stripped = strings.TrimSpace(rest)
				}
			}
		}
		if stripped == text {
			return text
		}
		text = stripped
	}
}
