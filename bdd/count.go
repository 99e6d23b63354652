// This file defines counting of valuations, in integers without limit.

package bdd

import (
	"fmt"
	"math/big"
	"slices"
)

// Count returns the number of valuations of the variables of a set that make f
// true. If f depends on other variables, it returns nil and sets Err to ErrDomain.
func (m *Manager) Count(f Node, set VarSet) *big.Int {
	if !m.ready(f) {
		return nil
	}
	if outside := m.Vars(m.Minus(m.Support(f), set)); len(outside) > 0 {
		m.setErr(fmt.Errorf("%w: %v", ErrDomain, outside))
		return nil
	}
	c := counter{m, m.levels(set), make(map[uint32]*big.Int)}
	return c.count(m.in(f), 0)
}

// A counter counts over levels and remembers, for each node, the valuations of the
// levels from its own on.
type counter struct {
	m      *Manager
	levels []uint32
	known  map[uint32]*big.Int
}

// count returns the number of valuations of the levels from the given place on.
func (c *counter) count(f edge, place int) *big.Int {
	if f == zero {
		return new(big.Int)
	}
	free := len(c.levels) - place
	if f == one {
		return new(big.Int).Lsh(big.NewInt(1), uint(free))
	}
	n := c.m.nodes[f>>1]
	own, _ := slices.BinarySearch(c.levels, n.level)
	r := c.known[f.index()]
	if r == nil {
		r = c.count(n.lo, own+1)
		r.Add(r, c.count(n.hi, own+1))
		c.known[f.index()] = r
	}
	r = new(big.Int).Set(r)
	if f.sign() != 0 {
		all := new(big.Int).Lsh(big.NewInt(1), uint(len(c.levels)-own))
		r.Sub(all, r)
	}
	return r.Lsh(r, uint(own-place))
}
