// This file defines proofs about the circuit as sets of states of the program.

package threads

import (
	"strconv"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/bdd/reach"
)

// maxInvariant bounds the nodes of a proof, and maxNodes those on the way to it.
const (
	maxInvariant = 1 << 17
	maxNodes     = 1 << 22
)

// Invariant returns the states in which clauses of latches hold, and the first states: a set
// that has what is reached, if the clauses hold in all frames but the first. It is nil if the
// set would be too large, or if the circuit has fewer executions than the program
// ([Options.Reduce]).
//
// If atomic sections are one step, states inside of them are missing. So a proof that is to
// be checked statement by statement is one about small steps.
func (s *System) Invariant(clauses [][]aig.Lit) *reach.Invariant {
	if s.Reduce {
		return nil
	}
	m := bdd.New(bdd.Options{MaxNodes: maxNodes})
	functions := make([]bdd.Node, s.Len()) // by node of the circuit, of the latches
	functions[0] = bdd.False
	first := bdd.True
	for i, v := range m.NewVars(len(s.Latches)) {
		x := s.Latches[i]
		functions[x.Lit.Node()] = m.Var(v)
		if x.Reset != x.Lit {
			first = m.And(first, m.Lit(v, x.Reset == aig.True))
		}
	}
	at := func(l aig.Lit) bdd.Node {
		if l.Negated() {
			return m.Not(functions[l.Node()])
		}
		return functions[l.Node()]
	}
	set := bdd.True
	for _, clause := range clauses {
		some := bdd.False
		for _, l := range clause {
			some = m.Or(some, at(l))
		}
		set = m.And(set, some)
	}
	for n, needed := range s.support(s.Circuit.Initial) {
		if left, right, ok := s.Fanins(n); needed && ok {
			functions[n] = m.And(at(left), at(right))
		}
	}
	for _, l := range s.Circuit.Initial {
		first = m.And(first, at(l))
	}
	set = m.Or(set, first)
	if m.Err() != nil || m.Size(set) > maxInvariant {
		return nil
	}
	inv := &reach.Invariant{Slots: s.Threads, PCs: s.pcs[1:]}
	for _, p := range s.Places {
		inv.Order = append(inv.Order, p.variable())
	}
	nodes, roots, err := m.Table(func(v bdd.Var) string { return strconv.Itoa(int(v)) }, set)
	if err != nil {
		return nil
	}
	inv.Nodes, inv.Root = nodes, roots[0]
	return inv
}

// support marks the nodes that literals rest on.
func (s *System) support(lits []aig.Lit) []bool {
	needed := make([]bool, s.Len())
	for _, l := range lits {
		needed[l.Node()] = true
	}
	for n := len(needed) - 1; n > 0; n-- {
		if left, right, ok := s.Fanins(n); ok && needed[n] {
			needed[left.Node()], needed[right.Node()] = true, true
		}
	}
	return needed
}

// variable names the variable of a latch, see [reach.Invariant].
func (p Place) variable() string {
	switch p.Kind {
	case PC:
		return strconv.Itoa(p.Slot) + "@" + strconv.Itoa(p.Index)
	case Local:
		return strconv.Itoa(p.Slot) + "." + strconv.Itoa(p.Index)
	case Shared:
		return strconv.Itoa(p.Index)
	}
	return "!"
}
