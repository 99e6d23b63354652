// This file defines how channels carry values.

package golang

import (
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"
)

// A channel has one slot for each element, if there are few: what is sent is assigned to the first free
// one, in the step of the operation, and what is received comes from the first one, and the
// others move up. A channel without buffer has one slot, by which the sender hands over. From
// other channels anything is received that is ever sent to them.
const maxSlots = 3

// slots returns how many slots a channel has.
func slots(o *object) int {
	if n := o.capacity(); known1(&atom{atomKey: atomKey{kind: aPtr, obj: o}}) && !o.external && !o.ticking && n >= 0 && n <= maxSlots {
		return max(1, n)
	}
	return 0
}

// received is what a receive operation does with data.
type received struct {
	before, do []assign
	closed     []assign // if the channel was closed
}

// sentCell returns the cell with all that is sent to a channel.
func (x *extractor) sentCell(o *object, path string, t types.Type) *loc {
	c := x.cell(o, ".sent"+path, t)
	if c.zero != nil {
		c.zero, c.set = nil, nil
	}
	c.weak, c.spread = true, true
	return c
}

// slot returns a part of an element of a channel.
func (x *extractor) slot(o *object, i int, path string, t types.Type) *loc {
	c := x.cell(o, ".slot"+strconv.Itoa(i)+path, t)
	if c.zero != nil {
		c.zero, c.set = nil, nil
		c.name = o.name + ".element"
	}
	return c
}

// filled returns the number of elements in a channel with buffer.
func (x *extractor) filled(o *object) *loc {
	c := x.cell(o, ".filled", types.Typ[types.Int])
	c.name = o.name + ".len"
	for i := range slots(o) + 1 {
		x.grow(c, single(x.int(int64(i))))
	}
	return c
}

func (x *extractor) isFilled(o *object, n int) cond {
	return at(x.filled(o)).is(func(a *atom) truth { return truthOf(a.n == int64(n)) })
}

// move is the assignment of the number of elements when one comes or goes.
func (x *extractor) move(o *object, by int64) assign {
	c := x.filled(o)
	x.use(c, true)
	return assign{to: c, v: at(c).mapped(func(a *atom) *atom {
		return x.int(min(max(a.n+by, 0), int64(slots(o))))
	})}
}

// sends returns the assignments by which a value is sent.
func (x *extractor) sends(a *atom, v ssa.Value) []assign {
	if a.kind != aPtr {
		return nil
	}
	o, n := a.obj, slots(a.obj)
	var do []assign
	for _, l := range x.leaves(v.Type()) {
		from := x.value(v, l.path)
		if k, ok := v.(*ssa.Const); ok && k.Value == nil {
			from = constantVal(x.zero(l.typ))
		}
		x.grow(x.sentCell(o, l.path, l.typ), from.set)
		for i := range n {
			to := x.slot(o, i, l.path, l.typ)
			x.use(to, true)
			x.grow(to, from.set)
			as := assign{to: to, v: from}
			if o.capacity() > 0 {
				as.when = x.isFilled(o, i)
			}
			do = append(do, as)
		}
	}
	if n > 0 && o.capacity() > 0 {
		do = append(do, x.move(o, 1))
	}
	return do
}

// receives returns the assignments by which a value is received into parts of a register.
func (x *extractor) receives(a *atom, v ssa.Value, prefix string, t types.Type) received {
	var r received
	if a.kind == aNil {
		return r
	}
	leaves := x.leaves(t)
	if a.kind != aPtr || a.obj.key.(objKey).frame == nil && a.obj.chanCap.one() != nil && a.obj.chanCap.one().kind == aOther {
		for _, l := range leaves {
			to := x.register(v, prefix+l.path)
			from := val{set: x.unknown(l.typ, nil)}
			x.grow(to, from.set)
			r.do = append(r.do, assign{to: to, v: from})
		}
		return r
	}
	o, n := a.obj, slots(a.obj)
	buffered := n > 0 && o.capacity() > 0
	for _, l := range leaves {
		to := x.register(v, prefix+l.path)
		zero := constantVal(x.zero(l.typ))
		s := x.sentCell(o, l.path, l.typ).set
		if n == 0 && x.closable(o) {
			s = x.union(s, zero.set)
		}
		x.grow(to, s)
		if n == 0 {
			r.do = append(r.do, assign{to: to, v: val{set: s}})
			continue
		}
		if x.closable(o) {
			x.grow(to, zero.set)
		}
		first := x.slot(o, 0, l.path, l.typ)
		x.use(first, false)
		take := assign{to: to, v: at(first)}
		if buffered {
			if x.closable(o) {
				r.before = append(r.before, assign{to: to, v: zero})
				take.when = not(x.isFilled(o, 0))
			}
			for i := range n - 1 {
				to, from := x.slot(o, i, l.path, l.typ), x.slot(o, i+1, l.path, l.typ)
				x.use(to, true)
				x.use(from, false)
				r.do = append(r.do, assign{to: to, v: at(from)})
			}
		} else if x.closable(o) {
			r.closed = append(r.closed, assign{to: to, v: zero})
		}
		r.do = append(r.do, take)
	}
	if buffered {
		r.do = append(r.do, x.move(o, -1))
	}
	return r
}
