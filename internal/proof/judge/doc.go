// Package judge is an independent interpreter of Boolean programs: the judge
// of every answer.
//
// # What it is for
//
// A verdict of a model checker is worth what it can be checked against. This
// package runs a program the way its reference semantics is written down, one
// rule after the other, directly on the syntax tree. It knows nothing of
// control-flow graphs, formulas, images or thread-transition systems and
// shares no code with them, so a mistake there does not repeat itself here.
// It is to ijit what drat-trim is to SAT solvers and go/ssa/interp to
// Go's SSA form. It answers three questions:
//
//   - [Judge.Explore]: which configurations can a program with at most n live
//     threads reach, and which assertions can fail, and after how many steps?
//     Breadth-first search over explicit configurations; the oracle of small
//     programs.
//   - [Judge.Replay]: is this sequence of configurations an execution that
//     ends in that failing assertion? The oracle of traces, for programs of
//     any size.
//   - [Judge.Switches] and [Judge.Rounds]: how often do the threads of a small
//     program have to take turns until they reach a label or fail an assertion?
//     For files that are concurrent by convention ([parser.File.Threads]).
//
// # The semantics
//
// A [Config] <g | M> is a valuation g of the shared variables and a finite
// multiset M of threads, each a program counter and a valuation of its locals.
// One step picks a thread and executes the statement at its program counter.
// The value of an expression is a set, because every * in it chooses 0 or 1 on
// its own; assume passes if 1 is in the set, assert errs if 0 is in it, and an
// assignment x1..xk := e1..ek constrain C has one result for each choice of
// values out of the sets that leaves 1 in C.
//
// Atomic sections come in two granularities ([Mode]). In small steps every
// statement is a step, and while a thread is inside a section only that thread
// moves. In big steps a section is one step, from its begin to just after its
// end; it is computed as a closure over whole configurations, because the
// statements inside may wake, change or create other threads.
//
// A call puts the caller on the thread's stack, as a [Frame], and goes to the entry of the callee: formals have values
// of the arguments, other locals any initial value. A return is one step, too: it evaluates what it returns, or any
// values where it says nothing, assigns them in the caller and goes on behind the call; falling off the end of a
// procedure is a return of any values. What a procedure enforces holds before and after each step between two points of
// it, so also where a call enters it and where a call in it has returned, but not in between. It holds in initial
// configurations, too, for each copy of main. But a thread that start_thread creates is there whatever its procedure
// enforces: like one that finds it broken by another thread, it waits until it holds. A section of the caller goes on
// inside the callee. A thread created by start_thread goto has the locals of the procedure that creates it, but no
// callers; and an assignment to x$ reaches each frame with an x in the other threads, also one that waits. Recursion
// makes infinitely many configurations: [Judge.WithDepth] bounds the stacks, and [Result.Cut] says whether that
// mattered.
//
// In a file that is concurrent by convention, while the global atomic is true only
// the thread that has moved last moves. As that does not follow from where the threads
// are, a [Thread] says whether it is the one. A thread that comes to its end with
// atomic true does not end: no other could go on. If init leaves atomic true, any
// thread may be the first.
//
// # How it is done
//
// The only thing computed beforehand is how statements follow each other
// (flow.go). Everything else is evaluated when it is needed, with values in
// slices of bool. The one idea beyond the text of the semantics is in
// wanted.go: a step that is to be checked rather than enumerated is given the
// configuration it should lead to, and each choice is cut down to the values
// that can still lead there. So x1, .., x30 := * is checked without listing
// its 2^30 results.
//
// # Example
//
//	decl x := 0;
//	void main() begin
//	  start_thread goto l;
//	  x := 1;
//	  l: assert(!x);
//	end
//
// With at most one live thread the spawn is blocked: the program is safe.
// With two it errs: spawn, x := 1, and the child's assertion fails in the
// third step.
package judge
