// This file defines the numbers that counters give out, and which of them is told apart.

package extract

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A counter that is incremented again and again has more values than are told apart. If it begins with zero, and nothing is
// stored to it but itself plus a positive constant, then it gives out each number once, unless two goroutines
// increment it at the same time: each number is larger than all before. One of these numbers, at a time that is chosen
// freely, is told apart from the others, like the tracked one of many objects.
//
// That nobody else increments it is known if one goroutine does it, or if a lock is held from where the counter is loaded
// to where it is stored, the same one at all places. That is looked up in the graph when it is complete.

// A counterKey tells cells apart in all passes.
type counterKey struct {
	obj  any
	path string
}

// A counter is a cell that gives out numbers.
type counter struct {
	key           counterKey
	tracked, rest *graph.Atom
	given         *graph.Loc // the tracked one was given out
}

// An increment is where a counter is stored, in one context.
type increment struct {
	of   *counter
	body *graph.Body
	at   *graph.Node
}

// maxStep is how much is added to a counter at most, so that it takes years to come to the largest number.
const maxStep = 1 << 8

// gives executes a store that increments a counter, and reports whether it does.
func (x *Extractor) gives(i *ssa.Store) bool {
	sum, ok := i.Val.(*ssa.BinOp)
	if !ok || !x.options.AnyNumber || sum.Op != token.ADD || !large(sum.Type()) || !atOnce(sum, i) {
		return false
	}
	p := x.NonNil(x.Value(i.Addr, ""))
	a := p.One()
	if a == nil || a.Kind != graph.Ptr || code.Weak(a.Path) || !madeOnce(a.Obj) {
		return false
	}
	if delta, ok := x.counts(p, a, sum); !ok || delta <= 0 || delta > maxStep {
		return false
	}
	cell := x.Cell(a.Obj, a.Path, sum.Type())
	k := counterKey{a.Obj.Key, a.Path}
	if cell.Weak || cell.Any || x.repeats[k] {
		return false
	}
	if x.looping() || x.fr.body.Many {
		if !x.endless[k] && !cell.Untouched() {
			x.endless[k] = true
			panic(restart{})
		}
		x.endless[k] = true
	}
	if !x.endless[k] {
		return false
	}
	c := x.counters[cell]
	if c == nil {
		if !cell.Untouched() || cell.Zero != x.Int(0) {
			return false
		}
		c = x.counterOf(k, cell)
	}
	x.access(cell, true, i.Pos())
	x.Use(c.given)
	to := x.Local(sum, "number")
	to.Name = cell.Name
	numbers := graph.Single(c.tracked).With(c.rest)
	x.Grow(to, numbers)
	x.counting = true
	x.Grow(cell, numbers)
	x.counting = false
	x.choose(c.given, to, c.tracked, c.rest)
	x.Assign(graph.Assign{To: cell, V: graph.At(to)})
	x.increments = append(x.increments, increment{c, x.fr.body, x.cur})
	x.Set(sum, "", graph.At(to))
	return true
}

// counterOf makes the counter of a cell.
func (x *Extractor) counterOf(k counterKey, cell *graph.Loc) *counter {
	rest := graph.AtomKey{Kind: graph.Other, N: 1, Origin: x.origin(k, "", token.NoPos), Given: true}
	tracked := rest
	tracked.S = "the " + cell.Name + " tracked"
	c := &counter{
		key:     k,
		tracked: x.Atom(tracked),
		rest:    x.Atom(rest),
		given:   x.loc(locKey{obj: cell.Obj, path: cell.Path + "#given"}),
	}
	c.given.Zero, c.given.Name = x.Bool(false), cell.Name+" tracked"
	x.Grow(c.given, graph.Single(x.Bool(false)).With(x.Bool(true)))
	x.counters[cell], x.changed = c, true
	return c
}

// large reports whether numbers of a type have 64 bits, or as many as the machine likes.
func large(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	if !ok {
		return false
	}
	switch b.Kind() {
	case types.Int, types.Uint, types.Int64, types.Uint64, types.Uintptr:
		return true
	}
	return false
}

// atOnce reports whether a store is behind the load of what it adds to, with nothing in between by which goroutines
// synchronise, and no other store.
func atOnce(sum *ssa.BinOp, store *ssa.Store) bool {
	load, ok := sum.X.(*ssa.UnOp)
	if !ok || load.Block() != store.Block() {
		return false
	}
	loaded := false
	for _, i := range store.Block().Instrs {
		switch i := i.(type) {
		case *ssa.BinOp, *ssa.Convert, *ssa.ChangeType, *ssa.FieldAddr, *ssa.Field, *ssa.IndexAddr, *ssa.Alloc, *ssa.MakeInterface, *ssa.MapUpdate, *ssa.DebugRef:
		case *ssa.UnOp:
			if i == load {
				loaded = true
			} else if loaded && i.Op == token.ARROW {
				return false
			}
		case *ssa.Store:
			if loaded {
				return i == store
			}
		default:
			if loaded {
				return false
			}
		}
	}
	return false
}

// madeOnce reports whether an object is the only one from its place, made once.
func madeOnce(o *graph.Object) bool { return !o.Many() && o.Rest == nil && o.RestOf == nil }

// repeat notes that a counter may give out a number again.
func (x *Extractor) repeat(c *counter) {
	x.repeats[c.key] = true
	for _, o := range x.objects {
		for n := len(o.Keys) - 1; n >= 0; n-- {
			if o.Keys[n] == c.tracked {
				o.Keys = append(o.Keys[:n:n], o.Keys[n+1:]...)
			}
		}
	}
}

// countsAlone looks for counters that two goroutines may increment at a time, and reports whether there are none.
func (x *Extractor) countsAlone() bool {
	alone := true
	at := map[*counter][]increment{}
	for _, i := range x.increments {
		at[i.of] = append(at[i.of], i)
	}
	if len(at) == 0 {
		return true
	}
	held := x.held()
	for c, list := range at {
		first := list[0]
		one, common := !first.body.Many, locks{}
		for k := range held[first.at] {
			common[k] = true
		}
		for _, i := range list {
			one = one && i.body == first.body
			common.keep(held[i.at])
		}
		if !one && len(common) == 0 {
			x.repeat(c)
			alone = false
		}
	}
	return alone
}

// locks are locks that a goroutine holds for writing.
type locks map[graph.SyncKey]bool

// keep removes the locks that others do not have, and reports whether there were any.
func (l locks) keep(others locks) (changed bool) {
	for k := range l {
		if !others[k] {
			delete(l, k)
			changed = true
		}
	}
	return changed
}

// held returns the locks that the goroutine surely holds at each node. Locks that somebody gives back who may not have them
// are left out: they keep out nobody.
func (x *Extractor) held() map[*graph.Node]locks {
	held := map[*graph.Node]locks{}
	var work []*graph.Node
	come := func(n *graph.Node, l locks) {
		if held[n] == nil {
			held[n] = locks{}
			for k := range l {
				held[n][k] = true
			}
		} else if !held[n].keep(l) {
			return
		}
		work = append(work, n)
	}
	for _, b := range x.bodyList {
		come(b.Start, nil)
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		l := locks{}
		for k := range held[n] {
			l[k] = true
		}
		switch n.Op {
		case skeleton.Lock:
			l[*n.Object] = true
		case skeleton.Unlock:
			delete(l, *n.Object)
		}
		for _, next := range n.Next {
			come(next, l)
		}
	}
	odd := locks{}
	for n, l := range held {
		if n.Op == skeleton.Unlock && !l[*n.Object] {
			odd[*n.Object] = true
		}
	}
	for _, l := range held {
		for k := range odd {
			delete(l, k)
		}
	}
	return held
}
