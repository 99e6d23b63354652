// This file defines circuits: graphs with latches and with what is asked of their runs.

package aig

import "slices"

// A Circuit is a finite state machine. Its state is the values of its latches. Its graph
// has inputs and latches as inputs: in a frame (a state with the inputs read in it) all
// literals have values, and the values of the latches' next functions are the next state.
//
// A run is a sequence of frames. Its first state agrees with the resets, and in its first
// frame Initial holds; in all its frames Constraints hold; in all but the last one of a
// finite run Steps hold, and in all of an infinite run. Of an infinite run it is fair if
// each literal of Fairness holds in infinitely many frames.
type Circuit struct {
	*Graph
	Inputs  []Input
	Latches []Latch

	Resets      []Reset
	Initial     []Lit // hold in the first frame
	Constraints []Lit // hold in all frames
	Steps       []Lit // hold in all frames that are left by a step
	Fairness    []Lit // hold infinitely often

	// What AIGER asks. Other languages have properties of their own.
	Outputs  []Named
	Bads     []Named   // that no run may reach
	Justices []Justice // that no infinite run may have all of infinitely often
}

// An Input has another value in each frame.
type Input struct {
	Name string
	Lit  Lit
}

// A Latch is a bit of the state. Its reset is False, True, or the latch itself if its first
// value is any, as far as the circuit's Initial allows.
type Latch struct {
	Name  string
	Lit   Lit
	Reset Lit
	Next  Lit
}

// A Reset says that the first value of a latch, whose own reset is the latch, is a function of the
// first frame. Condition, which says so, is one of Initial, so who obeys these need not look at Resets. The
// functions define values: the first values of other latches, and inputs, may be any on account of them.
type Reset struct {
	Latch     int // its number
	Value     Lit
	Condition Lit
}

// A Named is a literal that has a name, or "".
type Named struct {
	Name string
	Lit  Lit
}

// A Justice is literals that should not all hold infinitely often.
type Justice struct {
	Name string
	Lits []Lit
}

// New returns a circuit that has the constant only.
func New() *Circuit { return &Circuit{Graph: NewGraph()} }

// Constrained returns a circuit that has the same runs and no Steps, and no Initial but for
// Resets, as some formats want it: they are constraints. All literals, inputs and latches keep
// their numbers, and up to two latches that are true in the first state are added: one is true
// there only, the other one in the states behind a step of Steps. So no loop
// leads back to the first frame.
func (c *Circuit) Constrained() *Circuit {
	var initial, resets []Lit
	conditions := map[Lit]bool{}
	for _, r := range c.Resets {
		conditions[r.Condition] = true
	}
	for _, l := range c.Initial {
		if conditions[l] {
			resets = append(resets, l)
		} else {
			initial = append(initial, l)
		}
	}
	if len(initial) == 0 && len(c.Steps) == 0 {
		return c
	}
	d := *c
	d.Graph = c.Clone()
	d.Latches, d.Constraints = slices.Clone(c.Latches), slices.Clone(c.Constraints)
	d.Initial, d.Steps = resets, nil
	if len(initial) > 0 {
		first := d.Latch("", One)
		d.SetNext(len(d.Latches)-1, False)
		d.Constraints = append(d.Constraints, d.Implies(first, d.All(initial...)))
	}
	if len(c.Steps) > 0 {
		d.Constraints = append(d.Constraints, d.Latch("", One))
		d.SetNext(len(d.Latches)-1, d.All(c.Steps...))
	}
	return &d
}

// ToConstrained returns the run of [Circuit.Constrained] that a run is.
func (c *Circuit) ToConstrained(r *Run) *Run {
	d := c.Constrained()
	if len(d.Latches) == len(c.Latches) {
		return r
	}
	s := &Run{First: slices.Clone(r.First), Inputs: r.Inputs, Loop: r.Loop}
	for range d.Latches[len(c.Latches):] {
		s.First = append(s.First, true)
	}
	if r.Loop == 0 {
		s.Inputs, s.Loop = slices.Concat(r.Inputs, r.Inputs), len(r.Inputs)
	}
	return s
}

// Input adds an input.
func (c *Circuit) Input(name string) Lit {
	l := c.NewInput()
	c.Inputs = append(c.Inputs, Input{name, l})
	return l
}

// Latch adds a latch, with its first value. It keeps its value
// until [Circuit.SetNext] says otherwise.
func (c *Circuit) Latch(name string, first First) Lit {
	l := c.NewInput()
	reset := l
	if first != Any {
		reset = Lit(first)
	}
	c.Latches = append(c.Latches, Latch{name, l, reset, l})
	return l
}

// SetReset says that the first value of latch number i is that of a literal in the first frame. It must not
// depend on latch i itself, by the resets of other latches or not.
func (c *Circuit) SetReset(i int, value Lit) {
	l := &c.Latches[i]
	if value <= True {
		l.Reset = value
		return
	}
	l.Reset = l.Lit
	same := c.Equal(l.Lit, value)
	c.Resets = append(c.Resets, Reset{i, value, same})
	c.Initial = append(c.Initial, same)
}

// SetNext says what the latch number i, in order of creation, is in the next state.
func (c *Circuit) SetNext(i int, next Lit) { c.Latches[i].Next = next }

// A First is the first value of a latch.
type First uint8

// First values.
const (
	Zero First = iota
	One
	Any
)

// A Run is a run of a circuit, finite or a lasso: the values of latches, by their numbers,
// in the first frame, and those of inputs in each frame. If Loop is not negative, the state
// after the last frame is that of frame Loop; there are then len(Inputs) different
// positions, and NuSMV calls len(Inputs) the length of the lasso, Biere and others
// (TACAS 1999) one less.
type Run struct {
	First  []bool
	Inputs [][]bool
	Loop   int
}
