// Package image computes what the statements of a Boolean program do: the
// successors, predecessors and covering predecessors of a thread's state.
//
// # The idea
//
// An image is one question to the All-SAT solver (Liu and Wahl, "IJIT", 2017,
// section 4.2). Each edge of the control-flow graph carries its transition
// relation; a thread's state fixes the variables on one side of it, the solver
// enumerates those on the other. Forward, the unknowns are the assigned
// variables after the step; backward, the assigned variables before it, so that
// an assigned value is checked even where the right side is a constant. All other
// variables keep their values and are never asked for.
//
// # Atomic sections
//
// In big steps ([Big]) a section is one step, from its begin to the states just
// after its end, over all paths inside. A section that only concerns its own
// thread is closed here, by a fixpoint over the states inside ([Engine.Post]), and
// backwards likewise. A section that touches other threads (it creates or ends a
// thread, signals, broadcasts, or assigns to passive threads) cannot be the step
// of one thread: it runs in small steps under the bit [parser.Layout.Atomic] of
// the shared state, and its inner configurations are passing, not states of
// their own ([tts.System.Transient]). In small steps ([Small]) all sections use
// that bit and every inner state is visible. Either way no approximation is made.
//
// While the bit is set only statements inside a section have steps; since a
// section is entered only when the bit is not set, that is one thread.
//
// # States
//
// A [State] is two bitsets, of the shared and of the local variables, and a program
// counter. [Engine] works on those. [System] dresses it as a [tts.BackwardSystem] by
// a [Codec], which says how states are represented: the packed program states of
// [Packed] and [PackedWide] need no conversion at all (the gold standard of the
// paper's comparison); package converter supplies the one with dense identifiers of
// bitsets. An image allocates nothing once its buffers have grown: bitsets wrap the
// words that the solver wrote.
//
// # Invariant
//
// t is in Post(s) if and only if s is in Pre(t), for each edge and for what it does to
// other threads. This is tested on all states of small programs, and Post against an
// interpreter that shares no code with it. An image is exact: no step is lost and
// none is added, unless Stop cut it short.
//
// # Cost
//
// An image costs a look-up in a table for each edge, and the states that it finds, of
// which there may be exponentially many in the number of variables that a statement
// assigns. Where no thread state is given ([Engine.Into]), it goes through all
// valuations of the local variables.
//
// # Example
//
//	decl x;
//	void main() begin
//	  decl a;
//	  x, a := *, x constrain 'x | 'a;
//	end
//
// From x = 0, a = 1 the assignment has one post-image, x = 1, a = 0: the new a is the old
// x, and the constraint makes the new x 1. This state has two pre-images, x = 0 with
// either value of a, since the old a is overwritten unread.
//
// # Files
//
//	engine.go    Engine, State, Step: post and pre-images along one edge
//	section.go   a section closed into one step; path.go opens it for traces
//	entering.go  pre-images of which no thread state is given: what enters a shared state, what fails
//	moves.go     what a statement does to other threads
//	initial.go   initial states, enumeration of valuations
//	codec.go     Codec, and the two that leave states as they are
//	system.go    System: the engine as a tts.BackwardSystem
//	config.go    images of whole configurations
//
// # Words
//
//	step     what a thread does along an edge, or over a closed section
//	closed   of a section: one step of one thread
//	guarded  of a program: some section runs in small steps, under the atomic bit
//	passive  of a thread: another one is active
//	effect   what a step does to passive threads; its ID is its name in the system
package image
