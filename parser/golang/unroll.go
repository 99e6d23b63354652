// This file defines which edges are followed, and how loops are unrolled.

package golang

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

// follow goes from the current block along an edge.
func (x *extractor) follow(i int) {
	b, to := x.blk, x.blk.Succs[i]
	edge := 0
	for _, s := range b.Succs[:i] {
		if s == to {
			edge++
		}
	}
	pred := 0
	for j, p := range to.Preds {
		if p == b {
			if edge == 0 {
				pred = j
				break
			}
			edge--
		}
	}
	next := x.enter(b, to)
	var do []assign
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		for _, l := range x.leaves(phi.Type()) {
			v := x.value(phi.Edges[pred], l.path)
			to := x.loc(locKey{frame: x.fr, iter: next, value: phi, path: l.path})
			to.name = x.registerName(phi) + pathName(phi.Type(), l.path)
			x.grow(to, v.set)
			x.vals[regKey{x.fr, next, phi, l.path}] = at(to)
			do = append(do, assign{to: to, v: v})
		}
	}
	// Values of an iteration that are used behind the loop have one location there.
	for it := x.it; it != nil; it = it.outer {
		if it.loop.blocks[to] {
			continue
		}
		for _, v := range it.loop.out {
			def := v.(ssa.Instruction).Block()
			if !def.Dominates(b) {
				continue
			}
			behind := x.within(x.within(x.it, def), to)
			for _, l := range x.leaves(v.Type()) {
				from := x.value(v, l.path)
				to := x.loc(locKey{frame: x.fr, iter: behind, value: v, path: l.path, extra: "behind"})
				to.name = x.registerName(v) + pathName(v.Type(), l.path)
				x.grow(to, from.set)
				x.vals[regKey{x.fr, behind, v, l.path}] = at(to)
				do = append(do, assign{to: to, v: from})
			}
		}
	}
	saved := x.cur
	x.assignAll(do)
	x.visit(x.fr, instance{to, next})
	x.cur = saved
}

// enter returns the iterations in which a block is that follows the current one.
func (x *extractor) enter(from, to *ssa.BasicBlock) *iter {
	var it *iter
	for _, l := range x.fr.info.around[to] {
		if x.rolled[loopKey{x.fr, it, l}] || !l.counts {
			continue
		}
		n := 0
		if l.blocks[from] {
			for i := x.it; i != nil; i = i.outer {
				if i.loop == l {
					n = i.n
				}
			}
			if to == l.head {
				n++
			}
		}
		if n > maxUnrolled+1 {
			x.roll(loopKey{x.fr, it, l})
		}
		it = x.iteration(it, l, n)
	}
	return it
}

// roll gives up to unroll a loop.
func (x *extractor) roll(k loopKey) {
	x.rolled[k] = true
	panic(restart{})
}

// branchIf executes the test at the end of a block.
func (x *extractor) branchIf(i *ssa.If) {
	v := x.value(i.Cond, "")
	if len(v.set) == 0 {
		x.dead = true
		return
	}
	c := v.isTrue()
	if forced, ok := x.leaveLoop(c); ok {
		c = cConst(forced)
	}
	switch known(c) {
	case yes:
		x.follow(0)
	case no:
		x.follow(1)
	default:
		n := x.node(skeleton.Branch)
		if n != nil {
			n.cond = c
			n.site = x.site(i.Cond.Pos())
		}
		x.link(n)
		x.cur = n
		x.follow(0)
		x.follow(1)
	}
	x.dead = true
}

// leaveLoop looks at the test of a counter of an unrolled loop. It must be decided, or the loop is not
// unrolled; it is forced where a loop has many iterations.
func (x *extractor) leaveLoop(c cond) (forced, ok bool) {
	if x.it == nil {
		return false, false
	}
	l := x.it.loop
	test := l.counter(x.blk)
	if test == nil {
		return false, false
	}
	k := loopKey{x.fr, x.it.outer, l}
	most := maxUnrolled
	if x.options.AnyNumber {
		most = maxUnrolledAny
	}
	if known(c) == maybe {
		if !x.options.AnyNumber && (x.fixSize(x.value(test.X, "")) || x.fixSize(x.value(test.Y, ""))) {
			panic(restart{})
		}
		x.roll(k)
	}
	stays := l.blocks[x.blk.Succs[0]]
	if stays == (known(c) == yes) && x.it.n >= most {
		if x.options.AnyNumber {
			x.roll(k)
		}
		if !x.cut[k] {
			x.cut[k] = true
			for _, v := range []ssa.Value{test.X, test.Y} {
				if a := x.value(v, "").one(); a != nil && a.kind == aInt && a.n > maxUnrolled && !l.counted(v) {
					x.cutConst[a.n] = maxUnrolled
				}
			}
			panic(restart{})
		}
		x.size("iterations of "+x.site(test.Pos()).Text, test.Pos(), maxUnrolled)
		return !stays, true
	}
	return false, false
}

// fixSize gives integers that the code leaves open the value of the options, and reports whether there are
// such.
func (x *extractor) fixSize(v val) bool {
	done := false
	var fix func(o *origin)
	fix = func(o *origin) {
		if len(o.deps) > 0 {
			for _, d := range o.deps {
				fix(d)
			}
			return
		}
		if _, known := x.sized[o.key]; !known {
			x.sized[o.key] = x.options.Size
			done = true
		}
	}
	for _, a := range v.set {
		if a.kind == aOther && a.src != nil {
			fix(a.src)
		}
	}
	return done
}

// origin returns the origin of an integer.
func (x *extractor) origin(key any, what string, pos token.Pos, fn *ssa.Function, deps ...*origin) *origin {
	o := x.origins[key]
	if o == nil {
		o = &origin{key: key, what: what, pos: pos, fn: fn, deps: deps}
		x.origins[key] = o
	}
	if n, ok := x.sized[key]; ok {
		x.size(what, pos, n)
	}
	return o
}

// size notes that a number was fixed.
func (x *extractor) size(what string, pos token.Pos, n int) {
	var site skeleton.Site
	if x.fr != nil {
		site = x.site(pos)
	}
	key := fmt.Sprint(site.Pos, what)
	if _, known := x.sizes[key]; !known {
		x.sizes[key] = skeleton.Size{Site: site, What: what, Value: n}
		x.sizeKeys = append(x.sizeKeys, key)
	}
}
