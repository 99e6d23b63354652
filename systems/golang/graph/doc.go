// Package graph defines the operations that are left of an entry, with the data on which they may
// depend: what the extraction writes and the reduction reads.
//
// A value is a finite set of atoms: constants, nil, pointers to abstract objects, functions,
// "anything". A location holds a value: a register in one calling context, or a cell of an object.
// A node is one operation; its assignments give locations values, and its condition asks for
// them. Atoms are interned, and objects are the same in all passes, so both are compared by
// identity.
//
// # Files
//
//	atom.go, print.go       atoms and sets of them; how they are printed
//	truth.go                what is known of a relation of atoms
//	val.go, loc.go          values; the locations that hold them
//	cond.go                 conditions on locations
//	object.go               allocated objects
//	graph.go                nodes, goroutine bodies and graphs
package graph
