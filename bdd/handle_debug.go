// This file defines Node, the handle of a diagram, as it is with the build tag
// bdddebug: an edge with the number of its manager and the age of its place in
// the table, both checked at each use.

//go:build bdddebug

package bdd

import (
	"fmt"
	"math/rand/v2"
)

// A Node is a Boolean function of the variables of one Manager; see the file
// without the build tag.
type Node uint64

// An edge takes the low 32 bits, the manager the next 20, the age the rest.
const (
	ownerShift = 32
	ageShift   = 52
	ageMask    = 1<<(64-ageShift) - 1
)

// handles is what the manager knows about the handles it gave out: its own number
// and how often each place of the table was freed.
type handles struct {
	owner uint64
	ages  []uint16
}

// init draws the number at random, so that managers need nothing in common; two of
// them agree once in a million.
func (h *handles) init() { h.owner = 1 + rand.Uint64N(1<<(ageShift-ownerShift)-1) }

func (h *handles) age(index uint32) uint64 {
	if int(index) >= len(h.ages) {
		return 0
	}
	return uint64(h.ages[index]) & ageMask
}

// in checks a handle. A wrong one is an error of the program that uses the
// package, so it panics: this is what the build tag is for.
func (h *handles) in(f Node) edge {
	e := edge(f)
	if e <= False.edge() {
		return e
	}
	if owner := uint64(f) >> ownerShift & (1<<(ageShift-ownerShift) - 1); owner != h.owner {
		panic(fmt.Sprintf("bdd: node %#x is of another manager", uint64(f)))
	}
	if uint64(f)>>ageShift != h.age(e.index()) {
		panic(fmt.Sprintf("bdd: node %#x was collected: it was not among the roots at a safe point", uint64(f)))
	}
	return e
}

func (h *handles) out(e edge) Node {
	if e <= False.edge() {
		return Node(e)
	}
	return Node(e) | Node(h.owner<<ownerShift) | Node(h.age(e.index())<<ageShift)
}

// freed makes all handles of a place stale.
func (h *handles) freed(index uint32) {
	for int(index) >= len(h.ages) {
		h.ages = append(h.ages, make([]uint16, int(index)+1-len(h.ages))...)
	}
	h.ages[index]++
}
