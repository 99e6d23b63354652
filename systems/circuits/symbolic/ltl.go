// This file defines the decision of formulas of linear temporal logic.

package circuit

import (
	"context"
	"fmt"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/systems/circuits/tester"
)

// LTL decides whether a formula of linear temporal logic holds on all runs of a circuit: on
// all infinite fair ones, and on each finite one that refutes it whatever follows. The
// atoms of the formula are literals of the circuit. With Options.Infinite only infinite runs
// count. A finite counterexample is a shortest one; a lasso is not.
func LTL(ctx context.Context, c *aig.Circuit, f *ltl.Formula, o Options) *Result {
	if !ltl.Linear(f) {
		return unsupported("a formula of linear temporal logic has no path quantifiers")
	}
	k, f := tester.Cone(c, ltl.Not(f))
	end := tester.Add(k.Circuit, f)
	begun(k)
	// What the formula mentions may not matter, after all.
	needed := aig.NewCone(k.Circuit, end)
	end, _ = needed.Lit(end)
	x := newMachine(ctx, needed.Circuit, []aig.Lit{end}, o)
	refuted := bdd.False
	if !o.Infinite {
		refuted = x.read1(x.atoms[end])
	}
	s := newSearch(x, refuted)
	r := &Result{Verdict: Safe}
	if s.explore() {
		r.Verdict = Unsafe
		r.Run = x.run(s.path(s.wanted), -1, x.atoms[end])
	} else if x.confine(s.reached); x.m.Err() == nil {
		hull := x.fair(s.reached)
		if hull == bdd.False || x.m.Err() != nil {
			return x.finish(r, needed, k)
		}
		r.Verdict = Unsafe
		defer x.keep(&hull)()
		path, loop := x.lasso(hull, s.path(hull))
		r.Run = x.run(path, loop, bdd.True)
	}
	return x.finish(r, needed, k)
}

func unsupported(format string, args ...any) *Result {
	return &Result{Reason: verdict.Unsupported, Err: fmt.Errorf(format, args...)}
}
