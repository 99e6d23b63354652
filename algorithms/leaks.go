// This file defines leaks: configurations with a thread that stays where it is in all that
// can follow.

package algorithms

import (
	"math/bits"
	"slices"

	"github.com/ijit/ijit/algorithms/internal/numbering"
	"github.com/ijit/ijit/algorithms/internal/store"
	"github.com/ijit/ijit/tts"
)

// A leaks finds the leaks among the configurations that a search stores. That a thread is
// blocked for ever is AG EF, of the thread and not of its place: another one may pass
// through there. So what is asked of is a seat: a configuration together with one of the
// local states in it, which stands for a thread there (threads in one local state are
// alike). A seat is free if the thread can leave its place, at once or after steps that
// keep it there.
//
// The graph of configurations is recorded as it is explored. Its edges say in which seat
// the active thread was and in which one it is then; other threads keep their local
// states. Edges of statements that change other threads are recorded seat by seat.
//
// A configuration from which an assertion fails has free seats only: after a failure nobody
// waits. So has one in which the bound on threads blocks a step, since what would follow without
// the bound is not known. A place with a seat that is free because of that only is no leak; nor is
// it known to be none, so it is undecided.
type leaks[K tts.Key] struct {
	*bfs[K]
	locals numbering.Numbering[K]
	places []int32 // by local state

	at     index
	pos    []uint32         // by number of the configuration
	edges  []uint32         // by number: where its edges begin
	seats  []uint32         // by number: where its seats begin
	to     []uint32         // by edge: number of the configuration that it leads to
	moved  []uint32         // by edge: from<<16 | to, seats of the active thread, or gone
	free   numbering.Bitset // seats
	beyond numbering.Bitset // seats of configurations in which the bound on threads blocks a step
	shifts []shift          // seats of threads that others have moved, by number of the configuration

	late bool // the time is over

	// Of the configuration that is expanded:
	c       tts.Config[K]
	slot    int // of the active thread
	escape  bool
	blocked bool // the bound on threads blocks a step
	// Of the edge that is fired, or of the first one of an atomic section:
	from   K
	mark   int // where its edges begin
	last   tts.Edge[K]
	others bool // it changes other threads
	// later has edges that change other threads, with the slots of their active threads.
	later    []tts.Edge[K]
	slots    []int
	follower *follower[K]
}

// gone is the seat of an active thread that there is not.
const gone = 1<<16 - 1

// A shift says that a thread in a seat may be in another one after a step.
type shift struct {
	c, to      uint32 // numbers of configurations
	seat, then int
}

// begin is called before the configuration at pos is expanded.
func (g *leaks[K]) begin(c tts.Config[K], pos uint32) {
	n := uint32(0)
	if len(g.seats) > 0 {
		n = g.seats[len(g.seats)-1] + uint32(len(g.c.Locals))
	}
	g.c, g.slot, g.escape, g.blocked = c, gone, false, false
	g.later, g.slots = g.later[:0], g.slots[:0]
	g.pos = append(g.pos, pos)
	g.edges = append(g.edges, uint32(len(g.to)))
	g.seats = append(g.seats, n)
	if len(c.Locals) >= gone || len(g.to) > 1<<31 || n > 1<<31 {
		g.meter.Fail(Memory)
		g.done = true
	}
}

// end is called when the configuration was expanded.
func (g *leaks[K]) end() {
	seats := g.seats[len(g.seats)-1]
	for i := range g.c.Locals {
		if g.escape {
			g.free.Add(seats + uint32(i))
		} else if g.blocked {
			g.beyond.Add(seats + uint32(i))
		}
	}
	if g.escape {
		return
	}
	// Now it is known which threads can leave at once, and need not be followed.
	if len(g.later) > 0 && g.follower == nil {
		g.follower = &follower[K]{leaks: g, firer: tts.Firer[K]{System: g.System}, inside: store.NewSmall[K]()}
	}
	for i := range g.later {
		g.follower.shift(g.slots[i], &g.later[i])
	}
}

// leave is called when the time is over: the configurations from pos on are not expanded, nor may the last one be.
// Threads can leave their places there for all that is known. Those that are blocked for ever also then are leaks, and
// to look for them takes a part of the time that was taken.
func (g *leaks[K]) leave(pos uint32) {
	if g.meter.Reason() != Timeout {
		return
	}
	g.late, g.escape = true, true
	g.end()
	for ; pos != store.NoPos; pos = g.store.Next(pos) {
		c := g.store.Get(pos, g.bfs.locals)
		g.bfs.locals = c.Locals
		g.begin(c, pos)
		g.escape = true
		g.end()
	}
	g.find()
}

// halted polls the limits, unless the time is over anyway.
func (g *leaks[K]) halted() bool { return !g.late && g.stopped() }

// place returns the place of a local state.
func (g *leaks[K]) place(l K) int32 {
	id := g.locals.ID(l)
	if int(id) == len(g.places) {
		g.places = append(g.places, int32(g.Target.Place(l)))
	}
	return g.places[id]
}

// step is called before an edge of the configuration is fired.
func (g *leaks[K]) step(e *tts.Edge[K]) {
	g.from, g.mark, g.others = e.From.Local, len(g.to), false
	g.inside(e)
}

// inside is called before an edge is fired, also one inside an atomic section.
func (g *leaks[K]) inside(e *tts.Edge[K]) {
	g.last = *e
	g.others = g.others || e.Effect != nil && e.Effect.Kind != tts.Spawn
}

// arrive records that the edge leads to the configuration at pos.
func (g *leaks[K]) arrive(c tts.Config[K], pos uint32, fresh bool) {
	if fresh {
		g.at.add(pos)
	}
	if len(g.pos) == 0 || g.others {
		return // an initial one, or stepped does it
	}
	now := gone
	if g.slot != gone {
		if g.last.Kind == tts.Move {
			now = slot(c, g.last.To.Local)
		}
		if now == gone || g.place(g.from) != g.place(g.last.To.Local) {
			g.free.Add(g.seats[len(g.seats)-1] + uint32(g.slot))
		}
	}
	g.to = append(g.to, g.at.of(pos))
	g.moved = append(g.moved, uint32(g.slot)<<16|uint32(now))
}

// slot returns where a local state is in the list of those of c.
func slot[K tts.Key](c tts.Config[K], l K) int {
	i := 0
	for c.Locals[i].Local != l {
		i++
	}
	return i
}

// stepped is called after an edge was fired.
func (g *leaks[K]) stepped(e *tts.Edge[K]) {
	if g.others {
		g.to, g.moved = g.to[:g.mark], g.moved[:g.mark]
		g.later, g.slots = append(g.later, *e), append(g.slots, g.slot)
	}
}

// find looks for leaks behind the exploration, and notes for each place the nearest one.
func (g *leaks[K]) find() {
	if len(g.pos) == 0 {
		return
	}
	g.edges = append(g.edges, uint32(len(g.to)))
	without := slices.Clone(g.free) // the bound on threads
	g.free.AddAll(g.beyond)
	known := map[int32]bool{tts.NoPlace: true}
	g.tell(Leak, g.blockedForEver(), known)
	if len(g.beyond) > 0 && !g.done && !g.late && g.surveys {
		g.free = without
		g.tell(Undecided, g.blockedForEver(), known)
	}
}

// blockedForEver returns the configurations with a seat that is not free, by number.
func (g *leaks[K]) blockedForEver() []uint32 {
	list := g.spread(g.sweep())
	slices.Sort(list)
	return list
}

// tell notes what goes wrong at places that are not known yet, each in the configuration that is nearest.
func (g *leaks[K]) tell(kind Kind, blocked []uint32, known map[int32]bool) {
	depth, shown := 0, uint32(0)
	for _, n := range blocked {
		c := g.get(n, nil)
		var stuck []K
		for i, x := range c.Locals {
			if g.judged(n, i, x.Local) {
				stuck = append(stuck, x.Local)
			}
		}
		for _, l := range stuck {
			place := g.place(l)
			if known[place] {
				continue
			}
			known[place] = true
			if shown != n || depth == 0 {
				shown, depth = n, g.depth(n)
			}
			// The thread that the error is about comes first.
			who := append([]K{l}, slices.DeleteFunc(slices.Clone(stuck), func(k K) bool { return k == l })...)
			g.note(encounter[K]{Finding: Finding{PC: int(place), Depth: depth}, kind: kind, pos: g.pos[n], goal: goal[K]{reached: true}, stuck: who})
			if !g.All {
				return
			}
		}
	}
}

// judged reports whether a thread in a seat is blocked for ever, unless it is free.
func (g *leaks[K]) judged(n uint32, seat int, l K) bool {
	return !g.free.Has(g.seats[n]+uint32(seat)) && g.place(l) != tts.NoPlace
}

// get returns a configuration.
func (g *leaks[K]) get(n uint32, buf []tts.Count[K]) tts.Config[K] {
	return g.store.Get(g.pos[n], buf)
}

// depth returns the number of steps to a configuration.
func (g *leaks[K]) depth(n uint32) int {
	d := -1
	for pos := g.pos[n]; pos != store.NoPos; pos = g.store.Parent(pos) {
		d++
	}
	return d
}

// sweep frees seats once from the last configuration to the first, which is against the
// direction of most edges, and returns the configurations with a seat that is not free.
func (g *leaks[K]) sweep() []uint32 {
	var rest []uint32
	for n := len(g.pos) - 1; n >= 0; n-- {
		if n%4096 == 0 && g.halted() {
			return nil
		}
		if _, blocked := g.update(uint32(n)); blocked {
			rest = append(rest, uint32(n))
		}
	}
	return rest
}

// update frees the seats of a configuration from which an edge leads to free ones. It
// reports whether there were any, and whether there are others.
func (g *leaks[K]) update(n uint32) (freed, blocked bool) {
	c := g.get(n, g.bfs.locals)
	g.bfs.locals = c.Locals
	left := 0
	for i, x := range c.Locals {
		if g.judged(n, i, x.Local) {
			left++
		}
	}
	before := left
	for e := g.edges[n]; e < g.edges[n+1] && left > 0; e++ {
		left -= g.along(e, n, c)
	}
	at, _ := slices.BinarySearchFunc(g.shifts, n, func(s shift, n uint32) int { return int(s.c) - int(n) })
	for ; at < len(g.shifts) && g.shifts[at].c == n && left > 0; at++ {
		s := g.shifts[at]
		if seat := g.seats[n] + uint32(s.seat); !g.free.Has(seat) && g.free.Has(g.seats[s.to]+uint32(s.then)) {
			g.free.Add(seat)
			left--
		}
	}
	return left < before, left > 0
}

// along frees the seats of configuration n, which is c, that an edge takes to free ones, and
// returns how many.
func (g *leaks[K]) along(e, n uint32, c tts.Config[K]) (freed int) {
	first := g.seats[g.to[e]]
	was, is := int(g.moved[e]>>16), uint32(g.moved[e]&gone)
	var to tts.Config[K]
	for i, x := range c.Locals {
		if !g.judged(n, i, x.Local) {
			continue
		}
		// The active thread may be in the seat: its place stays the same, or the seat would be
		// free. So may one that stays.
		free := was == i && g.free.Has(first+is)
		if !free && (was != i || x.N > 1) {
			if to.Locals == nil {
				to = g.get(g.to[e], g.next)
				g.next = to.Locals
			}
			free = g.free.Has(first + uint32(slot(to, x.Local)))
		}
		if free {
			g.free.Add(g.seats[n] + uint32(i))
			freed++
		}
	}
	return freed
}

// spread frees what is left by way of predecessors, and returns the configurations that
// still have a seat that is not free, nil if the search was stopped.
func (g *leaks[K]) spread(rest []uint32) []uint32 {
	slices.Reverse(rest)
	place := make([]uint32, len(g.pos)) // in rest, from 1 on
	for i, n := range rest {
		place[n] = uint32(i + 1)
	}
	// Predecessors, by place in rest: a list of counts, then of where each list ends.
	ends := make([]uint32, len(rest)+1)
	each := func(visit func(from, to uint32)) {
		arc := func(from, to uint32) {
			if i, j := place[from], place[to]; i > 0 && j > 0 && i != j {
				visit(i-1, j-1)
			}
		}
		for _, n := range rest {
			for _, to := range g.to[g.edges[n]:g.edges[n+1]] {
				arc(n, to)
			}
		}
		for _, s := range g.shifts {
			arc(s.c, s.to)
		}
	}
	each(func(_, to uint32) { ends[to]++ })
	for i := 1; i < len(ends); i++ {
		ends[i] += ends[i-1]
	}
	before := make([]uint32, ends[len(rest)])
	each(func(from, to uint32) {
		ends[to]--
		before[ends[to]] = from
	})
	work := make([]uint32, len(rest))
	queued, blocked := make([]bool, len(rest)), make([]bool, len(rest))
	for i := range work {
		work[i], queued[i] = uint32(i), true
	}
	for i := 0; len(work) > 0; i++ {
		if i%4096 == 4095 && g.halted() {
			return nil
		}
		w := work[len(work)-1]
		work = work[:len(work)-1]
		queued[w] = false
		var freed bool
		if freed, blocked[w] = g.update(rest[w]); !freed {
			continue
		}
		for _, v := range before[ends[w]:ends[w+1]] {
			if !queued[v] && blocked[v] {
				queued[v] = true
				work = append(work, v)
			}
		}
	}
	var left []uint32
	for i, n := range rest {
		if blocked[i] {
			left = append(left, n)
		}
	}
	return left
}

// An index numbers positions, which come in ascending order.
type index struct {
	words numbering.Bitset
	ranks []uint32 // by word: how many come before it
	n     uint32
}

func (x *index) add(pos uint32) {
	for len(x.ranks) <= int(pos>>6) {
		x.ranks = append(x.ranks, x.n)
	}
	x.words.Add(pos)
	x.n++
}

func (x *index) of(pos uint32) uint32 {
	return x.ranks[pos>>6] + uint32(bits.OnesCount64(x.words[pos>>6]&(1<<(pos&63)-1)))
}
