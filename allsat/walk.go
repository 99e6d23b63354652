// This file defines what is computed by walking a formula bottom-up: its
// variables, its value, and the elimination of its stars.

package allsat

import (
	"iter"
	"slices"
)

// A walk lists the distinct parts of a formula, arguments before operators. All
// passes over formulas go through it: they take time linear in the number of
// distinct parts however often these are shared, and no stack however deep they
// are nested.
type walk struct {
	parts []*Formula
	index map[*Formula]int
}

func newWalk(roots ...*Formula) *walk {
	w := &walk{index: make(map[*Formula]int)}
	stack := slices.Clone(roots)
	slices.Reverse(stack)
	for len(stack) > 0 {
		f := stack[len(stack)-1]
		if _, done := w.index[f]; done {
			stack = stack[:len(stack)-1]
			continue
		}
		ready := true
		for _, a := range slices.Backward(f.args) {
			if _, done := w.index[a]; !done {
				stack = append(stack, a)
				ready = false
			}
		}
		if ready {
			w.index[f] = len(w.parts)
			w.parts = append(w.parts, f)
			stack = stack[:len(stack)-1]
		}
	}
	return w
}

// args ranges over the arguments of f as indices into the parts.
func (w *walk) args(f *Formula) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, a := range f.args {
			if !yield(w.index[a]) {
				return
			}
		}
	}
}

// Vars returns the variables that occur in f in increasing order.
func (f *Formula) Vars() []int {
	var vars []int
	for _, p := range newWalk(f).parts {
		if p.op == opVar {
			vars = append(vars, p.v)
		}
	}
	slices.Sort(vars)
	return slices.Compact(vars)
}

// Eval returns the set of values of f if each variable v has the set get(v),
// which must not be None. It is the reference for everything else in this
// package, defined operator by operator: the result contains exactly the values
// that f can have if every get(v) is Zero or One, and at least those otherwise.
func (f *Formula) Eval(get func(v int) Value) Value { return newWalk(f).eval(get) }

func (w *walk) eval(get func(v int) Value) Value {
	values := make([]Value, 0, len(w.parts))
	for _, p := range w.parts {
		arg := func(i int) Value { return values[w.index[p.args[i]]] }
		var v Value
		switch p.op {
		case opConst:
			v = ValueOf(p.v != 0)
		case opStar:
			v = Both
		case opVar:
			v = get(p.v)
		case opNot:
			v = notValue(arg(0))
		case opAnd:
			v = One
			for i := range w.args(p) {
				v = andValue(v, values[i])
			}
		case opOr:
			v = One // by De Morgan
			for i := range w.args(p) {
				v = andValue(v, notValue(values[i]))
			}
			v = notValue(v)
		case opXor:
			v = xorValue(arg(0), arg(1))
		case opIte:
			v = iteValue(arg(0), arg(1), arg(2))
		}
		values = append(values, v)
	}
	return values[len(values)-1]
}

// MayBe eliminates the stars of f: it returns a formula without stars that is
// true under exactly those valuations under which b is one of f's values.
//
// Every part p of f becomes a pair, "p may be 0" and "p may be 1" (dual rail).
// A pair is built from the pairs of the arguments and shares them, so that the
// result is linear in f even where an operator needs both halves of both
// arguments. A part without stars is its own second half and stays what it is.
func (f *Formula) MayBe(b bool) *Formula {
	type pair struct{ zero, one *Formula }
	w := newWalk(f)
	pairs := make([]pair, 0, len(w.parts))
	for _, p := range w.parts {
		if !p.stars {
			pairs = append(pairs, pair{Not(p), p})
			continue
		}
		arg := func(i int) pair { return pairs[w.index[p.args[i]]] }
		var q pair
		switch p.op {
		case opStar:
			q = pair{Const(true), Const(true)}
		case opNot:
			q = pair{arg(0).one, arg(0).zero}
		case opAnd, opOr:
			var zeros, ones []*Formula
			for i := range w.args(p) {
				zeros = append(zeros, pairs[i].zero)
				ones = append(ones, pairs[i].one)
			}
			if p.op == opAnd {
				q = pair{Or(zeros...), And(ones...)}
			} else {
				q = pair{And(zeros...), Or(ones...)}
			}
		case opXor:
			x, y := arg(0), arg(1)
			if p.args[1].stars && !p.args[0].stars {
				q = pair{Ite(x.one, y.one, y.zero), Ite(x.one, y.zero, y.one)}
			} else if !p.args[1].stars {
				q = pair{Ite(y.one, x.one, x.zero), Ite(y.one, x.zero, x.one)}
			} else {
				q = pair{
					Or(And(x.zero, y.zero), And(x.one, y.one)),
					Or(And(x.zero, y.one), And(x.one, y.zero)),
				}
			}
		case opIte:
			c, x, y := arg(0), arg(1), arg(2)
			if !p.args[0].stars {
				q = pair{Ite(c.one, x.zero, y.zero), Ite(c.one, x.one, y.one)}
			} else {
				q = pair{
					Or(And(c.one, x.zero), And(c.zero, y.zero)),
					Or(And(c.one, x.one), And(c.zero, y.one)),
				}
			}
		}
		pairs = append(pairs, q)
	}
	last := pairs[len(pairs)-1]
	if b {
		return last.one
	}
	return last.zero
}
