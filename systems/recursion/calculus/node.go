// This file defines checked formulas: expressions in which every name is resolved.

package calculus

import (
	"slices"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
)

// A variable is a parameter or a bound variable.
type variable struct {
	name string
	typ  *Type
	pos  parser.Pos
	file string
	// What follows is decided by the order of variables.
	id       int // among all variables of the system
	group    *group
	passed   []*variable // parameters and arguments of each other
	column   int
	placed   bool // column is known
	param    bool // of a predicate
	reversed bool
}

// A term is a part of a variable, or a constant.
type term struct {
	v      *variable // nil for a constant
	offset int       // of the first bit in v
	typ    *Type
	code   []bool // the constant
}

// whole reports whether the term is all of a variable.
func (t *term) whole() bool { return t.v != nil && t.offset == 0 && t.typ.Width == t.v.typ.Width }

// A predicate is a relation between values of its parameters.
type predicate struct {
	id     int
	name   string
	decl   *syntax.PredDecl // its definition, or a prototype
	file   *source
	sign   syntax.Sign
	params []*variable
	body   *node // nil: given by whoever uses the system
	// callers has all whose bodies mention this one.
	callers []*predicate
}

// An op is what a node does.
type op int

const (
	opConst    op = iota // value
	opBit                // left, a truth value
	opEqual              // left = right
	opApply              // pred(actuals)
	opNot                // args[0]
	opAnd                // all args
	opOr                 // some of args
	opImplies            // args[0] -> args[1]
	opEquiv              // args[0] <-> args[1]
	opXor                // args[0] <+> args[1]
	opIf                 // if args[0] then args[1] else args[2]
	opExists             // exists vars. args[0]
	opForall             // forall vars. args[0]
	opAssume             // args[0] assume args[1]
	opCofactor           // args[0] cofactor args[1]
)

// A node is a checked expression.
type node struct {
	id          int // among all nodes of the system
	op          op
	value       bool
	left, right *term
	pred        *predicate
	actuals     []actual
	vars        []*variable
	args        []*node
	// bounded has those of vars whose values outside of their types must be excluded,
	// because the formula itself does not.
	bounded []*variable
	// mentions has the predicates of the formula in the order in which they are first
	// mentioned, and how.
	mentions []mention
	// defined has those that are not given from outside: without one, the value of the
	// formula stays as it is.
	defined []mention
}

// An actual is an argument: a term, or a formula for a truth value.
type actual struct {
	term    *term
	formula *node
}

// A polarity says under how many negations something is.
type polarity uint8

const (
	positive polarity = 1 << iota // under an even number
	negative                      // under an odd number
)

// flip returns the polarity under one more negation.
func (p polarity) flip() polarity { return p>>1&1 | p<<1&2 }

// A mention of a predicate in a formula; polarity has both bits if the predicate is
// mentioned in both ways, or if it cannot be told.
type mention struct {
	pred     *predicate
	polarity polarity
}

// collect fills in mentions from the node's parts.
func (n *node) collect() {
	if len(n.args) == 1 && n.op != opNot {
		n.mentions, n.defined = n.args[0].mentions, n.args[0].defined
		return
	}
	add := func(ms []mention, how func(polarity) polarity) {
		for _, m := range ms {
			n.mention(m.pred, how(m.polarity))
		}
	}
	same := func(p polarity) polarity { return p }
	any := func(polarity) polarity { return positive | negative }
	for i, a := range n.args {
		how := same
		switch n.op {
		case opNot:
			how = polarity.flip
		case opImplies:
			if i == 0 {
				how = polarity.flip
			}
		case opIf:
			if i == 0 {
				how = any
			}
		case opEquiv, opXor, opAssume, opCofactor:
			how = any
		}
		add(a.mentions, how)
	}
	for _, a := range n.actuals {
		if a.formula != nil {
			add(a.formula.mentions, any)
		}
	}
	if n.op == opApply {
		n.mention(n.pred, positive)
	}
	given := func(m mention) bool { return m.pred.decl.Body == nil }
	if n.defined = n.mentions; slices.ContainsFunc(n.mentions, given) {
		n.defined = slices.DeleteFunc(slices.Clone(n.mentions), given)
	}
}

func (n *node) mention(p *predicate, how polarity) {
	for i := range n.mentions {
		if n.mentions[i].pred == p {
			n.mentions[i].polarity |= how
			return
		}
	}
	n.mentions = append(n.mentions, mention{p, how})
}

// within reports whether the formula is false wherever v has bits that are no value
// of its type: because a predicate is applied to v, say. It may return false if it
// cannot tell.
func (n *node) within(v *variable) bool {
	switch n.op {
	case opConst:
		return !n.value
	case opApply:
		for _, a := range n.actuals {
			if a.term != nil && a.term.v == v && a.term.whole() {
				return true
			}
		}
	case opEqual:
		return n.left.v == v && n.left.whole() && n.right.v == nil
	case opAnd:
		for _, a := range n.args {
			if a.within(v) {
				return true
			}
		}
	case opOr:
		for _, a := range n.args {
			if !a.within(v) {
				return false
			}
		}
		return true
	case opExists:
		return n.args[0].within(v)
	case opIf:
		return n.args[1].within(v) && n.args[2].within(v)
	}
	return false
}

// walk calls f for the node and all below it.
func (n *node) walk(f func(*node)) {
	f(n)
	for _, a := range n.actuals {
		if a.formula != nil {
			a.formula.walk(f)
		}
	}
	for _, a := range n.args {
		a.walk(f)
	}
}
