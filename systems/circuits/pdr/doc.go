// Package pdr proves that no run of a circuit reaches a bad state, or finds one that does:
// property directed reachability, also called IC3 (Bradley, "SAT-Based Model Checking
// without Unrolling", VMCAI 2011; Eén, Mishchenko and Brayton, "Efficient Implementation of
// Property Directed Reachability", FMCAD 2011).
//
// # Idea
//
// Sets of states F0, F1, ..., Fk are kept as clauses over the latches. F0 is the states of
// first frames, and for all i < k
//
//   - Fi implies Fi+1: clauses of Fi+1 are clauses of Fi, for i > 0,
//   - a step from Fi leads to Fi+1,
//   - Fi has no bad state, for i = k too once k is done.
//
// So Fi has all states that are reached in at most i steps. A bad state in Fk is either
// reached, or a clause is missing that excludes it. A state s of Fi is excluded if no state
// of Fi-1 but s itself has a step to it. If one has, that one is to be excluded from Fi-1
// first; if this ends in F0, the states on the way are a run. A clause excludes as many
// states as it can: what the solver did not need to refute s is left out of it, and more
// literals are left out as long as the refutation stands.
//
// When Fk has no bad state, clauses are carried from Fi to Fi+1 where a step from Fi
// preserves them. If all of Fi's are, Fi = Fi+1 is an inductive invariant.
//
// No formula has more than one step of the circuit, unlike with bounded model checking, and
// the bound at which an invariant is found is often far below the diameter.
//
// # Cubes
//
// A solver gives one state with its inputs; all states that have the same fate under the
// same inputs are excluded at once. Which latches matter is read off the circuit: a
// conjunction that is false is justified by one side.
//
// # First frames
//
// Resets say which states begin, in a cube, and whether a cube of states has one is seen
// from its literals. What has to hold in the first frame besides may depend on inputs. So
// that it does not matter, another latch tells the first frame from the others, and
// Circuit.Initial becomes a constraint on frames in which it is false.
//
// # The answer
//
// Safe comes with clauses that hold in all frames but the first: they hold after a step
// from a first frame, a step preserves them, and they exclude the bad states. First frames
// are not bad either. Unsafe comes with a run, which need not be a shortest one. The search
// ends since there are finitely many sets of states, each Fk+1 has more states than Fk, and
// each clause excludes a state.
//
// # What was tried
//
// Measured on counters, rings, arbiters, multipliers, queues, locks, pipelines and a cache
// protocol, and not done: a solver for each frame (no faster on the whole, and each has the whole circuit);
// excluding counterexamples to generalization (Hassan, Bradley, Somenzi, FMCAD 2013; up to 4
// times slower, seldom faster); assuming in questions about steps that the frame is not bad (no gain);
// leaving more latches out of a cube by simulation with unknown values (no gain:
// proofs take 0.9 times as long on average, errors 1.1 times, and single ones up to 6 times).
//
// # Files
//
//	pdr.go         the question and the answer
//	search.go      the bounds one by one; the invariant
//	block.go       states to be excluded, and the run if one cannot be
//	generalize.go  what else a clause can exclude
//	frames.go      the sets of states
//	query.go       what the solver is asked
//	lift.go        from a state to a cube of states
//	cube.go        cubes
//	system.go      the part of the circuit that matters
package pdr
