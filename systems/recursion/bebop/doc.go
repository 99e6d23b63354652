// Package bebop decides reachability in sequential programs with procedures and
// recursion, by procedure summaries: the algorithm of Ball and Rajamani, "Bebop: A
// Symbolic Model Checker for Boolean Programs" (SPIN 2000), which makes the
// interprocedural data-flow analysis of Reps, Horwitz and Sagiv (POPL 1995)
// symbolic.
//
// # Idea
//
// A program with recursion has infinitely many states, because its stack has no
// bound. But what a procedure does depends only on the globals and the actual
// parameters, of which there are finitely many. So for each vertex v of the
// control-flow graph the algorithm collects path edges: pairs of a valuation at the
// entry of v's procedure and one at v that it leads to. The path edges at the end
// of a procedure are its summary; at a call, the summary is a transition like that
// of an assignment. Control is explicit, sets of edges are decision diagrams.
//
//	entry of main: the identity on the initial valuations
//	statement:     join the path edges at v with the relation of the statement
//	call:          the actuals and globals at v enter the callee, as the identity;
//	               join the path edges at v with the summary, renamed for this call
//	return:        what is new in the summary is joined with the path edges of each call
//
// v can be reached if and only if it has a path edge. Edges only come from entries
// that calls reach, so the summaries are those of what really happens.
//
// # Invariant, soundness, termination
//
// Each path edge is the trace of an execution that reaches the procedure's entry
// with the first valuation and then, calls inside completed, v with the second;
// and each such execution has its edge once the worklist is empty. Sets of edges
// only grow and are finite, so that happens.
//
// # What makes it fast
//
//   - Propagation: only edges that are new at a vertex go on, and each goes on
//     once, by one relational product. The worklist prefers callees, then the
//     reverse post-order. If that takes many nodes and one target is enough, a
//     breadth-first search may take as many, for a target nearby; then few globals may do.
//   - Variables: the locals of all procedures share slots (package encode), so the
//     same statement in a thousand procedures is one node with one cached result.
//     A relation mentions only what its statement reads and writes, a renaming only
//     what changes its place: nothing costs time in the number of all variables.
//   - On demand: relations that may be large are built when their statement is reached. What
//     never is costs nothing then.
//   - Live ranges: a value that is not read any more before it is written is
//     quantified away (package dataflow).
//   - Mod and ref sets: a procedure's edges mention only globals that it or its
//     callees touch, and only those it modifies twice, at the entry and now
//     (package dataflow).
//
// # Traces
//
// A second, breadth-first search keeps for each vertex how its set grew, in rings (or,
// if that one takes far longer than the first, another one in the first's order).
// From the smallest ring with a target the trace is walked back from edge to edge
// of ever smaller rings. A step over a call becomes the callee's own trace only
// when somebody asks. In a last pass forwards, values that were quantified away come
// back, so that the execution can be replayed step by step. Calls that begin with the
// same values and do the same are kept once: an execution of 2^1000 steps is small until
// it is printed.
//
// # Few globals
//
// A large program has many globals, and what is asked often depends on few. So where a search takes many
// nodes, another one tracks no global at first: each may have any value at any time (Kurshan's
// localization reduction, "Computer-Aided Verification of Coordinating Processes", 1994; the refinement is that of
// Clarke, Grumberg, Jha, Lu and Veith, CAV 2000). A relation of a statement is projected to what it says of the variables that
// are tracked: all that is said of others, by constrain and enforce too, holds for some values of
// theirs. Locals are tracked, since only one procedure knows them.
//
//	no target is reached:    none is by the program, whose executions are among those explored;
//	                         as a proof, path edges say nothing of globals that are not tracked
//	a path to a target:      a SAT solver decides whether the statements on it can be executed with all globals.
//	                         If so, its model is the execution. If not, the globals that the contradiction reads are
//	                         tracked from now on (few, found by assumptions that are left out one by one), so that the path
//	                         is excluded. But first, with all globals, a search looks for another path that makes no other
//	                         calls: it explores a small part of the program.
//
// Each path is excluded by a new global, so that ends, at the latest with all of them. But it is given up if it takes many nodes;
// a program in which everything matters is searched as ever. For example, in
//
//	decl held := 0, data;
//	void main() begin
//	  while (*) do lock(); data := !data; unlock(); od
//	end
//	void lock() begin assert(!held); held := 1; end
//	void unlock() begin held := 0; end
//
// the path main, lock, assert fails if held is 1, which it is not: held is tracked, data never.
package bebop
