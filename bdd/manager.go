// This file defines Manager, its options and its variables.

package bdd

import (
	"context"
	"fmt"
)

// Options are the limits of a manager. The zero value has none.
type Options struct {
	// MaxNodes, if positive, limits the nodes in the table, garbage that is not yet
	// collected included.
	MaxNodes int
	// MaxBytes, if positive, limits the memory of tables, those that are being
	// replaced by larger ones included.
	MaxBytes int64
	// Context, if not nil, ends operations when it ends.
	Context context.Context
	// AutoReorder, if positive, lets safe points do what Reorder does: when so many nodes are
	// live, and many more than after the last time.
	AutoReorder int
}

// A Manager owns nodes and variables. It is for one goroutine at a time; many
// managers may work at the same time, each for one goroutine.
type Manager struct {
	table
	cache
	handles
	options Options
	err     error
	growAt  int // number of nodes at which expand is called

	variables []edge // the node of each variable, 0 before it is asked for
	sets      sets
	renamings renamings
	images    images
	roots     roots
	order     order
	busy      int    // iterations under way whose nodes no root holds
	vectors   uint32 // substitutions so far
}

// New returns a manager without variables.
func New(options Options) *Manager {
	m := &Manager{options: options}
	m.table.init()
	m.cache.init()
	m.handles.init()
	m.roots.collectAt = firstCollection
	m.setGrowAt()
	return m
}

// SetOptions replaces the limits, for instance to give each query a context of
// its own.
func (m *Manager) SetOptions(options Options) {
	m.options = options
	m.setGrowAt()
}

// A Var is a variable of a manager: the first is 0. They are ordered as they were
// made, the first on top, until they are moved (Reorder); the order decides how large
// diagrams are, so variables that depend on each other should be made next to each other.
type Var uint32

// NewVars makes n variables, below all others in the order, and returns them.
func (m *Manager) NewVars(n int) []Var {
	m.variables = append(m.variables, make([]edge, n)...)
	return m.order.add(n)
}

// NumVars returns the number of variables.
func (m *Manager) NumVars() int { return len(m.variables) }

func (m *Manager) has(v Var) bool { return int(v) < len(m.variables) }

// Var returns the function that is true where v is.
func (m *Manager) Var(v Var) (f Node) {
	if m.err != nil {
		return Invalid
	}
	if !m.has(v) {
		m.setErr(fmt.Errorf("%w: %d of %d", ErrVar, v, len(m.variables)))
		return Invalid
	}
	defer m.guard(&f)
	return m.out(m.variable(m.order.levelOf(v)))
}

// Lit returns the function that is true where v has the value.
func (m *Manager) Lit(v Var, value bool) Node {
	f := m.Var(v)
	if !value {
		return m.Not(f)
	}
	return f
}

// variable returns the node of a variable. Such nodes stay forever.
func (m *Manager) variable(level uint32) edge {
	v := &m.variables[m.order.varAt(level)]
	if *v == 0 {
		*v = m.mk(level, zero, one)
	}
	return *v
}

// Const returns True or False.
func Const(value bool) Node {
	if value {
		return True
	}
	return False
}
