// Package native runs C programs with threads along executions: what the model checker finds happens in the program that the
// user's compiler makes of the user's file. Package execution runs the automata instead, and knows nothing of compilers.
//
// # Idea
//
// The compiler instruments each access to memory that threads may share, as for a thread sanitizer (Serebryany and Iskhodzhanov,
// "ThreadSanitizer", WBIA 2009). The calls that it puts there go to a scheduler of ours instead, which is linked with the program, and so
// do calls of the library that others can see. The scheduler has one thread run at a time, along a plan: the order of the points
// that the execution has, each known by its thread, its line and whether it reads or writes (as CHESS replays schedules; Musuvathi
// et al., OSDI 2008). The source stays as it is.
//
// # What is confirmed
//
// The plan is only a guide: a point that is not in it passes while its thread has the turn, and an entry that no point matches is left
// out. So a run may leave the execution. It confirms it all the same if, and only if, the assertion in question fails
// in it: by a call of __assert_fail or reach_error from its line, or because its label is reached. A run that ends
// otherwise refutes nothing.
//
// # Termination
//
// A thread that has the turn never waits: where it would have to, the run ends. Points are counted, and an alarm ends what has none.
//
// # Example
//
//	int c;
//	void *f(void *a) { c++; return 0; } // threads 2 and 3; main waits for both, and asserts that c is 2
//
// The plan is: 2 reads, 3 reads, 3 writes, 2 writes, all in the second line; 1 reads and fails in that of the assertion. The compiler
// has put a call in front of the read and of the write of c++. Thread 2 passes the first call and gives the turn to thread 3 at
// the second one. When it has it again, it writes 1 for the second time.
//
// # Files
//
//	native.go   building and running
//	plan.go     plans
//	source.go   lines and functions of a built program
//	runtime     scheduler.c, what the program is linked with
package native
