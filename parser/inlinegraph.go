// This file defines which procedures call which, and whether that can be inlined.

package parser

import (
	"fmt"
	"slices"
	"strings"
)

// A callGraph has the procedures that threads can be in.
type callGraph struct {
	program *Program
	procs   map[*Proc]*calling
	order   []*Proc // of discovery
	bound   int     // how many calls of a recursive procedure may be open; 0 for none
	path    []*Stmt // the calls that lead from where a thread begins to the procedure at hand
}

// calling is what the statements of a procedure have to do with calls, those that
// no path inside of it leads to left out.
type calling struct {
	calls   []*Stmt
	gotos   []*Stmt // start_thread goto
	starts  []*Proc // as threads
	passive *Stmt   // an assignment to variables of other threads

	reachable map[int]bool // locations
	called    bool
	open      bool // while its calls are being followed
	size      int  // locations of it and of all that it calls
}

// newCallGraph follows the calls from main and checks that they can be inlined into at most
// limit locations. With a bound on recursion that is known only when it is done.
func newCallGraph(p *Program, bound, limit int) (*callGraph, error) {
	g := &callGraph{program: p, bound: bound, procs: map[*Proc]*calling{}}
	roots := []*Proc{p.File.Main}
	addRoot := func(p *Proc) {
		if !slices.Contains(roots, p) {
			roots = append(roots, p)
		}
	}
	total, known := 0, 0
	for k := 0; k < len(roots); k++ { // grows meanwhile
		if err := g.follow(roots[k], limit); err != nil {
			return nil, err
		}
		for _, q := range g.order[known:] {
			for _, start := range g.procs[q].starts {
				addRoot(start)
			}
		}
		known = len(g.order)
		for _, q := range g.order {
			// A thread that a callee starts at a label of its own begins there.
			if g.procs[q].called && len(g.procs[q].gotos) > 0 {
				addRoot(q)
			}
		}
		if total += g.procs[roots[k]].size; total > limit {
			return nil, g.tooLarge(limit)
		}
	}
	for _, q := range g.order {
		if s := g.procs[q].passive; s != nil && g.procs[q].called {
			return nil, g.fail(s, "%s is called and assigns to variables of other threads", q.Name)
		}
	}
	return g, nil
}

// follow enters p and what it calls.
func (g *callGraph) follow(p *Proc, limit int) error {
	if g.procs[p] != nil {
		return nil
	}
	c := g.calling(p)
	g.procs[p] = c
	g.order = append(g.order, p)
	c.open = true
	for _, s := range c.calls {
		callee := s.Op.(*Call).Proc.Proc
		g.path = append(g.path, s)
		switch known := g.procs[callee]; {
		case known == nil || !known.open:
		case g.bound == 0:
			return g.recursion(callee)
		default:
			g.path = g.path[:len(g.path)-1]
			known.called = true
			continue
		}
		if err := g.follow(callee, limit); err != nil {
			return err
		}
		g.path = g.path[:len(g.path)-1]
		g.procs[callee].called = true
		c.size = min(c.size+g.procs[callee].size, limit+1) // no overflow
	}
	c.open = false
	return nil
}

// calling collects the statements of p that matter.
func (g *callGraph) calling(p *Proc) *calling {
	c := &calling{size: p.Exit - p.Entry + 1, reachable: map[int]bool{p.Entry: true}}
	work := []int{p.Entry}
	visit := func(pc int) {
		if pc >= p.Entry && pc <= p.Exit && !c.reachable[pc] {
			c.reachable[pc] = true
			work = append(work, pc)
		}
	}
	for len(work) > 0 {
		n := g.program.Nodes[work[len(work)-1]]
		work = work[:len(work)-1]
		for _, e := range n.Out {
			visit(e.To)
			if e.Kind == SpawnEdge {
				visit(e.Child)
			}
		}
	}
	for pc := p.Entry; pc < p.Exit; pc++ { // in the order of the text
		n := g.program.Nodes[pc]
		if !c.reachable[pc] || n.Stmt.PC != pc {
			continue
		}
		switch op := n.Stmt.Op.(type) {
		case *Call:
			c.calls = append(c.calls, n.Stmt)
		case *StartThread:
			if op.Target != nil {
				c.gotos = append(c.gotos, n.Stmt)
			} else {
				c.starts = append(c.starts, op.Proc.Proc)
			}
		case *Assign:
			if n.Out[0].Kind == PassiveEdge {
				c.passive = n.Stmt
			}
		}
	}
	return c
}

func (g *callGraph) fail(s *Stmt, format string, args ...any) *InlineError {
	return &InlineError{File: g.program.File.Name, Stmt: s, Message: fmt.Sprintf(format, args...)}
}

// recursion reports that the last call of the path leads back to p.
func (g *callGraph) recursion(p *Proc) *InlineError {
	last := g.path[len(g.path)-1]
	at := len(g.path) - 1
	for g.path[at].Proc != p {
		at--
	}
	message := p.Name + " calls itself"
	if at < len(g.path)-1 {
		var names []string
		for _, s := range g.path[at:] {
			names = append(names, s.Op.(*Call).Proc.Name)
		}
		message = p.Name + " calls " + strings.Join(names, ", which calls ")
	}
	err := g.fail(last, "%s", message)
	err.Recursive = true
	return err
}

// tooLarge reports the call that takes the most locations.
func (g *callGraph) tooLarge(limit int) *InlineError {
	var worst *Stmt
	size := 0
	for _, p := range g.order {
		for _, s := range g.procs[p].calls {
			if n := g.procs[s.Op.(*Call).Proc.Proc].size; n > size {
				worst, size = s, n
			}
		}
	}
	if worst == nil { // not even a call: the program itself is larger
		worst = &Stmt{Pos: g.program.File.Main.Pos}
	}
	return g.fail(worst, "a copy of the procedure for each call makes more than %d locations", limit)
}
