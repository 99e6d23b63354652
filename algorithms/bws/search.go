// This file defines the loop of a backward search, over identifiers.

package bws

import (
	"iter"
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/internal/arcs"
	"github.com/ijit/ijit/algorithms/internal/linear"
	"github.com/ijit/ijit/algorithms/internal/stateequation"
)

// A backward searches from some roots. It takes by turns elements with few
// threads, which cover more, and what they cover need not be looked at, elements
// that seem near to the initial configurations, and those from which the state equation
// has a solution with few steps, as far as there is the time to ask it (Blondin, Haase,
// Offtermatt, "Directed reachability for infinite-state systems", TACAS 2021, search in
// this order). What linear constraints exclude is dropped.
type backward struct {
	*arcs.Arrivals
	linear *linear.Equation // nil for none
	meter  *algorithms.Meter
	watch  func(algorithms.Stats)
	stats  *algorithms.Stats
	begun  func(shared uint32, threads []uint32) bool // whether an initial configuration covers the given one

	// accept, if not nil, says whether the chain from an element that an initial
	// configuration covers is an execution; if none is, refused is set.
	accept  func(id uint32) bool
	refused bool

	roots    []arcs.Root // so far
	chain    antichain
	small    levels     // elements by number of threads
	near     levels     // elements by distance; the oldest first where that is not known
	ahead    levels     // elements by steps of the state equation, as far as known
	away     *distances // nil if not known
	turn     int
	budget   *arcs.Budget
	expanded int
	// When the search has taken patience and is not done, beside, if not nil, is given as
	// much work. The search gives up, to be begun anew, if beside says so.
	beside   func(work int) bool
	patience int
	fired    int
	gaveUp   bool
	parent   uint32 // the element whose predecessors are being found
	hit      uint32 // an element that an initial configuration covers
	buf      []uint32
}

// So many roots are asked for at a time. Where there are more, the search goes on from those
// that are known for as many steps, before it asks for the next.
const manyRoots = 1 << 10

// run returns an element that an initial configuration covers, or noElement if
// there is none or the run was stopped.
func (b *backward) run(roots iter.Seq[arcs.Root]) uint32 {
	b.hit, b.Done = noElement, false
	for r := range roots {
		i := uint32(len(b.roots))
		b.roots = append(b.roots, r)
		if b.Pairs.Apart(r.Shared, r.Threads) || b.refuted(r) {
			continue
		}
		b.parent = noElement
		b.arrive(i, r.Shared, b.Free.Drop(r.Shared, slices.Clone(r.Threads)))
		for n := 0; b.Load != nil && len(b.roots)%manyRoots == 0 && n < manyRoots && b.step(); n++ {
		}
		if b.Done {
			break
		}
	}
	b.measure()
	for b.step() {
		n := b.expanded
		if n&(n-1) == 0 && b.allRefuted() {
			b.chain, b.refused = antichain{}, false // nothing is needed of it
			break
		}
		if b.beside != nil && b.work() > b.patience {
			b.patience += b.patience / 2
			if b.beside(b.work()) {
				b.gaveUp = true
				return noElement
			}
		}
	}
	b.measure()
	if b.meter.Stop() && b.hit == noElement {
		return noElement
	}
	return b.hit
}

// step expands an element and reports whether there was one and the search goes on.
func (b *backward) step() bool {
	if b.Done {
		return false
	}
	id, ok := b.next()
	if !ok {
		return false
	}
	b.expand(id)
	b.Done = b.Done || b.expanded%64 == 0 && b.stopped()
	return !b.Done
}

// work measures what the search has done, by comparisons in the antichain; to find a
// predecessor takes as long as some of them.
func (b *backward) work() int { return 64*b.fired + b.chain.compared }

// allRefuted reports whether linear constraints exclude all roots, for which there may
// not have been the time at first.
func (b *backward) allRefuted() bool {
	return !slices.ContainsFunc(b.roots, func(r arcs.Root) bool { return !b.refuted(r) })
}

// refuted reports whether a linear constraint excludes r.
func (b *backward) refuted(r arcs.Root) bool {
	if b.linear.Excludes(r.Shared, r.Threads) {
		return true
	}
	answer, _ := b.linear.Ask(r.Shared, r.Threads, b.stats.Fired)
	return answer == stateequation.Impossible
}

// stopped polls the limits.
func (b *backward) stopped() bool {
	b.measure()
	if b.watch != nil {
		b.watch(*b.stats)
	}
	return b.meter.Stop()
}

func (b *backward) measure() {
	b.stats.States = b.chain.live
	b.stats.StoreBytes = b.chain.bytes()
}

// next takes the next element to be expanded from the queues.
func (b *backward) next() (uint32, bool) {
	for empty := 0; empty < 3; {
		b.turn++
		q := [...]*levels{&b.ahead, &b.small, &b.near}[b.turn%3]
		id, ok := q.pop()
		if !ok {
			empty++
			continue
		}
		empty = 0
		e := &b.chain.elements[id]
		if e.state != waiting {
			continue
		}
		threads := b.chain.threads(e)
		if b.chain.below(e.shared, threads, signature(threads), id) || b.linear.Excludes(e.shared, threads) {
			b.chain.remove(id)
			continue
		}
		if !e.asked {
			answer, steps := b.linear.Ask(e.shared, threads, b.stats.Fired)
			if answer == stateequation.Impossible {
				b.chain.remove(id)
				continue
			}
			if answer == stateequation.Possible {
				farther := steps > e.steps
				e.asked, e.steps = true, steps
				if q == &b.ahead && farther {
					q.push(int(steps), id)
					continue
				}
			}
		}
		return id, true
	}
	return 0, false
}

// expand adds the predecessors of an element.
func (b *backward) expand(id uint32) {
	e := &b.chain.elements[id]
	e.state = expanded
	b.expanded++
	b.parent = id
	b.buf = append(b.buf[:0], b.chain.threads(e)...)
	b.Pre(e.shared, b.buf, b.arrive)
}

// arrive adds a configuration unless it is covered.
func (b *backward) arrive(via, shared uint32, threads []uint32) {
	if b.Done {
		return
	}
	b.stats.Fired++
	if b.fired++; b.fired%4096 == 0 && b.meter.Stop() || !b.budget.Spend(1) {
		b.Done = true
		return
	}
	sig := signature(threads)
	if b.chain.below(shared, threads, sig, noElement) || b.linear.Excludes(shared, threads) {
		return
	}
	id := b.chain.add(shared, threads, sig, b.parent, via)
	b.small.push(len(threads), id)
	if b.away != nil {
		b.near.push(b.away.of(shared, threads), id)
	} else {
		b.near.push(int(id/64), id)
	}
	if b.parent != noElement && b.chain.elements[b.parent].asked {
		// It is looked at more closely when it is taken.
		steps := max(b.chain.elements[b.parent].steps, 1) - 1
		b.chain.elements[id].steps = steps
		b.ahead.push(int(steps), id)
	}
	b.stats.MaxThreads = max(b.stats.MaxThreads, uint32(len(threads)))
	if b.begun(shared, threads) {
		if b.accept != nil && !b.accept(id) {
			b.refused = true
			return
		}
		b.hit, b.Done = id, true
	}
}

// rootOf returns which root an element comes from.
func (b *backward) rootOf(id uint32) uint32 {
	for b.chain.elements[id].parent != noElement {
		id = b.chain.elements[id].parent
	}
	return b.chain.elements[id].via
}

// arcsFrom returns the arcs that lead from an element to its parent.
func (b *backward) arcsFrom(id uint32) []uint32 {
	via := b.chain.elements[id].via
	way := []uint32{via}
	for s := b.Arcs[via].From; b.Pass[s] != arcs.NoArc; {
		via := uint32(b.Pass[s])
		way = append(way, via)
		s = b.Arcs[via].From
	}
	slices.Reverse(way)
	return way
}

// all yields what generates the set found: its elements and what was passed by. What
// pairs rule out is not in it.
func (b *backward) all() iter.Seq2[uint32, []uint32] {
	return func(yield func(uint32, []uint32) bool) {
		more := true
		b.Passing = func(s uint32, threads []uint32) { more = more && yield(s, threads) }
		defer func() { b.Passing = nil }()
		ignore := func(uint32, uint32, []uint32) {}
		for id := 0; id < len(b.chain.elements) && more; id++ {
			e := &b.chain.elements[id]
			if e.state == covered {
				continue
			}
			threads := b.chain.threads(e)
			if more = more && yield(e.shared, threads); more && b.Load == nil {
				b.Pre(e.shared, slices.Clone(threads), ignore)
			}
		}
	}
}
