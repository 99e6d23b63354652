// This file defines inductive invariants, which prove that a target cannot be
// reached.

package tts

// An Invariant is a set of configurations: those of which every thread is within
// the given thread states, that cover none of the excluded configurations, and that
// keep the linear constraints. It proves safety if
//
//   - the initial configurations are in it,
//   - no configuration that is an error is in it,
//   - no step leads out of it.
//
// The last can be checked without fixed points: a step from Within, when threads are
// not counted, leads into Within or to a thread state that by itself covers an
// excluded configuration, and of each excluded configuration every covering
// predecessor ([CoverPre]) that is within covers an excluded one or violates a
// linear constraint. A linear constraint is preserved if no step from Within increases
// the weight: what the active thread, the shared state and a thread that is created weigh
// more after an edge than before is not positive, and no other thread gets heavier.
type Invariant[K Key] struct {
	// Within has, for each shared state that may occur and is not passed in this way, the
	// local states in which a thread may be then.
	Within []Within[K]
	// Excluded are the minimal elements of an upward-closed set.
	Excluded []Config[K]
	// Linear are constraints that all configurations keep besides.
	Linear []Linear[K]
	// Cover, if not nil, has the maximal elements of a downward-closed set, with
	// omegas: every configuration of the invariant is covered by one of them. Then
	// Within is not used.
	Cover []Config[K]
	// States, if not nil, is all of the invariant: these configurations and no
	// others. Then nothing else is used. After a search with a bound on threads
	// , only steps that keep it do not lead out.
	States []Config[K]
}

// A Linear is a constraint: the weight of the shared state and those of all threads make
// up at most a bound. What is in no map weighs nothing, and local states weigh no less
// than that; those in which an initial configuration has unboundedly many threads weigh
// nothing. No step from Within increases the weight.
type Linear[K Key] struct {
	Shared, Local map[K]int
	Most          int
}

// A Within is one shared state with the local states that may occur in it, in
// ascending order.
type Within[K Key] struct {
	Shared K
	Locals []K
	// Together, if not nil, has the pairs of local states in which two threads may be
	// at once, each pair once. There are often few, while those that are excluded are
	// many.
	Together [][2]K
}
