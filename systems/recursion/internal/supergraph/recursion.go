// This file defines how high the stacks of threads are where these are interrupted, and
// how recursion there is unrolled.

package supergraph

import "slices"

// Height returns the largest number of modules on the stack of a thread that begins in a
// module, where it may be interrupted and not counting residual ones, and whether there is
// no such number: because of recursion.
func (g *Graph) Height(entry int) (height int, recursive bool) {
	callees := g.interruptible()
	on, known := make([]bool, len(callees)), make([]int, len(callees))
	var visit func(i int) int
	visit = func(i int) int {
		switch {
		case on[i]:
			recursive = true
			return 0
		case known[i] > 0 || g.Modules[i].Residual:
			return known[i]
		}
		on[i] = true
		longest := 0
		for _, j := range callees[i] {
			longest = max(longest, visit(j))
		}
		on[i] = false
		known[i] = longest + 1
		return known[i]
	}
	return visit(entry), recursive
}

// extra is how many more procedures of a recursion than there are in it have room on a
// stack where recursion is unrolled.
const extra = 2

// Unrolled returns the graph in which recursion in which threads may be interrupted is
// unrolled. What is deeper is residual: the last level calls itself. It is the same graph if
// there is no such recursion.
func (g *Graph) Unrolled() (*Graph, error) {
	callees := g.interruptible()
	all := recursion{}
	for i, m := range g.Modules {
		p := g.Flow.Proc(m.Proc)
		within := slices.ContainsFunc(callees[i], func(j int) bool {
			return g.Flow.Proc(g.Modules[j].Proc).Component == p.Component
		})
		if within && !m.Atomic {
			all[key{proc: m.Proc}] = component{p.Component, len(g.Flow.Components[p.Component]) + extra}
		}
	}
	if len(all) == 0 {
		return g, nil
	}
	u := &Graph{
		Program: g.Program, Targets: g.Targets, Entries: []int{}, unroll: all,
		number: map[key]int{},
	}
	return u, u.build(g.Program.File.Threads...)
}
