// This file defines predeclared functions.

package golang

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

// builtin executes a call of a predeclared function.
func (x *extractor) builtin(b *ssa.Builtin, i *ssa.Call, c *ssa.CallCommon, pos token.Pos) {
	switch b.Name() {
	case "close":
		for _, a := range x.value(c.Args[0], "").set {
			if a.kind == aPtr && !a.obj.closed {
				a.obj.closed, x.changed = true, true
			}
		}
		x.operate(skeleton.Close, skeleton.Chan, x.value(c.Args[0], ""), pos, nil)
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
		if i != nil && x.lenOf(i, x.value(c.Args[0], "")) {
			return
		}
	case "cap":
		if i != nil {
			v := x.value(c.Args[0], "")
			if a := v.one(); a != nil && a.kind == aPtr && a.obj.what == "chan" && len(a.obj.chanCap.set) > 0 {
				x.set(i, "", val{set: a.obj.chanCap.set})
				return
			}
		}
	case "copy":
		if a := x.value(c.Args[0], "").one(); a != nil && a.kind == aSlice {
			x.copies(a, x.value(c.Args[1], ""), c, pos)
		}
	case "min", "max":
		if i != nil && len(c.Args) == 2 && isInt(i.Type()) {
			p, q := x.value(c.Args[0], "").one(), x.value(c.Args[1], "").one()
			if p != nil && q != nil && p.kind == aInt && q.kind == aInt {
				if (p.n < q.n) == (b.Name() == "min") {
					q = p
				}
				x.set(i, "", constantVal(q))
				return
			}
		}
	case "recover":
		if i != nil {
			x.set(i, "", x.recovers())
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
			src := x.origin(locKey{frame: x.fr, iter: x.it, value: i}, what, at, x.fr.fn)
			x.set(i, "", val{set: x.unknown(i.Type(), src)})
			return
		}
		x.anything(i)
	}
}

// lenOf gives a call of len the number of elements if that is known.
func (x *extractor) lenOf(i *ssa.Call, v val) bool {
	var s set
	for _, a := range v.set {
		switch {
		case a.kind == aSlice && a.n >= 0:
			s = s.with(x.int(a.n))
		case a.kind == aNil:
			s = s.with(x.int(0))
		case a.kind == aStr:
			s = s.with(x.int(int64(len(a.s))))
		default:
			return false
		}
	}
	x.set(i, "", v.mapped(func(a *atom) *atom {
		switch a.kind {
		case aSlice:
			return x.int(a.n)
		case aStr:
			return x.int(int64(len(a.s)))
		}
		return x.int(0)
	}))
	return len(s) > 0 || len(v.set) == 0
}

// copies executes copy: the elements may be any of the others'.
func (x *extractor) copies(to *atom, from val, c *ssa.CallCommon, pos token.Pos) {
	t, ok := c.Args[0].Type().Underlying().(*types.Slice)
	if !ok {
		return
	}
	for _, l := range x.leaves(t.Elem()) {
		for _, a := range from.set {
			if a.kind != aSlice {
				continue
			}
			for _, src := range x.cells(a.obj, a.path+anyElement+l.path, l.typ) {
				x.storeCell(x.ptr(to.obj, to.path+anyElement), l, val{set: src.set}, pos)
			}
		}
	}
}
