// This file defines the strongest postcondition of the commands of a turn.

package sets

import (
	"slices"

	"github.com/ijit/ijit/bdd"
)

// A set is a set of states at a place in a turn.
type set struct {
	bdd.Node
	origin int32 // how they came there: a place on the tape
	moved  bool  // a state variable was assigned in this turn
}

// A post executes turns.
type post struct {
	*encoding
	inputs  []int32    // the alphabet
	dead    bdd.VarSet // what does not matter at the end of a turn: all but state variables
	all     []uint64   // by variable: its ranks
	free    []uint64   // by variable: ranks that it can have at a node of a decision tree
	live    []bdd.Node // in use up the stack
	lists   []*[]set   // likewise
	tape    *tape      // of this turn; nil if there is no room for one
	reached []int      // by label: the turn in which it is reached first; -1 if it is not yet
	turn    int        // the number of this turn; 0 is what is in front of the loop
	open    int        // labels that are not reached yet
	leaves  int        // of decision trees so far
	look    func()     // is called now and then
}

// A caller is where a leave goes to.
type caller struct {
	out  []set
	turn bool // out is for the next turn
}

// execute returns where a turn leads to from a set of states. Of the states that have not
// moved, it returns none.
func (p *post) execute(b block, from bdd.Node, turn int) set {
	p.turn = turn
	fr := caller{turn: true}
	p.lists = append(p.lists, &fr.out)
	if falls := p.block(b, set{Node: from}, &fr); falls.Node != bdd.False {
		p.leave(falls, &fr)
	}
	p.lists = p.lists[:len(p.lists)-1]
	s := p.join(fr.out)
	if p.tape != nil {
		p.tape.end = s.origin
	}
	return s
}

// block returns the states that fall out of a block.
func (p *post) block(b block, s set, fr *caller) set {
	for _, x := range b {
		if s.Node == bdd.False || p.Err() != nil {
			return set{Node: bdd.False}
		}
		switch x := x.(type) {
		case *constants:
			s = p.constants(x, s)
		case *duplicate:
			if x.is == bdd.Invalid {
				x.is = p.keep(p.EqualVars(x.to.bits, x.from.bits))
			}
			before := s
			s.Node = p.And(p.Exists(s.Node, x.to.set), x.is)
			s.moved = s.moved || x.state
			s.origin = p.tape.step(before, x.to.set, nil)
		case *input:
			s = p.input(x, s)
		case *choice:
			var falls []set
			p.lists = append(p.lists, &falls)
			p.choice(x, s, fr, &falls)
			p.lists = p.lists[:len(p.lists)-1]
			s = p.join(falls)
		case *call:
			p.SafePoint(s.Node)
			var inner caller
			p.lists = append(p.lists, &inner.out)
			falls := p.block(*x.body, s, &inner)
			p.lists = p.lists[:len(p.lists)-1]
			p.add(&inner.out, falls)
			s = p.join(inner.out)
		case reach:
			p.reach(x.label, s)
		case leave:
			p.leave(s, fr)
			return set{Node: bdd.False}
		case exit:
			return set{Node: bdd.False}
		}
	}
	return s
}

func (p *post) constants(x *constants, s set) set {
	if x.is == bdd.Invalid {
		var c bdd.Cube
		for i, v := range x.vars {
			c = v.cube(c, x.ranks[i])
			x.set = p.Union(x.set, v.set)
		}
		x.is = p.keep(p.Cube(c))
	}
	before := s
	s.Node = p.And(p.Exists(s.Node, x.set), x.is)
	s.moved = s.moved || x.state
	s.origin = p.tape.step(before, x.set, nil)
	return s
}

// input reads an input into a variable, or to nowhere.
func (p *post) input(x *input, s set) set {
	before := s
	var changed bdd.VarSet
	if x.v != nil {
		if x.is == bdd.Invalid {
			x.is = p.keep(p.among(x.v, func(rank int) bool { return slices.Contains(p.inputs, x.v.Values[rank]) }))
		}
		changed = x.v.set
		s.Node = p.And(p.Exists(s.Node, changed), x.is)
		s.moved = s.moved || x.v.State
	}
	s.origin = p.tape.step(before, changed, x)
	return s
}

// leave ends the body of a call or the turn.
func (p *post) leave(s set, fr *caller) {
	if fr.turn {
		if !s.moved && p.turn > 0 {
			return
		}
		before := s
		s.Node = p.Exists(s.Node, p.dead)
		s.origin = p.tape.step(before, p.dead, nil)
	}
	fr.out = append(fr.out, s)
}

// reach notes that a label is reached.
func (p *post) reach(label int, s set) {
	if p.reached[label] < 0 {
		p.reached[label] = p.turn
		p.open--
	}
	if p.tape != nil && p.reached[label] == p.turn {
		p.tape.hit(label, s)
	}
}

// choice executes a choice and appends what falls out of it.
func (p *post) choice(x *choice, s set, fr *caller, falls *[]set) {
	if x.root == nil {
		x.root = &chooser{branches: x.branches}
	}
	var rest []set
	p.lists = append(p.lists, &rest)
	free := p.free
	if len(x.branches) > few {
		// In the body of a branch variables may have other values again.
		p.free = slices.Clone(p.all)
	}
	p.choose(x.root, s, fr, falls, &rest)
	p.free = free
	p.lists = p.lists[:len(p.lists)-1]
	if len(x.otherwise) == 0 {
		*falls = append(*falls, rest...)
	} else if s = p.join(rest); s.Node != bdd.False {
		p.add(falls, p.block(x.otherwise, s, fr))
	}
}

// add appends a set that is not empty.
func (p *post) add(to *[]set, s set) {
	if s.Node != bdd.False {
		*to = append(*to, s)
	}
}

// choose splits a set by the decision tree; rest gets the states that take no branch.
func (p *post) choose(c *chooser, s set, fr *caller, falls, rest *[]set) {
	if s.Node == bdd.Invalid {
		return
	}
	if !c.grown {
		p.grow(c, p.free)
	}
	mark := len(p.live)
	p.live = append(p.live, s.Node)
	if len(c.cases) == 0 {
		p.leaf(c, s, fr, falls, rest)
	}
	for i := range c.cases {
		k := &c.cases[i]
		part := s
		if part.Node = p.And(s.Node, k.is); part.Node == bdd.False {
			continue
		}
		free := p.free[k.v]
		p.free[k.v] = k.mask
		p.choose(k.chooser, part, fr, falls, rest)
		p.free[k.v] = free
	}
	p.live = p.live[:mark]
}

// leaf tries one branch after the other.
func (p *post) leaf(c *chooser, s set, fr *caller, falls, rest *[]set) {
	mark := len(p.live)
	p.live = append(p.live, s.Node)
	p.SafePoint()
	if p.leaves++; p.leaves%1024 == 0 {
		p.look()
	}
	for _, b := range c.branches {
		is := b.condition(p.encoding)
		taken := s
		if taken.Node = p.And(s.Node, is); taken.Node == bdd.False {
			continue
		}
		if taken.Node == bdd.Invalid {
			break
		}
		s.Node = p.Diff(s.Node, is)
		p.live[mark] = s.Node
		p.add(falls, p.block(b.body, taken, fr))
		if s.Node == bdd.False {
			break
		}
	}
	p.live = p.live[:mark]
	p.add(rest, s)
}

// join returns the union of sets.
func (p *post) join(sets []set) set {
	if len(sets) == 1 {
		return sets[0]
	}
	nodes := make([]bdd.Node, 0, len(sets))
	s := set{Node: bdd.False}
	for _, part := range sets {
		nodes = append(nodes, part.Node)
		s.moved = s.moved || part.moved
	}
	s.Node = p.Disj(nodes...)
	s.origin = p.tape.union(sets)
	return s
}
