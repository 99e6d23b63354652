// This file defines the search for states that can be reached.

package circuit

import (
	"context"
	"iter"
	"slices"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/verdict"
)

// Reach decides whether some run of a circuit has a frame in which a literal holds. The
// search is breadth first: a counterexample is a shortest one.
func Reach(ctx context.Context, c *aig.Circuit, bad aig.Lit, o Options) *Result {
	k := aig.NewCone(c, bad)
	l, _ := k.Lit(bad)
	later := begun(k)
	x := newMachine(ctx, k.Circuit, []aig.Lit{l}, o)
	s := newSearch(x, x.read1(x.atoms[l]))
	r := &Result{Verdict: Safe}
	if s.explore() {
		r.Verdict = Unsafe
		r.Run = x.run(s.path(s.wanted), -1, x.atoms[l])
	} else if x.m.Err() == nil {
		r.Invariant = s.invariant(k, c, later)
	}
	return x.finish(r, k)
}

// begun makes the conditions of the first frame a constraint with a latch that is false in
// it, if they depend on inputs: so nothing but the resets distinguishes the first frame, and
// what a condition says of inputs goes with the step that reads them.
// It returns the latch, or False if there is none.
func begun(k *aig.Cone) aig.Lit {
	c := k.Circuit
	leaves := order(&aig.Circuit{Graph: c.Graph}, c.Initial)
	if !slices.ContainsFunc(c.Inputs, func(i aig.Input) bool { return slices.Contains(leaves, i.Lit.Node()) }) {
		return aig.False
	}
	later := c.Latch("", aig.Zero)
	c.SetNext(len(c.Latches)-1, aig.True)
	c.Constraints = append(c.Constraints, c.Or(later, c.All(c.Initial...)))
	c.Initial, c.Resets = nil, nil
	return later
}

// A search finds the states that can be reached, breadth first.
type search struct {
	*machine
	wanted  bdd.Node
	reached bdd.Node
	rings   []bdd.Node // by depth: the states that are found there
	roots   *bdd.Roots
}

func newSearch(x *machine, wanted bdd.Node) *search {
	s := &search{machine: x, wanted: wanted, reached: bdd.False}
	s.roots = x.m.Register(s.live())
	return s
}

func (s *search) live() iter.Seq[bdd.Node] {
	return func(yield func(bdd.Node) bool) {
		if !yield(s.wanted) || !yield(s.reached) {
			return
		}
		for _, ring := range s.rings {
			if !yield(ring) {
				return
			}
		}
	}
}

// explore searches until a wanted state is found, and reports whether one was.
func (s *search) explore() bool {
	frontier := s.initial
	for s.m.Err() == nil && frontier != bdd.False {
		s.depth = len(s.rings)
		s.rings = append(s.rings, frontier)
		if !s.m.Disjoint(frontier, s.wanted) {
			return s.m.Err() == nil
		}
		s.reached = s.m.Or(s.reached, frontier)
		s.tell(Searching)
		// Between the frontier and all that is reached, some set has a small diagram.
		from := s.m.Restrict(frontier, s.m.Or(frontier, s.m.Not(s.reached)))
		if s.m.Size(from) > s.m.Size(frontier) {
			from = frontier
		}
		frontier = s.m.Diff(s.post(from), s.reached)
	}
	return false
}

// finish completes a result: a limit makes it Unknown. A run is made one of the whole of each
// cone.
func (x *machine) finish(r *Result, cones ...*aig.Cone) *Result {
	r.Depth = x.depth
	x.stats.Bytes = x.m.Bytes()
	r.Stats = x.stats
	if err := x.m.Err(); err != nil {
		*r = Result{Depth: r.Depth, Stats: r.Stats, Err: err, Reason: verdict.ReasonOf(err, bdd.ErrNodes, bdd.ErrMemory)}
		return r
	}
	for _, k := range cones {
		if r.Run != nil {
			r.Run, _ = k.Run(r.Run, maxLoop)
		}
	}
	return r
}

// maxLoop bounds the frames that a lasso of a cone of influence may take in the whole circuit.
const maxLoop = 1 << 16
