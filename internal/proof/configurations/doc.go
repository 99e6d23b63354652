// Package configurations checks executions, and proofs by sets of configurations that count how
// many threads are in which local state.
//
// # The idea
//
// A set is a proof if it has the initial configurations, no error, and whatever a step leads to
// from it. A program and a thread-transition system are one [system] here: states are numbers, and
// a [rule] says what a single thread does. The arithmetic on configurations is done again, naively,
// from such steps of single threads. Statements are executed by package judge, the interpreter of the
// syntax tree; of package tts only the reader and the list of edges are used.
//
// # Kinds of sets
//
//   - Excluding: local states in which threads may be, for each shared state, and the
//     minimal elements of an upward-closed set that is left out. It may be said which two
//     threads can be at once, and linear constraints may be added. It is closed downwards, so a step that leads out does so from
//     few threads: those that take part and those that are the rest of an excluded
//     element. Shared states with a single way in need not be listed: the steps of a
//     chain of them are taken as one. See [excluding].
//   - Cover: the maximal elements of a downward-closed set, with unboundedly many threads
//     in some local states. It is enough to look at these. See [cover].
//   - States: a finite set, for a bounded number of threads or where there are never
//     more. See [finiteSet].
//   - Flow: program counters, where nothing that can go wrong is ever executed.
//
// # The invariant
//
// No decision diagram, circuit or C program is needed to check any of these, and nothing of what
// finds answers: the package imports the document, the judge, the parser and the reader of transition
// systems.
//
// # Atomic sections
//
// A section that only concerns its own thread is passed in one step, computed from
// steps of single statements. A section that touches others is entered: the shared state is
// then marked, and only threads inside have steps. So a proof about big steps
// has configurations inside such sections, too.
//
// # A worked example
//
//	2 2
//	0 0 -> 1 1
//	1 1 -> 0 0
//
// From unboundedly many threads in 0 no two come to be in 1. The certificate allows
// both local states in both shared states and excludes 1 in shared state 0 and 1,1 in 1. The
// first edge could lead to 1,1 from a thread in 0 and one in 1 in shared state 0: but 1 is excluded
// there. The second leads to 1 in shared state 0 from 1,1 in shared state 1, which is excluded.
//
// # Files
//
//	check.go       TTS.Check, Program.Check, and what is common to all sets
//	multiset.go    multisets of threads and the naive arithmetic on them
//	rule.go        a model as rules of single threads, and how they are fired
//	text.go        how configurations are written
//	net.go         the rules of a transition system
//	program.go     those of a program
//	section.go     atomic sections that are passed in one step
//	initial.go     the initial configurations of a program
//	meeting.go     targets that are threads at labels
//	insensitive.go calls as jumps
//	trace.go       executions
//	states.go      finite sets
//	below.go       sets given by their maximal elements
//	excluding.go   sets that leave out an upward-closed one
//	together.go    of them: which two threads may be at once
//	linear.go      linear constraints
//	passed.go      shared states that are not listed
//	members.go     what threads see in them
//	flow.go        program counters
package configurations
