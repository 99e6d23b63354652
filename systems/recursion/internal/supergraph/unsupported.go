// This file defines the errors that say what of a program algorithms on its graph do not
// take.

package supergraph

import (
	"fmt"

	"github.com/ijit/ijit/parser"
)

// An Error says what is wrong with a program or a question.
type Error string

func (e Error) Error() string { return string(e) }

const (
	// ErrThreads says that a program is not sequential, or that its threads do more than
	// share globals.
	ErrThreads = Error("the formulas are about programs with one thread")
	// ErrLabel says that a program has no label of the name that is asked for.
	ErrLabel = Error("no such label")
	// ErrNoThreads says that a program does not name its threads.
	ErrNoThreads = Error("the program has no threads by name: no procedure thread... that nothing calls, or a start_thread")
)

// An UnsupportedError says that a thread does something about others that is not a read
// or a write of a global. It wraps [ErrThreads].
type UnsupportedError struct {
	Program *parser.Program
	Node    *parser.Node
	// Threads says that the question is one about threads that share globals.
	Threads bool
}

func (e *UnsupportedError) Error() string {
	f := e.Program.File
	text := fmt.Sprintf("%s:%s has more: %s", f.Name, e.Node.Pos, e.Node.Text())
	if e.Threads {
		return "the formulas are about threads that share globals and nothing else; " + text
	}
	return ErrThreads.Error() + "; " + text
}

func (e *UnsupportedError) Unwrap() error { return ErrThreads }
