// This file defines how procedures are entered and left.

package judge

import (
	"slices"

	"github.com/ijit/ijit/parser"
)

// entryLocals returns the values that each local of p can have when it begins:
// formals are the values of args for a thread with the given variables.
func entryLocals(p *parser.Proc, args []parser.Expr, shared, locals []bool) []set {
	values := initial(p.Locals)
	for k, arg := range args {
		values[k] = eval(arg, &scope{shared: shared, locals: locals})
	}
	return values
}

// call executes x1..xk := p(e1..en): thread i goes to the entry of p and remembers
// where it was. At the bound on the depth of its stack it is blocked.
func (r *run) call(c Config, i int, op *parser.Call, yield func(outcome) bool) bool {
	self := c.Threads[i]
	if depth := 1 + len(self.Callers); r.depth > 0 && depth >= r.depth {
		r.cut = true
		return true
	}
	callee := op.Proc.Proc
	inside := Thread{PC: callee.Entry, Callers: append(slices.Clip(self.Callers), self.frame())}
	values := entryLocals(callee, op.Args, c.Shared, self.Locals)
	return r.results(current(c.Shared), values, inside, func(_ []bool, moved Thread) bool {
		return yield(outcome{next: c.with(i, moved), mover: i})
	})
}

// leave executes a return of values, or of unconstrained ones where there are
// none. The values are assigned where thread i goes on, behind the call. If
// nothing was called, the thread is at its end: one in main stays there, any
// other disappears.
func (r *run) leave(c Config, i int, here *place, values []parser.Expr, yield func(outcome) bool) bool {
	self := c.Threads[i]
	depth := len(self.Callers)
	switch {
	case depth > 0:
	case here.proc != r.file.Main:
		return yield(outcome{next: c.without(i), mover: -1})
	case here.op != nil:
		return yield(outcome{next: c.with(i, self.at(here.proc.Exit)), mover: i})
	default:
		return true
	}
	caller := self.Callers[depth-1]
	site := &r.places[caller.PC]
	shared, locals := current(c.Shared), current(caller.Locals)
	for k, ref := range site.op.(*parser.Call).Lhs {
		value := any01
		if len(values) > 0 {
			value = eval(values[k], &scope{shared: c.Shared, locals: self.Locals})
		}
		switch {
		case ref.Var == nil: // _ discards
		case ref.Var.Proc == nil:
			shared[ref.Var.Index] = value
		default:
			locals[ref.Var.Index] = value
		}
	}
	back := Thread{PC: site.next, Callers: slices.Clip(self.Callers[:depth-1])}
	return r.results(shared, locals, back, func(nextShared []bool, moved Thread) bool {
		next := c.with(i, moved)
		next.Shared = nextShared
		return yield(outcome{next: next, mover: i})
	})
}
