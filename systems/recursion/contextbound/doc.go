// Package contextbound decides which targets a program of recursive threads reaches with a
// bounded number of context switches (CheckSwitches) or, if each thread may run in any number
// of copies, of rounds (CheckRounds).
//
// # Idea
//
// Whether two recursive threads can reach a state is undecidable, but not whether they can
// with at most k context switches (Qadeer and Rehof, "Context-bounded model checking of
// concurrent software", TACAS 2005), and k is often small. CheckSwitches finds the least k.
// It computes what the formulas of package getafix say (La Torre, Madhusudan and Parlato,
// "Analyzing recursive programs using a fixed-point calculus", PLDI 2009), but place by place
// along control flow, as package bebop does in sequential programs: there is a diagram for each
// place, so that a statement costs what the variables that it mentions cost.
//
// For example, a thread of
//
//	decl stop;
//	void thread1() begin assume(stop); ERROR: skip; end
//	void thread2() begin stop := 1; assume(!stop); end
//
// reaches ERROR with one context switch: context 0 is thread2's, in which stop becomes 1,
// context 1 that of thread1.
//
// # Engines
//
// They are tried in this order (engines.go); limits.go says how far.
//
//	all stacks  configurations with the stacks of all threads, recursion unrolled a few levels
//	            (small programs). When a context adds no configuration, no number of context
//	            switches reaches the target.
//	stacks      configurations with the stacks of those threads that go on later: if threads
//	            are interrupted only outside of recursion
//	no stacks   the first two contexts, in which all threads begin: stacks do not matter
//	interfaces  what each thread makes of the globals with which its contexts begin, from
//	            summaries over several interruptions. Stacks have no bound, but summaries grow
//	            with k.
//
// From time to time a thread-modular proof is tried: that no number of context switches
// reaches the target, whatever the globals are with which threads go on.
//
// Rounds of any number of copies are tried likewise: one round, a thread-modular proof, then
// several rounds copy by copy or, if threads are interrupted in recursion, by the formula.
//
//	CheckSwitches  CheckRounds            the questions
//	      │             ├──────────────▶ getafix.Parameterised, evaluated
//	      │             ▼
//	      │           copies             of threads, round by round
//	      ├──────┬──────┤
//	      ▼      ▼      ▼
//	interfaces configuration threadmodular
//	      └──────┴──────┤
//	                    ▼
//	                 summary             of procedures
//	                    ▼
//	                supergraph           of the program
//
// # Soundness and termination
//
// All domains are finite and all iterations monotone. A schedule that comes out is made an
// execution by package schedule, which compares nothing with what was found here. A Safe
// answer holds for the number of switches or rounds in the result, or for any number if
// Complete is set.
//
// # Files
//
//	switches.go  questions about context switches: options, result
//	engines.go   CheckSwitches, and the engines for it, in order
//	rounds.go    CheckRounds: options, result, and how it goes on
//	checker.go   what both share
//	limits.go    limits of engines, with reasons
//	proof.go     Prove: a thread-modular proof, to be written down
//
// # Words
//
//	context    what one thread does while all others stand still
//	switch     the end of a context, if another one follows
//	round      one turn of each copy, always in the same order
//	k, t       a number of context switches; a thread
//	target     the label, or a failing assertion
//	schedule   which thread has which context, with the globals in between
package contextbound
