// This file defines search, the enumeration of the models of a circuit.

package allsat

import "slices"

// A search enumerates the models of a plan as disjoint cubes.
//
// It assigns three-valued sets to wires: Both means open. The known inputs are
// assigned and evaluated forwards; then the roots are demanded to be 1, and what
// that implies is propagated through each gate in all directions. A gate that is
// assigned but not yet by the values of its own wires is a demand. As long as
// there is one, the search walks down from it to an open input and decides that
// input, first one way, then the other. When no demand is left, the values of
// the assigned inputs alone make the roots 1: the open inputs do not matter, and
// the assigned ones are a cube of models.
//
// Invariants. A wire is assigned only if it has that value in every model that
// extends the decisions (so no model is lost). An assigned gate is a demand,
// listed in demands, or its value follows from the assigned inputs (so every
// cube consists of models). Two cubes differ in a decision (so they are
// disjoint).
type search struct {
	plan    *plan
	values  []Value // by wire
	trail   []wire  // those made 1 since the start, in order
	done    int     // trail[:done] has been propagated
	demands []uint32
	head    int // no demand before it is left
	choices []choice
	steps   int // nodes visited since this was last asked

	gate    uint32   // the gate that conclusions are being drawn from
	reasons []uint32 // by node, if it is on the trail: the gate that implied it
	jump    backjump
}

// A choice is a decision that was made, and what to go back to.
type choice struct {
	wire                 wire
	trail, demands, head int
	second               bool // the wire is 0, after it has been 1
}

// start begins the search with the known variables as in val. It returns false
// if it finds at once that there is no model.
func (s *search) start(p *plan, val []uint64) bool {
	c := p.circuit
	s.plan = p
	s.values = slices.Grow(s.values[:0], 2*c.nodes())[:2*c.nodes()]
	s.reasons = slices.Grow(s.reasons[:0], c.nodes())[:c.nodes()]
	s.trail = s.trail[:0]
	s.done = 0
	s.demands = s.demands[:0]
	s.head = 0
	s.choices = s.choices[:0]
	s.steps = c.nodes()
	s.jump.prepare(c.nodes())

	s.values[wireFalse], s.values[wireTrue] = Zero, One
	n := 1
	for range p.unknown {
		s.values[2*n], s.values[2*n+1] = Both, Both
		n++
	}
	for _, k := range p.known {
		v := ValueOf(val[k.word]&k.bit != 0)
		s.values[2*n], s.values[2*n+1] = v, notValue(v)
		n++
	}
	for i := range c.gates {
		v := s.forward(&c.gates[i])
		s.values[2*n], s.values[2*n+1] = v, notValue(v)
		n++
	}
	for _, r := range p.roots {
		if !s.set(r) {
			return false
		}
	}
	return s.propagate()
}

// next moves to the next cube, the first if fresh. It returns false if there is
// none or the scratch says stop.
func (s *search) next(val []uint64, fresh bool, p *plan, scratch *Scratch) bool {
	var ok bool
	if fresh {
		ok = s.start(p, val)
	} else if s.goOn() {
		ok = s.propagate()
	} else {
		return false
	}
	for {
		if !scratch.spend(1 + s.steps) {
			return false
		}
		s.steps = 0
		switch {
		case ok && s.satisfied():
			return true
		case ok:
			s.decide(s.pick())
			ok = s.propagate()
		case s.retreat():
			ok = s.propagate()
		default:
			return false
		}
	}
}

// satisfied reports whether no demand is left.
func (s *search) satisfied() bool {
	for ; s.head < len(s.demands); s.head++ {
		if s.forward(s.plan.circuit.gateAt(int(s.demands[s.head]))) == Both {
			return false
		}
	}
	return true
}

// pick follows the first demand down to an open input and returns the wire of it
// that helps: a gate whose value does not follow from its wires has an open wire.
func (s *search) pick() wire {
	n := s.demands[s.head]
	w := wire(n) << 1
	if s.values[w] == Zero {
		w ^= 1
	}
	for {
		g := s.plan.circuit.gateAt(w.node())
		if g == nil {
			return w
		}
		switch g.kind {
		case gateAnd:
			next := g.a
			if s.values[next] != Both {
				next = g.b
			}
			w = next ^ w&1
		case gateXor:
			next, other := g.a, g.b
			if s.values[next] != Both {
				next, other = other, next
			}
			if s.values[other] == One {
				next ^= 1
			}
			w = next ^ w&1
		case gateMux:
			switch s.values[g.a] {
			case One:
				w = g.b ^ w&1
			case Zero:
				w = g.c ^ w&1
			default:
				// Choose the branch that has the value wanted, if one has.
				if s.values[g.c^w&1] == One {
					w = g.a ^ 1
				} else {
					w = g.a
				}
			}
		}
	}
}

// decide makes an open wire 1.
func (s *search) decide(w wire) {
	s.choices = append(s.choices, choice{wire: w, trail: len(s.trail), demands: len(s.demands), head: s.head})
	s.set(w)
}

// flip returns to decision k and makes it the other way.
func (s *search) flip(k int) {
	s.choices = s.choices[:k+1]
	c := &s.choices[k]
	for _, w := range s.trail[c.trail:] {
		s.values[w], s.values[w^1] = Both, Both
	}
	s.trail = s.trail[:c.trail]
	s.done = c.trail
	s.demands = s.demands[:c.demands]
	s.head = c.head
	c.second = true
	s.set(c.wire ^ 1)
}

// cube writes the assigned inputs to values and clears open ones in both.
func (s *search) cube(values, care []uint64) {
	for i, u := range s.plan.unknown {
		v := s.values[2*(1+i)]
		values[u.word] &^= u.bit
		care[u.word] &^= u.bit
		if v != Both {
			care[u.word] |= u.bit
			if v == One {
				values[u.word] |= u.bit
			}
		}
	}
}
