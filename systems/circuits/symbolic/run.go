// This file defines how paths become runs.

package circuit

import (
	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/bdd"
)

// A frame is a state on a path, and what must hold there: a condition that may depend on
// what is read.
type frame struct {
	state     []bool // by bit
	condition bdd.Node
}

// pick returns a state of a set.
func (x *machine) pick(set bdd.Node) []bool {
	state := make([]bool, len(x.bits))
	values := x.values(set)
	for i, b := range x.bits {
		state[i] = values[b.now]
	}
	return state
}

// values returns the variables that are true in some valuation.
func (x *machine) values(set bdd.Node) map[bdd.Var]bool {
	cube, _ := x.m.Pick(set)
	values := make(map[bdd.Var]bool, len(cube))
	for _, l := range cube {
		values[l.Var] = l.Value
	}
	return values
}

// cube returns the set of one state.
func (x *machine) cube(state []bool) bdd.Node {
	c := make(bdd.Cube, len(x.bits))
	for i, b := range x.bits {
		c[i] = bdd.Literal{Var: b.now, Value: state[i]}
	}
	return x.m.Cube(c)
}

// path returns a shortest path from an initial state to one of a set of reached states.
func (s *search) path(to bdd.Node) []frame {
	last := 0
	for last < len(s.rings)-1 && s.m.Disjoint(s.rings[last], to) {
		last++
	}
	path := make([]frame, last+1)
	set := s.m.And(s.rings[last], to)
	for i := last; i >= 0; i-- {
		if i < last {
			set = s.m.And(s.rings[i], s.pre(set, bdd.True))
		}
		path[i] = frame{s.pick(set), bdd.True}
		set = s.cube(path[i].state)
		s.tell(Tracing)
	}
	return path
}

// run returns the run of a path: in each frame inputs are found that satisfy the constraints
// and lead to the next state. From the last frame a loop leads back, or none if loop is
// negative; then final holds in it.
func (x *machine) run(path []frame, loop int, final bdd.Node) *aig.Run {
	if x.m.Err() != nil {
		return nil
	}
	r := &aig.Run{First: make([]bool, len(x.c.Latches)), Loop: loop}
	for i, l := range x.c.Latches {
		r.First[i] = l.Reset == aig.True
	}
	for i, b := range x.bits {
		r.First[b.latch] = path[0].state[i]
	}
	for i, f := range path {
		var next []bool
		switch {
		case i+1 < len(path):
			next = path[i+1].state
		case loop >= 0:
			next = path[loop].state
		default:
			f.condition = x.m.And(f.condition, final)
		}
		r.Inputs = append(r.Inputs, x.reads(f, next))
	}
	return r
}

// reads returns inputs for a frame that lead to the next state, if there is one.
func (x *machine) reads(f frame, next []bool) []bool {
	here := x.cube(f.state)
	rest := x.m.Constrain(f.condition, here)
	and := func(g bdd.Node, value bool) {
		g = x.m.Constrain(g, here)
		if !value {
			g = x.m.Not(g)
		}
		rest = x.m.And(rest, g)
	}
	for _, g := range x.constraints {
		and(g, true)
	}
	if next != nil {
		for _, g := range x.steps {
			and(g, true)
		}
		for i, b := range x.bits {
			and(b.function, next[i])
		}
	}
	values := x.values(rest)
	inputs := make([]bool, len(x.c.Inputs))
	for i, in := range x.c.Inputs {
		if n := in.Lit.Node(); x.known[n] {
			inputs[i] = values[x.vars[n]]
		}
	}
	return inputs
}
