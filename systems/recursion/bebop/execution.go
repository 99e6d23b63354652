// This file defines executions: steps with values, calls that return inside of others.

package bebop

import (
	"errors"
	"iter"
)

// An Execution is what happens from the beginning of main on or, inside of another one,
// from the entry of a procedure to its return. Equal ones are one: they are not to be changed.
type Execution struct{ Steps []Step }

// A Step is a state, and what happens next.
type Step struct {
	PC   int
	Kind Kind
	// Globals and Locals have the values before the statement at PC is executed, by
	// index; the locals are those of the procedure that PC lies in.
	Globals, Locals []bool
	// Inside is what happens in a call that returns. It is nil for one that does not: what
	// happens there follows.
	Inside *Execution
}

// A Kind says what the execution of a statement does.
type Kind int

const (
	Plain   Kind = iota // goes on in the procedure
	Call                // enters a procedure
	Over                // calls a procedure that returns: what happens inside is left out
	Return              // leaves the procedure for its caller
	Failure             // fails: the last step of a trace to an assertion
	Arrival             // nothing yet: the last step of a trace to a location
)

func (k Kind) String() string {
	return [...]string{"step", "call", "over", "return", "failure", "arrival"}[k]
}

// ErrTooLong says that an execution has more steps than are to be kept.
var ErrTooLong = errors.New("the execution is too long")

// All yields each step with how many calls have not returned before it, also the steps
// inside of calls that return.
func (x *Execution) All() iter.Seq2[int, Step] {
	return func(yield func(int, Step) bool) {
		// Calls may be nested deeper than Go allows.
		type frame struct {
			steps []Step
			open  int // calls that do not return, among those before
		}
		stack := []frame{{steps: x.Steps}}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if len(top.steps) == 0 {
				stack = stack[:len(stack)-1]
				continue
			}
			s := top.steps[0]
			top.steps = top.steps[1:]
			if !yield(len(stack)-1+stack[0].open, s) {
				return
			}
			switch {
			case s.Inside != nil:
				stack = append(stack, frame{steps: s.Inside.Steps})
			case s.Kind == Call:
				top.open++ // main only, which is at the bottom
			}
		}
	}
}

// Calls returns the executions inside of x, each once and behind those inside of it.
func (x *Execution) Calls() []*Execution {
	type frame struct {
		x    *Execution
		next int // step to look at
	}
	var list []*Execution
	met := map[*Execution]bool{}
	stack := []frame{{x: x}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.x.Steps) {
			list = append(list, top.x)
			stack = stack[:len(stack)-1]
			continue
		}
		inside := top.x.Steps[top.next].Inside
		top.next++
		if inside != nil && !met[inside] {
			met[inside] = true
			stack = append(stack, frame{x: inside})
		}
	}
	return list[:len(list)-1]
}
