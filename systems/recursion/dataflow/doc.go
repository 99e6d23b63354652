// Package dataflow computes what procedures and places of a Boolean program have to do
// with which variables: the call graph and its strongly connected components, what
// procedures modify and read (MOD and REF), and which variables are live.
//
// # Idea
//
// A model checker that goes from place to place need not tell states apart by variables
// that nothing reads any more, and a summary need not mention globals that a procedure
// never touches. Both follow from the text of the program: a value counts at a place if
// some path reads it before anything writes it, whatever the values are along the path.
//
//	decl g, h;
//	void main() begin
//	  h := 1;       // live: nothing
//	  f(h);         // live: h
//	  assert(g);    // live: g
//	end
//	void f(a) begin // MOD: g; REF: a; live: a
//	  g := a;
//	end
//
// Where f begins, h is dead: its value went into a. And g is dead before the call, because
// f writes it on every path.
//
// # Literature
//
// MOD and REF are the summary sets of Cooper and Kennedy, "Interprocedural Side-Effect
// Analysis in Linear Time" (PLDI 1988), without aliases, which Boolean programs do not
// have. The components are those of Tarjan, "Depth-First Search and Linear Graph Algorithms"
// (SIAM J. Comput. 1972). Liveness is the backward problem of Kildall, "A Unified
// Approach to Global Program Optimization" (POPL 1973); Aho, Lam, Sethi and Ullman,
// "Compilers" (2nd edition, section 9.2.5) has the textbook form. Reps, Horwitz and Sagiv
// (POPL 1995, section 3) solve it for each calling context by summaries. Here the calls of
// a procedure are not told apart: an engine that stands for all of them by one state
// inside of the procedure must keep what any of them needs, and for that this is exact.
//
// # Invariant
//
//	Reads(n), Writes(n)   what the statement at n reads; what it writes whenever it goes on
//	Mod(p), Ref(p)        the own locals and, over all procedures that p calls, the globals
//	                      that some reachable statement writes, or reads
//	Before(n) = Reads(n) ∪ ⋃ over n → m of Before(m) \ Writes(n)      n is no call
//	          = Reads(n) ∪ Before(m) \ Writes(n) \ Touch(q)
//	                     ∪ Before(entry of q) ∩ globals               n calls q, then m
//	          = Reads(n) ∪ Behind(p)                                  n returns from p
//	Behind(p) = ⋃ over calls n of p, then m, of (Before(m) \ Writes(n)) ∩ Touch(p)
//
// These are the least sets with which the equations hold. A thread that nothing interrupts
// reaches the same places and fails the same assertions from two states that differ in a
// variable neither in Before nor, for a global, in Across: globals that are live in
// procedures on the stack only pass by a procedure that does not touch them.
//
// What a procedure enforces is read at each of its places. Statements by which a thread
// starts or changes another one are outside of this: an engine that looks at the package
// rejects them, or keeps everything.
//
// # Threads
//
// Another thread may read all globals wherever it can interrupt this one, so there
// liveness only says which locals count: those in Before do, whatever others do. In a
// context that ends at the target nothing interrupts the thread any more; then also globals
// count only if they are in Before or Across, for a graph whose root is the procedure
// of that thread alone. Where an interruption can make a difference at all is said by
// [Graph.Visible].
//
// An engine that has a procedure twice, once as it is called inside of atomic sections,
// needs nothing special: statements and calls are the same, so the two copies have the
// same sets by place, and MOD and REF of the procedure.
//
// # Cost
//
// The graph takes time linear in the program, MOD and REF one union for each statement
// and call. Liveness updates a place when a set behind it grows, at most once for each
// variable. Sets are machine words side by side in memory, wrapped as [bitset.BitSet].
//
// # Files
//
//	graph.go   Graph, Proc, Site: procedures, places and calls that are reached; components
//	set.go     sets of variables: bit i is global i, then the slots of locals
//	effect.go  Reads, Writes, Visible: single statements
//	modref.go  Mod, Ref, Touch: procedures with what they call
//	live.go    Liveness: Before, Behind, Across
//
// # Words
//
//	root       a procedure in which a thread begins
//	site       a call; behind it is the place where it returns to
//	touch      read or modify
//	live       may be read before it is written
//	across     live behind a call that is on the stack, and not touched meanwhile
package dataflow
