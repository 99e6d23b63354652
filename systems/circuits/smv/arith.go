// This file defines arithmetic on numbers in two's complement. Widths grow with the values, so
// nothing overflows.

package smv

import (
	"math/bits"
	"slices"
)

// integerWidth returns how many bits the numbers from lo to hi take.
func integerWidth(lo, hi int64) int {
	w := func(n int64) int {
		if n < 0 {
			n = ^n
		}
		return bits.Len64(uint64(n)) + 1
	}
	return max(w(lo), w(hi))
}

// number returns a constant.
func number(n int64) *value {
	v := &value{kind: valInt, lo: n, hi: n, bits: make([]lit, integerWidth(n, n))}
	for i := range v.bits {
		v.bits[i] = litTrue.NotIf(n>>i&1 == 0)
	}
	return v
}

// bit returns a bit of a number; what is above the highest one is the sign.
func bit(n []lit, i int) lit {
	if len(n) == 0 {
		return litFalse
	}
	return n[min(i, len(n)-1)]
}

// extended returns a number with n bits, which may be fewer.
func extended(x []lit, n int) []lit {
	z := make([]lit, n)
	for i := range z {
		z[i] = bit(x, i)
	}
	return z
}

// offset returns lo plus unsigned bits, a number up to hi.
func (c *compiler) offset(code []lit, lo, hi int64) *value {
	v := &value{kind: valInt, bits: append(slices.Clone(code), litFalse), hi: hi - lo}
	if lo != 0 {
		v = c.sum(v, number(lo), false)
	}
	return c.bounded(v.bits, lo, hi)
}

// bounded returns bits as a number between lo and hi.
func (c *compiler) bounded(n []lit, lo, hi int64) *value {
	return &value{kind: valInt, lo: lo, hi: hi, bits: extended(n, integerWidth(lo, hi))}
}

// sum returns a + b, or a - b.
func (c *compiler) sum(a, b *value, minus bool) *value {
	lo, hi := a.lo+b.lo, a.hi+b.hi
	if minus {
		lo, hi = a.lo-b.hi, a.hi-b.lo
	}
	n := integerWidth(lo, hi)
	x, y := extended(a.bits, n), extended(b.bits, n)
	if minus {
		return &value{kind: valInt, lo: lo, hi: hi, bits: c.Subtract(x, y)}
	}
	total, _ := c.Add(x, y, litFalse)
	return &value{kind: valInt, lo: lo, hi: hi, bits: total}
}

// product returns a * b.
func (c *compiler) product(a, b *value) *value {
	p := []int64{a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi}
	lo, hi := slices.Min(p), slices.Max(p)
	n := integerWidth(lo, hi)
	return &value{kind: valInt, lo: lo, hi: hi, bits: c.Multiply(extended(a.bits, n), extended(b.bits, n))}
}

// absolute returns the absolute value.
func (c *compiler) absolute(a *value) *value {
	if a.lo >= 0 {
		return a
	}
	lo, hi := int64(0), max(-a.lo, a.hi)
	if a.hi < 0 {
		lo = -a.hi
	}
	return c.bounded(c.choose2(c.sign(a), c.sum(number(0), a, true), a).bits, lo, hi)
}

func (c *compiler) sign(a *value) lit { return bit(a.bits, len(a.bits)) }

// choose2 returns a if cond holds, else b, of numbers.
func (c *compiler) choose2(cond lit, a, b *value) *value {
	v, _ := c.merge(cond, &value{kind: valInt, bits: a.bits, lo: a.lo, hi: a.hi}, &value{kind: valInt, bits: b.bits, lo: b.lo, hi: b.hi})
	return v
}

// quotient returns a / b and a mod b, both rounded towards zero as in C and in NuSMV since 2.4.
// Where b is 0 they are any numbers.
func (c *compiler) quotient(a, b *value) (quotient, remainder *value) {
	x, y := c.absolute(a), c.absolute(b)
	q, r := c.Divide(extended(x.bits, integerWidth(x.lo, x.hi)-1), extended(y.bits, integerWidth(y.lo, y.hi)))
	most := x.hi
	if y.lo > 0 {
		most = x.hi / y.lo
	}
	quotient = c.signed(c.bounded(append(q, litFalse), 0, x.hi), c.Xor(c.sign(a), c.sign(b)), a.lo < 0 || b.lo < 0, most)
	remainder = c.signed(c.bounded(append(r, litFalse), 0, max(y.hi-1, 0)), c.sign(a), a.lo < 0, max(y.hi-1, 0))
	return quotient, remainder
}

// signed returns a number of at most most, negated if minus holds and that is possible.
func (c *compiler) signed(n *value, minus lit, possible bool, most int64) *value {
	if !possible {
		return c.bounded(n.bits, 0, most)
	}
	return c.bounded(c.choose2(minus, c.sum(number(0), n, true), n).bits, -most, most)
}

// equalInt returns whether two numbers are equal.
func (c *compiler) equalInt(a, b *value) lit {
	if a.hi < b.lo || b.hi < a.lo {
		return litFalse
	}
	is := litTrue
	for i := range max(len(a.bits), len(b.bits)) {
		is = c.And(is, c.Equal(bit(a.bits, i), bit(b.bits, i)))
	}
	return is
}

// lessInt returns whether a < b.
func (c *compiler) lessInt(a, b *value) lit {
	switch {
	case a.hi < b.lo:
		return litTrue
	case a.lo >= b.hi:
		return litFalse
	}
	n := max(len(a.bits), len(b.bits))
	return c.Less(extended(a.bits, n), extended(b.bits, n), true)
}
