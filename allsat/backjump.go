// This file defines how far a search goes back.

package allsat

import "github.com/bits-and-blooms/bitset"

// A backjump finds out which decisions a contradiction rests on, so that those it
// does not rest on are not tried the other way in vain (conflict-directed
// backjumping, Prosser 1993). Otherwise a small part of a formula that has no
// model would be refuted again for each model of the rest.
//
// Each decision that has been tried one way only, and then made the other way,
// has a blame: earlier decisions that leave it no choice. If the first way ended
// in a contradiction, these are what that rested on; if it had models, they are
// all earlier decisions, because the models must not be found again.
type backjump struct {
	rests bitset.BitSet   // the decisions the contradiction at hand rests on
	blame []bitset.BitSet // of decision k, a set of decisions before it
	round uint32          // counts contradictions
	seen  []uint32        // the last round in which a node was found to matter
}

// prepare makes room for the search of a circuit with the given number of nodes.
func (j *backjump) prepare(nodes int) {
	for len(j.seen) < nodes {
		j.seen = append(j.seen, 0)
	}
	if j.round > 1<<31 {
		clear(j.seen)
		j.round = 0
	}
}

// blameAll makes all decisions before k the blame of decision k and returns it.
func (j *backjump) blameAll(k int) *bitset.BitSet {
	for len(j.blame) <= k {
		j.blame = append(j.blame, bitset.BitSet{})
	}
	return j.blame[k].ClearAll().SetRange(0, uint(k))
}

// goOn leaves a cube of models: the last decision that has been tried one way
// only is made the other way. It returns false if there is none.
func (s *search) goOn() bool {
	for k := len(s.choices) - 1; k >= 0; k-- {
		if !s.choices[k].second {
			s.jump.blameAll(k)
			s.flip(k)
			return true
		}
	}
	return false
}

// retreat leaves a contradiction: the last decision that it rests on and that has
// been tried one way only is made the other way. It returns false if there is
// none; then no models are left.
func (s *search) retreat() bool {
	if len(s.choices) == 0 {
		return false
	}
	s.explain()
	j := &s.jump
	for {
		k, ok := j.rests.PreviousSet(j.rests.Len() - 1)
		if !ok {
			return false
		}
		if !s.choices[k].second {
			j.blameAll(int(k)).InPlaceIntersection(&j.rests)
			s.flip(int(k))
			return true
		}
		// The decision had no choice: put its blame in its place.
		j.rests.Clear(k)
		j.rests.InPlaceUnion(&j.blame[k])
	}
}

// explain finds the decisions that the contradiction in s.gate rests on: it walks
// the trail backwards from the wires of that gate to what implied them.
func (s *search) explain() {
	j := &s.jump
	j.round++
	j.rests.ClearAll()
	j.matter(s.plan.circuit, s.gate)
	k := len(s.choices) - 1
	for i := len(s.trail) - 1; k >= 0; i-- {
		n := s.trail[i].node()
		decided := i == s.choices[k].trail
		if j.seen[n] == j.round {
			if decided {
				j.rests.Set(uint(k))
			} else {
				j.matter(s.plan.circuit, s.reasons[n])
			}
		}
		if decided {
			k--
		}
		s.steps++
	}
}

// matter marks the wires of the gate of node n. Marks on what is not assigned, or
// was assigned later than the wire being explained, have no effect.
func (j *backjump) matter(c *circuit, n uint32) {
	g := c.gateAt(int(n))
	j.seen[n] = j.round
	j.seen[g.a.node()] = j.round
	j.seen[g.b.node()] = j.round
	j.seen[g.c.node()] = j.round // the constant, if there is no third
}
