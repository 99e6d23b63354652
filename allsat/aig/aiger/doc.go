// Package aiger reads and writes circuits in the format AIGER, and witnesses of their
// properties.
//
// # Format
//
// Biere, "The AIGER And-Inverter Graph (AIG) Format", 2007, and Biere, Heljanko and Wieringa,
// "AIGER 1.9 And Beyond", 2011. A circuit is a text, or its conjunctions are bytes. A toggle that
// an input enables, and that is bad when it is on:
//
//	aag 5 1 1 0 3 1   M I L O A B: variables, inputs, latches, outputs, conjunctions, bads
//	2                 the input: variable 1
//	4 11              the latch: variable 2; its next value is that variable 5 is false
//	4                 the bad state: the latch is on
//	6 4 3             variable 3 is variable 2 and not variable 1
//	8 5 2
//	10 7 9            neither 3 nor 4: odd numbers are negations
//	i0 enable
//	c
//	the rest is a comment
//
// A binary file has aig instead of aag, does not list inputs and what conjunctions define, and
// has differences of literals for what they rest on.
//
// Behind the next value of a latch its reset may stand: 0, 1, the latch itself if its first value is any, or
// another literal, whose value in the first frame the first value is. Of these, resets of latches that rest on
// each other in a circle are an error.
//
// # Files
//
//	read.go     circuits are read: header, sections, symbols
//	gates.go    conjunctions are read, in any order those of a text
//	resets.go   resets are read that are functions
//	line.go     lines and numbers
//	write.go    circuits are written
//	witness.go  witnesses
//
// # Cost
//
// A binary file takes about fifteen bytes of memory for each of its bytes. Space is taken as a file
// is read, not as its header says, but for the inputs of a binary file, which are nowhere else.
package aiger
