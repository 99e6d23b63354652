// This file defines cones of influence: the part of a circuit that a question rests on.

package aig

import "slices"

// A Cone is the part of a circuit on which given literals rest, as a circuit of its own. All of
// Initial, Constraints, Steps and Fairness are in it, since each of them can take runs away, but for
// Resets of latches that are not in it; Outputs, Bads and Justices are not, see [Cone.Lit].
type Cone struct {
	*Circuit
	whole           *Circuit
	lits            []Lit // by node of the whole; unbuilt for what is not in the cone
	inputs, latches []int // numbers in the whole
}

// NewCone returns the cone of influence of literals of a circuit.
func NewCone(c *Circuit, lits ...Lit) *Cone {
	k := &Cone{Circuit: New(), whole: c, lits: make([]Lit, c.Len())}
	in := c.influence(lits)
	for i := range k.lits {
		k.lits[i] = unbuilt
	}
	k.lits[0] = False
	for i, x := range c.Inputs {
		if in[x.Lit.Node()] {
			k.lits[x.Lit.Node()] = k.Input(x.Name)
			k.inputs = append(k.inputs, i)
		}
	}
	for i, x := range c.Latches {
		if in[x.Lit.Node()] {
			first := Any
			if x.Reset != x.Lit {
				first = First(x.Reset)
			}
			k.lits[x.Lit.Node()] = k.Latch(x.Name, first)
			k.latches = append(k.latches, i)
		}
	}
	for n := range in {
		if !in[n] || k.lits[n] != unbuilt {
			continue
		}
		if left, right, ok := c.Fanins(n); ok {
			k.lits[n] = k.And(k.at(left), k.at(right))
		} else {
			k.lits[n] = k.NewInput()
		}
	}
	for i, n := range k.latches {
		k.SetNext(i, k.at(c.Latches[n].Next))
	}
	all := func(lits []Lit) []Lit {
		var reduced []Lit
		for _, l := range lits {
			reduced = append(reduced, k.at(l))
		}
		return reduced
	}
	number := map[int]int{} // of latches of the whole in the cone
	for i, n := range k.latches {
		number[n] = i
	}
	beside := map[Lit]bool{} // conditions of resets
	for _, r := range c.Resets {
		if i, ok := number[r.Latch]; ok {
			k.Resets = append(k.Resets, Reset{i, k.at(r.Value), k.at(r.Condition)})
		} else {
			beside[r.Condition] = true
		}
	}
	for _, l := range c.Initial {
		if !beside[l] {
			k.Initial = append(k.Initial, k.at(l))
		}
	}
	k.Constraints, k.Steps, k.Fairness = all(c.Constraints), all(c.Steps), all(c.Fairness)
	return k
}

// influence returns the nodes that literals, and what all runs must obey, rest on.
func (c *Circuit) influence(lits []Lit) []bool {
	in := make([]bool, c.Len())
	latch := c.latchOf()
	var stack []int
	visit := func(lits ...Lit) {
		for _, l := range lits {
			if n := l.Node(); !in[n] {
				in[n] = true
				stack = append(stack, n)
			}
		}
	}
	visit(lits...)
	for _, rule := range [][]Lit{c.Constraints, c.Steps, c.Fairness} {
		visit(rule...)
	}
	resets := map[int]Lit{} // conditions by latches
	conditions := map[Lit]bool{}
	for _, r := range c.Resets {
		resets[r.Latch], conditions[r.Condition] = r.Condition, true
	}
	for _, l := range c.Initial {
		if !conditions[l] {
			visit(l)
		}
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if left, right, ok := c.Fanins(n); ok {
			visit(left, right)
		} else if i := latch[n]; i >= 0 {
			visit(c.Latches[i].Next)
			if l, ok := resets[int(i)]; ok {
				visit(l)
			}
		}
	}
	return in
}

// latchOf returns the number of the latch that a node is, or -1, by node.
func (c *Circuit) latchOf() []int32 {
	latch := make([]int32, c.Len())
	for i := range latch {
		latch[i] = -1
	}
	for i, l := range c.Latches {
		latch[l.Lit.Node()] = int32(i)
	}
	return latch
}

func (k *Cone) at(l Lit) Lit { return k.lits[l.Node()].NotIf(l.Negated()) }

// Lit returns a literal of the whole circuit in the cone. ok is false if it is not there.
func (k *Cone) Lit(l Lit) (reduced Lit, ok bool) {
	if k.lits[l.Node()] == unbuilt {
		return 0, false
	}
	return k.at(l), true
}

// Whole returns a literal of a latch of the cone in the whole circuit.
func (k *Cone) Whole(l Lit) Lit {
	for i, x := range k.Latches {
		if x.Lit.Node() == l.Node() {
			return k.whole.Latches[k.latches[i]].Lit.NotIf(l.Negated())
		}
	}
	panic("aig: the literal is not one of a latch of the cone")
}

// Run returns a run of the whole circuit of which a run of the cone is a part: inputs
// outside the cone are false. The latches outside may return to their values later than
// those of the cone, so the loop of a lasso is repeated until they do. ok is false if that
// takes more than limit frames; the infinite run exists all the same.
func (k *Cone) Run(r *Run, limit int) (whole *Run, ok bool) {
	whole = &Run{First: make([]bool, len(k.whole.Latches)), Loop: r.Loop}
	for i, l := range k.whole.Latches {
		whole.First[i] = l.Reset == True
	}
	for i, n := range k.latches {
		whole.First[n] = r.First[i]
	}
	for frame := range r.Inputs {
		whole.Inputs = append(whole.Inputs, k.inputsOf(r, frame))
	}
	if len(k.Resets) < len(k.whole.Resets) {
		k.reset(whole)
	}
	if r.Loop < 0 || len(k.latches) == len(k.whole.Latches) {
		return whole, true
	}
	s := NewSimulator(k.whole)
	seen := map[string]int{} // states at the begin of the loop
	s.Begin(whole.First)
	for frame := 0; frame <= limit; frame++ {
		if frame >= r.Loop && (frame-r.Loop)%(len(r.Inputs)-r.Loop) == 0 {
			state := s.state()
			if at, ok := seen[state]; ok {
				whole.Inputs, whole.Loop = whole.Inputs[:frame], at
				return whole, true
			}
			seen[state] = frame
		}
		if frame == len(whole.Inputs) {
			whole.Inputs = append(whole.Inputs, whole.Inputs[frame-(len(r.Inputs)-r.Loop)])
		}
		s.Frame(whole.Inputs[frame])
		s.Step()
	}
	return nil, false
}

// reset gives latches outside the cone the first values that their reset functions have.
func (k *Cone) reset(r *Run) {
	s := NewSimulator(k.whole)
	for changed := true; changed; { // functions rest on those of other latches, never in a circle
		changed = false
		s.Begin(r.First)
		s.Frame(r.Inputs[0])
		for _, x := range k.whole.Resets {
			if _, inside := slices.BinarySearch(k.latches, x.Latch); inside {
				continue
			}
			if value := s.Value(x.Value)&1 != 0; value != r.First[x.Latch] {
				r.First[x.Latch], changed = value, true
			}
		}
	}
}

func (k *Cone) inputsOf(r *Run, frame int) []bool {
	values := make([]bool, len(k.whole.Inputs))
	for i, n := range k.inputs {
		values[n] = r.Inputs[frame][i]
	}
	return values
}
