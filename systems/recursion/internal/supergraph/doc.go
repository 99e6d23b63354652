// Package supergraph says what the modules of a program are, how they call each other, and
// where threads that run them may be interrupted. It is what the formulas of package getafix
// and the searches of package contextbound share.
//
// # Idea
//
// The supergraph of a program has the control-flow graphs of its procedures and, for each
// call, an edge to the entry of the callee and one from its exit (Reps, Horwitz and Sagiv,
// "Precise interprocedural dataflow analysis via graph reachability", POPL 1995). Package
// dataflow has its procedures, MOD and REF, and liveness. Here procedures become modules, which
// differ in what may interrupt them:
//
//	procedure f ──▶ module f              called outside of atomic sections
//	           ├──▶ module f, atomic      called inside of one: no interruption
//	           └──▶ module f, level 1..n  recursion unrolled; the last level is residual:
//	                                      it calls itself, and stands for all higher stacks
//
// # Invariant
//
// Each call of a module has a callee. An atomic module calls atomic ones only. A module of
// level l calls modules of its own component of the call graph at level l+1, or at the same
// level if it is residual, and all others at level 0.
//
// # Soundness
//
// Unrolling changes no execution: all levels of a procedure have its places. Who keeps stacks
// has to notice where a thread is interrupted in a residual module, because its stack has no
// bound there.
//
// # Files
//
//	graph.go         Graph, Module, Call: modules, from the procedures where execution begins on
//	interruption.go  Interruptible, Visible: where a thread may be interrupted, and has to be
//	recursion.go     Height of stacks, Unrolled
//	relevance.go     ByRelevance: globals by their distance from the target
//	unsupported.go   errors: what else threads do to each other
//
// # Words
//
//	module    a procedure as it is called
//	place     a program counter, counted from the entry of its procedure
//	own       globals that a module or what it calls reads or writes (MOD and REF)
//	shared    globals that any module uses: all threads have to know them
//	visible   the next step has to do with other threads
//	residual  stands for recursion that is not unrolled
package supergraph
