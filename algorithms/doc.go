// Package algorithms explores thread-transition systems. Each algorithm is written
// once, over the thread-level seam [tts.System], and runs on whatever answers it: a
// table read from a file, a Boolean program translated just in time or up front, or one
// that is not translated at all.
//
// # Breadth-first search
//
// [BFS] visits the configurations that a bounded number of live threads can reach, in
// the order of their distance. It counts threads instead of naming them (Basler et
// al., "Symbolic counter abstraction for concurrent software", CAV 2009), so n threads
// in the same local state are one counter and not n! orders.
//
// Invariant: every stored configuration is reachable, its parent is one step nearer
// to an initial one, and when the search stands at a configuration, all nearer
// ones have been expanded. So the first error has a shortest trace.
//
// Sound: an error that is found has an execution, which is rebuilt from the parents.
// Complete for the given bound: at the bound a step that creates a thread is blocked,
// and [Result.Cut] says whether that ever happened; if not, SAFE holds without a
// bound. It terminates because configurations with at most n threads over finitely
// many thread states are finite in number.
//
// A five-line program with an error at depth 5 and two live threads:
//
//	decl g := 0;
//	void main() begin
//	  start_thread goto l;
//	  g := 1; goto e;
//	  l: assert(!g); e: skip;
//	end
//
// Configurations inside an atomic section that counts as one step, but cannot be
// closed into the step of one thread, are passed through ([tts.System.Transient]): the
// search explores them from each state anew and neither stores nor counts them.
//
// # Limits
//
// A [Meter] watches time, memory and cancellation. A run that exceeds a limit ends
// with the verdict [Unknown] and the reason; it never answers wrongly and never
// panics for lack of anything.
package algorithms
