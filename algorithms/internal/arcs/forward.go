// This file defines the first forward over-approximation: the thread states that can be reached when threads are not
// counted.

package arcs

import (
	"iter"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/internal/numbering"
	"github.com/ijit/ijit/tts"
)

// A Cover holds the thread states (s, l) that can be reached when threads are not
// counted: a thread in l may be there whenever the shared state is s. It is the
// least set that contains those of the initial configurations and is closed under
//
//   - the active thread: an edge from (s, l) to (s', l') reaches (s', l'), and
//     (s', child) if it creates a thread;
//   - the others: whoever may be there in s may be there in s' as well, moved as
//     the effect of the edge moves it. Nothing is asked about whether it can be there
//     at the same time as the active thread.
//
// Every reachable configuration consists of such thread states. So a search need
// not look at any other configuration, and the edges between thread states of the
// cover are all that is ever asked of the system.
type Cover struct {
	full    bool               // nothing is known: every thread state is in it, whatever Locals has
	Locals  []numbering.Bitset // by shared state
	Arcs    []Arc
	Effects []*Effect
	fails   []failing
}

// An Arc is an edge over identifiers. Kinds are those of [tts.Edge], but for Fail.
type Arc struct {
	From, Active uint32 // Active has no meaning for Environment
	To, After    uint32 // After has no meaning but for Move
	Effect       int32  // in Effects; [NoEffect] for none
	Kind         tts.EdgeKind
}

// NoEffect is the effect of an arc that does nothing to others.
const NoEffect = -1

// An Effect is what an arc does to others, as far as they are in the cover.
type Effect struct {
	Kind  tts.EffectKind
	Child uint32
	// known has the local states for which the system was asked; Moved what it
	// answered where that is not, for All, that the thread stays, and for One, that
	// it is not concerned.
	known numbering.Bitset
	Moved map[uint32][]uint32
	back  map[uint32][]uint32 // Moved the other way round
	// movable has the local states of Moved, if that was asked backward.
	movable []uint32
}

// A failing thread state has an edge of kind Fail that counts.
type failing struct{ shared, local, label uint32 }

func (c *Cover) has(s, l uint32) bool { return c.full || c.Locals[s].Has(l) }

func (c *Cover) hasAll(s uint32, threads []uint32) bool {
	if c.full {
		return true
	}
	set := c.Locals[s]
	for _, l := range threads {
		if !set.Has(l) {
			return false
		}
	}
	return true
}

// A Forward search computes a cover.
type Forward[K tts.Key] struct {
	Cover
	numbering.Names[K]
	system tts.System[K]
	sparse tts.SparseSystem[K]     // the same, nil for another system
	fails  func(label uint32) bool // which labels count; nil for none
	meter  *algorithms.Meter
	budget *Budget // of images

	nodes []node[K]
	queue []uint32            // shared states with fresh local states
	left  int                 // how many more there were in the queue of this round
	links map[uint64]struct{} // pairs of shared states with an arc that leaves others alone
	named map[uint32]int32    // other effects, by their names in the system
	spawn map[uint32]int32    // effects of kind Spawn
	edges []tts.Edge[K]
	moves []K
	asked int
}

// A node is what is known of a shared state beside its local states.
type node[K tts.Key] struct {
	fresh   numbering.Bitset // local states not handled yet
	queued  bool
	visited bool
	listed  bool          // whether edges is known
	edges   []tts.Edge[K] // of a sparse system
	next    []uint32      // where arcs lead that leave the others alone
	special []special[K]  // arcs that do not
}

type special[K tts.Key] struct {
	edge   tts.Edge[K]
	to     uint32
	effect int32
}

// NewForward begins with nothing. Of edges that fail, those count that fails says; nil for none.
func NewForward[K tts.Key](sys tts.System[K], fails func(uint32) bool, m *algorithms.Meter, b *Budget) *Forward[K] {
	f := &Forward[K]{
		system: sys, fails: fails, meter: m, budget: b,
		links: map[uint64]struct{}{}, named: map[uint32]int32{}, spawn: map[uint32]int32{},
	}
	f.sparse, _ = sys.(tts.SparseSystem[K])
	return f
}

// state returns the identifier of a shared state.
func (f *Forward[K]) state(k K) uint32 {
	s := f.Shared.ID(k)
	for int(s) >= len(f.nodes) {
		f.nodes = append(f.nodes, node[K]{})
		f.Locals = append(f.Locals, nil)
	}
	return s
}

// Arrivals explores from the initial configurations. It returns these and the arcs between
// the thread states that are reachable, without the latter if it was stopped.
func (f *Forward[K]) Arrivals(initial iter.Seq[tts.Config[K]]) (*Starts, *Arrivals) {
	starts, ok := NewStarts(initial, &f.Names, f, f.meter, f.budget)
	if !ok || !f.Run() {
		return starts, nil
	}
	a := newArrivals(&f.Cover, len(f.Local.Keys), starts, f.meter)
	if f.meter.Stop() {
		return starts, nil
	}
	return starts, a
}

// Begin adds an initial configuration.
func (f *Forward[K]) Begin(c tts.Config[K]) { f.begin(startOf(&f.Names, c)) }

// Reached yields the shared states that are reached, each with the local states that
// threads may have there.
func (f *Forward[K]) Reached(yield func(shared uint32, locals numbering.Bitset) bool) {
	for s := range f.Locals {
		if f.nodes[s].visited && !yield(uint32(s), f.Locals[s]) {
			return
		}
	}
}

// Waiting returns how many shared states are still to be looked at.
func (f *Forward[K]) Waiting() int { return f.left + len(f.queue) }

// begin adds an initial configuration, of states that have identifiers.
func (f *Forward[K]) begin(x start) {
	f.state(f.Shared.Keys[x.shared])
	f.touch(x.shared)
	for _, n := range x.counts {
		f.reach(x.shared, n.Local)
	}
}

// reach adds a thread state.
func (f *Forward[K]) reach(s, l uint32) {
	if f.Locals[s].Has(l) {
		return
	}
	f.Locals[s].Add(l)
	f.nodes[s].fresh.Add(l)
	f.touch(s)
}

// reachAll adds all thread states of s with a local state in set.
func (f *Forward[K]) reachAll(s uint32, set numbering.Bitset) {
	have, fresh := &f.Locals[s], &f.nodes[s].fresh
	grown := false
	for i, w := range set {
		if i < len(*have) {
			w &^= (*have)[i]
		}
		if w == 0 {
			continue
		}
		for i >= len(*have) {
			*have = append(*have, 0)
		}
		for i >= len(*fresh) {
			*fresh = append(*fresh, 0)
		}
		(*have)[i] |= w
		(*fresh)[i] |= w
		grown = true
	}
	if grown {
		f.touch(s)
	}
}

// touch has s looked at: it is reached, or has fresh local states.
func (f *Forward[K]) touch(s uint32) {
	if n := &f.nodes[s]; !n.queued {
		n.queued = true
		f.queue = append(f.queue, s)
	}
}

// Run completes the cover and reports whether it was not stopped. It goes round
// by round: what many arcs add to a shared state in one round is handled at once.
func (f *Forward[K]) Run() bool {
	var fresh numbering.Bitset
	var round []uint32
	for i := 1; len(f.queue) > 0; {
		round, f.queue = f.queue, round[:0]
		for j, s := range round {
			f.left = len(round) - j
			f.nodes[s].queued = false
			fresh, f.nodes[s].fresh = f.nodes[s].fresh, fresh[:0]
			if !f.expand(s, fresh) || i%64 == 0 && f.meter.Stop() {
				return false
			}
			clear(fresh)
			i++
		}
	}
	return !f.meter.Stop()
}

// expand handles the fresh local states of s.
func (f *Forward[K]) expand(s uint32, fresh numbering.Bitset) bool {
	oldNext, oldSpecial := len(f.nodes[s].next), len(f.nodes[s].special)
	if !f.nodes[s].visited {
		f.nodes[s].visited = true
		f.edges = f.system.AppendEnvironment(f.edges[:0], f.Shared.Keys[s])
		for i := range f.edges {
			f.arc(s, 0, &f.edges[i])
		}
	}
	if !f.leave(s, fresh) {
		return false
	}
	n := f.nodes[s]
	for i, to := range n.next {
		if i%64 == 63 && f.meter.Stop() {
			return false
		}
		if i < oldNext {
			f.reachAll(to, fresh)
		} else {
			f.touch(to)
			f.reachAll(to, f.Locals[s])
		}
	}
	for i := range n.special {
		set := fresh
		if i >= oldSpecial {
			f.touch(n.special[i].to)
			set = append(numbering.Bitset(nil), f.Locals[s]...)
		}
		for l := range set.All {
			f.move(&n.special[i], l)
			if f.asked++; f.asked%64 == 0 && f.meter.Stop() || !f.budget.Spend(1) {
				return false
			}
		}
	}
	return true
}

// leave adds the arcs that leave s with an active thread in one of fresh.
func (f *Forward[K]) leave(s uint32, fresh numbering.Bitset) bool {
	if f.sparse != nil {
		// Most thread states have no edges; so do not ask for each of them.
		n := &f.nodes[s]
		if !n.listed {
			n.listed, n.edges = true, f.sparse.EdgesFrom(f.Shared.Keys[s])
		}
		edges := n.edges // n moves when there are more
		for i := range edges {
			if l, ok := f.Local.Lookup(edges[i].From.Local); ok && fresh.Has(l) {
				f.arc(s, l, &edges[i])
			}
		}
		return true
	}
	for l := range fresh.All {
		f.edges = f.system.AppendEdges(f.edges[:0], tts.ThreadState[K]{Shared: f.Shared.Keys[s], Local: f.Local.Keys[l]})
		for i := range f.edges {
			f.arc(s, l, &f.edges[i])
		}
		if f.asked++; f.asked%64 == 0 && f.meter.Stop() || !f.budget.Spend(1+len(f.edges)) {
			return false
		}
	}
	return true
}

// arc adds the arc of an edge that leaves s, of a thread in l.
func (f *Forward[K]) arc(s, l uint32, e *tts.Edge[K]) {
	if e.Kind == tts.Fail {
		if f.fails != nil && f.fails(e.Label) {
			f.Cover.fails = append(f.Cover.fails, failing{s, l, e.Label})
		}
		return
	}
	a := Arc{From: s, Active: l, To: f.state(e.To.Shared), Kind: e.Kind, Effect: NoEffect}
	if e.Kind == tts.Move {
		a.After = f.Local.ID(e.To.Local)
		f.reach(a.To, a.After)
	}
	if e.Effect != nil {
		a.Effect = f.effectOf(e)
	}
	switch {
	case e.Effect == nil:
		if s == a.To && (e.Kind == tts.Environment || l == a.After && e.Kind == tts.Move) {
			return // nothing happens
		}
		f.link(s, a.To)
	case e.Effect.Kind == tts.Spawn:
		f.reach(a.To, f.Effects[a.Effect].Child)
		f.link(s, a.To)
	default:
		f.nodes[s].special = append(f.nodes[s].special, special[K]{*e, a.To, a.Effect})
	}
	f.Arcs = append(f.Arcs, a)
}

// link notes that others stay where they are while s becomes to.
func (f *Forward[K]) link(s, to uint32) {
	if s == to {
		return
	}
	pair := uint64(s)<<32 | uint64(to)
	if _, ok := f.links[pair]; !ok {
		f.links[pair] = struct{}{}
		f.nodes[s].next = append(f.nodes[s].next, to)
	}
}

func (f *Forward[K]) effectOf(e *tts.Edge[K]) int32 {
	fresh := int32(len(f.Effects))
	if e.Effect.Kind == tts.Spawn {
		child := f.Local.ID(e.Effect.Child)
		if i, ok := f.spawn[child]; ok {
			return i
		}
		f.spawn[child] = fresh
		f.Effects = append(f.Effects, &Effect{Kind: tts.Spawn, Child: child})
		return fresh
	}
	if i, ok := f.named[e.Effect.ID]; ok {
		return i
	}
	f.named[e.Effect.ID] = fresh
	f.Effects = append(f.Effects, &Effect{Kind: e.Effect.Kind, Moved: map[uint32][]uint32{}})
	return fresh
}

// move adds what becomes of another thread in l.
func (f *Forward[K]) move(x *special[K], l uint32) {
	e := f.Effects[x.effect]
	f.moves = ask(e, f.system, &f.Names, &x.edge, l, f.moves)
	to, moved := e.Moved[l]
	for _, l := range to {
		f.reach(x.to, l)
	}
	if !moved || e.Kind == tts.One {
		f.reach(x.to, l)
	}
}

// ask asks what becomes of another thread in l after edge, unless that is known. It uses
// the buffer and returns it.
func ask[K tts.Key](e *Effect, sys tts.System[K], n *numbering.Names[K], edge *tts.Edge[K], l uint32, buf []K) []K {
	if e.known.Has(l) {
		return buf
	}
	e.known.Add(l)
	buf = sys.AppendMoves(buf[:0], edge, n.Local.Keys[l])
	var to []uint32
	for _, k := range buf {
		to = append(to, n.Local.ID(k))
	}
	stays := len(to) == 1 && to[0] == l
	if e.Kind == tts.All && !stays || e.Kind == tts.One && len(to) > 0 {
		e.Moved[l] = to
	}
	return buf
}

// ArcOf returns the arc of an edge that does not fail.
func (f *Forward[K]) ArcOf(e *tts.Edge[K]) Arc {
	x := Arc{From: f.Shared.ID(e.From.Shared), To: f.Shared.ID(e.To.Shared), Kind: e.Kind, Effect: NoEffect}
	if e.Kind != tts.Environment {
		x.Active = f.Local.ID(e.From.Local)
	}
	if e.Kind == tts.Move {
		x.After = f.Local.ID(e.To.Local)
	}
	if e.Effect != nil {
		x.Effect = f.effectOf(e)
	}
	return x
}
