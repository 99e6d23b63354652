// This file defines copies of locks: which lock is a copy of one that somebody uses.

package extract

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A lock, a WaitGroup and the like is a part of a value like any other, which says of what it is a copy: nil if of none
// that somebody uses. So it is known wherever values go: through maps, interfaces, channels, results. What such a copy
// begins with is not followed: it may be held.

// loadLock gives a part of a register the lock of an object.
func (x *Extractor) loadLock(v ssa.Value, path string, from *graph.Atom, l code.Leaf) {
	to := x.Register(v, path)
	x.Grow(to, x.lockAt(x.part(from, l.Path), l, x.copyPos(v)))
	x.Set(v, path, graph.At(to))
}

// lockAt returns what a lock is a copy of that is copied from where a pointer leads to.
func (x *Extractor) lockAt(p *graph.Atom, l code.Leaf, pos token.Pos) graph.Set {
	k := graph.AtomKey{Kind: graph.Copy, N: int64(pos)}
	if p.Kind != graph.Ptr {
		return graph.Single(x.Atom(k))
	}
	s := graph.Single(x.Nil())
	for _, c := range x.Cells(p.Obj, p.Path, l.Type) {
		x.Use(c)
		s = x.Union(s, c.Set)
	}
	if used(p) {
		k.Obj, k.Path = p.Obj, p.Path
		s = s.With(x.Atom(k))
	}
	return s
}

// used reports whether somebody uses the lock that a pointer leads to, or one from which it is not told apart.
func used(p *graph.Atom) bool {
	for _, o := range []*graph.Object{p.Obj, p.Obj.Rest, p.Obj.RestOf} {
		if o != nil && slices.ContainsFunc(o.Locks, func(k graph.SyncKey) bool { return sameLock(k.Path, p.Path) }) {
			return true
		}
	}
	return false
}

// sameLock reports whether two paths may be those of the same part.
func sameLock(p, q string) bool {
	return p == q || (code.Weak(p) || code.Weak(q)) && code.Blurred(p) == code.Blurred(q)
}

// copyPos returns the place at which the value of a register is copied: its own, or else that of what uses it.
func (x *Extractor) copyPos(v ssa.Value) token.Pos {
	pos := v.Pos()
	for _, i := range *v.Referrers() {
		if !pos.IsValid() {
			pos = i.Pos()
		}
	}
	return x.placed(pos)
}

// Uses takes in that somebody uses the lock that a pointer leads to.
func (x *Extractor) Uses(kind skeleton.Kind, p *graph.Atom) {
	if p.Kind != graph.Ptr || kind == skeleton.Chan {
		return
	}
	k := graph.SyncKey{Kind: kind, Obj: p.Obj, Path: p.Path}
	if !slices.Contains(p.Obj.Locks, k) {
		p.Obj.Locks, x.changed = append(p.Obj.Locks, k), true
	}
	for _, c := range x.lockCells(p) {
		for _, a := range c.Set {
			switch {
			case a.Kind != graph.Copy && !c.Set.IsAll():
			case kind != skeleton.WaitGroup:
				x.noteCopy(token.Pos(a.N))
			case !slices.Contains(p.Obj.Copies, k):
				p.Obj.Copies, x.changed = append(p.Obj.Copies, k), true
			}
		}
	}
}

// lockCells returns the cells that say of what a lock is a copy.
func (x *Extractor) lockCells(p *graph.Atom) (list []*graph.Loc) {
	if !strings.Contains(p.Path, "[") {
		if c := x.locs[locKey{obj: p.Obj, path: p.Path}]; c != nil {
			list = append(list, c)
		}
		return list
	}
	for _, c := range x.byObject(p.Obj) {
		if sameLock(c.Path, p.Path) {
			list = append(list, c)
		}
	}
	return list
}

func (x *Extractor) noteCopy(pos token.Pos) {
	x.Note(pos, "copy of a lock: "+x.Site(pos).Text, "the copy is taken for another lock that nobody holds", skeleton.OpensAll)
}

// copied is an operation on each lock or WaitGroup that begins as a copy of another one, where both are used. One in
// what a call has made may be in order again when the call returns; but the counter of a WaitGroup that a function
// returns is not known.
func (x *Extractor) copied(i *ssa.Store) {
	if !x.HasSync(i.Val.Type()) {
		return
	}
	pos, returned := token.NoPos, false
	switch v := i.Val.(type) {
	case *ssa.Parameter:
		pos = v.Pos()
	case *ssa.Call:
		pos, returned = v.Pos(), true
	case *ssa.UnOp:
		if v.Op == token.MUL {
			pos = i.Pos()
		}
		if _, ok := v.X.(*ssa.Call); ok {
			return
		}
	}
	to := x.Value(i.Addr, "").One()
	if to == nil || !Followed(to) {
		return
	}
	for _, l := range x.Leaves(i.Val.Type()) {
		if !code.IsSync(l.Type) {
			continue
		}
		for _, k := range to.Obj.Locks {
			if k.Path != to.Path+l.Path || k.Kind > skeleton.WaitGroup || returned && k.Kind != skeleton.WaitGroup {
				continue
			}
			for _, a := range x.Value(i.Val, l.Path).Set {
				if a.Kind != graph.Copy {
					continue
				}
				at := pos
				if !at.IsValid() {
					at = token.Pos(a.N)
				}
				x.Add(x.Operation(skeleton.Copied, &k, at, nil))
				break
			}
		}
	}
}
