// This file defines inductive invariants, which prove that a target cannot be
// reached.

package algorithms

import "github.com/ijit/ijit/tts"

// An Invariant is a set of configurations: those of which every thread is within
// the given thread states and that cover none of the excluded configurations.
// It proves safety if
//
//   - the initial configurations are in it,
//   - no configuration that is an error is in it,
//   - no step leads out of it.
//
// The last can be checked without fixed points: a step from Within, when threads are
// not counted, leads into Within or to a thread state that by itself covers an
// excluded configuration, and of each excluded configuration every covering
// predecessor ([tts.CoverPre]) that is within covers an excluded one.
type Invariant[K tts.Key] struct {
	// Within has, for each shared state that may occur, the local states in which
	// a thread may be then.
	Within []Within[K]
	// Excluded are the minimal elements of an upward-closed set.
	Excluded []tts.Config[K]
	// Cover, if not nil, has the maximal elements of a downward-closed set, with
	// omegas: every configuration of the invariant is covered by one of them. Then
	// Within is not used.
	Cover []tts.Config[K]
	// States, if not nil, is all of the invariant: these configurations and no
	// others. Then nothing else is used.
	States []tts.Config[K]
}

// A Within is one shared state with the local states that may occur in it, in
// ascending order.
type Within[K tts.Key] struct {
	Shared K
	Locals []K
}
