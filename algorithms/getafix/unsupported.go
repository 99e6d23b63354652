// This file defines the error that says what of a program formulas do not take.

package getafix

import (
	"fmt"

	"github.com/ijit/ijit/parser"
)

// An UnsupportedError says that a thread does something about others that the formulas
// do not take. It wraps [ErrThreads].
type UnsupportedError struct {
	Program *parser.Program
	Node    *parser.Node
	// Threads says that the formula is one for threads. It takes what these do to each
	// other by globals.
	Threads bool
}

func (e *UnsupportedError) Error() string {
	f := e.Program.File
	text := fmt.Sprintf("%s:%s has more: %s", f.Name, e.Node.Pos, e.Node.Text(f.Dialect))
	if e.Threads {
		return "getafix: the formulas are about threads that share globals and nothing else; " + text
	}
	return ErrThreads.Error() + "; " + text
}

func (e *UnsupportedError) Unwrap() error { return ErrThreads }
