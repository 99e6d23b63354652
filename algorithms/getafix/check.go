// This file defines how a formula decides a program.

package getafix

import (
	"errors"
	"fmt"

	"github.com/ijit/ijit/bdd/calculus"
	"github.com/ijit/ijit/parser"
)

// Open compiles formulas with what a program gives to them, and returns an evaluator
// that has both. It does not know relations that the formulas do not mention.
func Open(b *Base, options calculus.Options, formulas ...*calculus.File) (*calculus.Evaluator, error) {
	system, err := b.compile(formulas...)
	if err != nil {
		return nil, err
	}
	e := calculus.NewEvaluator(system, options)
	return e, b.Define(e)
}

// Check asks one of the formulas whether a sequential program can reach the label,
// or, if that is "", whether an assertion of it can fail. The program may have been
// parsed without templates. The evaluator knows what that took.
func Check(p *parser.Program, label string, formula Formula, options calculus.Options) (bool, *calculus.Evaluator, error) {
	b, err := NewBase(p, label)
	if err != nil {
		return false, nil, err
	}
	if asksPlaces(formula) {
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

// ask returns the answer to the only question of the formulas of an evaluator.
func ask(e *calculus.Evaluator) (bool, error) {
	reached, asked := false, false
	err := e.Execute(func(a calculus.Answer) error {
		if !a.Expr {
			return nil
		}
		if asked {
			return fmt.Errorf("%s:%s: a second question", a.File, a.Pos)
		}
		reached, asked = a.Value, true
		return nil
	})
	if err == nil && !asked {
		err = errors.New("getafix: the formula asks nothing")
	}
	return reached, err
}
