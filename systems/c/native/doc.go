// Package native runs C programs with threads along executions: what the model checker finds happens in the program that the
// user's compiler makes of the user's file.
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
//	int c;                             plan: 2 line 2 r, 2 line 2 w, 3 line 2 r, 2 line 3 r, 3 line 2 w, 2 fails in line 3
//	void *f(void *a) { int x = c++;    thread 3 waits in front of its write
//	  assert(c == x + 1); return 0; }  thread 2 reads 1, x is 0; ...
//
// # Files
//
//	native.go   building and running
//	plan.go     plans
//	source.go   lines and functions of a built program
//	runtime/scheduler.c is the runtime
package native
