// Package algorithms explores thread-transition systems. Each algorithm is written
// once, over the thread-level seam [tts.System], and runs on whatever answers it: a
// table read from a file, a Boolean program translated just in time or up front, or one
// that is not translated at all.
//
// Here is what all algorithms share: what is answered to a question ([tts.Problem], [tts.Target])
// ([Result], [tts.Invariant]), the limits of a run ([Meter]), and the searches that explore what a
// bounded number of threads can do. Algorithms for any number of threads have packages of their
// own.
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
// A six-line program with an error at depth 3 and two live threads:
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
// [Survey] does this for all that can go wrong at once. With [tts.Problem.Enough] it follows only some threads from
// each configuration, and all of them where those lead to nothing but what was expanded before: then it sees a part of
// the configurations, and no shortest executions. [Walk] follows random executions instead, where there are too many to
// see all.
//
// # Any number of threads
//
// The other algorithms ask whether a configuration can be covered by any number of
// threads. Configurations ordered by their counters are well-quasi-ordered, and
// more threads can do whatever fewer can (but for effects that block): so both an
// upward-closed set and a downward-closed one have finite representations.
//
//   - Package bws goes backward from the target over upward-closed sets, kept as their
//     minimal elements. It decides every question, broadcasts included, but for errors
//     in systems in which threads can block the steps of others.
//   - Package km goes forward and replaces counts that can grow for ever by omega
//     ([tts.Omega]), until the target is covered, or all that is reachable. It needs
//     steps that only concern single threads.
//   - Package ecut runs [BFS] for more and more threads until one thread state more would
//     take a step that no number of threads can take.
//   - Package directed goes forward to where the state equation says that the target is near.
//     It proves nothing, but finds executions that need many threads in few of many orders.
//
// An answer Unsafe comes with an execution of finitely many threads, an answer Safe
// with a [tts.Invariant].
//
// Beside these, package ndfs is about formulas of temporal logic, and package persistent finds
// which threads [tts.Problem.Enough] may follow.
//
// # An algorithm of one's own
//
// It takes a [tts.Problem], a [Meter] that it asks often whether to stop, and a function that it
// shows its [Stats] now and then, and gives a [Result]. [tts.Target.Covered], [tts.Target.Holds] and
// [tts.Target.Meetings] say what is an error, [FindingOf] how it is noted, [tts.AtMost] which initial
// configurations there are with a bound on threads, and [Meter.Beside] is for two searches by
// turns.
//
// # Certificates
//
// ijit check --certificate FILE writes a [tts.Invariant], or the execution to an error, as a
// certificate. The page docs/certificates.md, which ijit help certificates prints, says how.
//
// # Limits
//
// A [Meter] watches time, memory and cancellation. A run that exceeds a limit ends
// with the verdict [Unknown] and the reason; it never answers wrongly and never
// panics for lack of anything.
//
// # Files
//
//	result.go, limits.go                 what is answered; time, memory and cancellation as values
//	bfs.go, bfs_result.go                breadth-first search; what it tells: states, executions
//	passing.go                           configurations inside an atomic section
//	survey.go, leaks.go, leaks_shift.go  all that can go wrong at once; threads that stay where they are for ever
//	walk.go                              random executions
package algorithms
