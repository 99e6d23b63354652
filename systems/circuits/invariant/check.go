// This file defines the check.

package invariant

import (
	"context"
	"fmt"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/proof/clausal"
)

// A Rejected says why clauses are no proof.
type Rejected struct{ Reason string }

func (r *Rejected) Error() string { return r.Reason }

// Check checks that no run of a circuit has a frame in which bad is true, given clauses that
// hold in all frames but the first. The error is a [*Rejected] if they prove no such thing,
// [clausal.ErrMemory], or the error of the context. About so many bytes are used at most, 0 is for no
// limit.
func Check(ctx context.Context, c *aig.Circuit, bad aig.Lit, clauses [][]aig.Lit, memory int64) error {
	k := &checker{ctx: ctx, circuit: c, bad: bad, clauses: clauses, memory: memory, latch: map[int]aig.Latch{}}
	for _, x := range c.Latches {
		k.latch[x.Lit.Node()] = x
	}
	for i, clause := range clauses {
		for _, l := range clause {
			if _, ok := k.latch[l.Node()]; !ok {
				return &Rejected{fmt.Sprintf("clause %d has literal %d, which is no latch", i+1, l)}
			}
		}
	}
	if err := k.refute("in a first frame", k.first); err != nil {
		return err
	}
	return k.refute("in a frame in which the clauses hold", k.later)
}

// A checker has a question.
type checker struct {
	ctx     context.Context
	circuit *aig.Circuit
	bad     aig.Lit
	clauses [][]aig.Lit
	memory  int64
	latch   map[int]aig.Latch // by node
}

// first says of a frame that it is a first one.
func (k *checker) first(f *clausal.Formula) {
	for _, x := range k.circuit.Latches {
		if x.Reset != x.Lit {
			f.Add(f.Lit(x.Lit.NotIf(x.Reset == aig.False)))
		}
	}
	all(f, k.circuit.Initial)
}

// later says of a frame that the clauses hold in it.
func (k *checker) later(f *clausal.Formula) {
	for _, clause := range k.clauses {
		lits := make([]int32, len(clause))
		for i, l := range clause {
			lits[i] = f.Lit(l)
		}
		f.Add(lits...)
	}
}

// refute proves that frames of some kind are not bad, and that the clauses hold after a step
// from them.
func (k *checker) refute(where string, kind func(*clausal.Formula)) error {
	f := clausal.New(k.circuit.Graph)
	kind(f)
	all(f, k.circuit.Constraints)
	// Cases: the frame is bad, or a clause is false after the step.
	cases := []int32{f.Variable()}
	f.Add(-cases[0], f.Lit(k.bad))
	for _, clause := range k.clauses {
		x := f.Variable()
		for _, l := range clause {
			f.Add(-x, -f.Lit(k.latch[l.Node()].Next.NotIf(l.Negated())))
		}
		for _, l := range k.circuit.Steps {
			f.Add(-x, f.Lit(l))
		}
		cases = append(cases, x)
	}
	i, err := f.Refute(k.ctx, cases, k.memory)
	switch {
	case err != nil:
		return err
	case i == 0:
		return &Rejected{"the bad literal is true " + where}
	case i > 0:
		return &Rejected{fmt.Sprintf("clause %d is false after a step %s", i, where)}
	}
	return nil
}

// all says that literals are true.
func all(f *clausal.Formula, lits []aig.Lit) {
	for _, l := range lits {
		f.Add(f.Lit(l))
	}
}
