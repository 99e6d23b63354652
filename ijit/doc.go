// Package ijit is the door: it runs exploration algorithms written for thread-transition systems on Boolean programs,
// without translating them up front (Liu and Wahl, "IJIT: An API for Boolean Program Analysis with Just-in-Time
// Translation", 2017).
//
// # The idea
//
// [Open] reads a Boolean program (.bp) or a thread-transition system (.tts). A [Space] is the transition system with a
// [Question] about it, and it is the same whether it was read from a file or is translated from a program just in time:
// a state is converted to a program state only when its image is needed. So an algorithm for systems runs on programs
// if the line is changed that opens the input. For algorithms that convert states themselves there is [Program]:
// f⁻¹(image(f(w))).
//
// What an algorithm has found becomes an [Answer] by [Space.Unsafe] or [Space.Safe]: it is told in the terms of the
// input, and checked by an interpreter and a checker that share no code with the system. An [Engine] is an algorithm
// with a name; [Check] has several answer a question side by side. The searches of this module are engines of package
// algorithms/engines; package systems has all readers and engines, those for other kinds of models among them.
//
// # Invariant
//
// This package knows parser, image, converter and systems, and the form of proof for configurations: no
// search, no decision diagrams, no renderer. An answer with an execution that is none, or with a set that proves
// nothing, is an error and no answer.
//
// # Example
//
//	r, err := ijit.OpenJIT("x.bp")
//	for c := range r.Init() {
//		for d := range r.Post(c) { ... }
//	}
//
// # Names
//
// The code uses the field's words, and in short scopes these letters:
//
//	s  shared state         c  configuration ⟨s | M⟩
//	l  local state          e  edge
//	t  thread state (s, l)  n  number of threads
//
// # Files, in reading order
//
//	model.go     what is explored, and how it is read
//	question.go  what is asked
//	space.go     the transition system, forward; backward.go for searches backward
//	answer.go    answers, told and checked; finite.go for runs with unboundedly many threads
//	engine.go    engines, side by side
//	program.go   programs for algorithms that convert states
package ijit
