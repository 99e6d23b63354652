// This file defines the order of the variables, and which of them stay next to each
// other in it.

package bdd

// order is the order of the variables of a manager. Only here and while variables are
// moved is it known which level a variable has.
type order struct {
	levels []uint32 // by variable
	vars   []Var    // by level
	inner  []bool   // by variable: it stays right below the one made before it
	due    int      // number of nodes at which a safe point moves variables again
	moves  int      // how often variables were moved
}

func (o *order) levelOf(v Var) uint32   { return o.levels[v] }
func (o *order) varAt(level uint32) Var { return o.vars[level] }

// add makes n variables, below all others.
func (o *order) add(n int) []Var {
	first := len(o.vars)
	for v := first; v < first+n; v++ {
		o.levels = append(o.levels, uint32(v))
		o.vars = append(o.vars, Var(v))
		o.inner = append(o.inner, false)
	}
	return append([]Var(nil), o.vars[first:]...)
}

// swap exchanges the variables of a level and the next.
func (o *order) swap(level uint32) {
	x, y := o.vars[level], o.vars[level+1]
	o.vars[level], o.vars[level+1] = y, x
	o.levels[x], o.levels[y] = level+1, level
}

func (o *order) bytes() int { return 4*cap(o.levels) + 4*cap(o.vars) + cap(o.inner) }

// A group is variables that stay next to each other, in the order in which they were made.
type group struct {
	first  Var
	size   uint32
	number int // from the top, before variables were moved
}

// groups returns all groups from the top down.
func (o *order) groups() []group {
	var groups []group
	for _, v := range o.vars {
		if o.inner[v] {
			groups[len(groups)-1].size++
		} else {
			groups = append(groups, group{v, 1, len(groups)})
		}
	}
	return groups
}

// Order returns all variables from the top down.
func (m *Manager) Order() []Var { return append([]Var(nil), m.order.vars...) }

// NewGroup is NewVars for variables that stay right below each other when variables are moved. They
// should be those of a bit, now and next: what renames one to the other keeps the order then, and
// is one pass.
func (m *Manager) NewGroup(n int) []Var {
	vars := m.NewVars(n)
	for _, v := range vars[min(1, n):] {
		m.order.inner[v] = true
	}
	return vars
}
