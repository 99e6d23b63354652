// This file defines how decision diagrams stand for values of variables: a variable is the
// rank of its value among those of its class, in as many bits as that needs.

package sets

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/eca"
)

// A variable is one that sets speak of.
type variable struct {
	*eca.Var
	bits []bdd.Var // of the rank, the highest first
	set  bdd.VarSet
	is   []bdd.Node // by rank: the variable has this value; Invalid before it is asked for
}

// An encoding has the variables, and the diagrams of conditions about them.
type encoding struct {
	*bdd.Manager
	vars  []*variable // from the top of the order
	index []int32     // of vars, by Var.ID, of all names; -1 for variables that do not matter
	bits  []place     // by bdd.Var
	kept  []bdd.Node  // in use for good
}

// A place is a bit of the rank of a variable.
type place struct{ v, bit int32 }

// errUnsupported is an operation that sets of values do not have.
type errUnsupported struct {
	pos  eca.Pos
	what string
}

func (e errUnsupported) Error() string {
	return fmt.Sprintf("%d:%d: %s", e.pos.Line, e.pos.Col, e.what)
}

func newEncoding(m *bdd.Manager, file *eca.File, matters []bool, n *names) *encoding {
	e := &encoding{Manager: m, index: make([]int32, len(file.Vars))}
	for _, v := range order(file, matters, n) {
		e.index[v.ID] = int32(len(e.vars))
		x := &variable{Var: v, bits: m.NewVars(bits.Len(uint(max(len(v.Values)-1, 0)))), is: make([]bdd.Node, len(v.Values))}
		for i := range x.bits {
			e.bits = append(e.bits, place{int32(len(e.vars)), int32(len(x.bits) - 1 - i)})
		}
		x.set = m.NewVarSet(x.bits...)
		e.vars = append(e.vars, x)
	}
	for _, v := range file.Vars {
		if !matters[v.ID] {
			e.index[v.ID] = -1
		} else {
			e.index[v.ID] = e.index[n.of[v.ID].ID]
		}
	}
	return e
}

// order returns the variables that matter, other names left out, in the order of the diagrams:
// first those of one turn only, such as the input, which is what sets are split by, then the
// state variables, each as they are declared. With the input last, or the variables ordered
// by how often conditions mention them, diagrams were as large or up to twice as large.
func order(file *eca.File, matters []bool, n *names) []*eca.Var {
	var vars, states []*eca.Var
	for _, v := range file.Vars {
		switch {
		case !matters[v.ID] || n.of[v.ID] != v:
		case v.State:
			states = append(states, v)
		default:
			vars = append(vars, v)
		}
	}
	return append(vars, states...)
}

func (e *encoding) of(v *eca.Var) *variable { return e.vars[e.index[v.ID]] }

// rank returns the place of a value among those of a variable.
func (v *variable) rank(value int32) (int, bool) { return slices.BinarySearch(v.Values, value) }

// equals returns the valuations where a variable has the value of a rank.
func (e *encoding) equals(v *variable, rank int) bdd.Node {
	if v.is[rank] == bdd.Invalid {
		v.is[rank] = e.keep(e.Cube(v.cube(nil, rank)))
	}
	return v.is[rank]
}

// keep protects a node from collection.
func (e *encoding) keep(n bdd.Node) bdd.Node {
	e.kept = append(e.kept, n)
	return n
}

// cube appends the literals that say that the variable has the value of a rank.
func (v *variable) cube(c bdd.Cube, rank int) bdd.Cube {
	for i, b := range v.bits {
		c = append(c, bdd.Literal{Var: b, Value: rank>>(len(v.bits)-1-i)&1 != 0})
	}
	return c
}

// among returns the valuations where a variable has one of the values.
func (e *encoding) among(v *variable, has func(rank int) bool) bdd.Node {
	var parts []bdd.Node
	for rank := range v.Values {
		if has(rank) {
			parts = append(parts, e.equals(v, rank))
		}
	}
	return e.Disj(parts...)
}

// value returns the valuations where a variable has a value.
func (e *encoding) value(v *variable, value int32) bdd.Node {
	if rank, ok := v.rank(value); ok {
		return e.equals(v, rank)
	}
	return bdd.False
}

// condition returns the valuations where an expression is not 0.
func (e *encoding) condition(x *eca.Expr) bdd.Node {
	return e.conjunction(e.conjuncts(nil, x, true))
}

// A conjunct is a part of a conjunction with the place of a variable that it depends on.
type conjunct struct {
	bdd.Node
	place int32
}

// conjunction returns the conjunction, made from the bottom of the order up, where all steps
// are short.
func (e *encoding) conjunction(parts []conjunct) bdd.Node {
	slices.SortStableFunc(parts, func(x, y conjunct) int { return int(y.place - x.place) })
	r := bdd.True
	for _, part := range parts {
		r = e.And(r, part.Node)
	}
	return r
}

// conjuncts appends what an expression being not 0, or being 0, is the conjunction of.
func (e *encoding) conjuncts(to []conjunct, x *eca.Expr, yes bool) []conjunct {
	add := func(n bdd.Node, place int32) []conjunct {
		if !yes {
			n = e.Not(n)
		}
		return append(to, conjunct{n, place})
	}
	switch x.Op {
	case eca.Const:
		return add(bdd.Const(x.Value != 0), 0)
	case eca.Load:
		return add(e.Not(e.value(e.of(x.Var), 0)), e.index[x.Var.ID])
	case eca.Not:
		return e.conjuncts(to, x.X, !yes)
	case eca.And, eca.Or:
		if (x.Op == eca.And) == yes {
			return e.conjuncts(e.conjuncts(to, x.X, yes), x.Y, yes)
		}
		p, q := e.conjunction(e.conjuncts(nil, x.X, !yes)), e.conjunction(e.conjuncts(nil, x.Y, !yes))
		return append(to, conjunct{e.Not(e.And(p, q)), 0})
	case eca.Eq, eca.Ne:
		yes = (x.Op == eca.Eq) == yes
		if x.X.Op == eca.Load {
			return add(e.equal(x.X, x.Y), e.index[x.X.Var.ID])
		}
		return add(e.equal(x.X, x.Y), 0)
	}
	panic("reactive: arithmetic") // which compile refuses
}

// equal returns the valuations where two expressions have the same value.
func (e *encoding) equal(x, y *eca.Expr) bdd.Node {
	if x.Op == eca.Const || y.Op == eca.Load && x.Op != eca.Load {
		x, y = y, x
	}
	switch {
	case x.Op == eca.Load && y.Op == eca.Load:
		return e.EqualVars(e.of(x.Var).bits, e.of(y.Var).bits)
	case x.Op == eca.Const:
		return bdd.Const(x.Value == y.Value)
	case y.Op == eca.Const:
		return e.has(x, y.Value)
	}
	// One is 0 or 1.
	return e.Or(e.And(e.has(x, 0), e.has(y, 0)), e.And(e.has(x, 1), e.has(y, 1)))
}

// has returns the valuations where an expression has a value.
func (e *encoding) has(x *eca.Expr, value int32) bdd.Node {
	switch {
	case x.Op == eca.Const:
		return bdd.Const(x.Value == value)
	case x.Op == eca.Load:
		return e.value(e.of(x.Var), value)
	case value == 0:
		return e.Not(e.condition(x))
	case value == 1:
		return e.condition(x)
	}
	e.condition(x) // which has no arithmetic
	return bdd.False
}
