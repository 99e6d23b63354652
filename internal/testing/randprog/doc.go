// Package randprog writes random Boolean programs for differential testing,
// changes programs in ways whose effect on the verdict is known, and shrinks a
// program that shows a failure.
//
// [Generate] draws every decision from a [Source]. A *rand.Rand of math/rand/v2
// is one; [Programs] makes one of pgregory.net/rapid, so that a failing property
// shrinks by itself. The smallest choice, 0, is always the simplest program.
// Every program generated is legal: labels are unique, jumps stay in their
// atomic section, sections neither wait nor return, and so on. A program has at
// least one assertion (unless they are switched off), and with [Default]
// settings about half of them err with three threads. Programs of [Concurrent] have
// recursive procedures and threads by convention; half of them err within four context
// switches.
//
// [Mutations] lists changes that are known to keep the verdict, some of them
// even the number of reachable configurations: the metamorphic tests of a model
// checker. They work on any program that the parser accepts, generated or not.
//
// [Shrink] removes what it can from a program while it keeps failing. It knows
// the language, so it often gets further than rapid's own shrinking, and it
// works for failures found with plain random numbers or in real programs.
package randprog
