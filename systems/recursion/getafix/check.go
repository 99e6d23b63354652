// This file defines how a formula decides a program.

package getafix

import (
	"errors"
	"fmt"

	"github.com/ijit/ijit/systems/recursion/calculus"
	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
)

// Open compiles formulas with what a program gives to them, and returns an evaluator
// that has both. It does not know relations that the formulas do not mention.
func Open(b *Base, options calculus.Options, formulas ...*syntax.File) (*calculus.Evaluator, error) {
	system, err := b.compile(formulas...)
	if err != nil {
		return nil, err
	}
	e := calculus.NewEvaluator(system, options)
	return e, b.Define(e)
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
