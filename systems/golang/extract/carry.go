// This file defines how channels carry values.

package extract

import (
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/graph"
)

// A channel has one slot for each element, if there are few: what is sent is assigned to the first free
// one, in the step of the operation, and what is received comes from the first one, and the
// others move up. A channel without buffer has one slot, by which the sender hands over. From other
// channels anything may come that was sent.
const maxSlots = 6

// slots returns how many slots a channel has.
func slots(o *graph.Object) int {
	if n := o.Capacity(); Followed(&graph.Atom{AtomKey: graph.AtomKey{Kind: graph.Ptr, Obj: o}}) && !o.External && !o.Ticking && n >= 0 && n <= maxSlots {
		return max(1, n)
	}
	return 0
}

// received is what a receive operation does with data.
type received struct {
	before, do []graph.Assign
	closed     []graph.Assign // if the channel was closed
	never      bool           // nobody ever sends, or closes the channel
	when       graph.Cond     // while what holds the channel of a timer has an element; nil if it always may have one
	loose      bool           // it is the channel of one of many timers
}

// sentCell returns the cell with all that is sent to a channel.
func (x *Extractor) sentCell(o *graph.Object, path string, t types.Type) *graph.Loc {
	c := x.Cell(o, ".sent"+path, t)
	if c.Zero != nil {
		c.Zero, c.Set = nil, nil
	}
	c.Weak, c.Spread = true, true
	return c
}

// slot returns a part of an element of a channel.
func (x *Extractor) slot(o *graph.Object, i int, path string, t types.Type) *graph.Loc {
	c := x.Cell(o, ".slot"+strconv.Itoa(i)+path, t)
	if c.Zero != nil {
		c.Zero, c.Set = nil, nil
		c.Name = o.Name + ".element"
	}
	return c
}

// filled returns the number of elements in a channel with buffer.
func (x *Extractor) filled(o *graph.Object) *graph.Loc {
	c := x.Cell(o, ".filled", types.Typ[types.Int])
	c.Name = o.Name + ".len"
	for i := range slots(o) + 1 {
		x.Grow(c, graph.Single(x.Int(int64(i))))
	}
	return c
}

func (x *Extractor) isFilled(o *graph.Object, n int) graph.Cond {
	return graph.At(x.filled(o)).Is(func(a *graph.Atom) graph.Truth { return graph.TruthOf(a.N == int64(n)) })
}

// move is the assignment of the number of elements when one comes or goes.
func (x *Extractor) move(o *graph.Object, by int64) graph.Assign {
	c := x.filled(o)
	x.Use(c)
	return graph.Assign{To: c, V: graph.At(c).Mapped(func(a *graph.Atom) *graph.Atom {
		return x.Int(min(max(a.N+by, 0), int64(slots(o))))
	})}
}

// sends returns the assignments by which a value is sent.
func (x *Extractor) sends(a *graph.Atom, v ssa.Value) []graph.Assign {
	if a.Kind != graph.Ptr {
		return nil
	}
	o, n := a.Obj, slots(a.Obj)
	if !o.Sent {
		o.Sent, x.changed = true, true
	}
	var do []graph.Assign
	for _, l := range x.Leaves(v.Type()) {
		from := x.Value(v, l.Path)
		x.Grow(x.sentCell(o, l.Path, l.Type), from.Set)
		for i := range n {
			to := x.slot(o, i, l.Path, l.Type)
			x.Use(to)
			x.Grow(to, from.Set)
			as := graph.Assign{To: to, V: from}
			if o.Capacity() > 0 {
				as.When = x.isFilled(o, i)
			}
			do = append(do, as)
		}
	}
	if n > 0 && o.Capacity() > 0 {
		do = append(do, x.move(o, 1))
	}
	return do
}

// receives returns the assignments by which a value is received into parts of a register.
func (x *Extractor) receives(a *graph.Atom, v ssa.Value, prefix string, t types.Type) received {
	var r received
	if a.Kind == graph.Nil {
		return r
	}
	leaves := x.Leaves(t)
	if a.Kind != graph.Ptr || a.Obj.Key.(objKey).frame == nil && a.Obj.Cap.One() != nil && a.Obj.Cap.One().Kind == graph.Other {
		for _, l := range leaves {
			to := x.Register(v, prefix+l.Path)
			from := graph.Val{Set: x.unknown(l.Type, nil)}
			x.Grow(to, from.Set)
			r.do = append(r.do, graph.Assign{To: to, V: from})
		}
		return r
	}
	o, n := a.Obj, slots(a.Obj)
	buffered := n > 0 && o.Capacity() > 0
	large := !o.Many() && !o.External && !o.Ticking && o.Capacity() > maxSlots
	x.fires(a, &r)
	for _, l := range leaves {
		to := x.Register(v, prefix+l.Path)
		zero := graph.Constant(x.zero(l.Type))
		s := x.sentCell(o, l.Path, l.Type).Set
		r.never = r.never || len(s) == 0 && Followed(a) && !o.Sent && !o.Ticking && !x.closable(o)
		if n == 0 && x.closable(o) {
			if large && len(s) > 0 {
				r.closed = append(r.closed, graph.Assign{To: to, V: zero})
				x.Grow(to, zero.Set)
			} else {
				s = x.Union(s, zero.Set)
			}
		}
		x.Grow(to, s)
		if n == 0 {
			r.do = append(r.do, graph.Assign{To: to, V: graph.Val{Set: s}})
			continue
		}
		if x.closable(o) {
			x.Grow(to, zero.Set)
		}
		first := x.slot(o, 0, l.Path, l.Type)
		x.Use(first)
		take := graph.Assign{To: to, V: graph.At(first)}
		if buffered {
			if x.closable(o) {
				r.before = append(r.before, graph.Assign{To: to, V: zero})
				take.When = graph.Not(x.isFilled(o, 0))
			}
			for i := range n - 1 {
				to, from := x.slot(o, i, l.Path, l.Type), x.slot(o, i+1, l.Path, l.Type)
				x.Use(to)
				x.Use(from)
				r.do = append(r.do, graph.Assign{To: to, V: graph.At(from)})
			}
		} else if x.closable(o) {
			r.closed = append(r.closed, graph.Assign{To: to, V: zero})
		}
		r.do = append(r.do, take)
	}
	if buffered {
		r.do = append(r.do, x.move(o, -1))
	}
	return r
}
