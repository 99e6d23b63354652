// Package extract defines the extraction of operations from Go code: a partial evaluator, from the
// functions that an entry reaches to a graph of operations.
//
// Functions are executed on abstract values, all calls inlined: a value is a finite set of atoms,
// and an object is an allocation in one calling context and one iteration of the loops that are
// unrolled. Sets only grow, the store is insensitive to the order of assignments once there are several
// goroutines, and passes are repeated until nothing changes. A last pass writes down the operations, with all data as
// symbolic assignments and conditions.
//
// This is call-string points-to analysis (Sharir and Pnueli 1981) with unbounded strings, which
// need no recursion to be finite, and loop unrolling by online partial evaluation (Jones, Gomard
// and Sestoft 1993, chapter 7). Names of types would not do: two locks of one type have to be told
// apart.
//
// Of the objects that a loop makes, one is tracked and stands for any of them.
//
// Calls of functions without code are executed by the models of a Library. What a model may use
// of the extractor is what is exported here: it moves the current point by operations, branches
// and assignments, and is executed in each pass.
//
// # Files
//
//	extract.go, eval.go     the extraction of an entry; passes over functions and blocks
//	frame.go, unroll.go, scale.go
//	                        calls in their context, and goroutine bodies; which loops are unrolled, and how far; constants
//	                        that are made smaller with them
//	iterations.go           whether loops that are not unrolled have an iteration
//	emit.go, alternative.go operations of the last pass; alternatives, and what registers are behind them
//	alloc.go, cell.go       new objects; their parts
//	newest.go               which pointers lead to what was made last at its place
//	sequence.go             what a call changes that its statement has read
//	instr.go, binop.go, box.go
//	                        what one instruction does: operators, interfaces
//	memory.go, counter.go   loads and stores; how far counters count
//	locks.go                which locks are copies of others
//	slices.go, append.go, order.go
//	                        slices; where append and copy write; sorting
//	live.go                 which registers are read later
//	ranges.go               loops over the indices of slices
//	maps.go, syncmap.go     maps
//	capture.go              the variables that closures capture
//	call.go, builtin.go     calls and go statements; predeclared functions
//	effect.go, reach.go, overwrite.go
//	                        calls of functions with neither code nor model, by what they do; what is reached from their
//	                        arguments; what memory holds that they write to or keep
//	hierarchy.go            calls by values of which nothing is known
//	alias.go                pointers that may lead to one object
//	defer.go, fault.go      deferred calls, panics; faults at which the runtime panics
//	cleanup.go              functions that tests call at their end
//	subtest.go              subtests, at once or in parallel
//	chans.go, carry.go      channels and select; the values that channels carry
//	timer.go                when timers fire
//	library.go              models of library functions, and what they call
package extract
