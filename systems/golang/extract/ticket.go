// This file defines elements of which each goroutine has its own, by an index that a counter gives out.

package extract

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
)

// ticket returns which counter has given out the index of the element that an address leads to, and what was added; the
// zero value if that is not known. A counter that only grows gives each number to one goroutine, so two goroutines
// that have the same ticket access different elements.
func (x *Extractor) ticket(fr *frame, it *iter, v ssa.Value) graph.Ticket {
	switch v := v.(type) {
	case *ssa.FieldAddr:
		return x.ticket(fr, it, v.X)
	case *ssa.IndexAddr:
		if t := x.number(fr, it, v.Index, map[ssa.Value]bool{}); t.Counter != nil {
			return t
		}
		return x.ticket(fr, it, v.X)
	case *ssa.Parameter:
		if arg := fr.argument(v); arg != nil {
			return x.ticket(fr.parent, fr.iter, arg)
		}
	}
	return graph.Ticket{}
}

// narrow reports whether numbers that differ may be equal in a type of integers.
func narrow(t types.Type) bool {
	switch t.Underlying().(*types.Basic).Kind() {
	case types.Int8, types.Uint8, types.Int16, types.Uint16:
		return true
	}
	return false
}

// number returns which counter has given out a number.
func (x *Extractor) number(fr *frame, it *iter, v ssa.Value, seen map[ssa.Value]bool) (t graph.Ticket) {
	switch v := v.(type) {
	case *ssa.Convert:
		if code.IsInt(v.X.Type()) && code.IsInt(v.Type()) && !narrow(v.Type()) {
			return x.number(fr, it, v.X, seen)
		}
	case *ssa.ChangeType:
		return x.number(fr, it, v.X, seen)
	case *ssa.BinOp:
		by, ok := v.Y.(*ssa.Const)
		if ok && by.Value != nil && (v.Op == token.ADD || v.Op == token.SUB) && code.IsInt(v.Type()) {
			if t = x.number(fr, it, v.X, seen); t.Counter != nil {
				n, _ := constant.Int64Val(constant.ToInt(by.Value))
				if v.Op == token.SUB {
					n = -n
				}
				t.Plus += n
			}
		}
	case *ssa.Phi:
		if seen[v] {
			return t
		}
		seen[v] = true
		for i, e := range v.Edges {
			u := x.number(fr, it, e, seen)
			if u.Counter == nil || i > 0 && u != t {
				return graph.Ticket{}
			}
			t = u
		}
	case *ssa.Parameter:
		if arg := fr.argument(v); arg != nil {
			return x.number(fr.parent, fr.iter, arg, seen)
		}
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		switch {
		case fn == nil || seen[v]:
		case fn.Pkg != nil && fn.Pkg.Pkg.Path() == "sync/atomic" && strings.HasPrefix(fn.Name(), "Add"):
			a := x.valueAt(fr, it, v.Call.Args[0], "").One()
			if a != nil && Followed(a) {
				t.Counter = x.Cell(a.Obj, a.Path, code.Deref(v.Call.Args[0].Type()))
			}
		default:
			seen[v] = true
			inner := x.frames[frameKey{parent: fr, iter: x.within(it, v.Block()), instr: v, fn: fn}]
			if inner == nil || inner.info.Returns != 1 || fn.Recover != nil {
				return t
			}
			for _, b := range fn.Blocks {
				if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(r.Results) == 1 {
					t = x.number(inner, nil, r.Results[0], seen)
				}
			}
		}
	}
	return t
}
