// This file defines append and copy.

package extract

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
)

// appends executes append(s, more...): for each length of the result there is an array, to which the elements are
// copied, unless it is known that there is room behind s. Arrays that a loop makes, and long ones, are one array of
// which the elements are not told apart, to which all that is appended is added.
func (x *Extractor) appends(i *ssa.Call) {
	t, ok := i.Type().Underlying().(*types.Slice)
	if !ok || len(i.Call.Args) < 2 {
		x.anything(i)
		return
	}
	first, more := x.Value(i.Call.Args[0], ""), x.Value(i.Call.Args[1], "")
	own := true // all arrays are made here
	now := first.Mapped(func(a *graph.Atom) *graph.Atom {
		k := x.madeBy(a.Obj, i)
		switch {
		case k != nil && x.madeLater(k):
			return nil
		}
		own = own && (a.Kind == graph.Nil || k != nil)
		return a
	})
	cases := 0
	for _, a := range first.Set {
		if !own || now.Set.Has(a) {
			cases += len(more.When(first, a).Set)
		}
	}
	first = now
	cut := x.cutsOut(i)
	if cut != nil {
		cases = 0
	}
	rough := x.roughly(i, cases)
	most := int64(maxLength)
	if len(more.Set) == 1 && (own || len(first.Set) == 1) {
		most = code.MaxArray
	}
	long := func() *graph.Object {
		for _, a := range first.Set {
			if a.Kind == graph.Slice && a.Low < 0 && a.Obj.Blurred {
				return a.Obj
			}
		}
		return x.arrayOf(i, t, "long array")
	}
	inPlace := func(a, b *graph.Atom) bool {
		p, q := lengthOf(a), lengthOf(b)
		return a.Room > 0 && p >= 0 && q >= 0 && q <= a.Room && a.Low >= 0 && a.Low+p+q <= code.MaxArray && !a.Obj.Blurred && !rough
	}
	fits := func(a, b *graph.Atom) bool {
		p, q := lengthOf(a), lengthOf(b)
		return inPlace(a, b) || p >= 0 && q >= 0 && p+q <= most && !x.looping() && !rough
	}
	join := func(a, b *graph.Atom) *graph.Atom {
		p, q := lengthOf(a), lengthOf(b)
		if q == 0 {
			return a
		}
		if inPlace(a, b) {
			k := a.AtomKey
			k.Low, k.N = k.Low+p, q
			part, again := i.Call.Args[0].(*ssa.Slice)
			x.beginning = !again || ofLiteral(part) // else elements that were in use may be overwritten
			x.AssignAll(x.elementsOver(x.Atom(k), t, b, i.Pos()))
			x.beginning = false
			k.Low, k.N, k.Room = k.Low-p, p+q, k.Room-q
			return x.Atom(k)
		}
		x.writesRoom(a, t, i.Pos())
		if fits(a, b) {
			o := x.arrayOf(i, t, "array "+strconv.FormatInt(p+q, 10))
			x.AssignAll(append(x.elementsCopied(o, t, a, 0, i.Pos()), x.elementsCopied(o, t, b, p, i.Pos())...))
			return x.Atom(graph.AtomKey{Kind: graph.Slice, Obj: o, N: p + q, Room: graph.Behind})
		}
		o := a.Obj
		if a.Kind != graph.Slice || a.Low >= 0 || !a.Obj.Blurred {
			o = long()
			x.elementsCopied(o, t, a, -1, i.Pos())
		}
		x.elementsCopied(o, t, b, -1, i.Pos())
		n := p + q
		if p < 0 || q < 0 || n > maxLength {
			n = atLeast(least(p) + least(q))
		}
		return x.Atom(graph.AtomKey{Kind: graph.Slice, Obj: o, N: n, Low: -1, Room: graph.Behind})
	}
	shared := sharedArray(i)
	// either says whether it matters for what follows whether there is room.
	either := func(a, b *graph.Atom) bool {
		return shared && a.Kind == graph.Slice && a.Room != 0 && lengthOf(b) != 0 && !inPlace(a, b)
	}
	exact := slices.ContainsFunc(first.Set, func(a *graph.Atom) bool {
		return slices.ContainsFunc(more.When(first, a).Set, func(b *graph.Atom) bool { return fits(a, b) })
	})
	matters := slices.ContainsFunc(first.Set, func(a *graph.Atom) bool {
		return slices.ContainsFunc(more.Set, func(b *graph.Atom) bool { return either(a, b) })
	})
	if b := more.One(); b != nil && !matters && (!exact && !x.options.Races || len(first.Set) == 1) {
		x.Set(i, "", first.Mapped(func(a *graph.Atom) *graph.Atom { return join(a, b) }))
		return
	}
	to := x.Register(i, "")
	x.Set(i, "", graph.At(to))
	is := func(a *graph.Atom) {
		x.Grow(to, graph.Single(a))
		x.Assign(graph.Assign{To: to, V: graph.Constant(a)})
	}
	joined := func(a, b *graph.Atom) {
		if !either(a, b) {
			is(join(a, b))
			return
		}
		x.Branch(graph.Either{}, func() { is(join(a, b)) }, func() { is(x.appendedBehind(a, b, t, i.Pos())) })
	}
	if cut != nil {
		cut(joined)
		return
	}
	x.Split(first, func(a *graph.Atom) {
		x.Split(more.When(first, a), func(b *graph.Atom) { joined(a, b) })
	})
}

// sharedArray reports whether the array that is appended to may be reached behind the append by another slice than its
// result. Then what is appended, or written to the result, can be seen there if there was room.
func sharedArray(i *ssa.Call) bool {
	list := []ssa.Value{i.Call.Args[0]}
	for k := 0; k < len(list); k++ {
		add := func(v ssa.Value) {
			if !slices.Contains(list, v) && v != ssa.Value(i) {
				list = append(list, v)
			}
		}
		switch v := list[k].(type) {
		case *ssa.Const, *ssa.MakeSlice:
		case *ssa.Phi:
			for _, e := range v.Edges {
				add(e)
			}
		case *ssa.UnOp:
			if !storedBack(i, v) {
				return true
			}
		case *ssa.Call:
			if f, ok := v.Call.Value.(*ssa.Builtin); !ok || f.Name() != "append" {
				return true
			}
		case *ssa.Slice:
			if !ofLiteral(v) {
				return true
			}
		default:
			return true
		}
		if liveBehind(i, list[k]) {
			return true
		}
		if list[k].Referrers() == nil {
			continue
		}
		for _, r := range *list[k].Referrers() {
			switch r := r.(type) {
			case *ssa.DebugRef, *ssa.BinOp, *ssa.Return:
			case *ssa.IndexAddr:
				if keptBehind(i, r) {
					return true
				}
			case *ssa.Phi:
				add(r)
			case *ssa.Store:
				if load, ok := i.Call.Args[0].(*ssa.UnOp); !ok || !samePlace(load.X, r.Addr) {
					return true
				}
			case *ssa.Call:
				if f, ok := r.Call.Value.(*ssa.Builtin); !ok || f.Name() == "append" && r != i {
					return true
				}
			default:
				return true
			}
		}
	}
	return false
}

// keptBehind reports whether the address of an element may be used behind an append.
func keptBehind(i *ssa.Call, at ssa.Value) bool {
	return liveBehind(i, at) || slices.ContainsFunc(*at.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
			return false
		case *ssa.Store:
			return r.Val == at
		case *ssa.FieldAddr:
			return keptBehind(i, r)
		}
		return true
	})
}

// ofLiteral reports whether a slice is all that leads to its array: that of a literal, or of make.
func ofLiteral(s *ssa.Slice) bool {
	a, ok := s.X.(*ssa.Alloc)
	return ok && (a.Comment == "slicelit" || a.Comment == "varargs" || a.Comment == "makeslice")
}

// storedBack reports whether the result of an append is stored where the slice was loaded from, right behind it.
func storedBack(i *ssa.Call, load *ssa.UnOp) bool {
	list := i.Block().Instrs
	list = list[slices.Index(list, ssa.Instruction(i))+1:]
	next := slices.IndexFunc(list, func(n ssa.Instruction) bool {
		_, address := n.(*ssa.FieldAddr)
		return !address
	})
	s, ok := list[next].(*ssa.Store)
	return ok && s.Val == ssa.Value(i) && samePlace(s.Addr, load.X)
}

// appendedBehind returns a slice of which some elements were appended in the room behind it.
func (x *Extractor) appendedBehind(a, b *graph.Atom, t *types.Slice, pos token.Pos) *graph.Atom {
	p, q := lengthOf(a), lengthOf(b)
	k := a.AtomKey
	if p >= 0 && q >= 0 && a.Low >= 0 && a.Low+p+q <= code.MaxArray && !a.Obj.Blurred {
		k.Low, k.N = k.Low+p, q
		x.AssignAll(x.elementsOver(x.Atom(k), t, b, pos))
		k.Low, k.N = k.Low-p, p+q
	} else {
		k.Low, k.N = -1, -1
		x.AssignAll(x.elementsOver(x.Atom(k), t, b, pos))
		if k.N = p + q; p < 0 || q < 0 || k.N > maxLength {
			k.N = atLeast(least(p) + least(q))
		}
	}
	k.Room = graph.Within
	return x.Atom(k)
}

// madeLater reports whether an object that the instruction at the current point makes is made in this iteration or in
// one that comes later. A variable may hold it then, since its values do not say when they are stored, but not yet.
func (x *Extractor) madeLater(k *objKey) bool {
	return !x.looping() && !x.fr.body.Many && !earlier(k.iter, x.it)
}

// earlier reports whether an iteration is over when another one begins.
func earlier(it, of *iter) bool {
	if it == nil || of == nil || it == of {
		return false
	}
	return it.outer == of.outer && it.loop == of.loop && it.n < of.n || earlier(it.outer, of.outer)
}

// madeBy returns the key of an object, if it is made by the instruction in the current frame.
func (x *Extractor) madeBy(o *graph.Object, i ssa.Instruction) *objKey {
	if o == nil {
		return nil
	}
	if k, ok := o.Key.(objKey); ok && k.instr == i && k.frame == x.fr {
		return &k
	}
	return nil
}

// cutsOut returns what calls f for the two parts of a slice in each case of append(s[:i], s[j:]...); nil if it is not
// that, or there is but one case for s, or many. The parts as such would not say that they are of the same slice.
func (x *Extractor) cutsOut(i *ssa.Call) func(f func(a, b *graph.Atom)) {
	before, ok1 := i.Call.Args[0].(*ssa.Slice)
	behind, ok2 := i.Call.Args[1].(*ssa.Slice)
	if !ok1 || !ok2 || before.X != behind.X || before.Low != nil || before.High == nil || before.Max != nil || behind.Low == nil || behind.High != nil {
		return nil
	}
	all, end, begin := x.Value(before.X, ""), x.Value(before.High, ""), x.Value(behind.Low, "")
	if len(all.Set) == 1 || len(all.Set) > maxLength+2 { // nil, too
		return nil
	}
	return func(f func(a, b *graph.Atom)) {
		x.Split(all, func(s *graph.Atom) {
			x.Split(end.When(all, s), func(n *graph.Atom) {
				x.Split(begin.When(end, n), func(from *graph.Atom) {
					as, bs := x.sliced(before, s, x.Int(0), n, false), x.sliced(behind, s, from, nil, false)
					if len(as) == 0 || len(bs) == 0 {
						x.crash(i.Pos(), outOfRange)
						return
					}
					x.Split(graph.Val{Set: as}, func(a *graph.Atom) {
						x.Split(graph.Val{Set: bs}, func(b *graph.Atom) { f(a, b) })
					})
				})
			})
		})
	}
}

// isCut reports whether a slice is only a part of what an append puts together again.
func (x *Extractor) isCut(i *ssa.Slice) bool {
	list := *i.Referrers()
	if len(list) != 1 {
		return false
	}
	call, ok := list[0].(*ssa.Call)
	if !ok {
		return false
	}
	f, ok := call.Call.Value.(*ssa.Builtin)
	return ok && f.Name() == "append" && x.cutsOut(call) != nil
}

// copies executes copy.
func (x *Extractor) copies(c *ssa.CallCommon, pos token.Pos) {
	t, ok := c.Args[0].Type().Underlying().(*types.Slice)
	if !ok {
		return
	}
	into, other := x.Value(c.Args[0], ""), x.Value(c.Args[1], "")
	if len(into.Set) == 0 || len(other.Set) == 0 {
		return
	}
	x.Split(into, func(to *graph.Atom) {
		x.Split(other, func(from *graph.Atom) {
			if to.Kind != graph.Slice || from.Kind == graph.Nil {
				return
			}
			x.AssignAll(x.elementsOver(to, t, from, pos))
		})
	})
}

// writesRoom notes that append may write behind a slice, if it is not known that there is no room, nor how much.
func (x *Extractor) writesRoom(a *graph.Atom, t *types.Slice, pos token.Pos) {
	switch {
	case a.Kind != graph.Slice || a.Room == 0:
	case a.Room == graph.Behind:
		c := x.Cell(a.Obj, a.Path+".behind", types.Typ[types.Bool])
		c.Name = "the array behind " + a.Obj.Name
		x.access(c, true, pos)
	default:
		for _, l := range x.Leaves(t.Elem()) {
			path := a.Path + code.AnyElement + l.Path
			if a.Obj.Blurred {
				x.Cell(a.Obj, path, l.Type)
			}
			for _, c := range x.byObject(a.Obj) {
				if code.Blurred(c.Path) == code.Blurred(path) {
					x.access(c, true, pos)
				}
			}
		}
	}
}

// arrayOf returns an array that an append makes.
func (x *Extractor) arrayOf(i *ssa.Call, t *types.Slice, what string) *graph.Object {
	o := x.Object(i, what, t)
	if o.Name == "" {
		o.Name = x.NameAt(i.Pos(), "slice")
		o.Begun = func(string) bool { return true }
		o.Blurred = what == "long array"
	}
	return o
}

// elementsCopied returns the assignments by which the elements of a slice are copied to a new array from an index on,
// -1 if that is not known.
func (x *Extractor) elementsCopied(o *graph.Object, t *types.Slice, a *graph.Atom, start int64, pos token.Pos) (do []graph.Assign) {
	for _, l := range x.Leaves(t.Elem()) {
		put := func(k int64, from graph.Val) {
			to := code.AnyElement + l.Path
			if start >= 0 {
				to = code.Element(int(start+k)) + l.Path
			}
			do = append(do, x.put(o, to, l.Type, from)...)
		}
		switch {
		case a.Kind == graph.Nil:
		case a.Kind != graph.Slice:
			for k := range max(1, lengthOf(a)) {
				put(k, graph.Val{Set: x.unknown(l.Type, nil)})
			}
		case a.N < 0:
			put(0, x.readElement(a, -1, l, pos))
		default:
			for k := range a.N {
				put(k, x.readElement(a, k, l, pos))
			}
		}
	}
	return do
}

// elementsOver returns the assignments by which the elements of a slice are written over those of another one.
func (x *Extractor) elementsOver(to *graph.Atom, t *types.Slice, from *graph.Atom, pos token.Pos) (do []graph.Assign) {
	for _, l := range x.Leaves(t.Elem()) {
		put := func(path string, v graph.Val) {
			if as, ok := x.storeCell(x.Ptr(to.Obj, path), l, v, pos, nil); ok {
				do = append(do, as)
			}
		}
		switch {
		case from.Kind != graph.Slice:
			put(to.Path+code.AnyElement, graph.Val{Set: x.unknown(l.Type, nil)})
		case to.N < 0 || from.N < 0 || min(to.N, from.N) > code.MaxArray:
			put(to.Path+code.AnyElement, graph.Val{Set: x.readElement(from, -1, l, pos).Set})
		default:
			for k := range min(to.N, from.N) {
				put(to.ElementPath(k), x.readElement(from, k, l, pos))
			}
		}
	}
	return do
}
