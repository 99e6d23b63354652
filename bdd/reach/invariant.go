// This file defines what was reached as a proof of safety.

package reach

import (
	"strconv"

	"github.com/ijit/ijit/bdd"
)

// An Invariant is a proof that nothing asked for can be reached: a set of states that has
// the initial ones, and whatever a step leads to.
type Invariant struct {
	Slots int
	PCs   []int // by code, from 1 on; 0 is that of a slot without a thread
	// Order has the variables from the top of the diagram: ! says that some thread is inside
	// an atomic section, 3 is a global, 1@2 is bit 2 of the code of slot 1, the lowest first,
	// and 1.4 is local 4 there, which is 0 if the procedure does not have it.
	Order []string
	// Nodes and Root are written as [bdd.Manager.Table] does; a variable is a position in Order.
	Nodes []string
	Root  string
}

// maxInvariant bounds the nodes of a proof.
const maxInvariant = 1 << 17

// Invariant returns the proof that comes with the verdict Safe, nil if it would be too large.
func (r *Result) Invariant() *Invariant {
	if r.Verdict != Safe || r.search.m.Size(r.search.reached) > maxInvariant {
		return nil
	}
	s := r.search
	inv := &Invariant{Slots: len(s.slots), PCs: s.pcs[1:]}
	positions := s.variables(inv)
	nodes, roots, err := s.m.Table(func(v bdd.Var) string { return strconv.Itoa(positions[v]) }, s.reached)
	if err != nil {
		return nil
	}
	inv.Nodes, inv.Root = nodes, roots[0]
	return inv
}

// variables notes the order of those of states, and returns their positions.
func (s *space) variables(inv *Invariant) map[bdd.Var]int {
	names := map[bdd.Var]string{}
	note := func(b bits, prefix string) {
		for i, v := range b.now {
			names[v] = prefix + strconv.Itoa(i)
		}
	}
	for _, v := range s.lock.now {
		names[v] = "!"
	}
	note(s.globals, "")
	for i, t := range s.slots {
		note(t.pc, strconv.Itoa(i)+"@")
		note(t.locals, strconv.Itoa(i)+".")
	}
	positions := map[bdd.Var]int{}
	for _, v := range s.m.Order() {
		if name, ok := names[v]; ok {
			positions[v] = len(inv.Order)
			inv.Order = append(inv.Order, name)
		}
	}
	return positions
}
