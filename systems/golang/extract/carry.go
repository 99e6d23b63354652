// This file defines how channels carry values.

package extract

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/graph"
)

// A sender hands its value over by the slot of a channel without buffer. From other channels anything may come that was
// sent: which values are in the buffer is not followed.

// hands reports whether a channel has a slot.
func hands(o *graph.Object) bool {
	return o.Capacity() == 0 && Followed(&graph.Atom{AtomKey: graph.AtomKey{Kind: graph.Ptr, Obj: o}}) && !o.External && !o.Ticking
}

// received is what a receive operation does with data.
type received struct {
	do     []graph.Assign
	closed []graph.Assign // if the channel was closed
	never  bool           // nobody ever sends, or closes the channel
	when   graph.Cond     // while what holds the channel of a timer has an element; nil if it always may have one
	loose  bool           // it is the channel of one of many timers
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

// slot returns a part of the element that a sender hands over.
func (x *Extractor) slot(o *graph.Object, path string, t types.Type) *graph.Loc {
	c := x.Cell(o, ".slot"+path, t)
	if c.Zero != nil {
		c.Zero, c.Set = nil, nil
		c.Name = o.Name + ".element"
	}
	return c
}

// sends returns the assignments by which a value is sent.
func (x *Extractor) sends(a *graph.Atom, v ssa.Value) []graph.Assign {
	if a.Kind != graph.Ptr {
		return nil
	}
	o := a.Obj
	if !o.Sent {
		o.Sent, x.changed = true, true
	}
	var do []graph.Assign
	for _, l := range x.Leaves(v.Type()) {
		from := x.Value(v, l.Path)
		x.Grow(x.sentCell(o, l.Path, l.Type), from.Set)
		if hands(o) {
			to := x.slot(o, l.Path, l.Type)
			x.Use(to)
			x.Grow(to, from.Set)
			do = append(do, graph.Assign{To: to, V: from})
		}
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
	o := a.Obj
	known := !o.Many() && !o.External && !o.Ticking && o.Capacity() >= 0 // when it is closed
	x.fires(a, &r)
	for _, l := range leaves {
		to := x.Register(v, prefix+l.Path)
		zero := graph.Constant(x.zero(l.Type))
		s := x.sentCell(o, l.Path, l.Type).Set
		r.never = r.never || len(s) == 0 && Followed(a) && !o.Sent && !o.Ticking && !x.closable(o)
		from := graph.Val{Set: s}
		if hands(o) {
			first := x.slot(o, l.Path, l.Type)
			x.Use(first)
			from = graph.At(first)
		}
		switch {
		case !x.closable(o):
		case hands(o) || known && len(s) > 0:
			r.closed = append(r.closed, graph.Assign{To: to, V: zero})
			x.Grow(to, zero.Set)
		default:
			s = x.Union(s, zero.Set)
			from = graph.Val{Set: s}
		}
		x.Grow(to, s)
		r.do = append(r.do, graph.Assign{To: to, V: from})
	}
	return r
}
