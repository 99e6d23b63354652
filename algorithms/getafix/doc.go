// Package getafix decides reachability in recursive Boolean programs by formulas: in
// sequential ones (Decide, Check), in programs with a fixed number of threads by least
// numbers of context switches (CheckSwitches), and in programs with any number of
// threads by rounds (CheckRounds).
//
// # Idea
//
// A model checker is a page of the fixed-point calculus of package bdd/calculus (La
// Torre, Madhusudan and Parlato, "Analyzing recursive programs using a fixed-point
// calculus", PLDI 2009): the formula says which states are reachable, the program
// supplies the relations that the formula mentions (Base), and an engine for decision
// diagrams evaluates. Another algorithm is another text. Those of the paper come with
// the package (Formulas, SwitchFormula, Parameterised); their comments say how they
// work.
//
// # What a program supplies
//
// A state of a thread is (module, place, locals, globals): a procedure, where in it
// it is, and valuations. Locals of all procedures share slots, and a module carries
// only the globals that it or what it calls mentions; slots and globals that it does
// not have are 0, so that each state is one tuple. Base.Text lists types and
// relations as declarations. A relation costs nothing until a formula mentions it.
//
// The formulas for sequential programs that come with the package ask which places are
// reached, not with which values. For these, variables that are not read any more
// before they are written are 0 too (flow.go): with many globals that makes all the
// difference. Executions get these values back when they are told (tracewalk.go).
//
// # Soundness and termination
//
// All domains are finite, so monotone formulas have values, found by iteration.
// Summaries make the answer exact for unbounded recursion: a state is related to
// the state in which its procedure began, and a call goes from the state before to
// the states behind it by a summary of the callee, whatever the stack is.
//
// Package bebop has the same idea as an algorithm of its own, with explicit control
// flow: it is the fast path, this package the flexible one.
//
// # Threads
//
// Programs with threads are those of the convention that [parser.File] describes.
// Whether two recursive threads can reach a state is undecidable, but not whether they
// can with at most k context switches (Qadeer and Rehof, "Context-bounded model checking
// of concurrent software", TACAS 2005). CheckSwitches finds the least k. It has two
// formulas:
//
//   - SwitchFormula is that of the paper, split by contexts: threads are summarised one
//     by one, with the globals where they are interrupted as parameters, and joined
//     where these fit. Stacks have no bound, but summaries get larger with k.
//   - ContextFormula is about one context, and evaluated again and again. It has the
//     stacks of the threads that stand still, so nothing grows with k; and when a
//     context adds no configuration, no number of context switches reaches the target.
//     Calls that return within a context are summaries here too. So only stacks in which
//     a thread is interrupted have a bound. It is exact as long as none needs to be
//     higher, which the formula tells (Deep); in programs where threads are interrupted
//     only outside of recursion, that is always.
//
// Unless it is asked to, CheckSwitches does not evaluate these as formulas but computes the
// same along the explicit control flow, as package bebop does in sequential programs: there
// is a diagram for each place, a statement costs what the variables that it mentions cost,
// and what is handed over to the next context keeps the stacks of only those threads that
// go on later. What happens in the last context is interrupted by nothing, so it does not
// know globals there that are written before they are read (flow.go). Where threads are interrupted only outside of recursion, it does what
// ContextFormula says (configmove.go), in programs of thousands of lines, too. Otherwise it
// evaluates ContextFormula in small programs and goes on with SwitchFormula, again place by
// place (roundsummary.go), where a stack is too high or configurations get too many.
// For example, a thread of
//
//	decl stop;
//	void thread1() begin assume(stop); ERROR: skip; end
//	void thread2() begin stop := 1; assume(!stop); end
//
// reaches ERROR with one context switch: context 0 is thread2's, which is left with
// stop = 1, context 1 that of thread1.
//
// What a program with threads supplies is made for interruptions (NewThreads). A
// procedure that is also called from inside atomic sections is another module there, in
// which no thread may be interrupted. A thread goes on after an interruption only in
// front of a step that others can see; places without such a step that can be passed
// are left out, so that steps become blocks (block.go). And locals that are not read any
// more before they are written are 0 (live.go).
//
// CheckRounds finds along the explicit control flow what any number of copies of the threads
// reach in one round (once.go), and whether there are rounds to the target at all if threads
// may go on with anything that others leave behind (copies.go). Then it takes copy after
// copy through several rounds (turns.go). Only if threads are interrupted in recursion it
// evaluates the formula instead, whose relations have the globals of all rounds.
//
// Package slots makes programs whose threads begin together of those that start threads
// while they run.
package getafix
