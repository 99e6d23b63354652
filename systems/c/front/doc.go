// Package front reads C programs with threads.
//
// # Idea
//
// The parser and the types are those of modernc.org/cc; the headers are our own, so nothing of the machine's compiler is
// needed. What a program does is made a [form.Program]: calls are inlined, and one access to an object that threads share
// is one step.
//
// A pointer is a word that is 0 or the number of one of its targets. Targets are known of each variable, wherever it is
// read: the program is read in rounds, and a variable keeps what any assignment of a round before had it point to. If
// there is one target, what a pointer designates is that object; if there are several, each has an edge whose guard says
// that it is the one. A pointer whose targets are not known is refused where it is used, not where it is made.
//
// # What is read
//
// Integers, _Bool, enumerations, structures, arrays, functions that do not call themselves, pointers to
// objects and to functions, threads, mutexes, condition variables, atomic sections. What is not is refused, at its place.
//
// # Files
//
//	read.go       files, headers, what is asked
//	rounds.go     what is read again, and what stays
//	declare.go    objects
//	initial.go    initial values
//	function.go   calls and statements
//	unroll.go     loops that start threads
//	expression.go expressions and accesses
//	order.go      what C leaves open of the order of evaluation
//	pointer.go    what pointers point to, loads and stores
//	indirect.go   calls and threads by pointers to functions
//	atomic.go     atomic operations
//	arithmetic.go operations of numbers
//	library.go    functions that the program does not define
//	include/      the headers
package front
