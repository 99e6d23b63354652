// This file defines the formula of a bound, and the one of the diameter.

package cnf

import (
	"context"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
)

// Bound returns the formula that has a model if and only if a run of the circuit has a literal in
// the frame number bound, from 0. It has at most so many clauses, if that is not 0.
func Bound(ctx context.Context, c *aig.Circuit, bad aig.Lit, bound, most int) (*Formula, error) {
	cone := aig.NewCone(c, bad)
	bad, _ = cone.Lit(bad)
	f := &Formula{}
	u := aig.Unroll(cone.Circuit, false)
	clauses := aig.ClausesInto(u.Graph, f)
	for frame := range bound + 1 {
		for _, l := range rules(cone.Circuit, frame, frame < bound) {
			f.Add(clauses.Lit(u.At(l, frame)))
		}
		if err := f.check(ctx, 0, most); err != nil {
			return nil, err
		}
	}
	f.Add(clauses.Lit(u.At(bad, bound)))
	for frame := range bound + 1 {
		f.name(cone.Circuit, u, clauses, frame)
	}
	return f, f.check(ctx, 0, most)
}

// rules returns what must hold in a frame.
func rules(c *aig.Circuit, frame int, left bool) (lits []aig.Lit) {
	if frame == 0 {
		lits = append(lits, c.Initial...)
	}
	lits = append(lits, c.Constraints...)
	if left {
		lits = append(lits, c.Steps...)
	}
	return lits
}

// check looks at limits: there are so many clauses, and about one more for each conjunction that
// is not defined yet.
func (f *Formula) check(ctx context.Context, ands, most int) error {
	if most > 0 && len(f.Clauses)+ands > most {
		return ErrLimit
	}
	return ctx.Err()
}

// Diameter returns the quantified formula that is true if and only if each state that can be
// reached in bound+1 steps can be reached in at most bound steps: then no state needs more. It is
// that of Biere and others (1999), section 5: for all runs s[0] ... s[bound+1] there is a run
// t[0] ... t[i] with i <= bound and t[i] = s[bound+1]. Both begin in a first state. If open is
// set they begin in any state, the same for both, as the paper has it.
func Diameter(ctx context.Context, c *aig.Circuit, open bool, bound, most int) (*Formula, error) {
	f := &Formula{}
	g := aig.NewGraph()
	s, t := aig.UnrollInto(g, c, open), aig.UnrollInto(g, c, open)
	if open {
		free := *c
		free.Initial = nil
		c = &free
	}
	clauses := aig.ClausesInto(g, f)
	run := aig.True
	for frame := range bound + 2 {
		for _, l := range rules(c, frame, frame <= bound) {
			run = g.And(run, s.At(l, frame))
		}
		if frame <= bound { // these inputs decide how the run goes on
			for _, x := range c.Latches {
				s.At(x.Next, frame)
			}
		}
		if err := f.check(ctx, g.Ands(), most); err != nil {
			return nil, err
		}
	}
	for frame := range bound + 2 {
		f.universal(c, s, clauses, frame)
	}
	reached, other := aig.False, aig.True
	if open {
		other = equal(c, t, 0, s, 0)
	}
	for frame := range bound + 1 {
		if frame > 0 {
			for _, l := range c.Steps {
				other = g.And(other, t.At(l, frame-1))
			}
		}
		for _, l := range rules(c, frame, false) {
			other = g.And(other, t.At(l, frame))
		}
		reached = g.Or(reached, g.And(other, equal(c, t, frame, s, bound+1)))
		if err := f.check(ctx, g.Ands(), most); err != nil {
			return nil, err
		}
	}
	f.Add(clauses.Lit(g.Implies(run, reached)))
	for frame := range bound + 2 {
		f.name(c, s, clauses, frame)
	}
	return f, f.check(ctx, 0, most)
}

// universal makes the inputs of a frame universal, and the first values of latches.
func (f *Formula) universal(c *aig.Circuit, s *aig.Unrolling, clauses *aig.Clauses, frame int) {
	add := func(l aig.Lit) {
		if at, ok := s.Built(l, frame); ok && at > aig.True {
			f.Universal = append(f.Universal, sat.Var(clauses.Lit(at)))
		}
	}
	for _, x := range c.Inputs {
		add(x.Lit)
	}
	for _, x := range c.Latches {
		if frame == 0 {
			s.At(x.Lit, 0)
			add(x.Lit)
		}
	}
}

// equal returns whether the states of two frames are equal.
func equal(c *aig.Circuit, t *aig.Unrolling, i int, s *aig.Unrolling, j int) aig.Lit {
	var lits []aig.Lit
	for _, x := range c.Latches {
		lits = append(lits, s.Equal(t.At(x.Lit, i), s.At(x.Lit, j)))
	}
	return s.All(lits...)
}
