// This file defines breadth-first search over configurations with a bounded
// number of threads.

package algorithms

import (
	"github.com/ijit/ijit/algorithms/internal/store"
	"github.com/ijit/ijit/tts"
)

// BFS explores the configurations of p breadth first, so that the trace it finds
// is a shortest one. It is sound, and complete for p.Threads threads; without a
// bound it may not terminate.
//
// Configurations count threads and do not name them (counter abstraction; Basler
// et al., "Symbolic counter abstraction for concurrent software", CAV 2009): the
// search is over multisets.
func BFS[K tts.Key](p tts.Problem[K], m *Meter, watch func(Stats)) Result[K] {
	b := newBFS(p, m, watch)
	b.run()
	return b.result()
}

func newBFS[K tts.Key](p tts.Problem[K], m *Meter, watch func(Stats)) *bfs[K] {
	b := &bfs[K]{
		Problem: p,
		meter:   m,
		watch:   watch,
		store:   store.New[K](),
		firer:   tts.Firer[K]{System: p.System},
		seen:    map[uint32]bool{},
	}
	if p.Target.Place != nil {
		b.leaks = &leaks[K]{bfs: b}
	}
	if len(p.Target.Together) > 0 {
		b.pairs = newPairs(b)
	}
	return b
}

type bfs[K tts.Key] struct {
	tts.Problem[K]
	meter *Meter
	watch func(Stats)
	// arrived, if set, is given the positions of configurations that are reached, also again.
	arrived func(uint32)
	surveys bool // what is undecided is noted, too
	most    int  // configurations after which it gives up, unless 0
	store   *store.Store[K]
	firer   tts.Firer[K]
	stats   Stats
	refused *tts.ThreadState[K] // the first thread that the bound kept from creating another; nil for none
	moved   bool                // a thread of the configuration that is expanded can move

	errors  []encounter[K]
	seen    map[uint32]bool // labels of assertions among errors
	done    bool
	waiting *store.Batch[K] // configurations to be added; nil if who asks wants to know at once
	depth   int             // of these
	adding  bool            // they are being added
	leaks   *leaks[K]       // nil unless the target asks for them
	pairs   *pairs[K]       // likewise

	inner  *section[K] // for passing configurations; nil until one comes
	edges  []tts.Edge[K]
	locals []tts.Count[K]
	next   []tts.Count[K]
	fresh  []tts.Count[K]

	// Where Enough is asked:
	at     uint32 // the configuration that is expanded
	ahead  bool   // a step leads to one that is not
	out    []tts.Edge[K]
	counts []int
}

func (b *bfs[K]) run() {
	if b.leaks == nil && b.pairs == nil && b.arrived == nil && b.Enough == nil {
		b.waiting = b.store.NewBatch()
	}
	i := 0
	for c := range b.Initial {
		if b.reach(c, store.NoPos, 0); b.done {
			return
		}
		if i++; i%256 == 0 && b.stopped() {
			return
		}
	}
	if b.flush(); b.store.Len() == 0 || b.done {
		return
	}
	// The store is the queue: its order is the order of discovery. Level ends where
	// the store ended when the level began.
	level := b.store.Last()
	for pos, i := uint32(0), 1; ; i++ {
		c := b.store.Get(pos, b.locals)
		b.locals = c.Locals
		b.stats.MaxThreads = max(b.stats.MaxThreads, c.Threads())
		b.moved = false
		if b.expand(c, pos); !b.done && !b.moved && b.Target.Deadlocked(c) {
			b.found(NoLabel, b.stats.Depth, pos, goal[K]{reached: true})
		}
		if pos == level || len(b.Target.Locals) > 0 && !b.All { // an error ends the search where it is found
			b.flush()
		}
		if b.most > 0 && b.store.Len() > b.most {
			return
		}
		if b.done || (i%64 == 0 && b.stopped()) {
			if b.leaks != nil {
				b.leaks.leave(b.store.Next(pos))
			}
			return
		}
		at := pos
		if pos = b.store.Next(pos); pos == store.NoPos {
			break
		}
		if at == level {
			b.stats.Depth++
			level = b.store.Last()
		}
	}
	if !b.stopped() && b.leaks != nil {
		b.leaks.find()
	}
}

// stopped polls the limits.
func (b *bfs[K]) stopped() bool {
	if b.watch != nil {
		b.stats.States = b.store.Len()
		b.watch(b.stats)
	}
	if b.meter.Stop() {
		b.done = true
	}
	return b.done
}

// expand fires all edges of c, which is stored at pos.
func (b *bfs[K]) expand(c tts.Config[K], pos uint32) {
	full := b.Threads > 0 && c.Threads() >= b.Threads
	if b.leaks != nil {
		b.leaks.begin(c, pos)
	}
	if b.Enough != nil {
		b.expandSome(c, pos, full)
	} else {
		b.edges = b.System.AppendEnvironment(b.edges[:0], c.Shared)
		b.fireAll(c, pos, full)
		for i := 0; i < len(c.Locals) && !b.done; i++ {
			if b.leaks != nil {
				b.leaks.slot = i
			}
			b.edges = b.System.AppendEdges(b.edges[:0], tts.ThreadState[K]{Shared: c.Shared, Local: c.Locals[i].Local})
			b.fireAll(c, pos, full)
		}
	}
	if b.leaks != nil && !b.done {
		b.leaks.end()
	}
}

// expandSome fires edges of threads that suffice. If they lead only to configurations that were expanded before, it
// fires all: or else a thread could be put off for ever (Evangelista and Pajault, "Solving the ignoring problem for
// partial order reduction", STTT 2010).
func (b *bfs[K]) expandSome(c tts.Config[K], pos uint32, full bool) {
	b.out, b.counts = b.out[:0], b.counts[:0]
	for _, x := range c.Locals {
		n := len(b.out)
		b.out = b.System.AppendEdges(b.out, tts.ThreadState[K]{Shared: c.Shared, Local: x.Local})
		b.counts = append(b.counts, len(b.out)-n)
	}
	chosen := b.Enough(c, b.counts)
	fire := func(which bool) {
		to := 0
		for i, n := range b.counts {
			from := to
			if to += n; chosen[i] != which || b.done {
				continue
			}
			if b.leaks != nil {
				b.leaks.slot = i
			}
			b.edges = append(b.edges[:0], b.out[from:to]...)
			b.fireAll(c, pos, full)
		}
	}
	b.at, b.ahead = pos, false
	if fire(true); !b.ahead {
		fire(false)
	}
}

// fireAll fires b.edges.
func (b *bfs[K]) fireAll(c tts.Config[K], pos uint32, full bool) {
	b.stats.Fired += int64(len(b.edges))
	for i := range b.edges {
		e := &b.edges[i]
		if b.leaks != nil {
			b.leaks.step(e)
		}
		switch {
		case e.Kind == tts.Fail:
			b.fail(e, pos)
		case e.Effect == nil && e.Kind == tts.Move:
			// The case of nearly all edges, without the generality of the others.
			b.next = tts.MoveLocal(b.next[:0], c.Locals, e.From.Local, e.To.Local)
			b.arrive(c.Shared, tts.Config[K]{Shared: e.To.Shared, Locals: b.next}, pos)
		case full && e.Creates():
			b.block(e)
		default:
			b.firer.Fire(c, e, func(d tts.Config[K]) bool {
				b.arrive(c.Shared, d, pos)
				return !b.done
			})
		}
		if b.done {
			return
		}
		if b.leaks != nil {
			b.leaks.stepped(e)
		}
	}
}

// block notes that the bound on threads keeps a step from being taken.
func (b *bfs[K]) block(e *tts.Edge[K]) {
	if b.refused == nil {
		from := e.From
		b.refused = &from
	}
	b.moved = true
	if b.leaks != nil {
		b.leaks.blocked = true
	}
}

// arrive handles a successor of the configuration at pos, whose shared state is
// from.
func (b *bfs[K]) arrive(from K, c tts.Config[K], pos uint32) {
	if c.Shared != from && b.System.Transient(c.Shared) {
		b.pass(c, pos)
		return
	}
	b.reach(c, pos, b.stats.Depth+1)
}

// reach stores c unless it is known or an error state.
func (b *bfs[K]) reach(c tts.Config[K], parent uint32, depth int) {
	b.moved = true
	if b.Target.Covered(c) {
		b.found(NoLabel, depth, parent, goal[K]{config: c})
		return
	}
	if b.waiting != nil {
		b.depth = depth
		if b.waiting.Put(c, parent) {
			b.flush()
		}
		return
	}
	pos, fresh, err := b.store.Add(c, parent)
	if err != nil {
		b.meter.Fail(Memory)
		b.done = true
		return
	}
	b.ahead = b.ahead || parent != store.NoPos && pos > b.at
	if b.arrived != nil {
		b.arrived(pos)
	}
	if b.leaks != nil {
		b.leaks.arrive(c, pos, fresh)
	}
	if fresh {
		b.look(c, depth, parent)
		if b.pairs != nil {
			b.pairs.look(c, depth, parent)
		}
	}
}

// flush adds the configurations that wait.
func (b *bfs[K]) flush() {
	if b.waiting == nil || b.waiting.Empty() || b.adding {
		return
	}
	b.adding = true
	err := b.waiting.Add(func(pos, parent uint32) bool {
		if b.Visit != nil || len(b.Target.Locals) > 0 {
			c := b.store.Get(pos, b.fresh)
			b.fresh = c.Locals
			b.look(c, b.depth, parent)
		}
		return !b.done
	})
	b.adding = false
	if err != nil {
		b.meter.Fail(Memory)
		b.done = true
	}
}

// look looks for errors in a configuration that was not reached before, one step behind
// the one at pos.
func (b *bfs[K]) look(c tts.Config[K], depth int, pos uint32) {
	if b.Visit != nil {
		b.Visit(c)
	}
	if b.Target.Holds(c) {
		b.found(NoLabel, depth, pos, goal[K]{config: c})
	}
}

// A goal is a step to an error: into a configuration, or along an edge that
// fails. There is none if the error is reached.
type goal[K tts.Key] struct {
	reached bool
	config  tts.Config[K]
	failing bool
	label   uint32 // of the edge that fails
}

func (g *goal[K]) reachedBy(s tts.Step[K]) bool {
	if g.failing {
		return s.Edge.Kind == tts.Fail && s.Edge.Label == g.label
	}
	return s.Edge.Kind != tts.Fail && s.To.Compare(g.config) == 0
}

// An encounter is an error that was found: what an execution to it comes to from the
// configuration at pos, which is noPos if an initial configuration is the error.
type encounter[K tts.Key] struct {
	Finding
	kind  Kind
	pos   uint32
	goal  goal[K]
	stuck []K // of a leak: the local states of threads that are where they are for ever
}

// found notes an error at depth, one step behind the configuration at pos. Each
// label is an error once, at its least depth.
func (b *bfs[K]) found(label uint32, depth int, pos uint32, g goal[K]) {
	if b.flush(); !b.done && !b.seen[label] { // what waits came before
		b.seen[label] = true
		b.note(encounter[K]{Finding: FindingOf(label, depth), pos: pos, goal: g})
	}
}

func (b *bfs[K]) note(x encounter[K]) {
	x.goal.config = x.goal.config.Clone()
	b.errors = append(b.errors, x)
	b.done = !b.All
}

// fail notes a failing edge of a configuration that is stored at, or passed
// through from, pos.
func (b *bfs[K]) fail(e *tts.Edge[K], pos uint32) {
	b.moved = true
	if b.leaks != nil {
		b.leaks.escape = true
	}
	if b.Target.Fails != nil && b.Target.Fails(e.Label) {
		b.found(e.Label, b.stats.Depth+1, pos, goal[K]{failing: true, label: e.Label})
	}
}

func (b *bfs[K]) result() Result[K] {
	b.stats.States = b.store.Len()
	b.stats.StoreBytes = b.store.Bytes()
	r := Result[K]{Cut: b.refused != nil, Refused: b.refused, Stats: b.stats, Reason: b.meter.Reason()}
	for i := range b.errors {
		r.Findings = append(r.Findings, b.errors[i].Finding)
	}
	switch {
	case len(b.errors) > 0:
		r.Verdict = Unsafe
		r.Trace, r.Stuck = b.trace(&b.errors[0]), b.errors[0].stuck
		if !b.All {
			r.Reason = NoReason // a leak, found when the time was over
		}
	case r.Reason == NoReason:
		r.Verdict = Safe
		r.Invariant = b.invariant
	}
	return r
}
