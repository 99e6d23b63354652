// This file defines which edges are followed, and how loops are unrolled.

package extract

import (
	"fmt"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// follow goes from the current block along an edge.
func (x *Extractor) follow(i int) {
	b, to := x.blk, x.blk.Succs[i]
	pred := slices.Index(to.Preds, b) // where both sides of a branch lead to one block, values are the same on both
	next := x.enter(b, to)
	var do []graph.Assign
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		for _, l := range x.Leaves(phi.Type()) {
			v := x.Value(phi.Edges[pred], l.Path)
			if code.IsInt(phi.Type()) && (next == nil || next.loop.Head != to) {
				v = x.counted(phi, v)
			}
			to := x.loc(locKey{frame: x.fr, iter: next, value: phi, path: l.Path})
			to.Name = x.registerName(phi) + code.PathName(phi.Type(), l.Path)
			x.Grow(to, v.Set)
			x.vals[regKey{x.fr, next, phi, l.Path}] = graph.At(to)
			do = append(do, graph.Assign{To: to, V: v})
		}
	}
	// Values of an iteration that are used behind the loop have one location there.
	for it := x.it; it != nil; it = it.outer {
		if it.loop.Blocks[to] {
			continue
		}
		for _, v := range it.loop.Out {
			def := v.(ssa.Instruction).Block()
			if !def.Dominates(b) {
				continue
			}
			behind := x.within(x.within(x.it, def), to)
			for _, l := range x.Leaves(v.Type()) {
				from := x.Value(v, l.Path)
				to := x.loc(locKey{frame: x.fr, iter: behind, value: v, path: l.Path, extra: "behind"})
				to.Name = x.registerName(v) + code.PathName(v.Type(), l.Path)
				x.Grow(to, from.Set)
				x.vals[regKey{x.fr, behind, v, l.Path}] = graph.At(to)
				do = append(do, graph.Assign{To: to, V: from})
			}
		}
	}
	saved := x.cur
	x.AssignAll(do)
	x.visit(x.fr, instance{to, next})
	x.cur = saved
}

// enter returns the iterations in which a block is that follows the current one.
func (x *Extractor) enter(from, to *ssa.BasicBlock) *iter {
	var it *iter
	for _, l := range x.fr.info.Around[to] {
		if x.rolled[loopKey{x.fr, it, l}] || x.rolled[everywhere(l)] || !l.Counts {
			continue
		}
		n := 0
		if l.Blocks[from] {
			for i := x.it; i != nil; i = i.outer {
				if i.loop == l {
					n = i.n
				}
			}
			if to == l.Head {
				n++
			}
		}
		if last := x.last(loopKey{x.fr, it, l}); last > 0 {
			n = min(n, last)
		}
		if n > x.longest()+1 {
			x.roll(loopKey{x.fr, it, l})
		}
		it = x.iteration(it, l, n)
	}
	return it
}

// roll gives up to unroll a loop.
func (x *Extractor) roll(k loopKey) {
	x.rolled[k] = true
	if enough(x.rolled, func(other loopKey) bool { return other.loop == k.loop }) {
		x.rolled[everywhere(k.loop)] = true
	}
	panic(restart{})
}

// everywhere is the key of a loop that is not unrolled in any place.
func everywhere(l *code.Loop) loopKey { return loopKey{loop: l} }

// branchIf executes the test at the end of a block.
func (x *Extractor) branchIf(i *ssa.If) {
	v := x.Value(i.Cond, "")
	if len(v.Set) == 0 {
		x.Dead = true
		return
	}
	c := v.IsTrue()
	for _, l := range x.fr.info.Around[x.blk] {
		switch l.Ending(x.blk) {
		case code.CountsForEver:
			c = graph.Const(l.Blocks[x.blk.Succs[0]])
		case code.ComesRound:
			if graph.Known(c) == graph.Maybe {
				x.Note(x.placed(i.Cond.Pos()), "a loop whose counter may pass its bound: "+x.Site(i.Cond.Pos()).Text, "taken to end at any time", skeleton.OpensBlocked)
			}
		}
	}
	if forced, ok := x.leaveLoop(c); ok {
		c = graph.Const(forced)
	}
	if open := x.rangesOpen(); open != nil && graph.Known(c) == graph.Maybe {
		c = open
	}
	switch graph.Known(c) {
	case graph.Yes:
		x.follow(0)
	case graph.No:
		x.follow(1)
	default:
		n := x.node(skeleton.Branch)
		if n != nil {
			n.Cond = c
			n.Site = x.Site(i.Cond.Pos())
			for _, l := range x.fr.info.Around[x.blk] {
				if n.Ends == nil && l.Ends(x.blk) {
					n.Ends = x.regionAt(x.fr, instance{x.blk, x.it}, l)
				}
				if n.Polls == nil && !(l.Blocks[x.blk.Succs[0]] && l.Blocks[x.blk.Succs[1]]) && l.Polls(x.dynamic) {
					n.Polls = x.regionAt(x.fr, instance{x.blk, x.it}, l)
					n.Fed, n.Closed = l.Receives()
				}
			}
		}
		x.link(n)
		x.cur = n
		x.follow(0)
		x.cur, x.Dead = n, false
		x.follow(1)
	}
	x.Dead = true
}

// dynamic returns the functions that a dynamic call at the current point may be of, none if that is not known.
func (x *Extractor) dynamic(c *ssa.CallCommon) (list []*ssa.Function) {
	for _, a := range x.Value(c.Value, "").Set {
		fn := a.Func
		if c.IsInvoke() && a.Kind == graph.Box {
			fn = x.code.Prog.LookupMethod(a.Type, c.Method.Pkg(), c.Method.Name())
		}
		switch {
		case fn != nil:
			list = append(list, fn)
		case a.Kind != graph.Nil:
			return nil
		}
	}
	return list
}

// leaveLoop looks at the test of a counter of an unrolled loop. It must be decided, or ask for a length of a
// slice, or the loop is not unrolled; it is forced where a loop has many iterations.
func (x *Extractor) leaveLoop(c graph.Cond) (forced, ok bool) {
	if x.it == nil {
		return false, false
	}
	l := x.it.loop
	test := l.Counter(x.blk)
	if test == nil {
		return false, false
	}
	k := loopKey{x.fr, x.it.outer, l}
	most := x.unrolled
	open := x.options.AnyNumber || l.Fills
	if open {
		most = min(maxUnrolledAny, x.unrolled)
		if x.options.Rolled {
			most = 1
		}
	}
	if graph.Known(c) == graph.Maybe {
		if x.peels(k, test, most) {
			return false, false
		}
		if !open && (x.fixSize(x.Value(test.X, "")) || x.fixSize(x.Value(test.Y, ""))) {
			panic(restart{})
		}
		if x.options.AnyNumber {
			x.countTo(l, test)
		}
		x.roll(k)
	}
	number := func(v ssa.Value, counted bool) int64 { // 0 if it is not known
		if a := x.Value(v, "").One(); a != nil && a.Kind == graph.Int && l.Counted(v) == counted {
			return a.N
		}
		return 0
	}
	bound := func(v ssa.Value) int64 { return number(v, false) }
	cut := x.cut[k] || x.cut[everywhere(l)] && max(bound(test.X), bound(test.Y)) > int64(x.unrolled)
	if cut {
		most = x.unrolled
	}
	if n := max(bound(test.X), bound(test.Y)); !open && x.scale.smaller[n] {
		most = max(most, int(n))
	}
	if cut {
		pos := test.Pos()
		if !pos.IsValid() { // range over an integer
			pos = x.placed(pos)
		}
		x.size(skeleton.Size{What: "iterations of " + x.Site(pos).Text, Value: most, Iterations: true}, pos)
	}
	stays := l.Blocks[x.blk.Succs[0]]
	if stays == (graph.Known(c) == graph.Yes) && x.it.n >= most {
		if open {
			x.roll(k)
		}
		if !cut {
			x.cut[k] = true
			if enough(x.cut, func(other loopKey) bool { return other.loop == l }) {
				x.cut[everywhere(l)] = true
			}
		}
		if max(number(test.X, true), number(test.Y, true)) <= int64(most)+1 { // it counts from zero or one
			x.countsAs(bound(test.X), true)
			x.countsAs(bound(test.Y), true)
		}
		if !cut {
			panic(restart{})
		}
		return !stays, true
	}
	return false, false
}

// peels reports whether an open test of a counter is one of lengths of slices, which are told apart up to a most one:
// behind that the iterations of the loop are not.
func (x *Extractor) peels(k loopKey, test *ssa.BinOp, most int) bool {
	if x.last(k) > 0 {
		return true
	}
	open := false
	for _, v := range []ssa.Value{test.X, test.Y} {
		for _, a := range x.Value(v, "").Set {
			switch {
			case a.Kind == graph.Int && a.N <= int64(most):
			case a.Kind == graph.Other && a.N > 0 && a.Origin.OfLength():
				open = true
			default:
				return false
			}
		}
	}
	if open && x.it.n > maxLength {
		x.peeled[k] = x.it.n
		if enough(x.peeled, func(other loopKey) bool { return other.loop == k.loop }) {
			x.peeled[everywhere(k.loop)] = x.it.n
		}
		panic(restart{})
	}
	return true
}

// last returns the iteration of a loop from which on they are not told apart, 0 if they are.
func (x *Extractor) last(k loopKey) int { return max(x.peeled[k], x.peeled[everywhere(k.loop)]) }

// fixSize gives integers that the code leaves open the value of the options, and reports whether there are
// such.
func (x *Extractor) fixSize(v graph.Val) bool {
	done, seen := false, map[*graph.Origin]bool{} // sums of sums have the same ones again and again
	var fix func(o *graph.Origin)
	fix = func(o *graph.Origin) {
		if seen[o] {
			return
		}
		seen[o] = true
		if len(o.Deps) > 0 {
			for _, d := range o.Deps {
				fix(d)
			}
			return
		}
		if _, known := x.sizeFixed(o.Key); !known {
			x.sized[o.Key] = x.options.Size
			done = true
			everywhere := anywhere(o.Key)
			if enough(x.sized, func(other any) bool { return anywhere(other) == everywhere }) {
				x.sized[everywhere] = x.options.Size
			}
		}
	}
	for _, a := range v.Set {
		if a.Origin != nil {
			fix(a.Origin)
		}
	}
	return done
}

// anywhere returns the key of an integer that a register has in whatever call and iteration.
func anywhere(key any) any {
	if k, ok := key.(locKey); ok && k.value != nil {
		return locKey{value: k.value, path: k.path}
	}
	return key
}

// sizeFixed returns the value that was given to an integer that the code leaves open.
func (x *Extractor) sizeFixed(key any) (n int, ok bool) {
	if n, ok = x.sized[key]; !ok {
		n, ok = x.sized[anywhere(key)]
	}
	return n, ok
}

// origin returns the origin of an integer.
func (x *Extractor) origin(key any, what string, pos token.Pos, deps ...*graph.Origin) *graph.Origin {
	o := x.origins[key]
	if o == nil {
		o = &graph.Origin{Key: key, Deps: deps, Length: slices.ContainsFunc(deps, (*graph.Origin).OfLength)}
		x.origins[key] = o
	}
	if n, ok := x.sizeFixed(key); ok {
		x.size(skeleton.Size{What: what, Value: n}, pos)
	}
	return o
}

// size notes that a number was fixed.
func (x *Extractor) size(s skeleton.Size, pos token.Pos) {
	if x.fr != nil {
		s.Site = x.Site(pos)
	}
	key := fmt.Sprint(s.Site.Pos, s.What)
	if _, known := x.sizes[key]; !known {
		x.sizes[key] = s
		x.sizeKeys = append(x.sizeKeys, key)
	}
}
