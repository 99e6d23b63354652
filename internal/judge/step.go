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
	want  *wanted // what the steps shall lead to; nil if they are enumerated

	maxInner int // configurations inside one section to visit; 0 or less for all

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
	here := &r.places[c.Threads[i].PC]
	if e := here.proc.Enforce; e != nil {
		if !eval(e, &scope{shared: c.Shared, locals: c.Threads[i].Locals}).has(true) {
			return true
		}
		unfiltered := yield
		yield = func(o outcome) bool {
			if o.fails == nil && o.mover >= 0 &&
				!eval(e, &scope{shared: o.next.Shared, locals: o.next.Threads[o.mover].Locals}).has(true) {
				return true
			}
			return unfiltered(o)
		}
	}
	return r.execute(c, i, here, yield)
}

// execute is step without enforce.
func (r *run) execute(c Config, i int, here *place, yield func(outcome) bool) bool {
	self := c.Threads[i]
	before := &scope{shared: c.Shared, locals: self.Locals}
	moveTo := func(pc int) bool {
		return yield(outcome{next: c.with(i, Thread{pc, self.Locals}), mover: i})
	}
	disappear := func() bool {
		return yield(outcome{next: c.without(i), mover: -1})
	}

	switch op := here.op.(type) {
	case nil: // the exit of a procedure: the end of main, else a return
		return here.proc == r.file.Main || disappear()

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
		return disappear()

	case *parser.Return:
		if here.proc == r.file.Main {
			return moveTo(here.proc.Exit)
		}
		return disappear()

	case *parser.Wait:
		return true // only a signal or a broadcast moves it on

	case *parser.Signal:
		return r.signal(c, i, here, yield)

	case *parser.Broadcast:
		return r.broadcast(c, i, here, yield)

	default:
		return true // calls, which New has refused
	}
}

// spawn creates a thread, unless the bound is reached: then it is blocked.
func (r *run) spawn(c Config, i int, here *place, op *parser.StartThread, yield func(outcome) bool) bool {
	if r.bound > 0 && len(c.Threads) >= r.bound {
		return true
	}
	self := c.Threads[i]
	moved := c.with(i, Thread{here.next, self.Locals})
	create := func(child Thread) bool {
		return yield(outcome{next: moved.plus(child), mover: i})
	}
	if op.Target != nil {
		return create(Thread{op.Target.Stmt.PC, self.Locals})
	}
	callee := op.Proc.Proc
	values := initial(callee.Locals)
	for k, arg := range op.Args {
		values[k] = eval(arg, &scope{shared: c.Shared, locals: self.Locals})
	}
	for _, values := range r.wantOther(values, callee, here.next) {
		if !r.product(values, nil, func(locals []bool) bool {
			return create(Thread{callee.Entry, locals})
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
	moved := c.with(i, Thread{here.next, c.Threads[i].Locals})
	none := true
	for k, t := range c.Threads {
		next, ok := r.waits(t)
		if !ok {
			continue
		}
		none = false
		if !yield(outcome{next: moved.with(k, Thread{next, t.Locals}), mover: i}) {
			return false
		}
	}
	return !none || yield(outcome{next: moved, mover: i})
}

// broadcast moves every waiting thread on.
func (r *run) broadcast(c Config, i int, here *place, yield func(outcome) bool) bool {
	moved := c.with(i, Thread{here.next, c.Threads[i].Locals})
	for k, t := range c.Threads {
		if next, ok := r.waits(t); ok {
			moved.Threads[k] = Thread{next, t.Locals}
		}
	}
	return yield(outcome{next: moved, mover: i})
}
