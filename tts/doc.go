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
// what an edge does to a passive thread. It answers for one thread, not for a
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
//
// # Invariant
//
// A [Config] is canonical: its counters are sorted by local state, none is zero. Two
// configurations are equal exactly if their fields are. A [TTS] is canonical, too: edges
// are sorted and distinct, equal effects are one, so that the same edges in any order make
// the same table and the same file.
//
// # Soundness
//
// Firing an edge forward and backward agree: c is among the predecessors of d exactly
// if d is among the successors of c, and [CoverPre] gives the minimal configurations
// that have a successor which covers the given one (Abdulla, Cerans, Jonsson and Tsay,
// LICS 1996). Both are tested against a naive definition.
//
// # Cost
//
// Finding the edges of a thread state is a search among the local states that occur with
// its shared state, one look where these have no gaps. Firing takes time linear in
// the local states of the configuration. The exception is an effect of kind All whose
// sets have several members: each thread chooses, so there may be exponentially many
// successors. A table takes 32 bytes for an edge; what a backward search needs is
// made when it first asks.
//
// # Files
//
//	system.go    Key, ThreadState, Edge, Effect; System and BackwardSystem: the seam
//	config.go    Config: counters of threads, Omega for unboundedly many
//	fire.go      Firer, Post: an edge fired forward; spread.go for effects of kind All
//	pre.go       Reverser, Pre, CoverPre: an edge fired backward
//	table.go     TTS: a table of edges; index.go finds those of a thread state
//	transfer.go  what the edges of a table do to other threads, each list held once
//	builder.go   Builder: a table made edge by edge; order.go is the order of edges
//	read.go      the reader of .tts files; scan.go their characters, format.go the
//	             format
//	prop.go      targets: .prop files and s|l1,l2
//	write.go     the writer; print.go shows an edge in a line
//	trace.go     Trace: an execution
//	problem.go   Problem, Target: what is asked of a system; invariant.go: proofs
//
// # Words
//
//	s, l, t, c, e  shared state, local state, thread state, configuration, edge
//	active         of a thread: it takes the edge
//	effect         what an edge does to threads that are not active
//	transfer       one pair of an effect: from one local state to another
//	transient      of a shared state: inside an atomic section that is one step
package tts
