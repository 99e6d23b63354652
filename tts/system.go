// This file defines thread states, edges and the system that answers for them:
// the seam between whatever holds a transition relation and every algorithm.

package tts

import "iter"

// A Key represents a shared or a local state: a dense identifier (uint32), a
// packed valuation of at most 64 bits (uint64) or a wider one (string, the
// bytes of its words). The order of keys is only used to keep configurations
// canonical.
type Key interface{ uint32 | uint64 | string }

// A ThreadState is a shared state together with the local state of one thread.
type ThreadState[K Key] struct{ Shared, Local K }

// An EdgeKind says what becomes of the active thread.
type EdgeKind uint8

const (
	// Move takes the active thread from From to To.
	Move EdgeKind = iota
	// End lets the active thread disappear; To.Local has no meaning.
	End
	// Fail is the violation of a property; To has no meaning and the
	// execution stops.
	Fail
	// Environment has no active thread: it changes the shared state from
	// From.Shared to To.Shared whoever is there. From.Local and To.Local have no
	// meaning.
	Environment
)

// An Edge is what one step does, seen from the active thread.
type Edge[K Key] struct {
	From, To ThreadState[K]
	Kind     EdgeKind
	// Label says what made the edge: for a program the program counter of the
	// statement (of the failing assert if Kind is Fail), for a file the line.
	Label uint32
	// Effect is what happens to the other threads, nil for nothing.
	Effect *Effect[K]
}

// Creates reports whether there is a thread more behind the edge than in front of it: it creates one, and its own does not end.
func (e *Edge[K]) Creates() bool {
	return e.Effect != nil && e.Effect.Kind == Spawn && e.Kind != End
}

// An EffectKind says how other threads take part in a step.
type EffectKind uint8

const (
	// Spawn creates a thread in local state Child.
	Spawn EffectKind = iota
	// All moves every other thread: one in l to any member of the set that
	// [System.AppendMoves] gives for l, each on its own. A thread for which the
	// set is empty blocks the step.
	All
	// One moves exactly one other thread among those whose set is not empty; if
	// there is none, only the active thread moves.
	One
)

// An Effect is what an edge does to threads other than the active one.
type Effect[K Key] struct {
	Kind  EffectKind
	Child K // of a Spawn
	// ID is the name of an effect of kind All or One in its system: edges whose effects
	// have one ID move others alike, so what they do can be asked once and kept.
	ID uint32
}

// A System answers what threads can do. Implementations need not be safe for
// concurrent use.
type System[K Key] interface {
	// AppendEdges appends the edges whose active thread is in t.
	AppendEdges(dst []Edge[K], t ThreadState[K]) []Edge[K]
	// AppendEnvironment appends the edges that leave shared state s and have no
	// active thread.
	AppendEnvironment(dst []Edge[K], s K) []Edge[K]
	// AppendMoves appends the local states in which another thread, in l before,
	// may be after e, whose effect is of kind All or One. A passive thread that e does
	// not concern stays: for All the answer is l itself, for One it is empty.
	AppendMoves(dst []K, e *Edge[K], l K) []K
	// Transient reports whether configurations with shared state s are only
	// passing: inside an atomic section that counts as one step. They are
	// explored but are not states of their own.
	Transient(s K) bool
}

// A BackwardSystem also answers where threads can come from.
type BackwardSystem[K Key] interface {
	System[K]
	// AppendInEdges appends the edges whose active thread is in t afterwards.
	AppendInEdges(dst []Edge[K], t ThreadState[K]) []Edge[K]
	// AppendEdgesInto appends every edge, whatever its kind but Fail, that leads
	// to shared state s.
	AppendEdgesInto(dst []Edge[K], s K) []Edge[K]
	// AppendMovesBack appends the local states from which e may take another
	// thread to l: l is in AppendMoves of exactly these.
	AppendMovesBack(dst []K, e *Edge[K], l K) []K
	// AppendMovable appends the local states for which e, with an effect of kind
	// One, has a move.
	AppendMovable(dst []K, e *Edge[K]) []K
}

// A PreimageSystem also answers what a search asks that goes backward from the errors
// and never forward. An answer may be long, so it is given one by one; where next to
// nothing is found for long, pause is called now and then, and ends the answer if it
// returns false. The system may be asked other questions meanwhile.
type PreimageSystem[K Key] interface {
	BackwardSystem[K]
	// Entering yields the edges into shared state s that come from another shared state
	// or touch other threads: of those into s, the ones that matter whoever is there.
	Entering(s K, pause func() bool) iter.Seq[Edge[K]]
	// Failing yields the edges of kind Fail whose label counts.
	Failing(counts func(label uint32) bool, pause func() bool) iter.Seq[Edge[K]]
	// ThreadStates yields the thread states whose local state is wanted.
	ThreadStates(wanted func(l K) bool, pause func() bool) iter.Seq[ThreadState[K]]
}

// A SparseSystem has few edges for so many thread states, and lists those that leave a
// shared state with an active thread. The list does not change, and must not be changed.
type SparseSystem[K Key] interface {
	System[K]
	EdgesFrom(s K) []Edge[K]
}
