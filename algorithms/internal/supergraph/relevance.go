// This file defines which globals are most relevant to the target.

package supergraph

import "math"

// A dependence has what goes backwards along control flow.
type dependence struct {
	before        [][]int // by program counter: the ones before it, calls and returns included
	reads, writes []Set   // by program counter
}

func (g *Graph) newDependence() *dependence {
	n := len(g.Program.Nodes)
	d := &dependence{before: make([][]int, n), reads: make([]Set, n), writes: make([]Set, n)}
	exits := make([][]int, len(g.Modules))
	for i, steps := range g.steps.modules {
		for _, x := range steps {
			if d.reads[x.from] == nil {
				d.reads[x.from], d.writes[x.from] = g.NewSet(), g.NewSet()
			}
			d.reads[x.from].join(x.reads)
			d.writes[x.from].join(x.writes)
			if x.returns {
				exits[i] = append(exits[i], x.from)
			} else if x.to >= 0 {
				d.before[x.to] = append(d.before[x.to], x.from)
			}
		}
	}
	for _, steps := range g.steps.modules {
		for _, x := range steps {
			if x.callee >= 0 {
				entry := g.Modules[x.callee].Entry
				d.before[entry] = append(d.before[entry], x.from)
				d.before[x.to] = append(d.before[x.to], exits[x.callee]...)
			}
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
				if steps < far && d.reads[pc] != nil && d.reads[pc].Has(g) {
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
		for _, steps := range g.steps.modules {
			for _, x := range steps {
				if x.to < 0 && !x.returns { // an assertion, or the end of a thread
					from = append(from, x.from)
				}
			}
		}
	}
	d.shorten(distance, from, 0)
	left := g.Shared()
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
		for pc, w := range d.writes {
			if w != nil && w.Has(best) {
				writing = append(writing, pc)
			}
		}
		d.shorten(distance, writing, distance[best])
	}
	return order
}
