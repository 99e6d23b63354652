// This file defines which of the elements of a channel with a larger buffer are received.

package extract

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
)

// Of a channel with more than maxSlots elements the order is not followed. A pointer that is sent at most once
// has a bit that says whether it is in the buffer, and what else is sent is counted: each value for itself, if they are
// few. Received is one of what is there.
const (
	maxOnce   = 4 // pointers with a bit of their own
	maxKinds  = 4 // values that are counted for themselves
	maxOthers = 7 // stands for all above, too
)

// A bag is a part of the elements of a channel.
type bag struct {
	obj    *graph.Object
	leaf   code.Leaf
	to     *graph.Loc  // that receives
	once   graph.Set   // what is sent at most once
	others []graph.Set // each of them is counted
}

// A sentKey is a value that is sent to a channel as a part of elements.
type sentKey struct {
	obj  *graph.Object
	path string
	atom *graph.Atom
}

// A sentAt is where it is sent: the only place, or many. It is vague if one place sends one of several values, and it is
// not known which.
type sentAt struct {
	place place
	many  bool
	vague bool
}

// A place is an instruction in one context.
type place struct {
	frame *frame
	iter  *iter
	instr ssa.Instruction
}

// bagged reports whether a channel has bags.
func bagged(o *graph.Object) bool {
	return !o.Many() && !o.External && !o.Ticking && o.Capacity() > maxSlots
}

// sentOnce notes that a value is sent at the current point.
func (x *Extractor) sentOnce(k sentKey, at ssa.Instruction, known bool) {
	here := sentAt{place: place{x.fr, x.it, at}, many: !known || !x.once(k.atom), vague: !known}
	old, seen := x.sent[k]
	if seen {
		here.many = here.many || old.many || old.place != here.place
		here.vague = here.vague || old.vague
	}
	if !seen || here.many != old.many || here.vague != old.vague {
		x.sent[k] = here
		x.changed = true
	}
}

// once reports whether the current point is reached at most once for one object: all loops around it contain the
// place where the object is made.
func (x *Extractor) once(a *graph.Atom) bool {
	if a.Kind != graph.Ptr || a.Path != "" || a.Obj.Many() || a.Obj.Body != x.fr.body {
		return false
	}
	k, ok := a.Obj.Key.(objKey)
	made, isInstr := k.instr.(ssa.Instruction)
	if !ok || !isInstr || k.frame == nil {
		return false
	}
	makers := map[*frame]*ssa.BasicBlock{} // where the object is made, in each frame that leads there
	at := made.Block()
	for fr := k.frame; fr != nil; fr = fr.parent {
		makers[fr] = at
		if fr.instr != nil {
			at = fr.instr.Block()
		}
	}
	at, it := x.blk, x.it
	for fr := x.fr; fr != nil; fr = fr.parent {
		if maker := makers[fr]; maker != nil {
			for _, l := range fr.info.Around[at] {
				if !l.Blocks[maker] {
					return false
				}
			}
			return len(fr.info.Around[at]) > 0 || !fr.info.Cyclic[at]
		}
		if x.inLoop(fr, at, it) {
			return false
		}
		if fr.instr != nil {
			at, it = fr.instr.Block(), fr.iter
		}
	}
	return false
}

// isOnce returns the atoms of a part of the elements that are sent at most once.
func (x *Extractor) isOnce(o *graph.Object, path string, s graph.Set) graph.Set {
	var out graph.Set
	for _, a := range s {
		if at, sent := x.sent[sentKey{o, path, a}]; sent && !at.many && len(out) < maxOnce {
			out = out.With(a)
		}
	}
	return out
}

// inBag returns the cell that says whether a value is in the buffer.
func (x *Extractor) inBag(o *graph.Object, path string, a *graph.Atom) *graph.Loc {
	c := x.Cell(o, ".has"+graph.KeyPath(a)+path, types.Typ[types.Bool])
	c.Name = a.String() + " in " + o.Name
	x.Grow(c, graph.Single(x.Bool(false)).With(x.Bool(true)))
	x.Use(c)
	return c
}

// othersOf returns the other values that are sent, those together that are counted together.
func (x *Extractor) othersOf(o *graph.Object, l code.Leaf, once graph.Set) []graph.Set {
	var all, vague graph.Set
	for _, a := range x.sentCell(o, l.Path, l.Type).Set {
		if once.Has(a) {
			continue
		}
		all = all.With(a)
		if x.sent[sentKey{o, l.Path, a}].vague {
			vague = vague.With(a)
		}
	}
	var groups []graph.Set
	if len(vague) > 0 {
		groups = append(groups, vague)
	}
	for _, a := range all {
		if !vague.Has(a) {
			groups = append(groups, graph.Single(a))
		}
	}
	if len(groups) <= maxKinds {
		return groups
	}
	if none := x.Nil(); all.Has(none) && !vague.Has(none) { // it often says that there is nothing more
		rest := slices.DeleteFunc(slices.Clone(all), func(a *graph.Atom) bool { return a == none })
		return []graph.Set{graph.Single(none), rest}
	}
	return []graph.Set{all}
}

// countOf returns the cell that counts some of the values in the buffer.
func (x *Extractor) countOf(o *graph.Object, path string, s graph.Set) *graph.Loc {
	var what, name string
	for k, a := range s {
		what += graph.KeyPath(a)
		if k > 0 {
			name += ", "
		}
		name += a.String()
	}
	c := x.Cell(o, ".others"+what+path, types.Typ[types.Int])
	c.Name = name + " in " + o.Name
	for i := range maxOthers + 1 {
		x.Grow(c, graph.Single(x.Int(int64(i))))
	}
	x.Use(c)
	return c
}

// tally is the assignment of the number of some values. The largest number stays, when one goes.
func (x *Extractor) tally(o *graph.Object, path string, s graph.Set, by int64, when graph.Cond) graph.Assign {
	c := x.countOf(o, path, s)
	return graph.Assign{To: c, When: when, V: graph.At(c).Mapped(func(a *graph.Atom) *graph.Atom {
		if a.N == maxOthers {
			return a
		}
		return x.Int(min(max(a.N+by, 0), maxOthers))
	})}
}

// putBag returns the assignments by which a part of an element is put into the buffer.
func (x *Extractor) putBag(o *graph.Object, l code.Leaf, v graph.Val, at ssa.Instruction) []graph.Assign {
	known := len(v.Set) == 1 || v.From != nil
	all := x.sentCell(o, l.Path, l.Type) // in which a value may be among others that it is not told apart from
	for _, a := range v.Set {
		x.sentOnce(sentKey{o, l.Path, all.Member(a)}, at, known)
	}
	once := x.isOnce(o, l.Path, all.Set)
	others := x.othersOf(o, l, once)
	if len(once)+len(others) < 2 {
		return nil
	}
	var do []graph.Assign
	for _, a := range v.Set {
		if once.Has(a) {
			as := graph.Assign{To: x.inBag(o, l.Path, a), V: graph.Constant(x.Bool(true))}
			if len(v.Set) > 1 {
				as.When = v.Among(graph.Single(a))
			}
			do = append(do, as)
		}
	}
	for _, s := range others {
		var sent graph.Set
		for _, a := range v.Set {
			if s.Has(all.Member(a)) {
				sent = sent.With(a)
			}
		}
		switch {
		case len(sent) == len(v.Set):
			do = append(do, x.tally(o, l.Path, s, 1, nil))
		case len(sent) > 0:
			do = append(do, x.tally(o, l.Path, s, 1, v.Among(sent)))
		}
	}
	return do
}

// bag returns a part of the elements of a channel, and whether some of its values are told apart.
func (x *Extractor) bag(o *graph.Object, l code.Leaf, to *graph.Loc, sent graph.Set) (b bag, ok bool) {
	if !bagged(o) {
		return b, false
	}
	b = bag{obj: o, leaf: l, to: to, once: x.isOnce(o, l.Path, sent)}
	b.others = x.othersOf(o, l, b.once)
	return b, len(b.once)+len(b.others) > 1
}

// takeBag adds what a receive does with a bag: the register gets one of the values in the buffer, and the bag loses it. Which of
// them is chosen is in another register, which has any value before: the first that is there, from that on.
func (x *Extractor) takeBag(r *received, b bag, from *graph.Loc) {
	type way struct {
		there graph.Cond
		do    []graph.Assign
	}
	var ways []way
	for _, a := range b.once {
		in := x.inBag(b.obj, b.leaf.Path, a)
		ways = append(ways, way{graph.At(in).IsTrue(), []graph.Assign{{To: b.to, V: graph.Constant(a)}, {To: in, V: graph.Constant(x.Bool(false))}}})
	}
	for _, s := range b.others {
		some := graph.At(x.countOf(b.obj, b.leaf.Path, s)).Is(func(a *graph.Atom) graph.Truth { return graph.TruthOf(a.N > 0) })
		ways = append(ways, way{some, []graph.Assign{{To: b.to, V: graph.Val{Set: s}}, x.tally(b.obj, b.leaf.Path, s, -1, nil)}})
	}
	n := len(ways)
	for i := range n {
		x.Grow(from, graph.Single(x.Int(int64(i))))
	}
	r.before = append(r.before, graph.Assign{To: from, V: graph.Val{Set: from.Set}})
	for i, w := range ways {
		taken := w.there // alone, which follows from what is below, but is known where data are known
		for k := range n {
			if k != i {
				taken = graph.And(taken, graph.Not(ways[k].there))
			}
		}
		for first := range n {
			var these graph.Cond = graph.Is{Loc: from, Set: graph.Single(x.Int(int64(first)))}
			k := first
			for ; k != i; k = (k + 1) % n {
				these = graph.And(these, graph.Not(ways[k].there))
			}
			if k != (first+n-1)%n { // one is there
				these = graph.And(these, w.there)
			}
			taken = graph.Or(taken, these)
		}
		for _, a := range w.do {
			if a.When = taken; i == 0 && a.To == b.to { // it always gets one
				a.When = nil
			}
			r.do = append(r.do, a)
		}
	}
}
