// Package summary computes summaries of procedures of threads that are interrupted a bounded
// number of times.
//
// # Idea
//
// A summary relates the state in which a procedure began to the states at its places (Sharir
// and Pnueli, "Two approaches to interprocedural data flow analysis", 1981). A thread that is
// interrupted goes on with other globals; so the summary has, as parameters, with which
// globals it was interrupted, and with which it went on. It is the relation Frame of
// getafix.SwitchFormula:
//
//	States[d] ⊆ entry × now × ends 0, 1, ..., 2d-1
//
//	 begins    interrupted   goes on         interrupted   goes on        is
//	 entry ──▶ end 0       ⇢ end 1 ──▶ ... ──▶ end 2d-2  ⇢ end 2d-1 ──▶ now
//
// # How it differs from the formula
//
//   - There is a diagram for each place, and steps are applied edge by edge.
//   - A summary has only the globals that the procedure or what it calls uses (own). All others
//     (rest) stay as they are from the beginning to end 0, from end 1 to end 2, and so on;
//     what they do in between is up to those who use them.
//   - Nothing is said of locals that are not live, where the formula has 0, and in the last
//     context of globals that are not live (LastContext).
//   - A procedure with a single call that uses most of what its caller uses is inlined.
//   - What is called is done before its caller goes on, and places in the order of control
//     flow, so that a place is seldom visited with a part of its states.
//
// # Invariant
//
// When Run has returned, States are closed under steps, calls and returns; ResumeAll adds what
// follows when threads go on after one more interruption. Every tuple is one of some thread
// that goes on with globals that Resumptions have (or a superset: see cartesian).
//
// # Cost
//
// Decision diagrams over 2 + 2d rows of globals and 2 of locals. A place is visited when it
// has new states.
//
// # Memory
//
//	Summaries ─▶ Modules ─▶ Places ─▶ Steps           relation, and what is dropped
//	                  │         └───▶ Calls ─▶ Callee
//	                  │                 ├─ Waiting[i]  states at the call, i interruptions before
//	                  │                 └─ Returned[j] what comes back, j interruptions later
//	                  └─ Entered: with what it begins
//
// # Files
//
//	space.go    Space: decision variables; what is live
//	order.go    their order
//	inline.go   procedures that are part of their caller
//	summary.go  Summaries, Module, Place, Call, Step
//	queue.go    Queue
//	step.go     statements as relations
//	rank.go     the order in which places are worked on
//	build.go    New: summaries of a graph
//	explore.go  what is known grows
//	call.go     calls and returns
//	run.go      Run: until nothing is new
//	resume.go   interruptions
//
// # Words
//
//	now, entry    frames of a state, and of that in which its procedure began
//	next, other   frames behind a step, and of a callee
//	ends          rows of globals at the ends of contexts
//	own, rest     globals that a module or what it calls uses, and all others
//	dropped       variables that a step quantifies away
//	d, i, j       numbers of interruptions
//	rank          position of a place in the order of work
package summary
