// This file defines how questions about terms are answered.

package word

import (
	"context"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
)

// A Solver decides whether words of one bit can be 1 at once. What it has learned about one question helps with the next
// ones. It is not for concurrent use.
type Solver struct {
	// Queries counts the questions.
	Queries int

	t       *Terms
	graph   *aig.Graph
	solver  *sat.Solver
	clauses *aig.Clauses
	made    map[Term][]aig.Lit
}

// NewSolver returns a solver for terms.
func NewSolver(t *Terms) *Solver {
	g, s := aig.NewGraph(), sat.New(sat.Options{})
	return &Solver{t: t, graph: g, solver: s, clauses: aig.NewClauses(g, s), made: map[Term][]aig.Lit{}}
}

func (s *Solver) lit(x Term) sat.Lit {
	if s.t.Width(x) != 1 {
		panic("word: a word of more than one bit is no question")
	}
	return s.clauses.Lit(s.bits(x)[0])
}

// Assert has x be 1 from now on.
func (s *Solver) Assert(x Term) { s.solver.Add(s.lit(x)) }

// Sat reports whether what was asserted and all of assumptions can be 1 at once. The error is that of the context, or of
// a solver without memory.
func (s *Solver) Sat(ctx context.Context, assumptions ...Term) (bool, error) {
	s.Queries++
	lits := make([]sat.Lit, len(assumptions))
	for i, x := range assumptions {
		lits[i] = s.lit(x)
	}
	switch s.solver.Solve(ctx, lits...) {
	case sat.Sat:
		return true, nil
	case sat.Unsat:
		return false, nil
	}
	return false, s.solver.Err()
}

// Core returns those of the assumptions of the last question that cannot be 1 at once, if the answer was false.
func (s *Solver) Core(assumptions ...Term) []Term {
	failed := map[sat.Lit]bool{}
	for _, l := range s.solver.Failed() {
		failed[l] = true
	}
	var core []Term
	for _, x := range assumptions {
		if failed[s.lit(x)] {
			core = append(core, x)
		}
	}
	return core
}

// Value returns the value of x in the model of the last answer, if that was true.
func (s *Solver) Value(x Term) uint64 {
	value := uint64(0)
	for i, l := range s.bits(x) {
		if s.clauses.Value(l) {
			value |= 1 << i
		}
	}
	return value
}
