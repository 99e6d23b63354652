// This file defines the step of one thread: one statement, as the reference
// semantics has it.

package judge

import (
	"context"

	"github.com/ijit/ijit/parser"
)

// An outcome is one way in which one step can go.
type outcome struct {
	next  Config       // threads in the order they had before, a new one last
	mover int          // index in next of the thread that moved; -1 if it is gone
	fails *parser.Stmt // the assertion that fails; next is then meaningless
}

// A run is one question to the judge: it carries what all steps of an answer
// have in common.
type run struct {
	*Judge
	ctx   context.Context
	bound int     // of live threads; 0 or less if there is none
	cut   bool    // a call was blocked by the bound on the depth of stacks
	want  *wanted // what the steps shall lead to; nil if they are enumerated

	maxInner int // configurations inside one section to visit, by their sizes; 0 or less for all

	ticks int
	err   error // why the run was given up
}

// spent reports whether the run must be given up. It is asked in every loop
// that can be long.
func (r *run) spent() bool {
	if r.ticks%1024 == 0 && r.err == nil {
		r.err = r.ctx.Err()
	}
	r.ticks++
	return r.err != nil
}

// step yields the outcomes of executing the statement at which thread i of c
// is. It returns false if yield asked to stop or the run is spent.
func (r *run) step(c Config, i int, yield func(outcome) bool) bool {
	if r.enforces {
		if !r.enforced(c, i) {
			return true
		}
		unfiltered := yield
		yield = func(o outcome) bool {
			if o.fails == nil && o.mover >= 0 && !r.enforced(o.next, o.mover) {
				return true
			}
			return unfiltered(o)
		}
	}
	return r.execute(c, i, &r.places[c.Threads[i].PC], yield)
}

// enforced reports whether what is enforced in the procedure that thread i of c
// executes may hold. A procedure that waits for a call to return is at no point
// of its own.
func (j *Judge) enforced(c Config, i int) bool {
	t := c.Threads[i]
	e := j.places[t.PC].proc.Enforce
	return e == nil || eval(e, &scope{shared: c.Shared, locals: t.Locals}).has(true)
}

// execute is step without enforce.
func (r *run) execute(c Config, i int, here *place, yield func(outcome) bool) bool {
	self := c.Threads[i]
	before := &scope{shared: c.Shared, locals: self.Locals}
	moveTo := func(pc int) bool {
		return yield(outcome{next: c.with(i, self.at(pc)), mover: i})
	}

	switch op := here.op.(type) {
	case nil: // the exit of a procedure
		return r.leave(c, i, here, nil, yield)

	case *parser.Skip, *parser.AtomicBegin, *parser.AtomicEnd:
		return moveTo(here.next)

	case *parser.Goto:
		for _, pc := range targets(op) {
			if !moveTo(pc) {
				return false
			}
		}
		return true

	case *parser.If, *parser.While:
		values := eval(here.cond, before)
		for _, pc := range here.yes {
			if values.has(true) && !moveTo(pc) {
				return false
			}
		}
		for _, pc := range here.no {
			if values.has(false) && !moveTo(pc) {
				return false
			}
		}
		return true

	case *parser.Assume:
		return !eval(op.Cond, before).has(true) || moveTo(here.next)

	case *parser.Assert:
		values := eval(op.Cond, before)
		if values.has(false) && !yield(outcome{fails: here.stmt}) {
			return false
		}
		return !values.has(true) || moveTo(here.next)

	case *parser.Assign:
		return r.assign(c, i, here, op, yield)

	case *parser.Dead:
		return r.forget(c, i, here, op.Vars, yield)

	case *parser.StartThread:
		return r.spawn(c, i, here, op, yield)

	case *parser.EndThread:
		return yield(outcome{next: c.without(i), mover: -1})

	case *parser.Call:
		return r.call(c, i, op, yield)

	case *parser.Return:
		return r.leave(c, i, here, op.Values, yield)

	case *parser.Wait:
		return true // only a signal or a broadcast moves it on

	case *parser.Signal:
		return r.signal(c, i, here, yield)

	case *parser.Broadcast:
		return r.broadcast(c, i, here, yield)

	default:
		return true // no other statements exist
	}
}

// spawn creates a thread, unless the bound is reached: then it is blocked.
func (r *run) spawn(c Config, i int, here *place, op *parser.StartThread, yield func(outcome) bool) bool {
	if r.bound > 0 && len(c.Threads) >= r.bound {
		return true
	}
	self := c.Threads[i]
	moved := c.with(i, self.at(here.next))
	create := func(child Thread) bool {
		return yield(outcome{next: moved.plus(child), mover: i})
	}
	if op.Target != nil {
		return create(Thread{PC: op.Target.Stmt.PC, Locals: self.Locals})
	}
	callee := op.Proc.Proc
	for _, values := range r.wantOther(entryLocals(callee, op.Args, c.Shared, self.Locals), callee, moved.Threads[i]) {
		if !r.product(values, nil, func(locals []bool) bool {
			return create(Thread{PC: callee.Entry, Locals: locals})
		}) {
			return false
		}
	}
	return true
}

// initial returns the values that each variable can have at the start.
func initial(vars []*parser.Var) []set {
	values := make([]set, len(vars))
	for k, v := range vars {
		switch v.Init {
		case parser.InitZero:
			values[k] = zero
		case parser.InitOne:
			values[k] = one
		default:
			values[k] = any01
		}
	}
	return values
}

// waits returns the place behind the wait at which t is, if it is at one.
func (r *run) waits(t Thread) (next int, ok bool) {
	p := &r.places[t.PC]
	_, ok = p.op.(*parser.Wait)
	return p.next, ok
}

// signal moves one waiting thread on, whichever; if none waits, it is a skip.
func (r *run) signal(c Config, i int, here *place, yield func(outcome) bool) bool {
	moved := c.with(i, c.Threads[i].at(here.next))
	none := true
	for k, t := range c.Threads {
		next, ok := r.waits(t)
		if !ok {
			continue
		}
		none = false
		if !yield(outcome{next: moved.with(k, t.at(next)), mover: i}) {
			return false
		}
	}
	return !none || yield(outcome{next: moved, mover: i})
}

// broadcast moves every waiting thread on.
func (r *run) broadcast(c Config, i int, here *place, yield func(outcome) bool) bool {
	moved := c.with(i, c.Threads[i].at(here.next))
	for k, t := range c.Threads {
		if next, ok := r.waits(t); ok {
			moved.Threads[k] = t.at(next)
		}
	}
	return yield(outcome{next: moved, mover: i})
}
