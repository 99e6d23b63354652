// This file defines how the arcs of an index are fired backwards.

package arcs

import (
	"cmp"
	"slices"

	"github.com/ijit/ijit/tts"
)

// Pre calls emit with the covering predecessors of the configuration that lie in
// the cover, each with the arc that leads from it or, where shared states are
// passed by, with the last arc on the way; with some that are not minimal as well.
// The threads are valid until emit returns.
func (a *Arrivals) Pre(shared uint32, threads []uint32, emit func(via, shared uint32, threads []uint32)) {
	if a.Load != nil && !a.Load(shared, threads) {
		a.Done = true
		return
	}
	a.emit = emit
	a.current++
	for _, l := range threads {
		a.count[l]++
	}
	to := &a.to[shared]
	a.made(to.moves, threads)
	if a.Passing != nil {
		// What lies on chains that are of no use is asked for too.
		for _, i := range to.back {
			a.fireOnce(i, threads)
		}
	}
	a.entered(to.enter, threads)
	for _, i := range to.rest {
		if a.Done {
			break
		}
		a.fire(i, threads)
	}
	for _, l := range threads {
		a.count[l] = 0
	}
}

// made fires the arcs that make one of the threads.
func (a *Arrivals) made(moves []making, threads []uint32) {
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
func (a *Arrivals) fireOnce(i uint32, threads []uint32) {
	if a.seen[i] != a.current {
		a.seen[i] = a.current
		a.fire(i, threads)
	}
}

// entered fires the arcs from other shared states that make none of the threads.
func (a *Arrivals) entered(arcs []uint32, threads []uint32) {
	for i := 0; i < len(arcs) && !a.Done; {
		from := a.Arcs[arcs[i]].From
		all := a.hasAll(from, threads)
		for i < len(arcs) && a.Arcs[arcs[i]].From == from {
			// Arcs of one active thread make one predecessor, if any.
			x, first := a.Arcs[arcs[i]], arcs[i]
			makes := false
			for ; i < len(arcs) && a.Arcs[arcs[i]].From == from && a.Arcs[arcs[i]].Active == x.Active; i++ {
				y := &a.Arcs[arcs[i]]
				makes = makes || y.Kind == tts.Move && a.count[y.After] > 0
			}
			if all && !makes {
				a.out = Insert(append(a.out[:0], threads...), x.Active)
				a.follow(first, from)
			}
		}
	}
}

// Insert adds l to a sorted multiset.
func Insert(threads []uint32, l uint32) []uint32 {
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
func (a *Arrivals) fire(i uint32, threads []uint32) {
	x := &a.Arcs[i]
	if !a.touches(x) {
		a.out = append(a.out[:0], threads...)
		a.retreat(x)
		if a.hasAll(x.From, a.out) {
			a.follow(i, x.From)
		}
		return
	}
	a.need = append(a.need[:0], threads...)
	if x.Kind == tts.Move {
		a.need = remove(a.need, x.After)
	}
	if a.Effects[x.Effect].Kind == tts.All {
		a.fireAll(i, x)
	} else {
		a.fireOne(i, x)
	}
}

// retreat takes out back over an arc that touches no others: the threads it makes
// go, as far as they are there, and the active one comes.
func (a *Arrivals) retreat(x *Arc) {
	if x.Kind == tts.Move {
		a.out = remove(a.out, x.After)
	}
	if x.Effect != NoEffect {
		a.out = remove(a.out, a.Effects[x.Effect].Child)
	}
	if x.Kind != tts.Environment {
		a.out = Insert(a.out, x.Active)
	}
}

// follow emits out in s, or if s is passed by, what comes before.
func (a *Arrivals) follow(via, s uint32) {
	for a.Pass[s] != NoArc {
		if a.Passing != nil {
			a.Passing(s, a.out)
		}
		x := &a.Arcs[a.Pass[s]]
		a.retreat(x)
		if s = x.From; !a.hasAll(s, a.out) {
			return
		}
	}
	if !a.Pairs.Apart(s, a.out) {
		a.emit(via, s, a.Free.Drop(s, a.out))
	}
}

// finish emits out, which is not sorted, with the active thread of arc i.
func (a *Arrivals) finish(i uint32, x *Arc) {
	if x.Kind != tts.Environment {
		a.out = append(a.out, x.Active)
	}
	slices.Sort(a.out)
	if a.hasAll(x.From, a.out) {
		a.follow(i, x.From)
	}
}

// fireAll fires an arc with an effect of kind All: each thread of need comes from
// one of those that are moved there.
func (a *Arrivals) fireAll(i uint32, x *Arc) {
	e := a.Effects[x.Effect]
	a.groups = a.groups[:0]
	for j := 0; j < len(a.need); {
		l, n := a.need[j], uint32(0)
		for ; j < len(a.need) && a.need[j] == l; j++ {
			n++
		}
		var choices []uint32
		for _, k := range e.back[l] {
			if a.has(x.From, k) {
				choices = append(choices, k)
			}
		}
		if _, moved := e.Moved[l]; !moved && a.has(x.From, l) {
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
func (a *Arrivals) spread(i uint32, x *Arc, g int, taken []uint32) {
	if g == len(a.groups) {
		a.out = append(a.out[:0], taken...)
		a.finish(i, x)
		return
	}
	gr := a.groups[g]
	a.choose(i, x, g, gr.choices, gr.n, taken)
}

// choose distributes n threads of group g over choices.
func (a *Arrivals) choose(i uint32, x *Arc, g int, choices []uint32, n uint32, taken []uint32) {
	if len(choices) == 1 {
		for range n {
			taken = append(taken, choices[0])
		}
		a.spread(i, x, g+1, taken)
		return
	}
	for k := range n + 1 {
		if a.Done {
			return
		}
		a.choose(i, x, g, choices[1:], n-k, taken)
		taken = append(taken, choices[0])
	}
}

// fireOne fires an arc with an effect of kind One; see [tts.Reverser.CoverPre].
func (a *Arrivals) fireOne(i uint32, x *Arc) {
	e := a.Effects[x.Effect]
	movable := false
	for j, l := range a.need {
		if _, ok := e.Moved[l]; ok {
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
	for l := range a.Locals[x.From].All {
		if _, ok := e.Moved[l]; ok {
			a.out = append(append(a.out[:0], a.need...), l)
			a.finish(i, x)
		}
	}
}
