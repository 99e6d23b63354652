// Package reach explores Boolean programs with threads symbolically: what at most n
// threads that are alive at once can reach, as decision diagrams of sets of states
// (Burch, Clarke, McMillan, Dill and Hwang, "Symbolic Model Checking: 10^20 States and
// Beyond", LICS 1990).
//
// # Idea
//
// A state gives values to the globals and to n slots. A slot has a program counter,
// one code of which says that no thread is there, and locals. A step of one thread
// along one edge of the control-flow graph is a relation between few variables before
// and after it: all others keep their values, which costs nothing, because an image
// quantifies and renames only what is written (package encode). Statements that
// concern other threads mention those: a spawn fills the first slot that is empty, a
// signal has a relation for each thread that it may wake, a broadcast and an
// assignment to x$ change all other slots at once.
//
// Relations of one thread that write the same variables are merged as long as that
// keeps them small: an image walks through the whole set of states, so there should be
// few of them. The disjunction is never made beyond that, nor are threads composed.
//
// Atomic sections are run statement by statement, and a bit that says whether some
// thread is inside one keeps the others from moving. Where a section counts as one
// step, breadth-first search passes through the states inside before it ends a layer.
//
// # The order of variables
//
// It is static: the atomic bit, the globals, then the threads one after the other, each
// variable followed by its value after the step. If some thread begins with a copy of
// more than 8 locals of its creator (start_thread goto), the locals of all threads
// follow the program counters, the same local of all threads together, since a set of
// states in which k locals of two threads are equal has 2^k nodes otherwise. Among
// themselves, globals, and locals, are arranged so that those of a statement are close
// (FORCE).
//
// Variables are not moved on the way. Sifting takes longer than the search here: 3 to 6
// times the whole of it for pipelines and pools of goroutines with 4 threads, whose
// diagrams lose a fifth in the end, whether it begins at 2^12 nodes or at 2^18. It wins where
// threads copy many locals: 5 of them that copy 12 take a sixth of the time.
//
// # Search
//
// Frontier is breadth first, and finds shortest executions. Chaining lets one thread run
// for as long as it finds new states before the next one has its turn, the last one
// first. That is the idea of saturation (Ciardo, Lüttgen and Siminiceanu, TACAS 2001)
// for relations that all touch the globals on top. It is faster by one or two orders of
// magnitude where there are many interleavings, since the sets that it passes through
// are those of few threads in the middle of something, and decides what explicit search
// cannot; Auto uses it first, and Frontier only to find the nearest error.
//
// Both keep what they find as rings, disjoint sets in the order of discovery. A trace is
// walked back from the error: a state of some ring has a predecessor in an earlier one,
// and the one in the earliest is taken.
//
// # Answers
//
// Safe holds for at most n live threads, and for any number if the bound blocked no
// creation (Result.Cut). Threads have identities here, which explicit search counts
// away: a state with two threads in different local states may be there twice, and
// States is larger than the number of configurations. That the first empty slot is
// taken is the only symmetry that is removed; the diagrams grow with it as with
// anything else that has a simple shape, which is often slowly. What they are not for
// is sets of states without any pattern, like those of a pseudo-random generator.
//
// Programs must not call procedures.
package reach
