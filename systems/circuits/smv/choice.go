// This file defines sets: what may be chosen on the right side of an assignment, and
// membership.

package smv

import "strconv"

// isSet reports whether an expression is a set, so that it has more than one value.
func (c *compiler) isSet(e *Expr, in *instance) bool {
	c.depth++
	defer func() { c.depth-- }()
	switch {
	case c.depth > maxDepth:
		return false
	case e.Op == opSet, e.Op == opRange, e.Op == opUnion:
		return true
	case e.Op == opCase:
		for i := 1; i < len(e.Args); i += 2 {
			if c.isSet(e.Args[i], in) {
				return true
			}
		}
	case e.Op == opChoice:
		return c.isSet(e.Args[1], in) || c.isSet(e.Args[2], in)
	case isReference(e):
		_, ok := c.setDefinition(e, in)
		return ok
	}
	return false
}

// setDefinition returns the definition or argument that an expression names, if that is a set.
func (c *compiler) setDefinition(e *Expr, in *instance) (*symbol, bool) {
	if !isReference(e) {
		return nil, false
	}
	s := c.lookup(e, in, false)
	if s == nil || s.kind != symDefine || s.expr == nil {
		return nil, false
	}
	if s.setness == unknownSet {
		s.setness = noSet // while it is looked at, and if it is defined by itself
		if c.isSet(s.expr, s.in) {
			s.setness = aSet
		}
	}
	return s, s.setness == aSet
}

// A setness says whether a definition is a set.
type setness uint8

const (
	unknownSet setness = iota
	noSet
	aSet
)

// A chooser has the inputs that choose from sets, the same ones for sets of which only one is
// used at a time.
type chooser struct {
	c    *compiler
	name string
	bits []lit
}

// take returns inputs from number first on that number n values, and the number of the next
// input.
func (ch *chooser) take(first int, n int64) (code []lit, next int) {
	next = first + width(n)
	return ch.c.closed(ch.inputs(next)[first:next:next], n), next
}

// inputs returns the first n inputs.
func (ch *chooser) inputs(n int) []lit {
	for len(ch.bits) < n {
		ch.bits = append(ch.bits, ch.c.Input(ch.name+"?"+strconv.Itoa(len(ch.bits))))
	}
	return ch.bits[:n:n]
}

// choose returns any value of what may be a set, chosen by inputs from number first on.
func (c *compiler) choose(e *Expr, in *instance, t time, ch *chooser, first int) *value {
	if !c.isSet(e, in) {
		return c.eval(e, in, t)
	}
	c.depth++
	defer func() { c.depth-- }()
	if c.depth > maxDepth {
		return c.bad(e, "", "definitions are nested deeper than %d levels", maxDepth)
	}
	if s, ok := c.setDefinition(e, in); ok {
		if s.memo[t].busy {
			return c.bad(e, "", "%s is defined by itself", s.name)
		}
		s.memo[t].busy = true
		defer func() { s.memo[t].busy = false }()
		return c.choose(s.expr, s.in, t, ch, first)
	}
	switch e.Op {
	case opRange:
		lo, hi, ok := c.rangeBounds(e, in, t)
		if !ok {
			return &value{}
		}
		code, _ := ch.take(first, hi-lo+1)
		return c.offset(code, lo, hi)
	case opCase, opChoice:
		conditions, values, rest := c.branches(e, in, t)
		if conditions == nil {
			return &value{}
		}
		last := len(values) - 1
		v := c.choose(values[last], in, t, ch, first)
		for i := last - 1; i >= 0; i-- {
			w := c.choose(values[i], in, t, ch, first)
			merged, err := c.merge(conditions[i], w, v)
			if err != "" {
				return c.bad(values[i], c.typeHint(w, v, values...), "%s", err)
			}
			v = merged
		}
		return failing(v, rest...)
	}
	code, next := ch.take(first, int64(len(e.Args)))
	return c.pick(e, in, t, ch, code, next, 0, len(code))
}

// pick returns the element of a set whose number is code, of those from number lo on that
// have the same higher bits.
func (c *compiler) pick(e *Expr, in *instance, t time, ch *chooser, code []lit, first, lo, bits int) *value {
	if bits == 0 {
		return c.choose(e.Args[lo], in, t, ch, first)
	}
	zero := c.pick(e, in, t, ch, code, first, lo, bits-1)
	if lo+1<<(bits-1) >= len(e.Args) {
		return zero
	}
	one := c.pick(e, in, t, ch, code, first, lo+1<<(bits-1), bits-1)
	v, err := c.merge(code[bits-1], one, zero)
	if err != "" {
		return c.bad(e, c.typeHint(one, zero, e.Args...), "%s", err)
	}
	return v
}

// rangeBounds returns the bounds of a range in an expression, after a report if there are none.
func (c *compiler) rangeBounds(e *Expr, in *instance, t time) (lo, hi int64, ok bool) {
	a, b := c.eval(e.Args[0], in, t), c.eval(e.Args[1], in, t)
	switch {
	case a.kind == valBad || b.kind == valBad:
		return 0, 0, false
	case a.kind != valInt || b.kind != valInt || a.lo != a.hi || b.lo != b.hi:
		c.errorf(e, "", "the bounds of this range are no constant numbers")
		return 0, 0, false
	case b.lo < a.lo:
		c.errorf(e, "", "this range is empty: %d..%d", a.lo, b.lo)
		return 0, 0, false
	}
	return a.lo, b.lo, true
}

// A leaf is an element of a set, or all numbers between lo and hi of the value, and when it is in
// the set.
type leaf struct {
	expr  *Expr
	value *value
	all   bool
	path  lit
}

// leaves calls yield for the elements of what may be a set, and returns the failures.
func (c *compiler) leaves(e *Expr, in *instance, t time, path lit, yield func(leaf)) []failure {
	c.depth++
	defer func() { c.depth-- }()
	if !c.isSet(e, in) {
		v := c.eval(e, in, t)
		if v.kind != valBad {
			yield(leaf{e, v, false, path})
		}
		return c.under(path, v.fails)
	}
	if c.depth > maxDepth {
		c.errorf(e, "", "definitions are nested deeper than %d levels", maxDepth)
		return nil
	}
	if s, ok := c.setDefinition(e, in); ok {
		if s.memo[t].busy {
			c.errorf(e, "", "%s is defined by itself", s.name)
			return nil
		}
		s.memo[t].busy = true
		defer func() { s.memo[t].busy = false }()
		return c.leaves(s.expr, s.in, t, path, yield)
	}
	var fails []failure
	switch e.Op {
	case opRange:
		if lo, hi, ok := c.rangeBounds(e, in, t); ok {
			yield(leaf{e, &value{kind: valInt, lo: lo, hi: hi}, true, path})
		}
	case opCase, opChoice:
		conditions, values, rest := c.branches(e, in, t)
		fails = c.under(path, rest)
		for i, v := range values {
			fails = join(fails, c.leaves(v, in, t, c.And(path, conditions[i]), yield))
			path = c.And(path, conditions[i].Not())
		}
	default:
		for _, a := range e.Args {
			fails = join(fails, c.leaves(a, in, t, path, yield))
		}
	}
	return fails
}

// member returns whether a value is in what may be a set.
func (c *compiler) member(v *value, e *Expr, in *instance, t time) (is lit, fails []failure) {
	fails = c.leaves(e, in, t, litTrue, func(l leaf) {
		w := v
		if l.all {
			if w = c.coerce(v, false); w.kind != valInt {
				c.errorf(l.expr, "", "%s is compared with integers", typeName(v))
				return
			}
			inside := c.And(c.lessInt(w, number(l.value.lo)).Not(), c.lessInt(number(l.value.hi), w).Not())
			is = c.Or(is, c.And(l.path, inside))
			return
		}
		equal, err := c.equal(w, l.value)
		if err != "" {
			c.errorf(l.expr, c.typeHint(w, l.value, l.expr), "%s", err)
			return
		}
		is = c.Or(is, c.And(l.path, equal))
	})
	return is, fails
}

// membership returns the value of x in set; a set is in another one if all its elements are.
func (c *compiler) membership(e *Expr, in *instance, t time) *value {
	if c.isSet(e.Args[0], in) {
		return c.inclusion(e, in, t)
	}
	v := c.eval(e.Args[0], in, t)
	if v.kind == valBad {
		c.check(e.Args[1], in, t)
		return v
	}
	is, fails := c.member(v, e.Args[1], in, t)
	return failing(boolValue(is), join(v.fails, fails)...)
}

// mostElements is how many numbers a range on the left side of in may have.
const mostElements = 1 << 10

// inclusion returns the value of set in set.
func (c *compiler) inclusion(e *Expr, in *instance, t time) *value {
	all := litTrue
	var problems []failure
	element := func(path lit, v *value) {
		is, fails := c.member(v, e.Args[1], in, t)
		all, problems = c.And(all, c.Or(path.Not(), is)), join(problems, fails)
	}
	fails := c.leaves(e.Args[0], in, t, litTrue, func(l leaf) {
		switch {
		case !l.all:
			element(l.path, l.value)
		case l.value.hi-l.value.lo >= mostElements:
			c.errorf(l.expr, "", "a range of more than %d numbers on the left side of in is not read here", mostElements)
		default:
			for n := l.value.lo; n <= l.value.hi; n++ {
				element(l.path, number(n))
			}
		}
	})
	return failing(boolValue(all), join(fails, problems)...)
}
