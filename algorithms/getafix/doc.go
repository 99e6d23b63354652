// This file defines the documentation of package getafix.

// Package getafix decides reachability in recursive Boolean programs by formulas.
//
// # Idea
//
// A model checker is a page of the fixed-point calculus of package bdd/calculus (La
// Torre, Madhusudan and Parlato, "Analyzing recursive programs using a fixed-point
// calculus", PLDI 2009): the formula says which states are reachable, the program
// supplies the relations that the formula mentions (Base), and an engine for decision
// diagrams evaluates. Another algorithm is another text. Those of the paper come with
// the package (Formulas); their comments say how they work.
//
// # What a program supplies
//
// A state of a thread is (module, place, locals, globals): a procedure, where in it
// it is, and valuations. Locals of all procedures share slots, and a module carries
// only the globals that it or what it calls mentions; slots and globals that it does
// not have are 0, so that each state is one tuple. Base.Text lists types and
// relations as declarations. A relation costs nothing until a formula mentions it.
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
package getafix
