// This file defines the judge of runs.

package aig

import "fmt"

// Values are the values of all nodes in the frames of a run.
type Values struct {
	run    *Run
	frames [][]uint64 // by frame, a bit a node
}

// Replay follows a run through a circuit, by evaluation alone: neither the unrolling nor a
// solver has a part in it. The error says what is no run of the circuit: values that are not
// there, a first state against the resets, a literal of Initial, Constraints or Steps that is
// false, a loop that does not close, or one on which a literal of Fairness is never true.
func Replay(c *Circuit, r *Run) (*Values, error) {
	switch {
	case len(r.First) != len(c.Latches):
		return nil, fmt.Errorf("the first state has %d values for %d latches", len(r.First), len(c.Latches))
	case len(r.Inputs) == 0:
		return nil, fmt.Errorf("the run has no frame")
	case r.Loop >= len(r.Inputs):
		return nil, fmt.Errorf("the loop begins in frame %d of %d", r.Loop, len(r.Inputs))
	}
	for i, l := range c.Latches {
		if l.Reset != l.Lit && r.First[i] != (l.Reset == True) {
			return nil, fmt.Errorf("latch %s is %t in the first state, against its reset", title(l.Name, i), r.First[i])
		}
	}
	v := &Values{run: r}
	s := NewSimulator(c)
	s.Begin(r.First)
	for frame, inputs := range r.Inputs {
		if len(inputs) != len(c.Inputs) {
			return nil, fmt.Errorf("frame %d has %d values for %d inputs", frame, len(inputs), len(c.Inputs))
		}
		s.Frame(inputs)
		v.add(s)
		if err := v.obeys(c, frame); err != nil {
			return nil, err
		}
		s.Step()
	}
	if r.Loop < 0 {
		return v, nil
	}
	for i, l := range c.Latches {
		if v.At(l.Lit, r.Loop) != (s.Value(l.Lit)&1 != 0) {
			return nil, fmt.Errorf("the loop does not close: latch %s is %t in frame %d and not behind the last frame", title(l.Name, i), v.At(l.Lit, r.Loop), r.Loop)
		}
	}
	for i, l := range c.Fairness {
		if !v.Often(l) {
			return nil, fmt.Errorf("fairness %d is never true on the loop", i)
		}
	}
	return v, nil
}

// obeys says which rule does not hold in a frame.
func (v *Values) obeys(c *Circuit, frame int) error {
	for _, rule := range []struct {
		name string
		lits []Lit
		now  bool
	}{
		{"initial condition", c.Initial, frame == 0},
		{"constraint", c.Constraints, true},
		{"step condition", c.Steps, v.run.Loop >= 0 || frame+1 < len(v.run.Inputs)},
	} {
		for i, l := range rule.lits {
			if rule.now && !v.At(l, frame) {
				return fmt.Errorf("%s %d is false in frame %d", rule.name, i, frame)
			}
		}
	}
	return nil
}

// title names an input or a latch.
func title(name string, i int) string {
	if name == "" {
		return fmt.Sprint(i)
	}
	return name
}

func (v *Values) add(s *Simulator) {
	bits := make([]uint64, (len(s.values)+63)/64)
	for n, word := range s.values {
		bits[n/64] |= word & 1 << (n % 64)
	}
	v.frames = append(v.frames, bits)
}

// Len returns the number of frames.
func (v *Values) Len() int { return len(v.frames) }

// At returns the value of a literal in a frame.
func (v *Values) At(l Lit, frame int) bool {
	n := l.Node()
	return v.frames[frame][n/64]>>(n%64)&1 != 0 != l.Negated()
}

// Last returns the value of a literal in the last frame.
func (v *Values) Last(l Lit) bool { return v.At(l, len(v.frames)-1) }

// Often reports whether a literal holds in infinitely many frames: somewhere on the loop.
// Finite runs have none.
func (v *Values) Often(l Lit) bool {
	for frame := v.run.Loop; frame >= 0 && frame < len(v.frames); frame++ {
		if v.At(l, frame) {
			return true
		}
	}
	return false
}
