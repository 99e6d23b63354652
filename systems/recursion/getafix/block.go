// This file defines the relation of internal steps: how the steps of a thread between
// two places that matter become one.

package getafix

import (
	"encoding/binary"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/calculus"
	"github.com/ijit/ijit/systems/recursion/dataflow"
)

// longest is how many places in a row are left out at most: relations of longer blocks
// may become large.
const longest = 12

// A block builder makes relations of blocks of statements.
type blocks struct {
	b              *Base
	e              *encode.Encoder
	m              *bdd.Manager
	now, mid, next encode.Frame // mid is between two steps
}

// newBlocks returns a builder of blocks for an encoder with these frames.
func (b *Base) newBlocks(m *bdd.Manager, e *encode.Encoder, now, next encode.Frame) *blocks {
	l := b.Program.Layout
	return &blocks{b, e, m, now, encode.Frame{Globals: m.NewVars(l.Shared), Locals: m.NewVars(l.Local)}, next}
}

// inner returns the places of module i that steps may pass without a stop: a thread
// need not be interrupted there, it is not asked for whether they are reached, and what
// can go on from the place before can go on from there. No cycle has only such places.
//
// A thread that could get stuck there, and never goes on then, may do so if it has changed
// no global since the last place that counts: then it ends there with the same
// globals.
func (k *blocks) inner(i int) map[int]bool {
	type way struct {
		length int  // of the longest way from a place that counts
		dirty  bool // some way from there writes a global
	}
	b := k.b
	in := map[int][]*parser.Edge{}
	for _, n := range b.Nodes(i) {
		for _, x := range n.Out {
			in[x.To] = append(in[x.To], x)
		}
	}
	ways := map[int]way{}
	found := map[int]bool{}
	for _, n := range b.Nodes(i) { // in the order of program counters
		stops := b.Interruptible(i, n)
		if n.PC == b.Modules[i].Entry || dataflow.Returns(n) || stops && b.Visible(n) || slices.Contains(b.Targets, n.PC) ||
			len(in[n.PC]) != 1 && len(n.Out) != 1 {
			continue
		}
		var w way
		loops := false
		for _, x := range in[n.PC] {
			loops = loops || x.From >= n.PC || x.Kind == parser.CallEdge
			before := ways[x.From]
			w.length = max(w.length, before.length+1)
			w.dirty = w.dirty || before.dirty
			if x.Kind != parser.CallEdge {
				w.dirty = w.dirty || slices.ContainsFunc(k.e.Edge(x).Writes, func(v *parser.Var) bool { return v.Proc == nil })
			}
		}
		if loops || w.length > longest || !k.passes(n, stops && w.dirty) {
			continue
		}
		ways[n.PC], found[n.PC] = w, true
	}
	return found
}

// passes reports whether all that a thread can do at n is to go on in the procedure,
// and, if that is asked for, that it always can.
func (k *blocks) passes(n *parser.Node, always bool) bool {
	can := bdd.False
	for _, x := range n.Out {
		if x.Kind == parser.CallEdge || x.Kind == parser.EndEdge {
			return false
		}
		if always {
			s := k.e.Edge(x)
			can = k.m.Or(can, k.m.Exists(s.Relation, s.Next))
		}
	}
	return !always || can == bdd.True
}

// from calls yield with each step from a place to the next one that counts.
func (k *blocks) from(n *parser.Node, inner map[int]bool, yield func(rel bdd.Node, writes []*parser.Var, to int)) {
	var follow func(n *parser.Node, rel bdd.Node, writes []*parser.Var)
	follow = func(n *parser.Node, rel bdd.Node, writes []*parser.Var) {
		for _, x := range n.Out {
			if x.Kind == parser.CallEdge || x.Kind == parser.EndEdge {
				continue
			}
			rel, writes := k.join(rel, writes, k.e.Edge(x))
			if inner[x.To] {
				follow(k.b.Program.Nodes[x.To], rel, writes)
			} else {
				yield(rel, writes, x.To)
			}
		}
	}
	follow(n, bdd.True, nil)
}

// join returns a relation that writes some variables with a step behind it.
func (k *blocks) join(rel bdd.Node, writes []*parser.Var, s encode.Step) (bdd.Node, []*parser.Var) {
	if len(writes) == 0 {
		return k.m.And(rel, s.Relation), s.Writes
	}
	mid, next := k.mid.Vars(writes), k.next.Vars(writes)
	first := k.m.Rename(rel, k.m.NewRenaming(next, mid))
	second := k.m.Rename(s.Relation, k.m.NewRenaming(k.now.Vars(writes), mid))
	all := slices.Clone(s.Writes)
	for i, v := range writes {
		if !slices.Contains(s.Writes, v) {
			second = k.m.And(second, k.m.EqualVars(next[i:i+1], mid[i:i+1]))
			all = append(all, v)
		}
	}
	return k.m.AndExists(first, second, k.m.NewVarSet(mid...)), all
}

// steps returns the internal steps that write what is chosen. With a next frame,
// what a step does not write stays as it is.
func (b *Base) steps(f *calculus.Formals, now, next encode.Frame, want func([]*parser.Var) bool) bdd.Node {
	m := f.Manager()
	scope := next
	if next.Globals == nil && next.Locals == nil {
		scope = now // for the variables of what is not chosen
	}
	k := b.newBlocks(m, encode.New(m, b.Program, encode.Places{Now: now, Next: scope}), now, scope)
	u := newUnion(f)
	whole := map[writing]bdd.Node{} // relations with what they do not write
	var written []byte
	for i, p := range b.Modules {
		var inner map[int]bool
		if b.threads != nil {
			inner = k.inner(i)
		}
		for _, n := range b.Nodes(i) {
			if dataflow.Returns(n) || inner[n.PC] {
				continue
			}
			k.from(n, inner, func(rel bdd.Node, writes []*parser.Var, pc int) {
				if !want(writes) {
					return
				}
				if len(next.Globals)+len(next.Locals) > 0 {
					written = appendVars(written[:0], writes)
					all, ok := whole[writing{rel, b.kind(pc), string(written)}]
					if !ok {
						local, global := b.needs(pc)
						all = m.And(restrict(m, rel, next, local, global), unwritten(m, now, next, writes, local, global))
						whole[writing{rel, b.kind(pc), string(written)}] = all
					}
					rel = all
				}
				u.add(rel, i, p.Place(n.PC), p.Place(pc))
			})
		}
	}
	return u.node()
}

// A writing is all that matters of a step for how its relation is completed.
type writing struct {
	rel     bdd.Node
	kind    int    // of the place behind it; see Base.kind
	written string // by appendVars
}

// appendVars appends a description of variables that is the same for locals of different
// procedures in the same slots.
func appendVars(text []byte, vars []*parser.Var) []byte {
	for _, v := range vars {
		local := byte(0)
		if v.Proc != nil {
			local = 1
		}
		text = binary.AppendUvarint(append(text, local), uint64(v.Index))
	}
	return text
}

// unwritten returns where all locals and globals that are needed but some are the same
// in two frames.
func unwritten(m *bdd.Manager, now, next encode.Frame, writes []*parser.Var, local, global func(int) bool) bdd.Node {
	writesLocal, writesGlobal := assigned(writes, true), assigned(writes, false)
	return m.And(
		equal(m, now.Locals, next.Locals, func(l int) bool { return local(l) && !writesLocal(l) }),
		equal(m, now.Globals, next.Globals, func(g int) bool { return global(g) && !writesGlobal(g) }))
}
