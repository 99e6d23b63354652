// This file defines propagation: what the values of some wires of a circuit say
// about others.

package allsat

// forward returns the value of a gate that follows from its wires.
func (s *search) forward(g *gate) Value {
	switch g.kind {
	case gateAnd:
		return andValue(s.values[g.a], s.values[g.b])
	case gateXor:
		return xorValue(s.values[g.a], s.values[g.b])
	default:
		return iteValue(s.values[g.a], s.values[g.b], s.values[g.c])
	}
}

// set makes w 1. It returns false if w is 0.
func (s *search) set(w wire) bool {
	switch s.values[w] {
	case One:
		return true
	case Zero:
		return false
	}
	s.values[w], s.values[w^1] = One, Zero
	s.reasons[w.node()] = s.gate
	s.trail = append(s.trail, w)
	return true
}

// equal makes w and x equal if one of them is assigned.
func (s *search) equal(w, x wire) bool {
	switch {
	case s.values[w] == One:
		return s.set(x)
	case s.values[w] == Zero:
		return s.set(x ^ 1)
	case s.values[x] == One:
		return s.set(w)
	case s.values[x] == Zero:
		return s.set(w ^ 1)
	}
	return true
}

// propagate draws all conclusions from what is on the trail. It returns false if
// they contradict each other; the contradiction is then in s.gate.
func (s *search) propagate() bool {
	c := s.plan.circuit
	for s.done < len(s.trail) {
		n := s.trail[s.done].node()
		s.done++
		s.steps++
		if g := c.gateAt(n); g != nil {
			if !s.imply(uint32(n), g) {
				return false
			}
			if s.forward(g) == Both {
				s.demands = append(s.demands, uint32(n))
			}
		}
		for _, r := range s.plan.readersOf(n) {
			if !s.imply(r, c.gateAt(int(r))) {
				return false
			}
		}
	}
	return true
}

// imply draws the conclusions that the gate of node n allows.
func (s *search) imply(n uint32, g *gate) bool {
	s.gate = n
	out := wire(n) << 1
	switch g.kind {
	case gateAnd:
		switch s.values[out] {
		case One:
			return s.set(g.a) && s.set(g.b)
		case Zero:
			if s.values[g.a] == One {
				return s.set(g.b ^ 1)
			}
			return s.values[g.b] != One || s.set(g.a^1)
		}
		if v := s.forward(g); v != Both {
			return s.set(out ^ wire(v&Zero))
		}
		return true
	case gateXor:
		switch {
		case s.values[g.a] != Both:
			return s.equal(out, g.b^wire(s.values[g.a]>>1))
		case s.values[g.b] != Both:
			return s.equal(out, g.a^wire(s.values[g.b]>>1))
		}
		return true
	}
	switch s.values[g.a] {
	case One:
		return s.equal(out, g.b)
	case Zero:
		return s.equal(out, g.c)
	}
	if v := s.values[out]; v != Both {
		// A branch that has the other value is not the one taken. Once that is
		// decided, propagate comes by again for the branch that is.
		if s.values[g.b] == notValue(v) {
			return s.set(g.a ^ 1)
		}
		return s.values[g.c] != notValue(v) || s.set(g.a)
	}
	if v := s.forward(g); v != Both {
		return s.set(out ^ wire(v&Zero))
	}
	return true
}
