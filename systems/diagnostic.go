// This file defines diagnostics: what is wrong with an input, place by place.

package systems

import (
	"errors"

	"github.com/ijit/ijit/parser"
)

// A Diagnostic is an error or a warning at one place of an input. Printed, it
// shows the line, with a caret below the place, and a hint.
type Diagnostic = parser.Diagnostic

// Diagnostics returns the places that an error of reading an input points at, none
// if it points at none: a file that does not exist has no line 1.
func Diagnostics(err error) []Diagnostic {
	var several parser.ErrorList
	var one *Diagnostic
	switch {
	case errors.As(err, &several):
	case errors.As(err, &one):
		several = parser.ErrorList{one}
	}
	return values(several)
}

// Warnings returns what is legal in the model but may not mean what it seems to.
func (m *Model) Warnings() []Diagnostic { return m.warnings }

// values returns what pointers point to.
func values(list []*Diagnostic) (all []Diagnostic) {
	for _, d := range list {
		all = append(all, *d)
	}
	return all
}

// Meaning returns the C predicate that the declaration of a variable carries, "" if
// it carries none. The variable is shared if proc is empty.
func (m *Model) Meaning(proc, variable string) string {
	if m.Program == nil {
		return ""
	}
	vars := m.Program.File.Globals
	for _, p := range m.Program.File.Procs {
		if p.Name == proc {
			vars = p.Locals
		}
	}
	for _, v := range vars {
		if v.Name == variable {
			return v.Meaning
		}
	}
	return ""
}
