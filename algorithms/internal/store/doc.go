// Package store keeps configurations in memory: packed, interned, each with its parent, in
// about twenty bytes.
//
// # Invariant
//
// A configuration is in the store once, and keeps its position. The positions are in the
// order in which the configurations came, so that the store is the queue of a breadth-first
// search as well. What [Store.Get] returns has the memory that it is given, not that of the
// store.
//
// # Cost
//
// To add a configuration, or to find that it is there, takes one hash of its bytes and nearly
// always one comparison. Memory grows by chunks of a megabyte, which are never copied; there
// is room for 2³² units of four bytes.
//
// # Files
//
//	store.go  the records, their index, and the order in which they came
//	batch.go  configurations that are looked up together
//	codec.go  how a configuration becomes bytes, for each kind of key
package store
