// Package intern gives states dense identifiers.
//
// A [Table] holds each row of words once, in one array, and finds it by open
// addressing. Identifiers count the rows from 0 on in the order in which they come, so
// what is known of a state is an array look-up, and a state costs its words and eleven
// bytes at most. Rows are the words of bitsets (github.com/bits-and-blooms/bitset):
// bitset.From(t.Row(id)) reads one without copying it.
package intern
