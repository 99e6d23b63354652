// Package interfaces composes contexts of threads from what each thread makes of the globals
// with which its contexts begin.
//
// # Idea
//
// Threads share nothing but globals. So what a thread does in its r rounds is, to others, a
// relation between the globals with which these begin and end: its interface (La Torre,
// Madhusudan and Parlato, "Model-checking parameterized concurrent programs using linear
// interfaces", CAV 2010). It follows from summaries of its procedures. Contexts are composed
// where the globals fit; a composition has no locals, so stacks of any height are no problem.
//
//	composition  t0    t1    t0    t1
//	             ●───▶ ●───▶ ●───▶ ●───▶        globals at the ends 0, 1, 2, ...
//	interface of t0: (end 0, end 1) and (end 2, end 3); of t1: (end 1, end 2), ...
//
// It is getafix.SwitchFormula: Enter is EnterAll, Stop and Goal are findRounds, Runs are
// compositions. Summaries are computed only for globals with which some composition lets a
// thread begin or go on.
//
// # Invariant
//
// After Extend for context k, compositions are all sequences of k+1 contexts, with exactly the
// globals that they can have.
//
// # Cost
//
// Relations over k+2 rows of globals; with more than two threads the number of compositions
// grows like the number of sequences of threads.
//
// # Files
//
//	search.go    Search, Composition
//	schedule.go  Schedule: a composition that reaches the target
//
// # Words
//
//	round      a context of a thread, counted by itself from 1 on
//	k, t       number of a context; a thread
//	e, r       the round in which a procedure began, and the one now
package interfaces
