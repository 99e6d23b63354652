// This file defines operations of numbers, with the conversions of C and what it leaves undefined.

package front

import (
	"cmp"

	"modernc.org/cc/v4"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

func (f *frame) compare(o operation) value {
	op := o.op
	a, b := f.operandsOf(o)
	if cc.IsArithmeticType(o.x.Type()) && cc.IsArithmeticType(o.y.Type()) {
		common := cc.UsualArithmeticConversions(o.x.Type(), o.y.Type())
		a, b = f.convert(a, o.x.Type(), common), f.convert(b, o.y.Type(), common)
		if op == word.ULt && isSigned(common) {
			op = word.SLt
		}
	} else {
		f.comparable(o.x, op, a, b)
		w := f.width(o.x.Type().Decay())
		a.term, b.term = f.t.Extend(a.term, w, true), f.t.Extend(b.term, w, true)
	}
	if o.swap {
		a, b = b, a
	}
	c := f.t.Binary(op, a.term, b.term)
	if o.not {
		c = f.t.Not(c)
	}
	return value{term: f.t.Extend(c, 32, false)}
}

// operandsOf evaluates the operands of an operation.
func (f *frame) operandsOf(o operation) (a, b value) {
	start := len(f.noted)
	a = f.value(o.x)
	behind := len(f.noted)
	b = f.value(o.y)
	f.unsequenced(o.y, f.noted[start:behind], f.noted[behind:])
	return a, b
}

func (f *frame) binary(e cc.ExpressionNode, o operation) value {
	x, y := o.x.Type(), o.y.Type()
	if !cc.IsIntegerType(x) || !cc.IsIntegerType(y) {
		return f.refuse(e, "use an array and its index", "arithmetic of %s and %s is not read", x, y)
	}
	a, b := f.operandsOf(o)
	a = f.convert(a, x, e.Type())
	return f.arithmetic(e, o.op, a.term, f.right(o.op, b, y, e.Type()), e.Type())
}

// right converts the right side of an operation that is computed in a type. By how much is shifted stays as it is, but for
// what is too few bits to compare it.
func (f *frame) right(op word.Op, v value, from, to cc.Type) word.Term {
	if op == word.Shl || op == word.LShr {
		return f.t.Extend(v.term, max(f.width(from), f.width(to)), isSigned(from))
	}
	return f.convert(v, from, to).term
}

// arithmetic computes an operation in a type. What C leaves undefined is taken not to happen.
func (f *frame) arithmetic(at cc.Node, op word.Op, a, b word.Term, typ cc.Type) value {
	t := f.t
	w := t.Width(a)
	signed := isSigned(typ)
	if signed {
		op = cmp.Or(map[word.Op]word.Op{word.UDiv: word.SDiv, word.URem: word.SRem, word.LShr: word.AShr}[op], op)
	}
	defined := word.True
	switch op {
	case word.UDiv, word.URem, word.SDiv, word.SRem:
		defined = t.Not(t.Eq(b, t.Const(w, 0)))
	case word.Shl, word.LShr, word.AShr:
		defined = t.Binary(word.ULt, b, t.Const(t.Width(b), uint64(w)))
		b = t.Extend(b, w, false)
	}
	if defined != word.True {
		f.p.Assume(form.Computable)
	}
	if signed && !f.options.Wrap {
		if fits := f.fits(op, a, b); fits != word.True {
			defined = t.And(defined, fits)
			f.p.Assume(form.NoOverflow)
		}
	}
	if defined != word.True {
		f.defined(at, defined)
	}
	return value{term: t.Binary(op, a, b)}
}

// defined is a step that is taken only if C says what happens.
func (f *frame) defined(n cc.Node, c word.Term) {
	if e := f.emit(f.origin(n), word.True); e != nil {
		e.Defined = c
	}
}

// fits returns whether what an operation of signed numbers computes is a number of as many bits.
func (f *frame) fits(op word.Op, a, b word.Term) word.Term {
	t := f.t
	w := t.Width(a)
	least := t.Const(w, uint64(1)<<(w-1))
	negative := func(x word.Term) word.Term { return t.Binary(word.SLt, x, t.Const(w, 0)) }
	if _, ok := t.IsConst(a); ok && (op == word.Add || op == word.Mul) {
		a, b = b, a
	}
	switch op {
	case word.Add, word.Sub:
		if k, ok := t.IsConst(b); ok {
			return f.near(op, a, k)
		}
		r := t.Binary(op, a, b)
		if op == word.Sub { // a is the sum of r and b
			a, r = r, a
		}
		return t.Not(negative(t.Binary(word.And, t.Binary(word.Xor, a, r), t.Binary(word.Xor, b, r))))
	case word.Mul:
		if 2*w <= word.MaxWidth {
			wide := t.Binary(op, t.Extend(a, 2*w, true), t.Extend(b, 2*w, true))
			return t.Eq(wide, t.Extend(t.Binary(op, a, b), 2*w, true))
		}
		back := t.And(t.Eq(t.Binary(word.SDiv, t.Binary(op, a, b), b), a), f.fits(word.SDiv, a, b))
		return t.Or(t.Eq(b, t.Const(w, 0)), back)
	case word.SDiv, word.SRem:
		return t.Not(t.And(t.Eq(a, least), t.Eq(b, t.Const(w, ^uint64(0)))))
	}
	return word.True
}

// near returns whether the sum or the difference of a number and a constant fits, as a comparison with a constant.
func (f *frame) near(op word.Op, a word.Term, k uint64) word.Term {
	t := f.t
	w := t.Width(a)
	least := uint64(1) << (w - 1)
	if op == word.Sub {
		k = -k
	}
	c := t.Const(w, k)
	if k, _ := t.IsConst(c); k == least { // the negation of the least number, for a difference
		return t.Binary(word.SLt, a, t.Const(w, 0))
	} else if k < least {
		return t.Not(t.Binary(word.SLt, t.Const(w, least-1-k), a))
	}
	return t.Not(t.Binary(word.SLt, a, t.Binary(word.Sub, t.Const(w, least), c)))
}
