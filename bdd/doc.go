// Package bdd is a kernel of reduced ordered binary decision diagrams (Bryant):
// Boolean functions of many variables, kept so that equal functions are the same
// node. Sets of states and transition relations are such functions; this package is
// what symbolic model checkers are built on.
//
// # Use
//
// A Manager owns variables and nodes and is for one goroutine at a time. An empty
// one costs microseconds and a few kilobytes, so there may be one for each worker;
// Transfer copies functions between managers. Node, VarSet and Renaming are plain
// values that compare with ==.
//
// Variables are ordered as they are made, and the order decides everything: make
// those that depend on each other next to each other, and the next value of a
// variable right after the variable.
//
// # Garbage
//
// Nodes are collected only by SafePoint and Collect, never during an operation.
// Between two safe points every Node is good; nothing needs to be referenced,
// released or counted. At a safe point only this is kept: nodes registered by
// Register or RegisterVars, those given to the call, variables, and what all of
// these are made of. Call SafePoint often, in the innermost loop where nothing but
// what you name is in use: it costs nothing when there is little garbage, and small
// tables are much faster than large ones.
//
//	for frontier != bdd.False && m.Err() == nil {
//		...
//		m.SafePoint(reached, frontier, relation)
//	}
//
// A result that is not kept must not be used again, not even to compare it. The
// build tag bdddebug makes every operation check its handles, and panic at one that
// was collected or is of another manager; run your tests with it once.
//
// # Limits
//
// Limits of nodes, memory and time (Options) end an operation with the result
// Invalid. The error is sticky, like that of bufio.Scanner: Manager.Err returns it,
// and until ClearErr all operations return Invalid, so a computation can be written
// without a check at each step. Three rules follow: look at Err before a result is
// trusted; loops that run until something becomes False look at Err too, as
// above; questions that are answered with a bool or a number answer false or nil
// after an error. After ClearErr the manager works as before, and a collection
// frees what the failed operation left. Wrong arguments (an unknown variable, an
// invalid node) set the error as well. The package does not panic, unless built
// with bdddebug.
//
// # Inside
//
// A node takes 16 bytes; edges have a complement bit, so Not is free and a function
// and its complement share a node. One chained hash table makes nodes unique, one
// direct-mapped cache remembers results of all operations; both start small and
// double. Sets and renamings are interned and sparse: their cost is that of what
// they mention, not of all variables. Collection is mark and sweep, moves nothing,
// and keeps the cached results that are about living nodes.
//
// # Literature
//
// R. E. Bryant, Graph-Based Algorithms for Boolean Function Manipulation, 1986;
// K. Brace, R. Rudell, R. Bryant, Efficient Implementation of a BDD Package, 1990;
// O. Coudert, J. C. Madre, A Unified Framework for the Formal Verification of
// Sequential Circuits, 1990; S. Minato, Fast Generation of Irredundant
// Sum-of-Products Forms from Binary Decision Diagrams, 1992.
package bdd
