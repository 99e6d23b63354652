// Package tts defines thread-transition systems: thread states, configurations,
// edges, the files that hold them, and the arithmetic that fires an edge.
//
// # The idea
//
// A thread-transition system (Liu and Wahl, "IJIT: An API for Boolean Program
// Analysis with Just-in-Time Translation", 2017, section 2.2) describes what
// one thread can do: an edge leads from a thread state (s, l), a shared and a
// local state, to another. Its configurations are many-threaded: ⟨s | M⟩ with
// M a finite multiset of local states, kept as counters since threads are
// indistinguishable. An edge moves one thread of M, the active one; what it
// does to the others (a spawn, a transfer, a broadcast, a signal) is its
// [Effect].
//
// # The seam
//
// [System] is all that an algorithm sees: which edges leave a thread state and
// what an edge does to a bystander. It answers for one thread, not for a
// configuration, so an answer can be kept and used again in every configuration
// that holds the thread state. The arithmetic on configurations is done here,
// once ([Post], [Pre], [CoverPre] and, edge by edge, [Firer] and [Reverser]),
// whatever made the edges: a table read from a file ([TTS], [Read]) or built edge
// by edge ([Builder]), a program translated just in time or not translated at all.
//
// The type parameter K stands for the representation of shared and local
// states ([Key]): dense identifiers where states are translated, packed program
// valuations where they stay as they are.
//
// # A worked example
//
// Two shared and two local states; a thread in local state 0 takes the shared
// token, at most one thread is ever in local state 1, and a target with two
// threads there is not coverable:
//
//	2 2
//	0 0 -> 1 1
//	1 1 -> 0 0
package tts
