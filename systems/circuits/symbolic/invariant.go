// This file defines what was reached as a proof.

package circuit

import (
	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/bdd"
)

// A proof has at most maxClauses, and is not looked for any longer when that takes more
// than invariantNodes for each node of the diagram.
const (
	maxClauses     = 1 << 13
	invariantNodes = 2
)

// invariant returns what was reached behind the first frame as clauses over the latches of
// the whole circuit, nil if that is too much: the complement as irredundant prime cubes.
func (s *search) invariant(k *aig.Cone, whole *aig.Circuit, later aig.Lit) [][]aig.Lit {
	nodes := s.m.NodeCount() + invariantNodes*(s.m.Size(s.reached)+maxClauses)
	if s.MaxNodes > 0 {
		nodes = min(nodes, s.MaxNodes)
	}
	s.m.SetOptions(bdd.Options{MaxNodes: nodes, MaxBytes: s.MaxBytes, Context: s.ctx})
	defer s.m.ClearErr() // the verdict stands without a proof
	lits := map[bdd.Var]aig.Lit{}
	for _, l := range whole.Latches {
		if reduced, ok := k.Lit(l.Lit); ok && s.known[reduced.Node()] {
			lits[s.vars[reduced.Node()]] = l.Lit
		}
	}
	outside := s.m.Diff(s.valid, s.reached)
	if n := later.Node(); n != 0 && s.known[n] {
		outside = s.m.Cofactor(outside, s.vars[n], true)
	}
	clauses := [][]aig.Lit{}
	for cube := range s.m.ISOP(outside) {
		clause := make([]aig.Lit, len(cube))
		for i, l := range cube {
			clause[i] = lits[l.Var].NotIf(l.Value)
		}
		if clauses = append(clauses, clause); len(clauses) > maxClauses {
			return nil
		}
	}
	if s.m.Err() != nil {
		return nil
	}
	return clauses
}
