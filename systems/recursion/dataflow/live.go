// This file defines which variables are live: may be read before they are written.

package dataflow

import "github.com/bits-and-blooms/bitset"

// A Liveness says which variables are live where. Its sets must not be changed.
type Liveness struct {
	graph  *Graph
	before []bitset.BitSet // by program counter
	behind []bitset.BitSet // by procedure
	none   *bitset.BitSet
}

// Before returns the variables that are live in front of the statement at a program
// counter, for one thread that nothing interrupts; at -1, behind a failed assertion, none.
func (l *Liveness) Before(pc int) *bitset.BitSet {
	if pc < 0 {
		return l.none
	}
	return &l.before[pc]
}

// Behind returns the globals that are live where a procedure has returned and that it or
// what it calls reads or modifies. Of others it need not know.
func (l *Liveness) Behind(p *Proc) *bitset.BitSet { return &l.behind[p.Index] }

// Live computes which variables are live: a data-flow analysis backwards over all
// procedures together. A global that a callee reads or modifies is live before the call
// only if it is live where the callee begins: if some way through the callee keeps its
// value, and that is read later, then it is. Different calls of a procedure are not told
// apart, since inside of it one state stands for all of them.
func (g *Graph) Live() *Liveness {
	n := len(g.Program.Nodes)
	l := &Liveness{g, g.Sets(n), g.Sets(len(g.Procs)), g.Set()}
	// A vertex is a program counter or, n on, where a procedure has returned.
	var work []int // a stack: callees first, and in a procedure the last vertex
	waiting := make([]bool, n+len(g.Procs))
	push := func(v int) {
		if !waiting[v] {
			waiting[v] = true
			work = append(work, v)
		}
	}
	for _, p := range g.Procs {
		for _, n := range p.Nodes {
			push(n.PC)
		}
	}
	spare := g.Set()
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		waiting[v] = false
		if v >= n {
			for _, n := range g.Procs[v-n].Nodes {
				if Returns(n) {
					push(n.PC)
				}
			}
			continue
		}
		if !l.findBefore(v, spare) {
			continue
		}
		at := g.Program.Nodes[v]
		for _, x := range at.In {
			if !g.reached[x.From] {
				continue
			}
			push(x.From)
			if c := g.sites[x.From]; c != nil && l.returnTo(c, spare) {
				push(n + c.Callee.Index)
			}
		}
		if p := g.procOf[at.Proc]; v == p.Entry {
			for _, c := range p.Callers {
				push(c.PC)
			}
		}
	}
	return l
}

// findBefore updates what is live before a statement, given what is live behind it, and
// reports whether that changed anything.
func (l *Liveness) findBefore(pc int, spare *bitset.BitSet) (changed bool) {
	g, live := l.graph, &l.before[pc]
	changed = include(live, g.Reads(pc))
	n := g.Program.Nodes[pc]
	if Returns(n) {
		return include(live, l.Behind(g.procOf[n.Proc])) || changed
	}
	c := g.sites[pc]
	for _, x := range n.Out {
		if x.To < 0 {
			continue
		}
		l.before[x.To].CopyFull(spare)
		spare.InPlaceDifference(g.Writes(pc))
		if c != nil {
			spare.InPlaceDifference(c.Callee.Touch)
		}
		changed = include(live, spare) || changed
	}
	if c != nil {
		l.before[c.Callee.Entry].CopyFull(spare)
		spare.InPlaceIntersection(g.Globals)
		changed = include(live, spare) || changed
	}
	return changed
}

// returnTo updates what is live where a procedure has returned, given what is live behind a call of it, and reports whether
// that changed anything.
func (l *Liveness) returnTo(c *Site, spare *bitset.BitSet) bool {
	l.before[c.Behind].CopyFull(spare)
	spare.InPlaceDifference(l.graph.Writes(c.PC))
	spare.InPlaceIntersection(c.Callee.Touch)
	return include(&l.behind[c.Callee.Index], spare)
}

// Across returns, by the index of a procedure, the globals that neither it nor what it
// calls reads or modifies, and that are live behind a call of it or of one that waits for
// it. A state inside the procedure has to keep these if it stands for its callers as well.
func (l *Liveness) Across() []bitset.BitSet {
	g := l.graph
	across := g.Sets(len(g.Procs))
	spare := g.Set()
	work := make([]*Proc, 0, len(g.Procs)) // a stack: main first
	waiting := make([]bool, len(g.Procs))
	push := func(p *Proc) {
		if !waiting[p.Index] {
			waiting[p.Index] = true
			work = append(work, p)
		}
	}
	for _, component := range g.Components {
		for _, p := range component {
			push(p)
		}
	}
	for len(work) > 0 {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		waiting[p.Index] = false
		for _, c := range p.Sites {
			l.before[c.Behind].CopyFull(spare)
			spare.InPlaceDifference(g.Writes(c.PC))
			spare.InPlaceUnion(&across[p.Index])
			spare.InPlaceIntersection(g.Globals)
			spare.InPlaceDifference(c.Callee.Touch)
			if include(&across[c.Callee.Index], spare) {
				push(c.Callee)
			}
		}
	}
	return across
}
