// Package slots gives programs that start threads while they run a fixed number of
// threads, so that algorithms for these can take them.
//
// # Idea
//
// All threads begin with the program: the first one in main, each other one in a slot,
// a procedure that is not in the source and waits until it knows what to run:
//
//	assume(start_i != 0);  if start_i = 1 then f(); elsif start_i = 2 then g(); fi
//
// start_i is a number in a few new globals that are 0 at first. Where the source has
// start_thread f(), the program writes the number of f to the first slot that is free,
// and the arguments beside it, by one parallel assignment. So program counters stay what
// they are, and executions of the one program are executions of the other (Execution).
// No slot is used twice: threads that have ended count.
//
// If all slots are taken, start_thread blocks. Or threads may be idle: start_thread
// then takes a free slot, or none, and the thread stays for ever where it begins. With c
// contexts no more than c threads ever move, so c slots and idle threads stand for any
// number of threads.
//
// After A. Bouajjani, M. Emmi, G. Parlato, "On sequentializing concurrent programs" (SAS
// 2011), and other work on bounded context switches, in which threads that are created
// wait for their first context.
package slots
