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
// [Survey] does this for all that can go wrong at once. With [Problem.Enough] it follows only some threads from each
// configuration, and all of them where those lead to nothing but what was expanded before: then it sees a part of the
// configurations, and no shortest executions. [Walk] follows random executions instead, where there are too many
// to see all.
//
// # Any number of threads
//
// The other algorithms ask whether a configuration can be covered by any number of
// threads. Configurations ordered by their counters are well-quasi-ordered, and
// more threads can do whatever fewer can (but for effects that block): so both an
// upward-closed set and a downward-closed one have finite representations.
//
//   - [BWS] goes backward from the target over upward-closed sets, kept as their
//     minimal elements. It decides every question, broadcasts included, but for errors
//     in systems in which threads can block the steps of others. What cannot be reached
//     it drops as far as it is cheap to know: thread states, pairs of threads, and what
//     has no solution of the state equation.
//   - [KM] goes forward and replaces counts that can grow for ever by omega
//     ([tts.Omega]); it stops when the target is covered. [AKM] computes the whole
//     downward closure of what is reachable, as its maximal elements. Both need
//     steps that only concern single threads.
//   - [ECUT] runs [BFS] for more and more threads until one thread state more would
//     take a step that no number of threads can take.
//   - [Directed] goes forward to where the state equation says that the target is near. It
//     proves nothing, but finds executions that need many threads in few of many orders.
//
// An answer Unsafe comes with an execution of finitely many threads, an answer Safe
// with an [Invariant].
//
// # Karp-Miller searches
//
// [KM] and [AKM] are for any number of threads. They go forward over configurations with
// omegas: where steps lead to a configuration with more threads than before, they can
// be repeated, and the counts that grew become [tts.Omega]. KM stops when the target is
// covered. AKM finds the whole minimal coverability set, the maximal configurations that
// describe all that can be reached; it deletes what is covered and remembers accelerations,
// and so holds a tree about as large as the answer, where KM holds all that it saw.
//
// Invariant: each configuration with omegas is a limit of reachable ones; every
// successor of one that was expanded is covered by one that was found.
//
// Sound and complete, and they terminate, for edges that at most create threads.
// They refuse edges that move other threads, which [BWS] does not. The execution
// of an Unsafe answer is finite: from its end back, each loop is repeated as often as the
// steps behind it need threads.
//
// # Cutoffs
//
// [ECUT] is for any number of threads by way of a bounded number: it raises n until it is
// shown that n threads reach every thread state that can be reached. What n means is
// what it means for BFS, a bound on live threads. Sound for all systems; it may run for
// ever, but needs no acceleration and finds errors with few threads at least depth.
//
// All of these algorithms give what they prove as an [Invariant].
//
// # Certificates
//
// ijit check --certificate FILE writes an [Invariant], or the execution to an error, as a
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
//	result.go, limits.go                      what is asked and answered; time, memory and cancellation as values
//	bfs.go, passing.go                        breadth-first search; configurations inside an atomic section
//	survey.go, leaks.go, leaks_shift.go       all that can go wrong at once; threads that stay where they are for ever
//	walk.go                                   random executions
//	km.go, akm.go, km_search.go               the searches with omegas, and what they share
//	accelerate.go, unroll.go, maximal.go      accelerations, finite executions from them, maximal elements
//	bws.go, bws_search.go                     backward search, and its loop
//	bws_roots.go, bws_queue.go, bws_trace.go  where it begins, in what order it goes on, its executions
//	antichain.go                              its minimal elements
//	arrivals.go, arrivals_fire.go             arcs by where they lead, fired backwards
//	either.go, preimages.go                   predecessors by images or by pre-images
//	forward.go, pairs.go, free.go             what prunes it: thread states and pairs that can be reached, threads not to ask for
//	roots.go, starts.go, budget.go            where searches end and begin, and how much work they may do
//	equation.go, potential.go, directed.go    the state equation, distances by it, and the search that it directs
//	ecut.go, ecut_candidates.go               cutoffs, and the steps beyond
//	invariant.go, weights.go                  proofs
package algorithms
