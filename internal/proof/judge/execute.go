// This file defines the execution of a single statement, for whoever reasons about
// threads instead of configurations.

package judge

import (
	"context"

	"github.com/ijit/ijit/parser"
)

// A Location is what there is at a program counter.
type Location struct {
	Proc *parser.Proc
	Stmt *parser.Stmt // the statement it belongs to; nil at the exit of a procedure
	// Op is what is executed, nil at the exit of a procedure. The two ends of an
	// atomic block are a begin and an end, as if they were written so.
	Op     parser.Op
	Inside bool  // in an atomic section: begun before, not ended yet
	Next   []int // where the thread can go on, if it does not end
	// Cond is the condition of an arm of an if or of a loop, after which the thread goes on
	// at one of Yes or of No.
	Cond    parser.Expr
	Yes, No []int
}

// Location returns what there is at pc, and false if there is no such location.
func (j *Judge) Location(pc int) (Location, bool) {
	if pc < 0 || pc >= len(j.places) || j.places[pc].proc == nil {
		return Location{}, false
	}
	p := &j.places[pc]
	return Location{p.proc, p.stmt, p.op, p.inside, p.successors(), p.cond, p.yes, p.no}, true
}

// An Outcome is one way in which a statement can go.
type Outcome struct {
	// Next is the configuration afterwards. Its threads are in the order that they
	// had before, a new one last.
	Next  Config
	Gone  bool         // the thread that executed the statement is no longer among them
	Error *parser.Stmt // the assertion that fails, or nil; if not, Next is meaningless
}

// Moves yields the outcomes of the statement at which thread i of c is, none if it may not
// move: another thread alone may, or it would create more than bound live threads (0: no
// bound). Statements of an atomic section are steps of their own. The error is that of ctx.
func (j *Judge) Moves(ctx context.Context, c Config, i, bound int, yield func(Outcome) bool) error {
	if k := j.alone(c.Threads); k >= 0 && k != i {
		return nil
	}
	r := j.run(ctx, bound)
	r.step(c, i, func(o outcome) bool {
		if o.fails != nil {
			return yield(Outcome{Error: o.fails})
		}
		next, ok := j.hold(o, c.Threads[i])
		return !ok || yield(Outcome{Next: next, Gone: o.mover < 0})
	})
	return r.err
}

// Execute yields the outcomes of executing the one statement at which thread i of c
// is, whatever else may be allowed to move: neither atomic sections nor the global
// atomic nor a bound on threads are respected. The error is that of ctx.
func (j *Judge) Execute(ctx context.Context, c Config, i int, yield func(Outcome) bool) error {
	r := j.run(ctx, 0)
	r.step(c, i, func(o outcome) bool {
		return yield(Outcome{Next: o.next, Gone: o.fails == nil && o.mover < 0, Error: o.fails})
	})
	return r.err
}
