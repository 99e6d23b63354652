// Package schedule finds the execution of a program of recursive threads that a
// schedule stands for.
//
// # Idea
//
// A search that counts context switches (package getafix; Qadeer and Rehof,
// "Context-bounded model checking of concurrent software", TACAS 2005) says who runs
// when, and which values the globals have at each switch: a schedule. What happens
// in between it has forgotten. But given the schedule, threads have nothing to do with
// each other any more: thread t must get from globals in_1 to out_1, be interrupted,
// go on with in_2 and get to out_2, and so on, its stack and its locals kept. That is
// a sequential program with recursion, for which package bebop has a trace:
//
//	main:      globals are in_1; t(); ended: switch(); goto ended;
//	t, others: in front of each statement where t may be interrupted:
//	           if * then switch(); fi
//	switch:    while * do  (turn, globals) := j+1, in_(j+1) if they are j, out_j;  od
//	           if turn, globals are r, out_r then goal: skip; fi
//
// Turns are counted by a few more globals. In the thread that runs last, goals are
// instead behind the target, in the last turn. One more such program gets from the
// beginning to where the threads begin.
//
// The programs are made as control-flow graphs, from the nodes of the one at hand:
// names, labels and texts do not matter, and each location knows which one of the
// program at hand it stands for. Procedures called from inside an atomic section are
// there twice, once without switches. Switching is a call since what a procedure
// enforces need not hold meanwhile.
//
// Then the steps of all threads are put in the order of the contexts.
//
// # Soundness, completeness, length
//
// Whatever comes out is an execution: each step is one of a trace of a sequential
// program that has the thread's own statements, and contexts fit together since all
// globals are compared. If there is an execution with this schedule, it is found
// (within the limits): the sequential programs leave nothing out. Each thread's part is
// a shortest one in the sense of package bebop.
package schedule
