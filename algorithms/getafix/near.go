// This file defines which globals have most to do with the target.

package getafix

import "math"

// A vicinity tells how near statements are to each other, against the control flow.
type vicinity struct {
	before        [][]int // by program counter: the ones before it, calls and returns included
	reads, writes []row   // by program counter
}

func (b *Base) newVicinity() *vicinity {
	n := len(b.program.Nodes)
	v := &vicinity{before: make([][]int, n), reads: make([]row, n), writes: make([]row, n)}
	exits := make([][]int, len(b.modules))
	for i, flows := range b.flows.modules {
		for _, x := range flows {
			if v.reads[x.node] == nil {
				v.reads[x.node], v.writes[x.node] = b.flows.none(), b.flows.none()
			}
			v.reads[x.node].join(x.reads)
			v.writes[x.node].join(x.writes)
			if x.returns {
				exits[i] = append(exits[i], x.node)
			} else if x.to >= 0 {
				v.before[x.to] = append(v.before[x.to], x.node)
			}
		}
	}
	for _, flows := range b.flows.modules {
		for _, x := range flows {
			if x.callee >= 0 {
				entry := b.modules[x.callee].Entry
				v.before[entry] = append(v.before[entry], x.node)
				v.before[x.to] = append(v.before[x.to], exits[x.callee]...)
			}
		}
	}
	return v
}

// shorten makes distances of globals at most what they are by way of some statements: the
// number of steps back from these to one that reads the global.
func (v *vicinity) shorten(distance []int, from []int, start int) {
	seen := make([]bool, len(v.before))
	for steps := start; len(from) > 0; steps++ {
		var next []int
		for _, pc := range from {
			if seen[pc] {
				continue
			}
			seen[pc] = true
			for g, d := range distance {
				if steps < d && v.reads[pc] != nil && v.reads[pc].has(g) {
					distance[g] = steps
				}
			}
			next = append(next, v.before[pc]...)
		}
		from = next
	}
}

// nearest returns the globals that threads use, those first that have most to do with the
// target: that are read a few steps in front of it, or in front of where such ones are
// written, and so on.
func (b *Base) nearest() []int {
	v := b.newVicinity()
	distance := make([]int, b.program.Layout.Shared)
	for g := range distance {
		distance[g] = math.MaxInt
	}
	from := b.targets
	if from == nil {
		for _, flows := range b.flows.modules {
			for _, x := range flows {
				if x.to < 0 && !x.returns { // an assertion, or the end of a thread
					from = append(from, x.node)
				}
			}
		}
	}
	v.shorten(distance, from, 0)
	var order []int
	listed := make([]bool, len(distance))
	for range distance {
		best := -1
		for g, d := range distance {
			if b.uses[0][g] && !listed[g] && (best < 0 || d < distance[best]) {
				best = g
			}
		}
		if best < 0 {
			break
		}
		listed[best] = true
		order = append(order, best)
		if distance[best] == math.MaxInt {
			continue
		}
		var writing []int
		for pc, w := range v.writes {
			if w != nil && w.has(best) {
				writing = append(writing, pc)
			}
		}
		v.shorten(distance, writing, distance[best])
	}
	return order
}
