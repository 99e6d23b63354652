// This file defines how errors in formulas are collected.

package syntax

import (
	"slices"

	"github.com/ijit/ijit/parser/diagnostic"
)

// A Reporter collects the errors of one source.
type Reporter struct{ diagnostic.Reporter }

// NewReporter returns a reporter of a source with a name.
func NewReporter(name, src string) *Reporter {
	return &Reporter{diagnostic.Reporter{Name: name, Src: src}}
}

// Errorf adds an error. One place has one error: what follows from it at the same
// place is left out.
func (r *Reporter) Errorf(pos diagnostic.Pos, hint, format string, args ...any) {
	if !slices.ContainsFunc(r.Errors, func(d *diagnostic.Diagnostic) bool { return d.Pos == pos }) {
		r.Reporter.Errorf(pos, hint, format, args...)
	}
}

// List returns the errors in order of position, each with its line.
func (r *Reporter) List() diagnostic.List {
	r.Finish()
	return r.Errors
}
