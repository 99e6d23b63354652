// This file defines sets of variables.

package dataflow

import (
	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/parser"
)

// Bit returns the bit of a variable.
func (g *Graph) Bit(v *parser.Var) uint {
	if v.Proc == nil {
		return uint(v.Index)
	}
	return uint(g.Program.Layout.Shared + v.Index)
}

// Set returns an empty set of variables.
func (g *Graph) Set() *bitset.BitSet { return bitset.From(make([]uint64, g.words)) }

// Sets returns n empty sets, next to each other in memory.
func (g *Graph) Sets(n int) []bitset.BitSet {
	words := make([]uint64, n*g.words)
	list := make([]bitset.BitSet, n)
	for i := range list {
		list[i].SetBitsetFrom(words[i*g.words : (i+1)*g.words])
	}
	return list
}

// include adds all of more to a set and reports whether that changed it.
func include(set, more *bitset.BitSet) bool {
	if set.IsSuperSet(more) {
		return false
	}
	set.InPlaceUnion(more)
	return true
}
