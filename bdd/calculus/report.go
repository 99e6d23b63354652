// This file defines how errors in formulas are collected.

package calculus

import (
	"slices"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/diagnostic"
)

// A reporter collects the errors of one source.
type reporter struct{ diagnostic.Reporter }

func newReporter(name, src string) *reporter {
	return &reporter{diagnostic.Reporter{Name: name, Src: src}}
}

// errorf adds an error. One place has one error: what follows from it at the same
// place is left out.
func (r *reporter) errorf(pos parser.Pos, hint, format string, args ...any) {
	if !slices.ContainsFunc(r.Errors, func(d *parser.Diagnostic) bool { return d.Pos == pos }) {
		r.Errorf(pos, hint, format, args...)
	}
}

// list returns the errors in order of position, each with its line.
func (r *reporter) list() parser.ErrorList {
	r.Finish()
	return r.Errors
}
