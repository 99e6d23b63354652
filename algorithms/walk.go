// This file defines random walks: what goes wrong in executions that are too many to explore.

package algorithms

import (
	"math/rand/v2"
	"slices"

	"github.com/ijit/ijit/algorithms/internal/store"
	"github.com/ijit/ijit/tts"
)

// Walk follows random executions until a limit ends it, and notes what goes wrong in them as [Survey] does, which
// sees nothing that is far away when there is no time for all that is near. A thread that goes on is more likely than
// another one: most errors need few changes between threads (Musuvathi and Qadeer, "Iterative context bounding for
// systematic testing of multithreaded programs", PLDI 2007), and executions with few of them are easier to read.
// Where a walk ends, what can follow is explored, if it is not much, since only that shows which threads are blocked
// for ever. What is found holds; nothing is proved.
func Walk[K tts.Key](p tts.Problem[K], m *Meter, watch func(Stats)) (Result[K], []Execution[K]) {
	p.All = true
	end := p
	p.Target.Place = nil
	w := &walk[K]{bfs: newBFS(p, m, watch), end: end, rand: rand.New(rand.NewPCG(1, 0)), ended: map[uint32]bool{}, leaks: map[int]bool{}}
	w.bfs.arrived = func(pos uint32) { w.next = append(w.next, pos) }
	for c := range p.Initial {
		w.reach(c, store.NoPos, 0)
	}
	begin := w.next
	w.next = nil
	for i := 0; len(begin) > 0 && !w.stopped(); i++ {
		w.follow(begin[w.rand.IntN(len(begin))], walkLengths[i%len(walkLengths)])
	}
	for i := range w.errors {
		x := &w.errors[i]
		w.found = append(w.found, Execution[K]{Kind: x.kind, Number: x.PC, Depth: w.steps(x), Trace: w.trace(x)})
	}
	return w.result(), w.found
}

// How many steps a walk has at most, in turn, and how many configurations may follow where it ends.
var walkLengths = [...]int{100, 1000, 300}

const walkEnd = 2000

type walk[K tts.Key] struct {
	*bfs[K]
	end   tts.Problem[K]
	rand  *rand.Rand
	next  []uint32 // where the step that is taken leads to
	ended map[uint32]bool
	leaks map[int]bool // places of those that were found
	found []Execution[K]
	// From where the walk is:
	ways []choice[K]
	out  []tts.Edge[K]
}

// A choice is the threads in one local state that can move, with those of their edges that were not tried: a part of
// out.
type choice[K tts.Key] struct {
	local    K
	from, to int
}

// follow goes on from the configuration at pos.
func (w *walk[K]) follow(pos uint32, most int) {
	var active K
	moving := false
	for n := 0; n < most; n++ {
		if n%64 == 0 && w.stopped() {
			return
		}
		c := w.store.Get(pos, w.locals)
		w.locals = c.Locals
		w.stats.MaxThreads = max(w.stats.MaxThreads, c.Threads())
		w.edgesOf(c)
		w.next = w.next[:0]
		for len(w.next) == 0 && len(w.ways) > 0 { // or else a failure, the bound, or an atomic section that is blocked
			e := w.choose(active, moving && w.rand.IntN(8) > 0)
			w.edges = append(w.edges[:0], e)
			w.fireAll(c, pos, w.Threads > 0 && c.Threads() >= w.Threads)
			if w.done {
				return
			}
			if len(w.next) > 0 {
				active, moving = e.To.Local, e.Kind == tts.Move
			}
		}
		if len(w.next) == 0 {
			break
		}
		pos = w.next[w.rand.IntN(len(w.next))]
	}
	w.close(pos)
}

// edgesOf finds the edges that leave a configuration.
func (w *walk[K]) edgesOf(c tts.Config[K]) {
	w.out, w.ways = w.System.AppendEnvironment(w.out[:0], c.Shared), w.ways[:0]
	if n := len(w.out); n > 0 {
		w.ways = append(w.ways, choice[K]{to: n})
	}
	for _, x := range c.Locals {
		n := len(w.out)
		if w.out = w.System.AppendEdges(w.out, tts.ThreadState[K]{Shared: c.Shared, Local: x.Local}); len(w.out) > n {
			w.ways = append(w.ways, choice[K]{x.Local, n, len(w.out)})
		}
	}
}

// choose takes an edge out of those that were not tried: of the active thread, which is in the local state now, if
// that is to go on and can.
func (w *walk[K]) choose(active K, stay bool) tts.Edge[K] {
	i := w.rand.IntN(len(w.ways))
	if stay {
		if k := slices.IndexFunc(w.ways, func(x choice[K]) bool { return x.local == active }); k >= 0 {
			i = k
		}
	}
	x := &w.ways[i]
	k := x.from + w.rand.IntN(x.to-x.from)
	e := w.out[k]
	x.to--
	w.out[k] = w.out[x.to]
	if x.to == x.from {
		w.ways = slices.Delete(w.ways, i, i+1)
	}
	return e
}

// close explores what follows the configuration at pos.
func (w *walk[K]) close(pos uint32) {
	if w.end.Target.Place == nil || w.ended[pos] {
		return
	}
	w.ended[pos] = true
	p := w.end
	c := w.store.Get(pos, nil)
	p.Initial = func(yield func(tts.Config[K]) bool) { yield(c) }
	b := newBFS(p, w.meter, nil)
	b.most = walkEnd
	b.run()
	var before *tts.Trace[K]
	for i := range b.errors {
		x := &b.errors[i]
		if x.kind != Leak || w.leaks[x.PC] {
			continue
		}
		w.leaks[x.PC] = true
		if before == nil {
			before = w.trace(&encounter[K]{pos: pos, goal: goal[K]{reached: true}})
		}
		after := b.trace(x)
		t := &tts.Trace[K]{Initial: before.Initial, Steps: append(before.Steps[:len(before.Steps):len(before.Steps)], after.Steps...)}
		w.found = append(w.found, Execution[K]{Kind: Leak, Number: x.PC, Depth: len(t.Steps), Trace: t, Stuck: x.stuck})
	}
}

// steps returns the number of steps to an error.
func (w *walk[K]) steps(x *encounter[K]) int {
	n := 0
	if !x.goal.reached && x.pos != store.NoPos {
		n = 1
	}
	for pos := x.pos; pos != store.NoPos && w.store.Parent(pos) != store.NoPos; pos = w.store.Parent(pos) {
		n++
	}
	return n
}
