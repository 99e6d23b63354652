// Package threads has Boolean programs with threads as circuits: what at most n threads that
// are alive at once can do, for algorithms that ask a SAT solver.
//
// # Idea
//
// A state is the shared variables and n slots. A slot has a program counter, one code of which
// says that no thread is there, and locals. One step of one thread is a frame: an input says in
// which slot the thread is that moves, its program counter and locals are selected, one copy
// of the program says what it does, and the results go back to its slot. So the circuit has
// the program once, not n times, and a thread more costs the selection of its variables
// only. Threads that are signalled, or whose locals are assigned, change in their slots; one
// that is created takes the first slot that is empty.
//
// What an edge of the control-flow graph does is its transition relation. An equation for a new
// value is taken as its definition, so an assignment is a function and needs no search. Where
// an expression may have both values (it has *), an oracle, an input that nothing constrains,
// decides; so does it for what an assignment leaves open. What else the relation says, such as a
// constrain, is a condition on the oracles. Statements that no step executes together share
// oracles. An oracle is drawn for each value and not for each *, since the set of values of
// an expression is two functions: where it may be 0, and where it may be 1.
//
// The conditions under which the step is possible are the circuit's Steps: a frame is left by
// a step of the program only. Where they do not hold, the next state means nothing.
//
// # Atomic sections
//
// A section that is one step is one frame: a step goes through its locations in an order in
// which control comes to them, and at each one the variables are those of the way by which it
// came. So a section costs what its statements cost, however many paths it has. This works
// for statements that concern other threads, too. A loop in a section is unrolled: as often
// as it can go round without coming to a state again, which a solver tells. If that is too
// often, the frame ends where a loop comes back, and a latch says that only a thread inside of a
// section may move ([System.Rounds]). If steps are small, all frames inside end like that.
//
// # Chains
//
// A step that neither reads nor writes what other threads may write commutes with all of theirs.
// So it may wait until just before the thread's next step that does; if there is none, it is not
// needed for an error. All these steps and the one behind them are one frame ([Options.Chain]), built
// as an atomic section is. The frame counts them, and the search (bmc.CheckBad) looks for a counterexample
// whose sum is least: it need not be one of the fewest frames. A loop of such steps is
// cut where it leads back, and where it changes nothing it is left out.
//
// # Infinite executions
//
// A state in which no thread can move is left by a frame in which nothing happens
// ([Options.Infinite]). That a thread can move does not depend on oracles: they are quantified,
// statement by statement. Threads are numbered by slots, from 1 on, as [ltl.Propositions] says.
//
// # Bounds
//
// Unless [System.Rounds] says otherwise, an error in frame k is one of k steps, or k + 1 if the
// last one is that of an assertion that fails ([System.Fails]): as many as breadth-first search
// counts.
//
// # Files
//
//	system.go    System, its options, what latches are
//	space.go     states: where threads can be, first states
//	step.go      a step of one thread
//	chain.go     steps that need no frame of their own
//	loops.go     how often a step goes round a loop
//	edge.go      what a thread does along an edge, to itself and to others
//	relation.go  relations as functions of oracles
//	reduction.go partial-order reduction
//	question.go  what is asked, as literals
//	able.go      which threads can move: deadlocks, infinite executions, fairness
//	run.go       the way back from a run to an execution
//	invariant.go the way back from a proof to a set of states
//
// # Words
//
//	code     what a program counter is in a latch
//	oracle   an input that chooses a value, an edge, or a thread that is woken
//	visible  of a location: threads can be there between two frames
//	arrival  a thread at a location, in the middle of a step or at its beginning
//	way      an edge on which it can go on
package threads
