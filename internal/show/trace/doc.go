// Package trace describes executions in the terms of the input: threads that keep their
// identity, statements with their places, variables by their names.
//
// # Idea
//
// Each algorithm finds its executions in its own terms (package executions shows those that
// [New] does not). A search over a transition system
// counts threads: its configurations say how many are in which local state. A symbolic
// search has threads with identities, procedure summaries have valuations at locations,
// and a schedule says which thread ran when. A [Trace] says the same for all of them: the
// [State] in which it begins, and one [Step] for each statement, with the state behind it.
// Whoever shows, replays or certifies an execution reads only this.
//
// # Identity
//
// A configuration that counts threads does not say which of several equal threads moves.
// [New] chooses: the thread that moved last if it can, so that a trace has few switches.
// Threads that a broadcast or a passive assignment moves are assigned to the local states
// that the configuration behind the step has, by a search that lets each stay where it is
// if that is possible. Any choice gives an execution, since equal threads can do the same.
//
// # Calls
//
// Executions of sequential programs are nested: a [Step] that is a call which returns has
// what happens inside ([Call]), and calls that begin with the same values and do the same
// are one. So an execution takes time and memory in proportion to what differs in it, even
// if it has 2^100 steps; [Trace.All] unfolds it. Callers are linked, not copied.
//
// # Invariant
//
// Each step leads from the state before it to its own state by one statement of its thread.
// [Trace.Replay] has this checked by an interpreter of the syntax tree, which shares no
// code with what finds executions. Of a sequential program the judge checks each call once,
// and then knows how it can end.
//
// # Names
//
//	view           how the states of a system are shown: variables by name, locations
//	code           a program that is run, and what is written: calls may be inlined
//	passing        of a step: it leads to the inside of an atomic section that is one step
//	origin         of a step: the place in the C program that it was made from
//	claim          what a trace is said to be: to begin with, to keep to, to end in
//	configuration  counts of threads in the terms of the input, for coverability sets
//
// # Files, in reading order
//
//	trace          Trace, State, Thread, Frame, Step
//	calls          calls that return, and how traces are unfolded
//	property       what a trace can end in
//	view, code     how states of systems are shown, and locations of programs
//	tracker        executions of counters
//	turns, waves   what event-condition-action programs do, and signals of circuits over time
//	configuration  configurations that count threads
//	replay         the check by the judge; package temporal has that of runs on which a formula does not hold
//	words          how certificates write states
package trace
