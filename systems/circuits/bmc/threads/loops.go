// This file defines how often a step goes round the loops of atomic sections.

package threads

import (
	"context"
	"fmt"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
)

// Up to these limits, loops are unrolled.
const (
	maxRounds    = 8       // in a step
	maxLoops     = 1 << 15 // nodes of the circuit
	maxConflicts = 1 << 12 // of the solver, for each number of rounds
)

// unroll finds how many rounds of loops are enough: so many that a step which goes back to
// the head of a loop once more has been there in the same state before. What it did in
// between could be left out, so it leads to nothing new. That is the recurrence diameter of
// the sections, found with the states in the middle of a step instead of those of frames
// (Biere, Cimatti, Clarke and Zhu, TACAS 1999, section 4). If none is found, steps end at the
// heads of loops.
func (s *System) unroll() {
	x := *s
	x.Circuit, x.Places = aig.New(), nil
	x.oracles.lits, x.oracles.add = nil, func() aig.Lit { return x.Input(fmt.Sprintf("oracle %d", len(x.oracles.lits))) }
	x.number()
	x.latches()
	b := &builder{System: &x, oracles: &x.oracles}
	m := b.scheduled()
	solver := sat.New(sat.Options{Conflicts: maxConflicts})
	clauses := aig.NewClauses(x.Graph, solver)
	for ; x.rounds <= maxRounds && x.Len() < maxLoops; x.rounds++ {
		b.build(m)
		if solver.Solve(context.Background(), clauses.Lit(b.returns())) == sat.Unsat {
			s.rounds = x.rounds
			return
		}
	}
	for _, pc := range s.heads {
		s.cut[pc] = true
	}
}

// returns returns where a step goes round once more than it has been built for, and has not
// been at the head of a loop in the same state twice.
func (b *builder) returns() aig.Lit {
	once, more := aig.True, aig.False
	b.arrivals = b.again
	for _, head := range b.heads {
		visits := b.visits[head]
		if a := b.arrive(head); a.flag != aig.False {
			visits = append(visits, a)
			more = b.Or(more, a.flag)
		}
		for i := range visits {
			for j := range visits[:i] {
				once = b.And(once, b.same(&visits[i], &visits[j]).Not())
			}
		}
	}
	return b.All(more, once, b.ready)
}

// same returns where two arrivals happen, and in the same state.
func (b *builder) same(x, y *arrival) aig.Lit {
	all := []aig.Lit{x.flag, y.flag}
	equal := func(x, y []aig.Lit) {
		for i := range x {
			all = append(all, b.Equal(x[i], y[i]))
		}
	}
	equal(x.shared, y.shared)
	equal(x.local, y.local)
	for i := range x.slots {
		equal(x.slots[i].pc, y.slots[i].pc)
		equal(x.slots[i].local, y.slots[i].local)
	}
	return b.All(all...)
}
