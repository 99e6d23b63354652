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
// variable right after the variable, as a group (NewGroup).
//
// # Moving variables
//
// Where no order is known beforehand, Reorder looks for one by sifting (Rudell), and safe
// points do with Options.AutoReorder. Nodes that are registered or given to the call, sets and
// renamings stay what they are, but not what those nodes were made of: they are made of others
// then. What changes too is the order in which cubes name their variables. Sifting costs a tenth of a
// microsecond for each node and group of variables, as much as many images, so it is for
// orders that may be bad: the carry of two numbers of 64 bits has 2^64 nodes if the bits
// of one come first, and some 200 if they alternate. Where the order is good, sifting costs
// more than it saves.
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
// While variables are moved, nodes have their variable in the place of the level, and those
// of each variable are in a table of their own; references are counted, so that no garbage
// spoils the numbers. Two neighbours in the order are exchanged by rewriting those nodes of
// the upper one that have a child of the lower one; variables that no function has both of
// change their places without that.
//
// # Literature
//
// R. E. Bryant, Graph-Based Algorithms for Boolean Function Manipulation, 1986;
// K. Brace, R. Rudell, R. Bryant, Efficient Implementation of a BDD Package, 1990;
// O. Coudert, J. C. Madre, A Unified Framework for the Formal Verification of
// Sequential Circuits, 1990; S. Minato, Fast Generation of Irredundant
// Sum-of-Products Forms from Binary Decision Diagrams, 1992; R. Rudell, Dynamic
// Variable Ordering for Ordered Binary Decision Diagrams, 1993.
package bdd
