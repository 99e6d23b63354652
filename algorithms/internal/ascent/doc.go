// Package ascent has what forward searches over configurations with omegas share: they fire
// edges in the same order, look for errors, and turn the way to one into an execution.
//
// # The idea
//
// A way is a list of edges and accelerations, loops that may be repeated without end. It is
// unrolled from its end back: each loop is repeated as often as the steps behind it need threads.
// The edges that leave a configuration come in the order in which their local states were met.
//
// # Soundness and termination
//
// An execution that is unrolled is one of finitely many threads. Nested loops can take more steps
// than any memory holds; so there is a limit on them, and then the error has no execution. Edges
// that move other threads are refused: acceleration is not sound for them.
//
// # Files
//
//	ascent.go      Ascent: edges, errors, and the result
//	accelerate.go  Acceleration, Leap
//	unroll.go      finite executions from those with accelerations
package ascent
