// This file defines how the arcs of an index are fired backwards.

package algorithms

import (
	"cmp"
	"slices"

	"github.com/ijit/ijit/tts"
)

// pre calls emit with the covering predecessors of the configuration that lie in
// the cover, each with the arc that leads from it or, where shared states are
// passed by, with the last arc on the way; with some that are not minimal as well.
// The threads are valid until emit returns.
func (a *arrivals) pre(shared uint32, threads []uint32, emit func(via, shared uint32, threads []uint32)) {
	if a.load != nil && !a.load(shared, threads) {
		a.done = true
		return
	}
	a.emit = emit
	a.current++
	for _, l := range threads {
		a.count[l]++
	}
	to := &a.to[shared]
	a.made(to.moves, threads)
	if a.passing != nil {
		// What lies on chains that are of no use is asked for too.
		for _, i := range to.back {
			a.fireOnce(i, threads)
		}
	}
	a.entered(to.enter, threads)
	for _, i := range to.rest {
		if a.done {
			break
		}
		a.fire(i, threads)
	}
	for _, l := range threads {
		a.count[l] = 0
	}
}

// made fires the arcs that make one of the threads.
func (a *arrivals) made(moves []making, threads []uint32) {
	for i, l := range threads {
		if i > 0 && threads[i-1] == l {
			continue
		}
		at, _ := slices.BinarySearchFunc(moves, l, func(x making, l uint32) int { return cmp.Compare(x.local, l) })
		for ; at < len(moves) && moves[at].local == l; at++ {
			a.fireOnce(moves[at].arc, threads)
		}
	}
}

// fireOnce fires arc i unless that was done for this configuration.
func (a *arrivals) fireOnce(i uint32, threads []uint32) {
	if a.seen[i] != a.current {
		a.seen[i] = a.current
		a.fire(i, threads)
	}
}

// entered fires the arcs from other shared states that make none of the threads.
func (a *arrivals) entered(arcs []uint32, threads []uint32) {
	for i := 0; i < len(arcs) && !a.done; {
		from := a.arcs[arcs[i]].from
		all := a.hasAll(from, threads)
		for i < len(arcs) && a.arcs[arcs[i]].from == from {
			// Arcs of one active thread make one predecessor, if any.
			x, first := a.arcs[arcs[i]], arcs[i]
			makes := false
			for ; i < len(arcs) && a.arcs[arcs[i]].from == from && a.arcs[arcs[i]].active == x.active; i++ {
				y := &a.arcs[arcs[i]]
				makes = makes || y.kind == tts.Move && a.count[y.after] > 0
			}
			if all && !makes {
				a.out = insert(append(a.out[:0], threads...), x.active)
				a.follow(first, from)
			}
		}
	}
}

// insert adds l to a sorted multiset.
func insert(threads []uint32, l uint32) []uint32 {
	i := len(threads)
	threads = append(threads, l)
	for ; i > 0 && threads[i-1] > l; i-- {
		threads[i] = threads[i-1]
	}
	threads[i] = l
	return threads
}

// remove takes l out of a sorted multiset, if it is there.
func remove(threads []uint32, l uint32) []uint32 {
	for i, k := range threads {
		if k >= l {
			if k == l {
				copy(threads[i:], threads[i+1:])
				return threads[:len(threads)-1]
			}
			break
		}
	}
	return threads
}

// fire fires arc i backwards.
func (a *arrivals) fire(i uint32, threads []uint32) {
	x := &a.arcs[i]
	if !a.touches(x) {
		a.out = append(a.out[:0], threads...)
		a.retreat(x)
		if a.hasAll(x.from, a.out) {
			a.follow(i, x.from)
		}
		return
	}
	a.need = append(a.need[:0], threads...)
	if x.kind == tts.Move {
		a.need = remove(a.need, x.after)
	}
	if a.effects[x.effect].kind == tts.All {
		a.fireAll(i, x)
	} else {
		a.fireOne(i, x)
	}
}

// retreat takes out back over an arc that touches no others: the threads it makes
// go, as far as they are there, and the active one comes.
func (a *arrivals) retreat(x *arc) {
	if x.kind == tts.Move {
		a.out = remove(a.out, x.after)
	}
	if x.effect != noEffect {
		a.out = remove(a.out, a.effects[x.effect].child)
	}
	if x.kind != tts.Environment {
		a.out = insert(a.out, x.active)
	}
}

// follow emits out in s, or if s is passed by, what comes before.
func (a *arrivals) follow(via, s uint32) {
	for a.pass[s] != noArc {
		if a.passing != nil {
			a.passing(s, a.out)
		}
		x := &a.arcs[a.pass[s]]
		a.retreat(x)
		if s = x.from; !a.hasAll(s, a.out) {
			return
		}
	}
	if !a.pairs.apart(s, a.out) {
		a.emit(via, s, a.free.drop(s, a.out))
	}
}

// finish emits out, which is not sorted, with the active thread of arc i.
func (a *arrivals) finish(i uint32, x *arc) {
	if x.kind != tts.Environment {
		a.out = append(a.out, x.active)
	}
	slices.Sort(a.out)
	if a.hasAll(x.from, a.out) {
		a.follow(i, x.from)
	}
}

// fireAll fires an arc with an effect of kind All: each thread of need comes from
// one of those that are moved there.
func (a *arrivals) fireAll(i uint32, x *arc) {
	e := a.effects[x.effect]
	a.groups = a.groups[:0]
	for j := 0; j < len(a.need); {
		l, n := a.need[j], uint32(0)
		for ; j < len(a.need) && a.need[j] == l; j++ {
			n++
		}
		var choices []uint32
		for _, k := range e.back[l] {
			if a.has(x.from, k) {
				choices = append(choices, k)
			}
		}
		if _, moved := e.moved[l]; !moved && a.has(x.from, l) {
			choices = append(choices, l)
		}
		if len(choices) == 0 {
			return // nobody can come to be here
		}
		a.groups = append(a.groups, group{n, choices})
	}
	a.spread(i, x, 0, nil)
}

// spread chooses for the groups from g on; taken has the threads chosen so far.
func (a *arrivals) spread(i uint32, x *arc, g int, taken []uint32) {
	if g == len(a.groups) {
		a.out = append(a.out[:0], taken...)
		a.finish(i, x)
		return
	}
	gr := a.groups[g]
	a.choose(i, x, g, gr.choices, gr.n, taken)
}

// choose distributes n threads of group g over choices.
func (a *arrivals) choose(i uint32, x *arc, g int, choices []uint32, n uint32, taken []uint32) {
	if len(choices) == 1 {
		for range n {
			taken = append(taken, choices[0])
		}
		a.spread(i, x, g+1, taken)
		return
	}
	for k := range n + 1 {
		if a.done {
			return
		}
		a.choose(i, x, g, choices[1:], n-k, taken)
		taken = append(taken, choices[0])
	}
}

// fireOne fires an arc with an effect of kind One; see [tts.Reverser.CoverPre].
func (a *arrivals) fireOne(i uint32, x *arc) {
	e := a.effects[x.effect]
	movable := false
	for j, l := range a.need {
		if _, ok := e.moved[l]; ok {
			movable = true
		}
		if j > 0 && a.need[j-1] == l {
			continue
		}
		for _, k := range e.back[l] {
			a.out = append(a.out[:0], a.need...)
			a.out[j] = k
			a.finish(i, x)
		}
	}
	if !movable {
		a.out = append(a.out[:0], a.need...)
		a.finish(i, x)
		return
	}
	if a.full {
		for _, l := range e.movable {
			a.out = append(append(a.out[:0], a.need...), l)
			a.finish(i, x)
		}
		return
	}
	for l := range a.locals[x.from].All {
		if _, ok := e.moved[l]; ok {
			a.out = append(append(a.out[:0], a.need...), l)
			a.finish(i, x)
		}
	}
}
