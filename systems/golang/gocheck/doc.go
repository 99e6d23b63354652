// Package gocheck asks the questions about Go programs, and says in the terms of Go what was found.
//
// # Questions
//
// Four about each entry (a test, main, or a function by name):
//
//	operations  The skeleton with its sizes fixed, lowered exactly, and one survey of all its
//	            configurations with so many goroutines alive: every operation that can fail, and every one at
//	            which a goroutine can be blocked for ever, each with an execution, a
//	            shortest one unless there are too many to explore all orders of independent steps.
//	races       The same with the accesses of shared variables. If what races is one of many objects that are made at one place,
//	            it is asked again with one of them told apart: goroutines may hand it on.
//	any number  The skeleton that leaves loops and sizes open, lowered with more executions than the
//	            program has, and asked of any number of threads. What holds there holds of the
//	            program. What does not is not reported: an operation is reported by an exact execution only.
//	faults      The bounded skeleton in which the runtime panics where nil is dereferenced, an index is out of range and the like.
//	            What is found is reported if a replay confirms it, and there is no proof.
//
// The third one is asked about some objects at a time, with all loops left as loops, and then about all of them, with
// short loops unrolled.
//
// If the survey was cut nowhere and no size was fixed, it has seen all executions, and the third
// question is not needed.
//
// # Answers
//
// What is said is read from a ledger, and from nowhere else: see package ledger below. The skeletons make the claims;
// surveys and proofs close them, each those kinds only of which its skeleton has all executions. Their judge is the code,
// which shares nothing with the model: entries where nothing was found are run along random schedules.
//
// # The bound
//
// --threads N means N goroutines of each go statement in a loop, beside those that are started once.
// A survey bounds all goroutines alive, so the bound is the sum: a go statement counts once for each
// goroutine that comes to it, or N times if it lies in a loop.
//
// # Deadlocks
//
// A goroutine is leaked if no execution moves it any more, or only timers and a default do, and then it only comes
// back. An execution to that point is the shortest; it is gone on with until nobody can move, if there is such a way.
// If the goroutine of the entry has not returned there, all goroutines are blocked, and the finding is a deadlock: what
// Go's runtime reports as "all goroutines are asleep". Each operation at which a goroutine is blocked is a finding,
// with the others in Others: a tool that shows findings by lines then shows all of them. Answers for people put them
// together.
//
// # Panics
//
// A panic behind a branch whose condition depends on data of which nothing is known is open unless it is confirmed:
// whether data can have these values is no question of synchronisation. A test that fails because of such data ends the
// program.
//
// # What is one finding
//
// The same operation in several entries is one finding, which names them. It is UNSAFE if the execution was run on the
// code, or depends on nothing but the code; otherwise it is open.
//
// # Files, in reading order
//
//	gocheck     options, runs over entries, findings of several entries as one
//	entry       the questions about one entry, what is proved
//	bound       the bound on goroutines alive
//	claims      which claims there are about a skeleton, and what explorations and proofs close
//	unjudged    panics, and ends of tests, that data decide
//	survey      the bounded question
//	race        the bounded question about races
//	candidates  bounded questions whose findings must be confirmed
//	any         any number of goroutines
//	anyrace     races of any number of goroutines
//	execution   executions in the terms of Go, who holds what
//	settle      how an execution goes on until nobody can move
//	found       findings with their executions
//	message     what is said of them
//	ignore      comments that suppress findings
//	confirm     executions that are run on the Go code
//	trial       runs of the code that judge what is said of it
//	explain     the Boolean program beside the Go code
//	translate   the Boolean program of one entry
//	report      reports
package gocheck
