// Package front reads C programs with threads.
//
// # Idea
//
// The parser and the types are those of modernc.org/cc; the headers are our own, so nothing of the machine's compiler is
// needed. What a program does is made a [form.Program]: calls are inlined, a pointer is the object that it points to,
// which has to be known, and one access to an object that threads share is one step.
//
// # What is read
//
// Integers, _Bool, enumerations, structures, arrays, functions that do not call themselves, pointers with one target,
// threads, mutexes, condition variables, atomic sections. What is not is refused, at its place.
//
// # Files
//
//	read.go       files, headers, what is asked
//	declare.go    objects
//	function.go   calls and statements
//	expression.go expressions and accesses
//	arithmetic.go operations of numbers
//	library.go    functions that the program does not define
//	include/      the headers
package front
