// This file defines predeclared functions.

package extract

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/parser/golang/code"
	"github.com/ijit/ijit/parser/golang/graph"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

// closes closes a channel.
func (x *Extractor) closes(v graph.Val, pos token.Pos) {
	for _, a := range v.Set {
		if a.Kind == graph.Ptr && !a.Obj.Closed {
			a.Obj.Closed, x.changed = true, true
		}
	}
	x.Operate(skeleton.Close, skeleton.Chan, v, pos, nil)
}

// builtin executes a call of a predeclared function.
func (x *Extractor) builtin(b *ssa.Builtin, i *ssa.Call, c *ssa.CallCommon, pos token.Pos) {
	switch b.Name() {
	case "close":
		x.closes(x.Value(c.Args[0], ""), pos)
		return
	case "delete":
		x.deletes(c, pos)
		return
	case "append":
		if i != nil {
			x.appends(i)
		}
		return
	case "len":
		if i != nil && x.lenOf(i, x.Value(c.Args[0], "")) {
			return
		}
	case "cap":
		if i != nil {
			v := x.Value(c.Args[0], "")
			if a := v.One(); a != nil && a.Kind == graph.Ptr && a.Obj.What == "chan" && len(a.Obj.Cap.Set) > 0 {
				x.Set(i, "", graph.Val{Set: a.Obj.Cap.Set})
				return
			}
		}
	case "copy":
		if a := x.Value(c.Args[0], "").One(); a != nil && a.Kind == graph.Slice {
			x.copies(a, x.Value(c.Args[1], ""), c, pos)
		}
	case "min", "max":
		if i != nil && len(c.Args) == 2 && code.IsInt(i.Type()) {
			p, q := x.Value(c.Args[0], "").One(), x.Value(c.Args[1], "").One()
			if p != nil && q != nil && p.Kind == graph.Int && q.Kind == graph.Int {
				if (p.N < q.N) == (b.Name() == "min") {
					q = p
				}
				x.Set(i, "", graph.Constant(q))
				return
			}
		}
	case "recover":
		if i != nil {
			x.Set(i, "", x.recovers())
			return
		}
	case "ssa:wrapnilchk":
		if i != nil {
			x.copyParts(i, c.Args[0], "")
			return
		}
	}
	if i != nil {
		if n := b.Name(); (n == "len" || n == "cap") && len(c.Args) == 1 {
			what := n + "(" + x.registerName(c.Args[0]) + ")"
			at := pos
			if !at.IsValid() {
				at = c.Args[0].Pos()
			}
			src := x.origin(locKey{frame: x.fr, iter: x.it, value: i}, what, at)
			x.Set(i, "", graph.Val{Set: x.unknown(i.Type(), src)})
			return
		}
		x.anything(i)
	}
}

// lenOf gives a call of len the number of elements if that is known.
func (x *Extractor) lenOf(i *ssa.Call, v graph.Val) bool {
	var s graph.Set
	for _, a := range v.Set {
		switch {
		case a.Kind == graph.Slice && a.N >= 0:
			s = s.With(x.Int(a.N))
		case a.Kind == graph.Nil:
			s = s.With(x.Int(0))
		case a.Kind == graph.Str:
			s = s.With(x.Int(int64(len(a.S))))
		default:
			return false
		}
	}
	x.Set(i, "", v.Mapped(func(a *graph.Atom) *graph.Atom {
		switch a.Kind {
		case graph.Slice:
			return x.Int(a.N)
		case graph.Str:
			return x.Int(int64(len(a.S)))
		}
		return x.Int(0)
	}))
	return len(s) > 0 || len(v.Set) == 0
}

// copies executes copy: the elements may be any of the others'.
func (x *Extractor) copies(to *graph.Atom, from graph.Val, c *ssa.CallCommon, pos token.Pos) {
	t, ok := c.Args[0].Type().Underlying().(*types.Slice)
	if !ok {
		return
	}
	for _, l := range x.Leaves(t.Elem()) {
		for _, a := range from.Set {
			if a.Kind != graph.Slice {
				continue
			}
			for _, src := range x.Cells(a.Obj, a.Path+code.AnyElement+l.Path, l.Type) {
				x.storeCell(x.Ptr(to.Obj, to.Path+code.AnyElement), l, graph.Val{Set: src.Set}, pos)
			}
		}
	}
}
