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
// What they prove, an [Invariant] says in one form for all.
//
// # Certificates
//
// ijit check --certificate FILE writes an [Invariant], or the execution to an error, as a
// certificate, and ijit validate PROGRAM FILE checks it with code that shares nothing with
// the algorithms. It is one JSON object:
//
//	schema             "ijit.certificate/2"; a version is never changed
//	model.kind         "program" or "tts"
//	model.file         the name of the file, for people
//	model.sha256       of its text, not compressed
//	question.asks      "assertions", "label" or "target"
//	question.label     the label, if one is asked for
//	question.target    the configuration to cover, if one is asked for
//	question.initial   "one", "many" or a number of copies of main; of a tts, 0|0 or 0/0
//	question.atomic    "big" or "small"; of a program
//	question.threads   the bound on live threads that the answer is for; 0 for none
//	verdict            "SAFE" or "UNSAFE"
//	by                 tool, algorithm, via: who found it; nothing depends on it
//	evidence           why
//
// For UNSAFE the evidence is a trace. For SAFE it is one of the other kinds; with
// excluding there may be linear, and irrelevant with any of them.
//
//	trace.states       the configurations of an execution, the initial one first
//	trace.fails        the program counter of the assertion that fails in the last one
//	excluding          for some shared states each: locals, the number of the list of local
//	                   states in which threads may be; together, if there, for each of
//	                   these the number of the list of those in which another thread may be
//	                   at once; excluded, the minimal multisets that do not occur besides
//	lists              of local states, each written once, separated by commas
//	linear             constraints besides: shared and locals have weights, whose sum over
//	                   the shared state and all threads is at most most
//	cover              a list, for each shared state: threads, the maximal multisets
//	states             a list, for each shared state: threads, all multisets that occur
//	flow               the program counters that can be reached at all
//	summaries          decision diagrams of pairs of valuations, at the entry of the procedure
//	                   and now: nodes, and edges to the roots; at, for each program counter;
//	                   returns, for each procedure that is called, to where it returns
//	irrelevant         variables, x or procedure.x, that have no influence: those that may
//	                   begin with any value begin with 0
//
// A shared state that excluding does not list has one step that leads there, and what is
// possible there is what that step leads to. A node of a diagram is written as its variable
// and its edges for 0 and 1; an edge is the number of an earlier node, from 1 on, with a minus
// sign for the complement, or 0 for true. Variable 3*i is what global i was at the entry,
// 3*i+1 what it is now; behind the globals come the locals of the procedure, and then, one
// variable each, the values that it returns.
//
// A shared state of a program is written as the values of the shared variables in the
// order of their declaration, 0110, with a ! behind if some thread is inside an atomic
// section that is run in small steps; not in a trace, where that can be seen. A local state is
// the program counter with the values of the local variables, parameters first: 12:01, or
// 12 if there are none; in a procedure that was called, behind those of the callers,
// 7:1/12:01. Of a tts both are numbers. A multiset is written l,l*3,l*w, where w
// stands for unboundedly many, a configuration as shared|multiset.
//
// # Limits
//
// A [Meter] watches time, memory and cancellation. A run that exceeds a limit ends
// with the verdict [Unknown] and the reason; it never answers wrongly and never
// panics for lack of anything.
package algorithms
