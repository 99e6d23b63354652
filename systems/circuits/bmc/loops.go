// This file defines the loop of a path.

package bmc

import "github.com/ijit/ijit/allsat/sat"

// loops say where the loop of a path begins, if there is one. Each frame has a selector; at
// most one is true, and only if the state after the last frame is that of its frame.
type loops struct {
	*path
	exists sat.Lit
	starts []sat.Lit // by frame: the loop begins here
	inside []sat.Lit // by frame: it is on the loop
	state  []sat.Lit // by latch: the state after the last frame
}

func newLoops(p *path) *loops {
	l := &loops{path: p, exists: p.variable()}
	for range p.circuit.Latches {
		l.state = append(l.state, p.variable())
	}
	return l
}

// extend adds the selector of a frame that has been added to the path.
func (l *loops) extend() {
	k := l.frames - 1
	start, inside := l.variable(), l.variable()
	l.solver.Add(-start, inside)
	if k == 0 {
		l.solver.Add(start, -inside)
	} else {
		before := l.inside[k-1]
		l.solver.Add(-before, inside)
		l.solver.Add(-before, -start)
		l.solver.Add(before, start, -inside)
	}
	for i, latch := range l.circuit.Latches {
		now := l.lit(latch.Lit, k)
		l.solver.Add(-start, -now, l.state[i])
		l.solver.Add(-start, now, -l.state[i])
	}
	l.starts, l.inside = append(l.starts, start), append(l.inside, inside)
}

// tie says which frame is the last one, while a literal is true.
func (l *loops) tie(bound int, now sat.Lit) {
	l.solver.Add(-now, -l.exists, l.inside[bound])
	for i, latch := range l.circuit.Latches {
		next := l.lit(latch.Next, bound)
		l.solver.Add(-now, -next, l.state[i])
		l.solver.Add(-now, next, -l.state[i])
	}
	for _, s := range l.circuit.Steps {
		l.solver.Add(-now, -l.exists, l.lit(s, bound))
	}
}

// loop returns the frame that follows the last one in the solver's model, or -1.
func (l *loops) loop() int {
	if l.solver.Value(l.exists) {
		for frame, start := range l.starts {
			if l.solver.Value(start) {
				return frame
			}
		}
	}
	return -1
}
