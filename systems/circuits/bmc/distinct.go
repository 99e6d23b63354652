// This file defines paths that repeat no state.

package bmc

import (
	"context"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
)

// A simplePath is a path whose states are different. That two frames have different states is
// added to the solver when it has found a path on which they have not: few pairs matter (Eén
// and Sörensson, "Temporal Induction by Incremental SAT Solving", BMC 2003).
type simplePath struct {
	*path
	from int         // frames before this one may have any state
	bits [][]sat.Lit // by frame, of the state
}

func (s *simplePath) extend() {
	s.path.extend()
	var bits []sat.Lit
	for _, l := range s.circuit.Latches {
		bits = append(bits, s.lit(l.Lit, s.frames-1))
	}
	s.bits = append(s.bits, bits)
}

// solveSimple decides whether there is a path without repetitions under assumptions.
func (s *simplePath) solveSimple(ctx context.Context, assumptions ...sat.Lit) sat.Status {
	for {
		status := s.solve(ctx, assumptions...)
		if status != sat.Sat || !s.separate() {
			return status
		}
	}
}

// separate adds that frames which have the same state in the solver's model have different
// ones, and reports whether there are any.
func (s *simplePath) separate() bool {
	repeated := false
	frames := map[string]int{} // by state
	state := make([]byte, len(s.circuit.Latches))
	for frame := s.from; frame < s.frames; frame++ {
		for i, l := range s.bits[frame] {
			state[i] = 0
			if s.solver.Value(l) {
				state[i] = 1
			}
		}
		if other, ok := frames[string(state)]; ok {
			s.differ(s.bits[other], s.bits[frame])
			repeated = true
		}
		frames[string(state)] = frame
	}
	return repeated
}

// differ adds that two states are different.
func (s *simplePath) differ(a, b []sat.Lit) {
	var some []sat.Lit
	for i := range a {
		if a[i] == b[i] {
			continue
		}
		d := s.variable()
		s.solver.Add(-d, a[i], b[i])
		s.solver.Add(-d, -a[i], -b[i])
		some = append(some, d)
	}
	s.solver.Add(some...)
}

// distinctFrom returns the first frame of a shortest run to somewhere whose state is not
// repeated later. It is the first one: if there were a repetition, what is in between could
// be left out. But if what holds in the first frame is about its inputs too, a later
// frame with the same state might be no first frame.
func distinctFrom(c *aig.Circuit) int {
	input := make([]bool, c.Len())
	for _, in := range c.Inputs {
		input[in.Lit.Node()] = true
	}
	for n := range input {
		if left, right, ok := c.Fanins(n); ok {
			input[n] = input[left.Node()] || input[right.Node()]
		}
	}
	for _, l := range c.Initial {
		if input[l.Node()] {
			return 1
		}
	}
	return 0
}
