// This file defines an evaluation of a formula as it stands, which tests compare with.

package getafix

import (
	"slices"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/calculus"
)

// Check asks one of the formulas whether a sequential program can reach the label,
// or, if that is "", whether an assertion of it can fail. The program may have been
// parsed without templates. The evaluator knows what that took.
func Check(p *parser.Program, label string, formula Formula, options calculus.Options) (bool, *calculus.Evaluator, error) {
	b, err := NewBase(p, label)
	if err != nil {
		return false, nil, err
	}
	if slices.Contains(bundled(), formula) {
		b.forget()
	}
	f, err := formula.parse()
	if err != nil {
		return false, nil, err
	}
	e, err := Open(b, options, f)
	if err != nil {
		return false, nil, err
	}
	reached, err := ask(e)
	return reached, e, err
}
