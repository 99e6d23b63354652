// Package getafix decides reachability in recursive Boolean programs by formulas of a
// fixed-point calculus: in sequential programs (Decide). For programs with threads it
// has the formulas and what a program supplies to them; what package contextbound computes
// place by place is what these say.
//
// # Idea
//
// A model checker is a page of the fixed-point calculus of package systems/recursion/calculus (La
// Torre, Madhusudan and Parlato, "Analyzing recursive programs using a fixed-point
// calculus", PLDI 2009): the formula says which states are reachable, the program
// supplies the relations that the formula mentions (Base), and an engine for decision
// diagrams evaluates. Another algorithm is another text. Those of the paper come with
// the package; their comments say how they work.
//
//	parser.Program ─▶ supergraph.Graph ─▶ Base: types and relations ─┐
//	                                      Formula: text ─────────────┴▶ Open ─▶ calculus.Evaluator
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
// reached, not with which values. For these, variables that are not live are 0 too
// (Base.forget): with many globals that makes all the difference.
//
// What a program with threads supplies is made for interruptions (NewThreads). A thread goes
// on after an interruption only in front of a step that others can see; places without such a
// step that can be passed are left out, so that steps become blocks (block.go).
//
// # Soundness and termination
//
// All domains are finite, so monotone formulas have values, found by iteration.
// Summaries make the answer exact for unbounded recursion: a state is related to
// the state in which its procedure began, and a call goes from the state before to
// the states after it by a summary of the callee, whatever the stack is.
//
// Package bebop has the same idea as an algorithm of its own, with explicit control
// flow: it is the fast path, this package the flexible one. For an execution to what a
// formula has found, package bebop is asked.
//
// # Formulas
//
//	simple, ef, ef-opt  sequential programs (formulas/*.mu)
//	SwitchFormula       at most k context switches, for stacks of any height
//	Parameterised       any number of copies of each thread, in at most so many rounds
//
// # Files
//
//	base.go             Base: what states have
//	frame.go            sets of states over parameters of relations
//	relations.go        relations of all programs
//	threads.go          relations of programs with threads
//	start.go            NewThreads: with which globals threads begin
//	block.go            internal steps
//	union.go            relations as unions over places
//	declare.go          declarations, as a text and as a syntax tree
//	formula.go          Formula; those for sequential programs
//	switchformula.go    SwitchFormula
//	parameterised.go    Parameterised
//	check.go            Open: evaluation
//	sequential.go       Decide: targets, limits, figures
//
// # Words
//
//	module, place  of package supergraph
//	entry          the state in which a procedure began
//	slot           decision variables that the locals of all procedures share
//	visible        the next step has to do with other threads
//	L, M; G, H     locals, and globals, of two states
package getafix
