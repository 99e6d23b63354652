// This file defines tests of clauses of a graph.

package aig_test

import (
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
)

// A solver without memory has no variable for a node, and the answer is that it has none.
func TestClausesWithoutMemory(t *testing.T) {
	g := aig.NewGraph()
	l := g.NewInput()
	for range 1000 {
		l = g.And(l, g.NewInput())
	}
	s := sat.New(sat.Options{Memory: 10000})
	x := aig.NewClauses(g, s).Lit(l)
	if got := s.Solve(t.Context(), x); got != sat.Unknown || s.Err() != sat.ErrMemory {
		t.Errorf("%v: %v", got, s.Err())
	}
}
