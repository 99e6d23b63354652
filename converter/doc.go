// Package converter maps the states of thread-transition systems to program
// states and back, just in time.
//
// # The idea
//
// An algorithm over a thread-transition system keeps its states. Only when the
// image of a state w is needed, w is converted to a program state, the image is
// computed there, and the result is converted back: f⁻¹(image(f(w))) (Liu and Wahl, "IJIT: An
// API for Boolean Program Analysis with Just-in-Time Translation", 2017,
// section 3). What is never asked for is never built, whereas a translation up
// front is exponential in the number of variables.
//
// A TTS state is a bitset: the shared variables, and the program counter with the
// local variables. [Interned] is the conversion that gives bitsets dense
// identifiers in the order in which they are met. It is one to one by
// construction: f looks an identifier up, f⁻¹ interns.
//
// [JIT] is the system of a program under that conversion. Because identifiers are
// dense and images concern one thread, it computes the image of each thread state
// once and keeps it: the transition system is built as far as it is used.
// [Translate] builds all of it, which is what JIT is measured against.
// [Conversion] is for states of the user's own.
package converter
