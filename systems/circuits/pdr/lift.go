// This file defines how a state becomes a cube of states with the same fate.

package pdr

import (
	"slices"

	"github.com/ijit/ijit/allsat/aig"
)

// A lifter justifies values: some of the latches, with all inputs, make literals true. A true
// conjunction needs both sides, a false one one side that is false. If both are, it takes the
// one that is needed anyway, or that costs fewer latches.
type lifter struct {
	sys    *system
	value  []bool
	needed []bool
	cost   []float64 // about how many latches justify the value of a node
}

func newLifter(s *system) *lifter {
	n := s.Len()
	l := &lifter{sys: s, value: make([]bool, n), needed: make([]bool, n), cost: make([]float64, n)}
	for _, x := range s.Latches {
		l.cost[x.Lit.Node()] = 1
	}
	return l
}

// lift returns a cube of states that, with the same inputs, make all literals true. Values of
// inputs and latches are set, and make them true.
func (l *lifter) lift(lists ...[]aig.Lit) cube {
	g := l.sys.Graph
	for n := range l.value {
		left, right, ok := g.Fanins(n)
		if !ok {
			continue
		}
		a, b := l.is(left), l.is(right)
		l.value[n] = a && b
		x, y := l.cost[left.Node()], l.cost[right.Node()]
		switch {
		case a == b && a:
			l.cost[n] = x + y
		case !a && (b || x <= y):
			l.cost[n] = x
		default:
			l.cost[n] = y
		}
	}
	clear(l.needed)
	for _, list := range lists {
		for _, x := range list {
			l.needed[x.Node()] = true
		}
	}
	for n := len(l.needed) - 1; n > 0; n-- {
		left, right, ok := g.Fanins(n)
		if !ok || !l.needed[n] {
			continue
		}
		a, b := l.is(left), l.is(right)
		switch i, j := left.Node(), right.Node(); {
		case a && b:
			l.needed[i], l.needed[j] = true, true
		case a || !b && !l.needed[i] && (l.needed[j] || l.cost[j] < l.cost[i]):
			l.needed[j] = true
		default:
			l.needed[i] = true
		}
	}
	var lits []literal
	for i, x := range l.sys.Latches {
		if n := x.Lit.Node(); l.needed[n] {
			m := literal(2 * i)
			if !l.value[n] {
				m++
			}
			lits = append(lits, m)
		}
	}
	return cubeOf(slices.Clip(lits))
}

// is returns the value of a literal.
func (l *lifter) is(x aig.Lit) bool { return l.value[x.Node()] != x.Negated() }
