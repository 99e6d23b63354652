// This file defines the value of a formula, as it is bracketed.

package calculus

import (
	"slices"

	"github.com/ijit/ijit/bdd"
)

// eval returns the value of a formula from the values that its predicates have now.
// What mentions no predicate that is moving keeps its value from one round to the
// next and is remembered. In semi-naive evaluation everything is: what was not new in
// the round before only needs to be joined with what is.
func (e *Evaluator) eval(n *node) bdd.Node {
	switch {
	case n.op == opConst || n.op == opBit:
		return e.compute(n)
	case n.op == opApply && e.passing(n).same:
		return e.states[n.pred.id].value
	}
	newest, moving := e.newest(n)
	if moving && e.options.Strategy != SemiNaive {
		return e.compute(n)
	}
	mo := &e.memos[n.id]
	if mo.known && mo.newest == newest {
		return mo.value
	}
	var value bdd.Node
	if moving && mo.known && e.grows(n, mo) {
		e.stack = append(e.stack, mo.value)
		more := e.news(n)
		e.stack = e.stack[:len(e.stack)-1]
		value = e.m.Or(mo.value, more)
	} else {
		mo.known = false
		value = e.compute(n)
	}
	if e.m.Err() != nil {
		return value
	}
	mo.value, mo.newest, mo.known = value, newest, true
	mo.versions = mo.versions[:0]
	if moving {
		for _, m := range n.defined {
			mo.versions = append(mo.versions, e.states[m.pred.id].version)
		}
	}
	return value
}

// newest returns the newest version of what a formula mentions, and whether its value may
// change in each round.
func (e *Evaluator) newest(n *node) (version uint64, moving bool) {
	for i := range n.defined {
		st := &e.states[n.defined[i].pred.id]
		version, moving = max(version, st.version), moving || st.moving
	}
	return version, moving
}

// grows reports whether a formula grows by what is new in the predicates that it mentions
// since its value was remembered.
func (e *Evaluator) grows(n *node, mo *memo) bool {
	for i, m := range n.defined {
		st := &e.states[m.pred.id]
		if len(mo.versions) == 0 || mo.versions[i] != st.version &&
			!(st.moving && st.before == mo.versions[i] && m.polarity == positive) {
			return false
		}
	}
	return true
}

// mentionsMoving reports whether the value of a formula may change in each round.
func (e *Evaluator) mentionsMoving(n *node) bool {
	_, moving := e.newest(n)
	return moving
}

// compute returns the value of a formula without remembering it.
func (e *Evaluator) compute(n *node) bdd.Node {
	switch n.op {
	case opConst:
		return bdd.Const(n.value)
	case opBit:
		return e.m.Var(e.row(n.left)[0])
	case opEqual:
		return e.equal(n.left, n.right)
	case opApply:
		return e.apply(n, e.states[n.pred.id].value)
	case opNot:
		return e.m.Not(e.eval(n.args[0]))
	case opExists:
		if e.distributes(n) {
			return e.choice(n, func(a *node) bdd.Node {
				return e.exists(n.vars, nil, e.factors(a, false))
			})
		}
		fs := e.factors(n.args[0], false)
		if value, ok := e.image(n, fs); ok {
			return value
		}
		return e.exists(n.vars, n.bounded, fs)
	case opForall:
		return e.m.Not(e.exists(n.vars, n.bounded, e.factors(n.args[0], true)))
	case opAnd, opOr:
		value := e.eval(n.args[0])
		for _, a := range n.args[1:] {
			if value == bdd.Const(n.op == opOr) {
				break
			}
			e.stack = append(e.stack, value)
			more := e.eval(a)
			e.stack = e.stack[:len(e.stack)-1]
			value = e.join(n.op, value, more)
			e.safePoint(value)
		}
		return value
	}
	mark := len(e.stack)
	for _, a := range n.args {
		e.stack = append(e.stack, e.eval(a))
	}
	v := e.stack[mark:]
	e.stack = e.stack[:mark]
	switch n.op {
	case opImplies:
		return e.m.Implies(v[0], v[1])
	case opEquiv:
		return e.m.Equiv(v[0], v[1])
	case opXor:
		return e.m.Xor(v[0], v[1])
	case opIf:
		return e.m.Ite(v[0], v[1], v[2])
	case opAssume:
		return e.m.Restrict(v[0], v[1])
	default: // opCofactor
		return e.m.Constrain(v[0], v[1])
	}
}

func (e *Evaluator) join(o op, a, b bdd.Node) bdd.Node {
	if o == opAnd {
		return e.m.And(a, b)
	}
	return e.or(a, b)
}

// or returns a disjunction, often one in which something is empty.
func (e *Evaluator) or(a, b bdd.Node) bdd.Node {
	switch {
	case a == bdd.False:
		return b
	case b == bdd.False:
		return a
	}
	return e.m.Or(a, b)
}

// row returns the decision variables of a term.
func (e *Evaluator) row(t *term) []bdd.Var {
	return e.bits[t.v.id][t.offset : t.offset+t.typ.Width]
}

// equal returns where two terms, the first of which is not constant, are equal.
func (e *Evaluator) equal(left, right *term) bdd.Node {
	if right.v == nil {
		return e.cube(e.row(left), right.code)
	}
	return e.m.EqualVars(e.row(left), e.row(right))
}

// cube returns where a row of variables has these values.
func (e *Evaluator) cube(row []bdd.Var, code []bool) bdd.Node {
	c := make(bdd.Cube, len(row))
	for i, v := range row {
		c[i] = bdd.Literal{Var: v, Value: code[i]}
	}
	return e.m.Cube(c)
}

// A passing says how arguments are passed: parameters get constants, other variables,
// or formulas.
type passing struct {
	known    bool
	same     bool // all are the parameters
	constant bool // some parameter gets one: where they are that is fixed
	fixed    bdd.Node
	from, to []bdd.Var
	renaming bdd.Renaming
	replaced []bdd.Var
	by       []*node
}

// passing returns how an application passes its arguments, which never changes.
func (e *Evaluator) passing(n *node) *passing {
	p := &e.passings[n.id]
	if p.known {
		return p
	}
	p.known = true
	var fixed bdd.Cube
	for i, a := range n.actuals {
		formal := e.bits[n.pred.params[i].id]
		switch {
		case a.formula != nil:
			p.replaced, p.by = append(p.replaced, formal[0]), append(p.by, a.formula)
		case a.term.v == nil:
			for j, v := range formal {
				fixed = append(fixed, bdd.Literal{Var: v, Value: a.term.code[j]})
			}
		default:
			for j, v := range e.row(a.term) {
				if formal[j] != v {
					p.from, p.to = append(p.from, formal[j]), append(p.to, v)
				}
			}
		}
	}
	p.constant, p.fixed = len(fixed) > 0, e.m.Cube(fixed)
	if len(p.replaced) == 0 {
		p.renaming = e.m.NewRenaming(p.from, p.to)
	}
	p.same = !p.constant && len(p.replaced) == 0 && len(p.from) == 0
	return p
}

// apply returns a value of a predicate at the arguments of an application.
func (e *Evaluator) apply(n *node, value bdd.Node) bdd.Node {
	p := e.passing(n)
	mark := len(e.stack)
	e.stack = append(e.stack, value)
	for _, f := range p.by {
		e.stack = append(e.stack, e.eval(f))
	}
	by := e.stack[mark+1:]
	e.stack = e.stack[:mark]
	if p.constant {
		value = e.m.Constrain(value, p.fixed)
	}
	if len(by) == 0 {
		return e.m.Rename(value, p.renaming)
	}
	// All at the same time: a formula may mention variables that are renamed to.
	by = slices.Clone(by)
	for _, v := range p.to {
		by = append(by, e.m.Var(v))
	}
	return e.m.Substitute(value, slices.Concat(p.replaced, p.from), by)
}

// A factor is an operand of a conjunction, negated or not.
type factor struct {
	n       *node
	negated bool
}

// factors takes the formula of a conjunction apart, or, negated, that of a disjunction.
func (e *Evaluator) factors(n *node, negated bool) []factor {
	i := 0
	if negated {
		i = 1
	}
	fs := e.factored[n.id][i]
	if fs == nil {
		fs = factors(n, negated, e.options.Schedule)
		e.factored[n.id][i] = fs
	}
	return fs
}

// factors takes a conjunction apart: the operands of the outermost list, or, if deep,
// also those of lists in it. For the negation of n, it is that of a disjunction.
func factors(n *node, negated, deep bool) []factor {
	for n.op == opNot {
		n, negated = n.args[0], !negated
	}
	var parts []factor
	switch {
	case n.op == opAnd && !negated, n.op == opOr && negated:
		for _, a := range n.args {
			parts = append(parts, factor{a, negated})
		}
	case n.op == opImplies && negated:
		parts = []factor{{n.args[0], false}, {n.args[1], true}}
	default:
		return []factor{{n, negated}}
	}
	if !deep {
		return parts
	}
	var all []factor
	for _, p := range parts {
		all = append(all, factors(p.n, p.negated, true)...)
	}
	return all
}

func (e *Evaluator) factor(f factor) bdd.Node {
	value := e.eval(f.n)
	if f.negated {
		return e.m.Not(value)
	}
	return value
}

// exists returns the conjunction of factors with variables quantified.
func (e *Evaluator) exists(vars, bounded []*variable, fs []factor) bdd.Node {
	return e.product(vars, bounded, fs, -1, bdd.False)
}

// product returns the conjunction of factors with variables quantified, where factor i,
// if there is one, has another value. Factors are joined from the left to the right,
// and the last step quantifies at the same time. Where nothing is left, no further
// factor is looked at.
func (e *Evaluator) product(vars, bounded []*variable, fs []factor, i int, other bdd.Node) bdd.Node {
	if e.blocked(fs, i) {
		return bdd.False
	}
	mark := len(e.stack)
	defer func() { e.stack = e.stack[:mark] }()
	e.stack = append(e.stack, other)
	for _, v := range bounded {
		e.stack = append(e.stack, e.domain(v))
	}
	whole := e.options.Schedule && len(bounded)+len(fs) > 2
	for j, f := range fs {
		value := other
		if j != i {
			value = e.factor(f)
		}
		if value == bdd.False {
			return bdd.False
		}
		e.stack = append(e.stack, value)
		if values := e.stack[mark+1:]; !whole && j < len(fs)-1 && len(values) > 1 {
			value = bdd.True
			for _, v := range values {
				value = e.m.And(value, v)
			}
			e.stack = append(e.stack[:mark+1], value)
			if value == bdd.False {
				return bdd.False
			}
		}
		e.safePoint()
	}
	values := e.stack[mark+1:]
	if whole {
		return e.schedule(values, vars)
	}
	value := bdd.True
	if len(values) > 1 {
		value = values[0]
		for _, v := range values[1 : len(values)-1] {
			value = e.m.And(value, v)
		}
	}
	return e.m.AndExists(value, values[len(values)-1], e.quantified(vars))
}

// quantified returns the decision variables of some variables.
func (e *Evaluator) quantified(vars []*variable) bdd.VarSet {
	if len(vars) == 0 {
		return 0
	}
	// The variables of a quantifier or of a predicate are together, always.
	if set := e.sets[vars[0].id]; set.n == len(vars) {
		return set.set
	}
	var all []bdd.Var
	for _, v := range vars {
		all = append(all, e.bits[v.id]...)
	}
	set := e.m.NewVarSet(all...)
	e.sets[vars[0].id] = varSet{len(vars), set}
	return set
}

// A varSet is the set of the decision variables of n variables.
type varSet struct {
	n   int
	set bdd.VarSet
}
