// Package certificate checks why an answer about a C program with threads is right, and shares with what found it the front
// end and the words only: it knows of no abstraction, and makes none.
//
// # Idea
//
// For UNSAFE the reason is an execution: it is executed once more. For SAFE it is a Boolean program whose variables have a
// meaning in C, and a certificate that no assertion of it fails. The C program is read again. Then each of its steps has to
// be one of a statement of the Boolean program: for all values of the C variables, the bits that mean what holds behind the
// step are among those that the statement gives, to the thread that moves and to any other one. This is asked of a SAT
// solver, a statement at a time. So each execution of the C program has one of the Boolean program, and where an assertion
// fails in one, one does in the other.
//
// # Who is where
//
// The threads of a Boolean program execute one procedure. What a thread runs is told by labels: F2 is the statement with
// which threads begin that run the automaton 2 of the form, N2_5 is node 5 of it, and E2_5_0 the first edge of that node,
// if it has several. The statement of the first and only edge is that of the node. A bit in_2 says that a thread runs
// automaton 2, owns_0 that it owns the first of [form.Program.Counters], has_0 that it has drawn the first of
// [form.Program.Tickets], turn_0_m1 that a thread has one of the same kind that is equal to what the predicate m1 compares it
// with, and all other bits are predicates. Bits of a thread about what it does not run mean nothing, and may have any value.
//
// # What is trusted
//
// The reading of C and what is done to the form of it (steps put together, locks, counters, tickets, slices), the circuits of words and the
// SAT solver (but if the check is paranoid: then each answer has a proof, which is checked), the parser of Boolean programs, and
// the checker of their certificates, which is one of its own.
//
// # Files
//
//	document.go  a certificate as data
//	check.go     what is checked
//	program.go   whether the Boolean program has a statement for each step, and control flow leads there
//	statement.go whether a statement has a step
//	execution.go executions
package certificate
