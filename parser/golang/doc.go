// Package golang reads Go programs: from packages to the skeletons of what one entry reaches.
//
// The functions of the module are executed on abstract values, all calls inlined: a value is a
// finite set of atoms (constants, nil, pointers to abstract objects, functions, "anything"), and an
// object is an allocation in one calling context and one iteration of the loops that are
// unrolled. Sets only grow, the store is insensitive to the order of assignments, and passes are
// repeated until nothing changes. A last pass writes down the operations, with all data as
// symbolic assignments and conditions. Of the data, those remain on which a choice between
// different operations depends; they become variables whose values are the atoms, so the
// skeleton is sensitive to the order of assignments and to correlated branches although the
// passes were not.
//
// This is call-string points-to analysis (Sharir and Pnueli 1981) with unbounded strings, which
// need no recursion to be finite, and loop unrolling by online partial evaluation (Jones, Gomard
// and Sestoft 1993, chapter 7). Names of types would not do: two locks of one type have to be told
// apart.
//
// What is left out is said in the notes of the skeleton: calls of functions without a body that
// models.go does not know, recursion, reflection and package unsafe.
//
// # Files
//
//	load.go, loaderror.go   packages and what is wrong with them
//	entry.go                where executions begin
//	skeleton.go             how an entry becomes a skeleton
//	extract.go, eval.go     the extraction of an entry; passes over functions and blocks
//	frame.go, unroll.go     calls in their context, and goroutine bodies; which loops are unrolled
//	emit.go                 operations of the last pass
//	alloc.go, cell.go       new objects; their parts
//	instr.go, binop.go, box.go
//	                        what one instruction does: operators, interfaces
//	memory.go, slices.go, maps.go
//	                        loads and stores; slices; maps
//	call.go, builtin.go     calls and go statements; predeclared functions
//	defer.go, cleanup.go    deferred calls, panics; functions that tests call at their end
//	chans.go, carry.go      channels and select; the values that channels carry
//	library.go              models of library functions, and what they call
//	models.go               the table of what library functions do
//	modelsync.go, modelatomic.go, modelcontext.go, modeltime.go, modeltesting.go, modelgroup.go, modelcallback.go
//	                        its parts
package golang
