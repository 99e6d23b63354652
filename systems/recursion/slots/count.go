// This file defines how many threads a program can have at most, as far as its control
// flow tells.

package slots

import "github.com/ijit/ijit/parser"

// Count returns how many threads a program that begins with one has at most, ended ones
// included; or most, if they are as many or more, or if a thread may be started over and over
// again, in a loop or by recursion.
//
// From a location on, a thread starts as many threads as on the worst way from there: those
// that are started at a location, with those that they start, and those behind it. These
// numbers are the least solution of equations, one for each location, and are found from
// below, none larger than most.
func Count(p *parser.Program, most int) int {
	c := &counter{program: p, most: most, from: make([]int, len(p.Nodes)), used: make([][]int, len(p.Nodes))}
	for pc := range p.Nodes {
		for _, other := range c.rests(pc) {
			c.used[other] = append(c.used[other], pc)
		}
	}
	todo := make([]int, 0, len(p.Nodes))
	for pc := range p.Nodes { // the last one is on top: most locations rest on later ones
		todo = append(todo, pc)
	}
	for len(todo) > 0 {
		pc := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if n := c.value(pc); n > c.from[pc] {
			c.from[pc] = n
			todo = append(todo, c.used[pc]...)
		}
	}
	return min(1+c.from[p.File.Main.Entry], most)
}

// A counter has what is known so far.
type counter struct {
	program *parser.Program
	most    int
	from    []int   // by location: how many threads are started from there on
	used    [][]int // by location: those whose number rests on its
}

// rests returns the locations on which the number of a location rests.
func (c *counter) rests(pc int) (list []int) {
	c.parts(pc, func(behind, other, _ int) {
		for _, x := range []int{behind, other} {
			if x >= 0 {
				list = append(list, x)
			}
		}
	})
	return list
}

// value returns the number of a location by the numbers of others.
func (c *counter) value(pc int) int {
	best := 0
	at := func(pc int) int {
		if pc < 0 {
			return 0
		}
		return c.from[pc]
	}
	c.parts(pc, func(behind, other, started int) { best = max(best, at(behind)+at(other)+started) })
	return min(best, c.most)
}

// parts calls yield with what each way from a location adds up: the threads that are started
// behind it, those that are started from another location on, where a callee or a new thread
// begins, and that thread. A location is negative if there is none.
func (c *counter) parts(pc int, yield func(behind, other, started int)) {
	n := c.program.Nodes[pc]
	if n == nil {
		return
	}
	for _, x := range n.Out {
		switch x.Kind {
		case parser.SpawnEdge:
			yield(x.To, x.Child, 1)
		case parser.CallEdge:
			yield(x.To, n.Stmt.Op.(*parser.Call).Proc.Proc.Entry, 0)
		default:
			yield(x.To, -1, 0)
		}
	}
}
