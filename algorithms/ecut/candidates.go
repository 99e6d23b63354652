// This file defines the thread states that a search has reached, and what is one step
// beyond.

package ecut

import (
	"slices"

	"github.com/ijit/ijit/algorithms/internal/queue"
	"github.com/ijit/ijit/tts"
)

// A threadStates is a set of thread states, by shared state. A shared state without
// local states was reached with no thread alive.
type threadStates[K tts.Key] map[K]map[K]bool

func (t threadStates[K]) add(c tts.Config[K]) {
	locals := t[c.Shared]
	if locals == nil {
		locals = map[K]bool{}
		t[c.Shared] = locals
	}
	for _, x := range c.Locals {
		if !locals[x.Local] {
			locals[x.Local] = true
		}
	}
}

// has reports whether c consists of thread states in t.
func (t threadStates[K]) has(c tts.Config[K]) bool {
	locals, ok := t[c.Shared]
	if !ok {
		return false
	}
	for _, x := range c.Locals {
		if !locals[x.Local] {
			return false
		}
	}
	return true
}

// sorted returns the keys of a set in ascending order.
func sorted[K tts.Key, V any](set map[K]V) []K {
	keys := make([]K, 0, len(set))
	for k := range set {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func (t threadStates[K]) invariant(excluded []tts.Config[K]) *tts.Invariant[K] {
	inv := &tts.Invariant[K]{Excluded: excluded}
	for _, s := range sorted(t) {
		inv.Within = append(inv.Within, tts.Within[K]{Shared: s, Locals: sorted(t[s])})
	}
	return inv
}

// candidates returns what is one step beyond the thread states reached, each as the
// least configuration that has it.
func (c *cutoff[K]) candidates() []tts.Config[K] {
	found := map[tts.ThreadState[K]]bool{}
	var list []tts.Config[K]
	note := func(s, l K) {
		t := tts.ThreadState[K]{Shared: s, Local: l}
		if !c.reached[s][l] && !found[t] {
			found[t] = true
			list = append(list, tts.NewConfig(s, l))
		}
	}
	bare := map[K]bool{}
	for _, s := range sorted(c.reached) {
		locals := sorted(c.reached[s])
		c.edges = c.System.AppendEnvironment(c.edges[:0], s)
		for _, l := range locals {
			c.edges = c.System.AppendEdges(c.edges, tts.ThreadState[K]{Shared: s, Local: l})
		}
		c.fired += int64(len(c.edges))
		stay := map[K]bool{s: true} // shared states to which the bystanders of s have gone
		for i := range c.edges {
			e := &c.edges[i]
			if e.Kind == tts.Fail {
				continue
			}
			to := e.To.Shared
			if _, ok := c.reached[to]; !ok && !bare[to] {
				bare[to] = true
				list = append(list, tts.NewConfig(to))
			}
			if e.Kind == tts.Move {
				note(to, e.To.Local)
			}
			if e.Effect != nil && e.Effect.Kind != tts.Spawn {
				c.bystanders(e, locals, note)
				continue
			}
			if e.Effect != nil {
				note(to, e.Effect.Child)
			}
			if !stay[to] {
				stay[to] = true
				for _, l := range locals {
					note(to, l)
				}
			}
		}
		if c.meter.Stop() {
			return nil
		}
	}
	return list
}

// bystanders notes where e, which moves other threads, may leave one that is in one of
// locals before. With One, a thread may stay because another one is moved.
func (c *cutoff[K]) bystanders(e *tts.Edge[K], locals []K, note func(s, l K)) {
	for _, l := range locals {
		c.moves = c.System.AppendMoves(c.moves[:0], e, l)
		if e.Effect.Kind == tts.One {
			c.moves = append(c.moves, l)
		}
		for _, to := range c.moves {
			note(e.To.Shared, to)
		}
	}
}

// isCutoff decides whether all that can be reached is reached, and a target that
// is a configuration not. If so, it returns the minimal elements of an upward-closed
// set that no execution enters and that has all candidates; nothing from outside the
// set, and made of thread states reached, leads into it. The search backward expands at most
// about as many configurations as the search forward had.
func (c *cutoff[K]) isCutoff(states int) (excluded []tts.Config[K], ok bool) {
	list := c.candidates()
	if c.meter.Stop() {
		return nil, false
	}
	for _, t := range c.Target.Cover {
		if c.reached.has(t) {
			list = append(list, t.Clone())
		}
	}
	if len(c.Target.Locals) > 1 {
		for _, s := range sorted(c.reached) {
			if !c.Target.Meetings(sorted(c.reached[s]), func(choice []K) bool {
				list = append(list, tts.NewConfig(s, choice...))
				return !c.meter.Stop()
			}) {
				return nil, false
			}
		}
	}
	if len(list) == 0 {
		return nil, true
	}
	sys, ok := c.System.(tts.BackwardSystem[K])
	if !ok {
		return nil, false
	}
	back := &backwardClosure[K]{system: sys, initial: c.initialCovers, within: c.reached.has, stop: c.meter.Stop, known: map[K][]tts.Config[K]{}}
	for _, x := range list {
		if c.meter.Stop() || !back.add(x) {
			return nil, false
		}
	}
	for i := 0; ; i++ {
		x, more := back.next()
		if !more {
			break
		}
		if i == 256+states || c.meter.Stop() || !back.expand(x) {
			return nil, false
		}
	}
	for _, s := range sorted(back.known) {
		excluded = append(excluded, back.known[s]...)
	}
	slices.SortFunc(excluded, tts.Config[K].Compare)
	return excluded, true
}

// initialCovers reports whether an initial configuration covers x.
func (c *cutoff[K]) initialCovers(x tts.Config[K]) bool {
	if c.InitialAbove != nil {
		_, ok := c.InitialAbove(x)
		return ok
	}
	for y := range c.Initial {
		if y.Covers(x) {
			return true
		}
	}
	return false
}

// A backwardClosure is an upward-closed set that is being closed under predecessors
// that are within other bounds.
type backwardClosure[K tts.Key] struct {
	system  tts.BackwardSystem[K]
	initial func(tts.Config[K]) bool
	within  func(tts.Config[K]) bool
	stop    func() bool
	known   map[K][]tts.Config[K]       // the minimal elements by shared state
	queue   queue.Levels[tts.Config[K]] // to expand, by the number of threads
}

// add adds x and reports whether no initial configuration covers it.
func (b *backwardClosure[K]) add(x tts.Config[K]) bool {
	if slices.ContainsFunc(b.known[x.Shared], x.Covers) {
		return true
	}
	if b.initial(x) {
		return false
	}
	b.known[x.Shared] = append(slices.DeleteFunc(b.known[x.Shared], func(y tts.Config[K]) bool { return y.Covers(x) }), x)
	b.queue.Push(int(x.Threads()), x)
	return true
}

// next takes an element that is still minimal from the queue.
func (b *backwardClosure[K]) next() (x tts.Config[K], ok bool) {
	for {
		x, ok = b.queue.Pop()
		if !ok || slices.ContainsFunc(b.known[x.Shared], func(y tts.Config[K]) bool { return y.Compare(x) == 0 }) {
			return x, ok
		}
	}
}

// expand adds the predecessors of x and reports whether no initial configuration
// covers one. There may be very many of them, so it ends, with false, when it is to stop.
func (b *backwardClosure[K]) expand(x tts.Config[K]) bool {
	r := tts.Reverser[K]{System: b.system}
	edges := b.system.AppendEdgesInto(nil, x.Shared)
	for i := range edges {
		more := r.CoverPre(x, &edges[i], func(from tts.Config[K]) bool {
			return !b.stop() && (!b.within(from) || b.add(from.Clone()))
		})
		if !more {
			return false
		}
	}
	return true
}
