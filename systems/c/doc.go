// Package c checks C programs with threads, for any number of them: by predicate abstraction, search of the Boolean program
// and refinement, until there is a proof or an execution.
//
// # Idea
//
// Package front makes a form of the program: automata over machine words. A search of few threads looks for errors first,
// with some values of what may be anything. Then package abstraction makes a Boolean program for predicates, which begin
// with what assertions and guards speak of, and the engines of package systems search it. If no assertion of it fails, none
// of the C program does. Otherwise package refinement asks whether the execution is one of the C program. If it is, package
// run replays it at full width; if not, the abstraction learns what excludes it.
//
// # Answers
//
// Unsafe rests on an execution that package execution has replayed; package native can have the compiled program follow it.
// Safe rests on a proof about the Boolean program, which its checker has seen, and on the abstraction; or on a search that met
// all configurations. What an answer assumes of the program is part of it. Everything else is Unknown, with a reason.
//
// # Files
//
//	check.go  the loop
//	answer.go what it answers
//	races.go data races
//	slices.go one assertion after the other
//	trace.go executions
//	walk.go executions that a person chooses
//	predicates.go what a user knows
//	validate.go certificates
//	explain.go what they say, in C
package c
