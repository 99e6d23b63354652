// Package code defines what is known of Go code before it is executed: the parts of types, the
// loops of functions, which functions may synchronise, places and names in the source.
//
// A value has parts, the fields and elements that are not taken apart further. A path leads to
// one of them: .0[2] is element 2 of the first field. Structs that are declared where no code is
// read are opaque, but for those of sync/atomic.
//
// # Files
//
//	path.go, types.go       paths; the parts of a type that hold data
//	function.go, loop.go    functions; their loops
//	count.go                whether loops that count come to their end
//	poll.go                 loops that do nothing but ask for data
//	fresh.go, once.go       new objects that nobody else can see yet; variables that keep their value
//	values.go               functions that are values, and types of values in interfaces
//	list.go                 what lists of package container/list hold
//	sequence.go             what is read in front of a call in the same statement
//	source.go, ranges.go, name.go
//	                        places of operations and names of objects, from syntax; names of functions
package code
