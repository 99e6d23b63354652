// This file defines which slices have the tracked one of many objects as an element, and loops that come to it once.

package extract

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
)

// A loop that begins with nil and appends to what it has in each iteration, for p := nil; ..; p = append(p, v), never
// stores to an element again. If nobody else does either, then an element that a slice has remains what it is: the
// array is gathered, and its slices say whether the tracked one of many objects is there. So a loop over the indices of
// such a slice comes to it once. If an element of a gathered array is found to be stored otherwise, the array is altered.

// A gathering is an append of such a loop.
type gathering struct {
	head  *ssa.BasicBlock
	value ssa.Value // that is appended
}

// gatheringOf returns what a call of append gathers; nil if it is not known to be the only one that appends to a slice.
func gatheringOf(i *ssa.Call) *gathering {
	phi, ok := i.Call.Args[0].(*ssa.Phi)
	v := single(i.Call.Args[1])
	if !ok || v == nil || within(i.Block().Succs, i.Block(), phi.Block()) {
		return nil
	}
	head := phi.Block()
	after := func(b *ssa.BasicBlock) bool { return b == i.Block() || within(i.Block().Succs, b, head) }
	before := func(b *ssa.BasicBlock) bool { return b == i.Block() || within(b.Succs, i.Block(), head) }
	seen := map[ssa.Value]bool{phi: true}
	// keeps reports whether a value that comes from a block is nil, what the append has made, or what there was if it
	// has not been executed. The value is the one of the phi where at is the head.
	var keeps func(v ssa.Value, from, at *ssa.BasicBlock) bool
	keeps = func(v ssa.Value, from, at *ssa.BasicBlock) bool {
		if v == i {
			return true
		}
		if c, ok := v.(*ssa.Const); ok {
			return c.Value == nil
		}
		q, ok := v.(*ssa.Phi)
		switch {
		case !ok:
			return false
		case q == phi:
			return !after(from) && (at == head || !before(at))
		case seen[q]:
			return true
		}
		seen[q] = true
		for k, e := range q.Edges {
			if !head.Dominates(q.Block()) || !keeps(e, q.Block().Preds[k], q.Block()) {
				return false
			}
		}
		return true
	}
	for k, e := range phi.Edges {
		if !keeps(e, head.Preds[k], head) {
			return nil
		}
	}
	return &gathering{head, v}
}

// within reports whether a way leads from one of some blocks to another one, not by way of a third.
func within(from []*ssa.BasicBlock, to, without *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	todo := slices.Clone(from)
	for len(todo) > 0 {
		b := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[b] || b == without {
			continue
		}
		if b == to {
			return true
		}
		seen[b] = true
		todo = append(todo, b.Succs...)
	}
	return false
}

// single returns the only one of the values that a call lists for a variadic parameter.
func single(list ssa.Value) ssa.Value {
	s, ok := list.(*ssa.Slice)
	if !ok || s.Low != nil || s.High != nil {
		return nil
	}
	a, ok := s.X.(*ssa.Alloc)
	if !ok || a.Comment != "varargs" {
		return nil
	}
	var v ssa.Value
	for _, r := range *a.Referrers() {
		e, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, r := range *e.Referrers() {
			store, ok := r.(*ssa.Store)
			if !ok || v != nil {
				return nil
			}
			v = store.Val
		}
	}
	return v
}

// gather executes append(s, v) where it gathers pointers to one of many objects, and reports whether it does.
func (x *Extractor) gather(i *ssa.Call, t *types.Slice, first, more graph.Val) bool {
	for _, a := range first.Set {
		if k := x.madeBy(a.Obj, i); x.gathered[a.Obj] && (k == nil || k.iter != x.it) {
			x.alter(a.Obj)
		}
	}
	if !x.options.AnyNumber || !x.looping() {
		return false
	}
	g, known := x.gathers[i]
	if !known {
		g = gatheringOf(i)
		x.gathers[i] = g
	}
	leaves := x.Leaves(t.Elem())
	if g == nil || len(leaves) != 1 || leaves[0].Path != "" || len(more.Set) == 0 {
		return false
	}
	for it := x.it; it != nil; it = it.outer {
		if it.loop.Head == g.head {
			return false
		}
	}
	v := x.Value(g.value, "")
	tracked := trackedIn(v)
	if tracked == nil {
		return false
	}
	o := x.arrayOf(i, t, "long array")
	if x.altered[o.Key.(objKey)] || slices.ContainsFunc(first.Set, func(a *graph.Atom) bool {
		return a.Kind != graph.Nil && (a.Kind != graph.Slice || a.Obj != o || a.Path != "" || a.Low >= 0)
	}) {
		return false
	}
	if !x.gathered[o] {
		x.gathered[o], x.changed = true, true
	}
	for _, a := range first.Set {
		x.writesRoom(a, t, i.Pos())
	}
	x.gathering = true
	for _, b := range more.Set {
		x.elementsCopied(o, t, b, -1, i.Pos())
	}
	x.gathering = false
	to := x.Register(i, "")
	add := func(it bool) func() {
		return func() {
			all := first.Mapped(func(a *graph.Atom) *graph.Atom {
				k := graph.AtomKey{Kind: graph.Slice, Obj: o, N: atLeast(1), Low: -1, Room: graph.Behind}
				if a.Kind == graph.Nil || a.About == tracked && !(a.Holds && it) {
					k.About, k.Holds = tracked, a.Holds || it
				}
				return x.Atom(k)
			})
			x.Grow(to, all.Set)
			x.Assign(graph.Assign{To: to, V: all})
		}
	}
	x.Branch(v.Among(graph.Single(x.Ptr(tracked, ""))), add(true), add(false))
	x.Set(i, "", graph.At(to))
	return true
}

// trackedIn returns the only tracked object that a pointer may lead to; nil if it may lead elsewhere than to objects that
// are known.
func trackedIn(v graph.Val) (o *graph.Object) {
	if v.From == nil && len(v.Set) > 1 {
		return nil
	}
	for _, a := range v.Set {
		switch {
		case a.Kind == graph.Nil:
		case a.Kind != graph.Ptr || a.Path != "":
			return nil
		case a.Obj.Rest != nil && o != nil:
			return nil
		case a.Obj.Rest != nil:
			o = a.Obj
		}
	}
	return o
}

// alter notes that elements of a gathered array are not stored in order.
func (x *Extractor) alter(o *graph.Object) {
	x.altered[o.Key.(objKey)] = true
	panic(restart{})
}

// alters notes that a function of which nothing is known may store to the elements of slices that it gets.
func (x *Extractor) alters(c *Call) {
	for i := range c.Args {
		for _, a := range c.Arg(i, "").Set {
			for a.Kind == graph.Box {
				a = a.Elem
			}
			if a.Kind == graph.Slice && x.gathered[a.Obj] {
				x.alter(a.Obj)
			}
			if k, ok := x.snapshots[a.Obj]; ok {
				x.notAQueue(k)
			}
		}
	}
}

// A sweep is a loop over the indices of a slice of a gathered array.
type sweep struct {
	tracked *graph.Object
	slice   graph.Val
	all     graph.Set  // that the elements may be
	been    *graph.Loc // a register: the loop has come to the tracked one
	element *graph.Loc // the element of the current iteration
	yes, no *graph.Atom
}

// sweptBy returns the slice over whose indices a loop ranges, and the index, where a block is its head; nil if it is
// no such loop.
func sweptBy(l *code.Loop) (s, index ssa.Value) {
	b := l.Head
	test, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	if !ok || !l.Ends(b) {
		return nil, nil
	}
	less, ok := test.Cond.(*ssa.BinOp)
	if !ok {
		return nil, nil
	}
	bound, ok := less.Y.(*ssa.Call)
	if !ok {
		return nil, nil
	}
	f, ok := bound.Call.Value.(*ssa.Builtin)
	if !ok || f.Name() != "len" {
		return nil, nil
	}
	next := less.X.(*ssa.BinOp) // as Ends has found
	phi := next.X.(*ssa.Phi)
	if next.Y.(*ssa.Const).Int64() != 1 {
		return nil, nil
	}
	for k, e := range phi.Edges {
		if c, ok := e.(*ssa.Const); !l.Blocks[b.Preds[k]] && (!ok || c.Int64() != -1) {
			return nil, nil
		}
	}
	s = bound.Call.Args[0]
	if i, ok := s.(ssa.Instruction); ok && l.Blocks[i.Block()] {
		return nil, nil
	}
	return s, next
}

// rangesOpen returns the condition that a loop over the indices of a slice goes on, at the end of its head, if of its length
// no more is known than whether it is nil: then the index does not matter. It is nil if that is not so.
func (x *Extractor) rangesOpen() graph.Cond {
	around := x.fr.info.Around[x.blk]
	if !x.options.AnyNumber || len(around) == 0 || around[len(around)-1].Head != x.blk {
		return nil
	}
	v, _ := sweptBy(around[len(around)-1])
	if v == nil {
		return nil
	}
	s := x.Value(v, "")
	for _, a := range s.Set {
		if a.Kind != graph.Nil && !x.gathered[a.Obj] && lengthOf(a) != atLeast(0) {
			return nil
		}
	}
	return s.Is(func(a *graph.Atom) graph.Truth {
		if a.Kind == graph.Nil {
			return graph.No
		}
		return graph.Maybe
	})
}

// sweepAt returns the sweep whose loop has a block as its head; nil if there is none.
func (x *Extractor) sweepAt(fr *frame, b *ssa.BasicBlock, it *iter) *sweep {
	around := fr.info.Around[b]
	if !x.options.AnyNumber || len(x.gathered) == 0 || len(around) == 0 || around[len(around)-1].Head != b {
		return nil
	}
	l := around[len(around)-1]
	v, index := sweptBy(l)
	if v == nil {
		return nil
	}
	s := &sweep{slice: x.valueAt(fr, it, v, ""), yes: x.Bool(true), no: x.Bool(false)}
	var o *graph.Object
	for _, a := range s.slice.Set {
		switch {
		case a.Kind == graph.Nil:
			continue
		case a.Kind != graph.Slice || !x.gathered[a.Obj] || a.Path != "" || o != nil && a.Obj != o:
			return nil
		case a.About != nil:
			s.tracked = a.About
		}
		o = a.Obj
	}
	if s.tracked == nil {
		return nil
	}
	s.all = x.locs[locKey{obj: o, path: code.AnyElement}].Set
	outer := it
	if it != nil && it.loop == l {
		outer = it.outer
	}
	s.been = x.loc(locKey{frame: fr, iter: outer, value: index, extra: "been"})
	s.been.Name = "been at " + s.tracked.Name
	s.element = x.loc(locKey{frame: fr, iter: it, value: index, extra: "element"})
	s.element.Name = s.tracked.Name
	x.Grow(s.been, graph.Single(s.no).With(s.yes))
	x.Grow(s.element, s.all)
	return s
}

// holds returns the condition that the slice has the tracked one; open says that it is not known where that is not.
func (s *sweep) holds(open bool) graph.Cond {
	return s.slice.Is(func(a *graph.Atom) graph.Truth {
		return graph.TruthOf(a.Kind == graph.Slice && (a.Holds && !open || a.About == nil && open))
	})
}

// missed returns the condition that the loop has to come to the tracked one yet.
func (s *sweep) missed() graph.Cond {
	return graph.And(s.holds(false), graph.Is{Loc: s.been, Set: graph.Single(s.no)})
}

// beginSweep returns the assignments where a loop is entered.
func (x *Extractor) beginSweep(from, to *ssa.BasicBlock, it *iter) []graph.Assign {
	s := x.sweepAt(x.fr, to, it)
	if s == nil {
		return nil
	}
	if around := x.fr.info.Around[to]; around[len(around)-1].Blocks[from] {
		return nil
	}
	return []graph.Assign{{To: s.been, V: graph.Constant(s.no)}}
}

// step chooses the element of an iteration.
func (x *Extractor) step(s *sweep) {
	if s == nil {
		return
	}
	p := x.Ptr(s.tracked, "")
	var others graph.Set
	for _, a := range s.all {
		if a != p {
			others = others.With(a)
		}
	}
	if len(others) == 0 {
		others = s.all
	}
	x.Branch(graph.And(graph.Or(s.missed(), s.holds(true)), graph.Either{}), func() {
		x.Assign(graph.Assign{To: s.been, V: graph.Constant(s.yes)}, graph.Assign{To: s.element, V: graph.Constant(p)})
	}, func() {
		x.Assign(graph.Assign{To: s.element, V: graph.Val{Set: others}})
	})
}

// swept gives a load of the element at which a sweep is the value that was chosen for it.
func (x *Extractor) swept(i *ssa.UnOp) {
	at, ok := i.X.(*ssa.IndexAddr)
	if !ok || i.Op != token.MUL || x.Dead {
		return
	}
	for _, l := range x.fr.info.Around[i.Block()] {
		v, index := sweptBy(l)
		if v == nil || v != at.X || index != at.Index || !l.Head.Succs[0].Dominates(i.Block()) || l.Head == i.Block() {
			continue
		}
		if s := x.sweepAt(x.fr, l.Head, x.within(x.it, l.Head)); s != nil {
			x.Set(i, "", graph.At(s.element))
		}
	}
}
