// This file defines weakest preconditions of bounds: which numbers a term is at most c for.

package reactive

import "github.com/ijit/ijit/systems/eca"

// fits reports whether bounds of a result say that it did not wrap around.
func fits(lo, hi int64) bool { return lo == int64(int32(lo)) && hi == int64(int32(hi)) }

// narrow improves facts by one of them: that a term is at least lo and at most hi. It reports
// false if nothing is left.
func (t *terms) narrow(facts []fact, id int32, lo, hi int64) bool {
	term := &t.list[id]
	if term.prev == 0 {
		f := &facts[id-1]
		lo, hi = max(lo, int64(f.lo)), min(hi, int64(f.hi))
		f.lo, f.hi = int32(lo), int32(hi)
		return lo <= hi
	}
	o := &term.ops[len(term.ops)-1]
	l, h := t.interval(term.prev, facts)
	cl, ch := int64(o.c), int64(o.c)
	if o.term != 0 {
		cl, ch = t.interval(o.term, facts)
	}
	if o.swap {
		if o.op != eca.Sub || !fits(cl-h, ch-l) {
			return true
		}
		return t.narrow(facts, term.prev, cl-hi, ch-lo) && (o.term == 0 || t.narrow(facts, o.term, lo+l, hi+h))
	}
	if !fits(bounds(o.op, l, h, cl, ch)) {
		return true
	}
	switch {
	case o.op == eca.Add:
		return t.narrow(facts, term.prev, lo-ch, hi-cl) && (o.term == 0 || t.narrow(facts, o.term, lo-h, hi-l))
	case o.op == eca.Sub:
		return t.narrow(facts, term.prev, lo+cl, hi+ch) && (o.term == 0 || t.narrow(facts, o.term, l-hi, h-lo))
	case o.op >= eca.Eq && lo == hi:
		return t.order(facts, o.op, lo == 1, term.prev, o, l, h, cl, ch)
	case o.op <= eca.Div && o.term == 0 && o.c != 0:
		lo, hi = inverse(o.op, cl, lo, hi)
		return t.narrow(facts, term.prev, lo, hi)
	}
	return true
}

// order narrows the operands of a comparison, given its result.
func (t *terms) order(facts []fact, op eca.Op, holds bool, x int32, o *operation, l, h, cl, ch int64) bool {
	if !holds {
		op = [...]eca.Op{eca.Ne, eca.Eq, eca.Ge, eca.Gt, eca.Le, eca.Lt}[op-eca.Eq]
	}
	switch op {
	case eca.Lt:
		h, cl = min(h, ch-1), max(cl, l+1)
	case eca.Le:
		h, cl = min(h, ch), max(cl, l)
	case eca.Gt:
		l, ch = max(l, cl+1), min(ch, h-1)
	case eca.Ge:
		l, ch = max(l, cl), min(ch, h)
	case eca.Eq:
		l, h = max(l, cl), min(h, ch)
		cl, ch = l, h
	}
	return l <= h && cl <= ch && t.narrow(facts, x, l, h) && (o.term == 0 || t.narrow(facts, o.term, cl, ch))
}

// inverse returns bounds of x, given bounds of x*c or x/c.
func inverse(op eca.Op, c, lo, hi int64) (int64, int64) {
	if c < 0 {
		c, lo, hi = -c, -hi, -lo
	}
	if op == eca.Mul {
		return -quotient(-lo, c), quotient(hi, c)
	}
	return -greatest(-lo, c), greatest(hi, c)
}

// quotient returns x/c rounded down, for c > 0.
func quotient(x, c int64) int64 {
	if x < 0 {
		return -((c - 1 - x) / c)
	}
	return x / c
}

// greatest returns the greatest x with x/c <= q, for c > 0, where / truncates.
func greatest(q, c int64) int64 {
	if q < 0 {
		return q * c
	}
	return q*c + c - 1
}

// maxBlocks is for how many multiples of its divisor a remainder is cut at once.
const maxBlocks = 8

// preimage appends cuts of numbers such that, of the states that facts allow, those for which a
// term is at most c, and the others, are in different regions. Where that takes many cuts, it
// takes a step towards it.
func (t *terms) preimage(cuts []cut, facts []fact, id int32, c int64) []cut {
	lo, hi := t.interval(id, facts)
	if c < lo || c >= hi {
		return cuts
	}
	term := &t.list[id]
	if term.prev == 0 {
		return append(cuts, cut{term.number, int32(c)})
	}
	o := &term.ops[len(term.ops)-1]
	l, h := t.interval(term.prev, facts)
	if o.term != 0 || o.op >= eca.Eq {
		return t.halve(cuts, facts, id)
	}
	k := int64(o.c)
	cl, ch := l, h
	if o.swap {
		cl, ch = k-h, k-l
	} else {
		cl, ch = bounds(o.op, l, h, k, k)
	}
	if !fits(cl, ch) {
		return t.halve(cuts, facts, id)
	}
	switch {
	case o.op == eca.Add:
		c -= k
	case o.op == eca.Sub && !o.swap:
		c += k
	case o.op == eca.Sub:
		c = k - c - 1
	case o.op == eca.Rem:
		return t.blocks(cuts, facts, term.prev, max(k, -k), l, h, c)
	case k < 0: // x*k <= c if x*-k > -c-1
		_, c = inverse(o.op, -k, 0, -c-1)
	default:
		_, c = inverse(o.op, k, 0, c)
	}
	return t.preimage(cuts, facts, term.prev, c)
}

// blocks appends cuts for x%m <= c, where x is from l to h.
func (t *terms) blocks(cuts []cut, facts []fact, id int32, m, l, h, c int64) []cut {
	from, to := quotient(l, m), quotient(h, m)
	if l/m == h/m {
		return t.preimage(cuts, facts, id, c+l/m*m)
	}
	if to-from > maxBlocks {
		from = (from + to) / 2
		to = from
	}
	for q := from; q <= to; q++ {
		for _, d := range []int64{-1, 0, c, c + m} {
			cuts = t.preimage(cuts, facts, id, q*m+d)
		}
	}
	return cuts
}

// halve cuts the number of a term, and of its operands, that has most values.
func (t *terms) halve(cuts []cut, facts []fact, id int32) []cut {
	best, size := int32(0), int64(0)
	var look func(id int32)
	look = func(id int32) {
		n := t.list[id].number
		if s := int64(facts[n].hi) - int64(facts[n].lo); s > size {
			best, size = n, s
		}
		for _, o := range t.list[id].ops {
			if o.term != 0 {
				look(o.term)
			}
		}
	}
	look(id)
	if size == 0 {
		return cuts
	}
	f := facts[best]
	return append(cuts, cut{best, int32((int64(f.lo) + int64(f.hi)) >> 1)})
}

// A cut ends regions at a value of a number.
type cut struct{ number, c int32 }

// refine cuts regions on the abstract paths that were found, where the execution leaves them. It reports
// whether there was anything to cut.
func (r *regions) refine() bool {
	some := false
	r.rounds++
	for _, p := range r.spurious {
		facts := r.list[p.from].box
		if p.edge != nil {
			facts = p.edge.facts
		}
		for _, c := range r.preimage(nil, facts, p.term, p.c) {
			cuts := r.cutsOf(r.list[p.from].part)
			n := len(cuts[c.number])
			cuts[c.number] = insert(cuts[c.number], int64(c.c))
			some = some || len(cuts[c.number]) > n
		}
	}
	return some
}
