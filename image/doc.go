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
// # Use
//
// [Engine] works on valuations in machine words. [System] dresses it as a
// [tts.BackwardSystem] by a [Codec], which says how states are represented: the
// packed program states of [Packed] and [PackedWide] need no conversion at all
// (the gold standard of the paper's comparison); package converter supplies the
// one with dense identifiers.
//
// The law that ties both directions together, tested exhaustively on small
// programs: t is in Post(s) if and only if s is in Pre(t).
package image
