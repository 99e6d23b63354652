// This file defines which globals are most relevant to the target.

package supergraph

import (
	"math"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/dataflow"
)

// A dependence has, by program counter, the ones before it, those of calls and returns
// included.
type dependence struct {
	*Graph
	before [][]int
}

func (g *Graph) newDependence() *dependence {
	d := &dependence{g, make([][]int, len(g.Program.Nodes))}
	for _, p := range g.Flow.Procs {
		for _, n := range p.Nodes {
			for _, x := range n.Out {
				if x.To >= 0 {
					d.before[x.To] = append(d.before[x.To], n.PC)
				}
			}
			if dataflow.Returns(n) {
				for _, c := range p.Callers {
					d.before[c.Behind] = append(d.before[c.Behind], n.PC)
				}
			}
		}
		for _, c := range p.Callers {
			d.before[p.Entry] = append(d.before[p.Entry], c.PC)
		}
	}
	return d
}

// shorten makes distances of globals at most what they are by way of some statements: the
// number of steps back from these to one that reads the global.
func (d *dependence) shorten(distance []int, from []int, start int) {
	seen := make([]bool, len(d.before))
	for steps := start; len(from) > 0; steps++ {
		var next []int
		for _, pc := range from {
			if seen[pc] {
				continue
			}
			seen[pc] = true
			for g, far := range distance {
				if steps < far && d.Flow.Reads(pc).Test(uint(g)) {
					distance[g] = steps
				}
			}
			next = append(next, d.before[pc]...)
		}
		from = next
	}
}

// ByRelevance returns the shared globals, the most relevant to the target first: those that
// are read a few steps in front of it, or in front of where such ones are written, and so
// on.
func (g *Graph) ByRelevance() []int {
	d := g.newDependence()
	distance := make([]int, g.Program.Layout.Shared)
	for i := range distance {
		distance[i] = math.MaxInt
	}
	from := g.Targets
	if from == nil {
		for _, p := range g.Flow.Procs {
			for _, n := range p.Nodes {
				if slices.ContainsFunc(n.Out, func(x *parser.Edge) bool { return x.To < 0 }) { // an assertion, or the end of a thread
					from = append(from, n.PC)
				}
			}
		}
	}
	d.shorten(distance, from, 0)
	left := Globals(g.Shared())
	var order []int
	for len(left) > 0 {
		at := 0
		for i, v := range left {
			if distance[v] < distance[left[at]] {
				at = i
			}
		}
		best := left[at]
		left = append(left[:at], left[at+1:]...)
		order = append(order, best)
		if distance[best] == math.MaxInt {
			continue
		}
		var writing []int
		for _, p := range g.Flow.Procs {
			for _, n := range p.Nodes {
				if g.Flow.Writes(n.PC).Test(uint(best)) {
					writing = append(writing, n.PC)
				}
			}
		}
		d.shorten(distance, writing, distance[best])
	}
	return order
}

// Globals returns the numbers of the globals of a set that has no other variables, in order.
func Globals(set *bitset.BitSet) []int {
	var list []int
	for i := range set.EachSet() {
		list = append(list, int(i))
	}
	return list
}
