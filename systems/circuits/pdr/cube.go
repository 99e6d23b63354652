// This file defines cubes: sets of states in which some latches have given values.

package pdr

import (
	"slices"
	"unsafe"
)

// A literal is a latch by its number i and a value: 2i for true and 2i+1 for false.
type literal uint32

func (l literal) latch() int { return int(l >> 1) }

// A cube is the states in which all its literals are true, and its negation is a clause. The
// literals are in order.
type cube struct {
	lits []literal
	sign uint64 // a bit for each literal, several literals to a bit
}

// cubeOf returns a cube. It keeps the list, which is in order.
func cubeOf(lits []literal) cube {
	c := cube{lits: lits}
	for _, l := range lits {
		c.sign |= 1 << (uint64(l) * 0x9E3779B97F4A7C15 >> 58)
	}
	return c
}

// bytes is the memory that a cube takes.
func (c cube) bytes() int64 { return int64(unsafe.Sizeof(c)) + 4*int64(cap(c.lits)) }

// without returns the cube without its i-th literal.
func (c cube) without(i int) cube {
	return cubeOf(slices.Concat(c.lits[:i], c.lits[i+1:]))
}

// covers reports whether all states of d are in c.
func (c cube) covers(d cube) bool {
	if c.sign&^d.sign != 0 || len(c.lits) > len(d.lits) {
		return false
	}
	i := 0
	for _, l := range c.lits {
		for i < len(d.lits) && d.lits[i] < l {
			i++
		}
		if i == len(d.lits) || d.lits[i] != l {
			return false
		}
		i++
	}
	return true
}

// insert puts a literal where it belongs.
func insert(lits []literal, l literal) []literal {
	i, _ := slices.BinarySearch(lits, l)
	return slices.Insert(lits, i, l)
}
