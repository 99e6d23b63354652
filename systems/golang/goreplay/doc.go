// Package goreplay runs Go code along a schedule: it makes the executions that a model checker
// finds happen on the real code.
//
// # Idea
//
// The source is rewritten so that each synchronisation operation calls a hook before and after
// (the technique of Musuvathi et al., "Finding and Reproducing Heisenbugs in Concurrent
// Programs", OSDI 2008, sections 3 and 4; the real operations stay, and a controller decides who
// goes next). The go command reads the rewritten files by its option -overlay, in place of the
// user's, which stay as they are. The package that the hooks are in (folder _ijitreplay) is overlaid, too, as
// if it were one of the standard library: so it is found from any module, and from none.
//
// In a run a goroutine waits before each operation for its turn. The controller gives the turns in the order
// of the schedule, or at random. It goes on when all goroutines wait for their turn,
// are blocked (it reads the states in a dump of all goroutines) or have ended. So one goroutine runs
// at a time. At the end all run free, and what becomes of them is judged.
//
// # What is real
//
// Every operation is done by the library and the runtime, so a goroutine that is blocked at the end is so
// for a reason of the program. The hooks choose only what Go leaves open: who goes next, and which of
// the ready cases a select statement takes. Durations are divided by a thousand and
// cut to 2..20 ms, so that timeouts pass at once; Go promises no more about the order of a timer and
// a computation. testing/synctest is not used: a goroutine that waits for a mutex is not durably
// blocked there, and neither main nor subtests may run in its bubble. In a bubble that the program itself makes
// durations are as they are, since its clock orders them, and no goroutine is controlled; if it ends with
// goroutines that are blocked in it, testing/synctest says so.
//
// The race detector does not see what hooks do among themselves: they order nothing.
//
// # Refuted
//
// A schedule that the code leaves, in a test or main, is none of its executions: data are other ones there than in the
// model. So it is with one that is followed to its end, where what is wanted does not come of it: nothing panics, or
// the race detector, which has seen both accesses, is silent. Then random schedules are all that may show what is
// wanted; in every other one, goroutines do it only when nobody else can go on. A schedule refutes nothing if a
// goroutine in it is not controlled, or a place is not rewritten.
//
// # Limits
//
// Packages outside the main module and files that use cgo are not rewritten. A goroutine that such code
// starts has no number and is not controlled; no more are subtests that run in parallel.
//
// A leak is confirmed when all goroutines are blocked and no timer is left that was made in the
// main module: this is evidence, the proof is the model's. Where tickers go on for ever, the
// goroutine has to be blocked for half a second, some 25 periods. While a goroutine runs, sleeps or waits for a file or
// the network, this confirms nothing.
//
// # Programs that never come to rest
//
// Where that is so, a binary with the profile of leaked goroutines of the runtime (pprof.Lookup("goroutineleak"); an
// experiment of Go 1.26) runs instead. A garbage collection finds the goroutines that wait for channels and locks that
// no goroutine can reach that may still run (Saioc et al., "Dynamic Partial Deadlock Detection and Recovery via Garbage
// Collection", ASPLOS 2025). It knows all references, so it is never wrong about the process; it misses what waits for
// something global, or for a mutex that stands alone, which shares its block of memory with other small objects. The
// hooks change nothing of this: they hold no objects of the program, which would hide leaks, and a goroutine that they
// stop waits for something global, or else what only its stack leads to would look leaked.
//
// # Files
//
//	target.go      what to run, and how the go command sees it
//	sites.go       operations and where they are; which of them a step means
//	edit.go        changes of a text that keep its lines
//	instrument.go  where hooks go: calls and channel operations
//	statement.go   where hooks go: statements
//	build.go       the overlay and the binary
//	run.go         one process: its plan and its log
//	replay.go      Replay: schedules, what is wanted, outcomes
//	judge.go       whether what is wanted happened
//	trial.go       Try: runs in which nothing is wanted, and what goes wrong
package goreplay
