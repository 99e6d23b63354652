// This file defines formulas as the translations take them.

package bmc

import (
	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser/ltl"
)

// An op is the operator of a node.
type op uint8

const (
	opLit     op = iota // a literal of the circuit, or a constant
	opAnd               // left and right
	opOr                // left or right
	opNext              // X left
	opUntil             // left U right
	opRelease           // left V right
	opOften             // G F left
	opSettles           // F G left
	opYesterday
	opWeakYesterday
	opSince
	opTriggered
)

// A node is a part of a formula. What F, G, O and H say is said by U, V, S and T.
type node struct {
	op          op
	lit         aig.Lit
	left, right int  // numbers of nodes
	state       bool // no operator is temporal
	depth       int  // of operators of the past
}

// A tree is the negation of a property, without negations but in literals. Nodes are behind
// their parts, and equal ones are one. Node 0 is false and node 1 is true.
type tree struct {
	nodes []node
	root  int
}

// negation returns the negation of a property.
func negation(f *ltl.Formula) *tree {
	t := &tree{nodes: []node{{op: opLit, lit: aig.False, state: true}, {op: opLit, lit: aig.True, state: true}}}
	number := map[*ltl.Formula]int{}
	known := map[node]int{t.nodes[0]: 0, t.nodes[1]: 1}
	for _, f := range ltl.Subformulas(ltl.Positive(ltl.Not(f))) {
		n := node{left: number[f.Left], right: number[f.Right]}
		switch f.Op {
		case ltl.OpTrue:
			n = t.nodes[1]
		case ltl.OpAtom:
			n = node{lit: aig.Lit(f.Atom)}
		case ltl.OpNot:
			n = node{lit: t.nodes[n.left].lit.Not()}
		case ltl.OpAnd, ltl.OpOr:
			n.op = opAnd + op(f.Op-ltl.OpAnd)
		case ltl.OpNext:
			n.op = opNext
		case ltl.OpFinally:
			if n.op, n.left, n.right = opUntil, 1, n.left; f.Left.Op == ltl.OpGlobally {
				n = node{op: opSettles, left: number[f.Left.Left]}
			}
		case ltl.OpGlobally:
			if n.op, n.left, n.right = opRelease, 0, n.left; f.Left.Op == ltl.OpFinally {
				n = node{op: opOften, left: number[f.Left.Left]}
			}
		case ltl.OpUntil, ltl.OpRelease:
			n.op = opUntil + op(f.Op-ltl.OpUntil)
		case ltl.OpYesterday, ltl.OpWeakYesterday:
			n.op = opYesterday + op(f.Op-ltl.OpYesterday)
		case ltl.OpOnce:
			n.op, n.left, n.right = opSince, 1, n.left
		case ltl.OpHistorically:
			n.op, n.left, n.right = opTriggered, 0, n.left
		case ltl.OpSince, ltl.OpTriggered:
			n.op = opSince + op(f.Op-ltl.OpSince)
		}
		left, right := t.nodes[n.left], t.nodes[n.right]
		n.state = n.op <= opOr && left.state && right.state
		if n.depth = max(left.depth, right.depth); n.op >= opYesterday {
			n.depth++
		}
		at, ok := known[n]
		if !ok {
			at = len(t.nodes)
			known[n] = at
			t.nodes = append(t.nodes, n)
		}
		number[f], t.root = at, at
	}
	return t
}

// reached returns the propositional formula p if the tree is F p: if the property is that
// p is reached nowhere.
func (t *tree) reached() (p int, ok bool) {
	r := t.nodes[t.root]
	return r.right, r.op == opUntil && r.left == 1 && t.nodes[r.right].state
}

// states are the values of propositional formulas in the frames of a path.
type states struct {
	*tree
	path   *aig.Unrolling
	values [][]aig.Lit // by frame and node; 0 for unknown, else one more
}

func newStates(t *tree, u *aig.Unrolling) *states { return &states{tree: t, path: u} }

// at returns the value of a propositional formula in a frame.
func (s *states) at(n, frame int) aig.Lit {
	f := s.nodes[n]
	if f.op == opLit {
		return s.path.At(f.lit, frame)
	}
	for len(s.values) <= frame {
		s.values = append(s.values, make([]aig.Lit, len(s.nodes)))
	}
	if v := s.values[frame][n]; v > 0 {
		return v - 1
	}
	left, right := s.at(f.left, frame), s.at(f.right, frame)
	v := s.path.And(left, right)
	if f.op == opOr {
		v = s.path.Or(left, right)
	}
	s.values[frame][n] = v + 1
	return v
}
