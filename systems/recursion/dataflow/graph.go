// This file defines the call graph: which procedures a thread can be in, and which of
// their locations control flow reaches.

package dataflow

import (
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/parser"
)

// A Graph is the call graph of a program from some procedures on, with what its
// statements and procedures read and modify.
type Graph struct {
	Program *parser.Program
	// Procs are the procedures, in the order in which a depth-first search enters them.
	Procs []*Proc
	// Components are the strongly connected components: procedures that call each other,
	// directly or not. A component comes behind those that it calls.
	Components [][]*Proc
	// Globals has all globals. Sets of this package have bit i for global i; the locals of
	// all procedures share the bits behind the globals, local 0 being the first.
	Globals *bitset.BitSet

	part   Part
	words  int // of a set
	procOf map[*parser.Proc]*Proc
	// By program counter:
	reached       []bool
	sites         []*Site
	reads, writes []bitset.BitSet

	spare []int
}

// A Proc is a procedure that is called, directly or not, or one of those in which the
// graph begins.
type Proc struct {
	*parser.Proc
	Index     int            // in Graph.Procs
	Finish    int            // position in the order in which the search leaves them: callees first, but for recursion
	Component int            // in Graph.Components
	Nodes     []*parser.Node // locations that control flow reaches, in the order of the text
	Sites     []*Site        // its calls
	Callers   []*Site        // the calls of it

	// Mod has the globals that it may modify, itself or by calls, and those of its own
	// locals; Ref has likewise what it may read; Touch has the globals of both.
	Mod, Ref, Touch *bitset.BitSet
}

// A Site is a call.
type Site struct {
	PC, Behind     int // of the call, and where it returns to
	Caller, Callee *Proc
	Call           *parser.Call
}

// New returns the graph from some procedures on. The calls of the program must not have
// been inlined.
func New(p *parser.Program, roots ...*parser.Proc) *Graph { return Of(p, Part{}, roots...) }

// A Part says what of a program counts. The zero value is all of it.
type Part struct {
	// Tracks reports whether a variable counts, if it is not nil. Nothing reads or writes others, as far as the graph tells.
	Tracks func(*parser.Var) bool
	// Calls reports whether the call at a program counter is made, if it is not nil. At others control flow ends.
	Calls func(pc int) bool
}

// Of is New for a part of a program.
func Of(p *parser.Program, part Part, roots ...*parser.Proc) *Graph {
	variables := p.Layout.Shared + p.Layout.Local
	g := &Graph{
		Program: p,
		part:    part,
		words:   max(1, (variables+63)/64),
		procOf:  map[*parser.Proc]*Proc{},
		reached: make([]bool, len(p.Nodes)),
		sites:   make([]*Site, len(p.Nodes)),
	}
	g.Globals = g.Set()
	g.Globals.FlipRange(0, uint(p.Layout.Shared))
	g.search(roots)
	g.findEffects()
	g.findModRef()
	return g
}

// Proc returns a procedure of the graph, nil if it is not reached.
func (g *Graph) Proc(p *parser.Proc) *Proc { return g.procOf[p] }

// Site returns the call at a program counter, nil if there is none or it is not reached.
func (g *Graph) Site(pc int) *Site { return g.sites[pc] }

// search finds the procedures and their components: Tarjan's algorithm. Its stack is
// explicit, because chains of calls may be long.
func (g *Graph) search(roots []*parser.Proc) {
	type frame struct {
		p    *Proc
		next int // site to look at
		low  int // least index that is known to be reached and in an open component
	}
	var stack []frame
	var open []*Proc // in no component yet
	finished := 0
	enter := func(proc *parser.Proc) *Proc {
		p := &Proc{Proc: proc, Index: len(g.Procs), Component: -1}
		g.Procs = append(g.Procs, p)
		g.procOf[proc] = p
		g.reach(p)
		stack = append(stack, frame{p: p, low: p.Index})
		open = append(open, p)
		return p
	}
	for _, root := range roots {
		if g.procOf[root] == nil {
			enter(root)
		}
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if top.next < len(top.p.Sites) {
				c := top.p.Sites[top.next]
				top.next++
				c.Callee = g.procOf[c.Call.Proc.Proc]
				if c.Callee == nil {
					c.Callee = enter(c.Call.Proc.Proc)
				} else if c.Callee.Component < 0 {
					top.low = min(top.low, c.Callee.Index)
				}
				c.Callee.Callers = append(c.Callee.Callers, c)
				continue
			}
			p, low := top.p, top.low
			p.Finish = finished
			finished++
			stack = stack[:len(stack)-1]
			if len(stack) > 0 {
				caller := &stack[len(stack)-1]
				caller.low = min(caller.low, low)
			}
			if low < p.Index {
				continue
			}
			first := len(open) - 1
			for open[first] != p {
				first--
			}
			for _, q := range open[first:] {
				q.Component = len(g.Components)
			}
			g.Components = append(g.Components, slices.Clone(open[first:]))
			open = open[:first]
		}
	}
}

// reach finds the locations of p that control flow reaches, and the calls among them. Each
// call is taken to return.
func (g *Graph) reach(p *Proc) {
	pcs := append(g.spare[:0], p.Entry)
	g.reached[p.Entry] = true
	for k := 0; k < len(pcs); k++ { // there are more and more
		n := g.Program.Nodes[pcs[k]]
		if Returns(n) {
			continue
		}
		for _, x := range n.Out {
			if x.To >= 0 && !g.reached[x.To] && g.passes(x) {
				g.reached[x.To] = true
				pcs = append(pcs, x.To)
			}
		}
	}
	slices.Sort(pcs)
	g.spare = pcs
	p.Nodes = make([]*parser.Node, len(pcs))
	for i, pc := range pcs {
		n := g.Program.Nodes[pc]
		p.Nodes[i] = n
		for _, x := range n.Out {
			if x.Kind == parser.CallEdge && g.passes(x) {
				c := &Site{PC: pc, Behind: x.To, Caller: p, Call: n.Stmt.Op.(*parser.Call)}
				p.Sites = append(p.Sites, c)
				g.sites[pc] = c
			}
		}
	}
}

// passes reports whether control flow may go along an edge.
func (g *Graph) passes(x *parser.Edge) bool {
	return g.part.Calls == nil || x.Kind != parser.CallEdge || g.part.Calls(x.From)
}

// Returns reports whether a procedure is left at n: by a return, or because it ends.
func Returns(n *parser.Node) bool {
	if n.Stmt == nil {
		return true
	}
	_, ok := n.Stmt.Op.(*parser.Return)
	return ok
}
