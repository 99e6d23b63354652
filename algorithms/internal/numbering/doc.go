// Package numbering gives dense identifiers to the keys of a system, so that the loops of a
// search are over small numbers, whatever the keys are, and sets of them are sets of bits.
//
// Identifiers are in the order in which the keys were met, which is the same in every run.
// Small integers are looked up in a list, all other keys in a map.
//
// # Files
//
//	numbering.go  Numbering, Names: keys and identifiers
//	bitset.go     Bitset: sets of identifiers
package numbering
