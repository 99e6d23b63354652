// This file defines simulation, 64 runs at a time.

package aig

// A Simulator has the values of all nodes of a circuit in a frame of 64 runs: bit i of a word
// belongs to run i. A frame is entered by setting inputs and calling [Simulator.Eval], and left by
// [Simulator.Step].
type Simulator struct {
	circuit *Circuit
	values  []uint64 // by node
	next    []uint64 // by latch
}

// NewSimulator returns a simulator whose inputs and latches are all false.
func NewSimulator(c *Circuit) *Simulator {
	return &Simulator{circuit: c, values: make([]uint64, c.Len()), next: make([]uint64, len(c.Latches))}
}

// Set sets an input or a latch.
func (s *Simulator) Set(input Lit, word uint64) { s.values[input.Node()] = word ^ spread(input) }

// Value returns the value of a literal.
func (s *Simulator) Value(l Lit) uint64 { return s.values[l.Node()] ^ spread(l) }

// spread returns a word of ones for a negated literal, of zeros for others.
func spread(l Lit) uint64 { return -uint64(l & 1) }

// Eval gives all conjunctions their values.
func (s *Simulator) Eval() {
	v := s.values[:len(s.circuit.nodes)]
	for n, g := range s.circuit.nodes {
		if g.left != noGate {
			v[n] = (v[g.left>>1] ^ spread(g.left)) & (v[g.right>>1] ^ spread(g.right))
		}
	}
}

// Step gives latches their values in the next state.
func (s *Simulator) Step() {
	for i, l := range s.circuit.Latches {
		s.next[i] = s.Value(l.Next)
	}
	for i, l := range s.circuit.Latches {
		s.Set(l.Lit, s.next[i])
	}
}

// Begin sets latches in all runs, by their numbers.
func (s *Simulator) Begin(state []bool) {
	for i, l := range s.circuit.Latches {
		s.Set(l.Lit, word(state[i]))
	}
}

// Frame sets inputs in all runs, by their numbers, and evaluates.
func (s *Simulator) Frame(inputs []bool) {
	for i, x := range s.circuit.Inputs {
		s.Set(x.Lit, word(inputs[i]))
	}
	s.Eval()
}

func word(b bool) uint64 {
	if b {
		return ^uint64(0)
	}
	return 0
}

// state returns the values of latches in run 0.
func (s *Simulator) state() string {
	state := make([]byte, len(s.circuit.Latches))
	for i, l := range s.circuit.Latches {
		state[i] = byte(s.Value(l.Lit) & 1)
	}
	return string(state)
}
