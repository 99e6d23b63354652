// This file defines how far counters count.

package extract

import (
	"go/token"
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
)

// A counter that n instructions increment, each of them executed at most once, is at most n above what is stored in
// it otherwise. Without that, the values of a cell, which do not say when they are stored, would never end. A slice
// to which elements are appended is counted by its length.

// Count grows a cell that an instruction (by, in the current frame) counts up or down, and returns the values that it
// can have then: those of a value that are within the bounds.
func (x *Extractor) Count(c *graph.Loc, by any, delta int64, v graph.Val) graph.Val {
	if c.Any || x.looping() || x.fr.body.Many {
		x.Grow(c, v.Set)
		return v
	}
	k := step{activation(x.fr), x.it, by}
	if c.Steps == nil {
		c.Steps = map[any]int64{}
	}
	if c.Steps[k] != delta {
		c.Steps[k], x.changed = delta, true
	}
	if least, most, ok := bounds(c); ok {
		if slices.ContainsFunc(v.Set, func(a *graph.Atom) bool {
			n, ok := size(a)
			return ok && (delta > 0 && n < least || delta < 0 && n > most) // it wraps around
		}) {
			x.Grow(c, v.Set)
			return v
		}
		v = v.Mapped(func(a *graph.Atom) *graph.Atom {
			if n, ok := size(a); ok && (n < least || n > most) {
				return nil
			}
			return a
		})
	}
	x.grow(c, v.Set)
	return v
}

// A step is an instruction that counts. One of a deferred function is the same behind a return, a panic and
// runtime.Goexit: one of these executes it.
type step struct {
	in   any // activation
	iter *iter
	by   any
}

type deferredIn struct {
	in    any // activation of the function that defers it
	instr ssa.Instruction
	iter  *iter
	fn    *ssa.Function
}

// activation returns what tells a frame apart from those of other calls in the same goroutine.
func activation(fr *frame) any {
	if fr.parent == nil {
		return fr
	}
	in := activation(fr.parent)
	if d, ok := fr.what.(deferKey); ok {
		if exit, ok := d.cause.(exitKey); ok {
			in = activation(exit.fr)
		}
		return deferredIn{in, d.instr, d.iter, fr.fn}
	}
	if in == any(fr.parent) {
		return fr
	}
	type call struct {
		in   any
		what frameKey
	}
	k := fr.frameKey
	k.parent = nil
	return call{in, k}
}

// otherwise takes in what is stored in a cell other than by counting.
func (x *Extractor) otherwise(c *graph.Loc, s graph.Set) {
	if c.Obj == nil {
		return
	}
	if n := len(c.Stored); n == 0 || !c.Stored.Includes(s) {
		c.Stored = c.Stored.Join(s)
		x.changed = x.changed || len(c.Stored) != n
	}
}

// bounds returns the least and the most value of a counter.
func bounds(c *graph.Loc) (least, most int64, ok bool) {
	stored := c.Stored
	if c.Zero != nil {
		stored = stored.With(c.Zero)
	}
	for k, a := range stored {
		n, ok := size(a)
		if !ok {
			return 0, 0, false
		}
		if k == 0 {
			least, most = n, n
		}
		least, most = min(least, n), max(most, n)
	}
	for _, n := range c.Steps {
		least, most = least+min(n, 0), most+max(n, 0)
	}
	return least, most, len(stored) > 0
}

// size returns an integer, or the length of a slice.
func size(a *graph.Atom) (n int64, ok bool) {
	return a.N, a.Kind == graph.Int || a.Kind == graph.Nil || a.Kind == graph.Slice && a.N >= 0
}

// counts returns by how much the value that a store stores is more than what is there, if that is what it does. The
// pointer is p, which is an address in this case.
func (x *Extractor) counts(p graph.Val, addr *graph.Atom, v ssa.Value) (delta int64, ok bool) {
	loads := func(v ssa.Value) bool {
		load, ok := v.(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			return false
		}
		from := x.NonNil(x.Value(load.X, ""))
		return from.One() == addr || from.From != nil && from.From == p.From && maps.Equal(from.View, p.View)
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		if v.Op != token.ADD && v.Op != token.SUB || !code.IsInt(v.Type()) || !loads(v.X) {
			return 0, false
		}
		by := x.Value(v.Y, "").One()
		if by == nil || by.Kind != graph.Int || by.N > 1<<31 || by.N < -1<<31 {
			return 0, false
		}
		if v.Op == token.SUB {
			return -by.N, true
		}
		return by.N, true
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); !ok || b.Name() != "append" || len(v.Call.Args) < 2 || !loads(v.Call.Args[0]) {
			return 0, false
		}
		for _, a := range x.Value(v.Call.Args[1], "").Set {
			n := lengthOf(a)
			if n < 0 {
				return 0, false
			}
			delta = max(delta, n)
		}
		return delta, true
	}
	return 0, false
}
