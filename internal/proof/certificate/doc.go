// Package certificate checks why an answer is right.
//
// # The idea
//
// An answer of a model checker comes out of a large program; a reason for it can be
// checked by a small one (Namjoshi, "Certifying model checkers", CAV 2001; the
// certificates and checkers of SAT solvers). For UNSAFE the reason is an execution. For
// SAFE it is an inductive set of configurations: it has the initial ones, no error, and
// whatever a step leads to from it. How the set was found does not matter.
//
// Nothing here is shared with what finds answers. Statements are executed by package
// judge, the interpreter of the syntax tree; of package tts only the reader and the list of
// edges are used. The arithmetic on configurations is done again, naively, from single
// steps of single threads ([rule]). Summaries and diagrams are checked with
// decision diagrams of the checker's own ([diagrams], [statements]).
//
// # Kinds of sets
//
// A set is given in one of seven ways, as algorithms find them.
//
//   - Excluding: local states in which threads may be, for each shared state, and the
//     minimal elements of an upward-closed set that is left out. It may be said which two
//     threads can be at once, and linear constraints may be added. It is closed downwards, so a step that leads out does so from
//     few threads: those that take part and those that are the rest of an excluded
//     element. Shared states with a single way in need not be listed: the steps of a
//     chain of them are taken as one. See [excluding].
//   - Cover: the maximal elements of a downward-closed set, with unboundedly many threads
//     in some local states. It is enough to look at these. See [cover].
//   - States: a finite set, for a bounded number of threads or where there are never
//     more. See [finiteSet].
//   - Flow: program counters, where nothing that can go wrong is ever executed.
//   - Summaries: of one thread that calls procedures, for each program counter pairs of
//     valuations, of the variables at the entry of the procedure and now. See [summaries].
//     With the globals that threads leave behind for others, of any number of threads. See
//     [interference].
//   - Diagram: a finite set, for a bounded number of threads, whose configurations are not
//     counted one by one. See [configurations].
//   - Clauses: of a circuit, over its latches. See package invariant.
//
// # Atomic sections
//
// A section that only concerns its own thread is passed in one step, computed from
// steps of single statements. A section that touches others is entered: the shared state is
// then marked, and only threads inside have steps. So a proof about big steps
// has configurations inside such sections, too.
//
// # A worked example
//
//	2 2
//	0 0 -> 1 1
//	1 1 -> 0 0
//
// From unboundedly many threads in 0 no two come to be in 1. The certificate allows
// both local states in both shared states and excludes 1 in shared state 0 and 1,1 in 1. The
// first edge could lead to 1,1 from a thread in 0 and one in 1 in shared state 0: but 1 is excluded
// there. The second leads to 1 in shared state 0 from 1,1 in shared state 1, which is excluded.
package certificate
