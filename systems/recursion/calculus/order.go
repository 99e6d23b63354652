// This file defines the order of decision variables: which variables of the
// formulas are interleaved, and which of them are above others.

package calculus

import (
	"slices"

	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
)

// A group is a set of variables that are interleaved bit by bit. Its variables are
// in columns: variables that can be seen in the same place are in different ones,
// and all variables of a column share their bits. Renaming from one column to
// another is what the application of a predicate does.
type group struct {
	rank    int // place among the groups as they were found
	columns int
	above   []*group // groups that must come below this one
	merged  *group   // the group that has taken this one over
	seen    int      // the last search that came here
}

// find returns the group that g has become.
func (g *group) find() *group {
	for g.merged != nil {
		if next := g.merged.merged; next != nil {
			g.merged = next // shorten the way for the next time
		}
		g = g.merged
	}
	return g
}

// A grouping finds the groups.
type grouping struct {
	sys      *System
	all      []*variable
	groups   []*group
	searches int
}

// reaches reports whether g must be above h.
func (s *grouping) reaches(g, h *group) bool {
	s.searches++
	return s.search(g, h)
}

func (s *grouping) search(g, h *group) bool {
	if g == h {
		return true
	}
	if g.seen == s.searches {
		return false
	}
	g.seen = s.searches
	for _, below := range g.above {
		if s.search(below.find(), h) {
			return true
		}
	}
	return false
}

// merge makes one group of two, unless one must be above the other.
func (s *grouping) merge(g, h *group) bool {
	g, h = g.find(), h.find()
	if g == h {
		return true
	}
	if s.reaches(g, h) || s.reaches(h, g) {
		return false
	}
	if h.rank < g.rank {
		g, h = h, g
	}
	h.merged = g
	for _, below := range h.above {
		g.before(below)
	}
	return true
}

// before notes that g must be above another group.
func (g *group) before(below *group) {
	if !slices.Contains(g.above, below) {
		g.above = append(g.above, below)
	}
}

// order decides groups and columns. First come the hints. Then an argument joins
// the group of the parameter that it is passed for, so that passing it costs
// little; and last, what is of one type is in one group, because values of a type
// are compared with each other: unless a hint keeps them apart.
func (s *System) order() {
	s.enumerate()
	g := &grouping{sys: s, all: s.variables}
	g.enter()
	g.hints()
	g.arguments()
	g.types()
	g.number()
	s.groups = g.sorted()
	for _, v := range g.all {
		v.group = v.group.find()
	}
	c := &coloring{sys: s}
	c.run()
}

// enter gives each variable a group of its own: parameters of fixpoints first, as
// they are declared.
func (g *grouping) enter() {
	groups := make([]group, len(g.all))
	for i, v := range g.all {
		groups[i].rank = i
		v.group = &groups[i]
		g.groups = append(g.groups, v.group)
	}
}

// enumerate numbers all variables: parameters of fixpoints first.
func (s *System) enumerate() {
	for _, p := range s.ranked() {
		s.variables = append(s.variables, p.params...)
	}
	s.formulas(func(n *node) { s.variables = append(s.variables, n.vars...) })
	for _, st := range s.steps {
		s.variables = append(s.variables, st.vars...)
	}
	for i, v := range s.variables {
		v.id = i
	}
}

// ranked returns the predicates: fixpoints first, then what else is defined, then
// what is given.
func (s *System) ranked() []*predicate {
	ps := slices.Clone(s.predicates)
	rank := func(p *predicate) int {
		switch {
		case p.sign != syntax.Plain:
			return 0
		case p.body != nil:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(ps, func(a, b *predicate) int { return rank(a) - rank(b) })
	return ps
}

// formulas calls f for all nodes of all formulas.
func (s *System) formulas(f func(*node)) {
	for _, p := range s.predicates {
		if p.body != nil {
			p.body.walk(f)
		}
	}
	for _, st := range s.steps {
		if st.expr != nil {
			st.expr.walk(f)
		}
	}
}

func (g *grouping) hints() {
	for _, p := range g.sys.predicates {
		for _, h := range p.decl.Hints {
			g.hint(p, h)
		}
	}
}

func (g *grouping) hint(p *predicate, h *syntax.Hint) {
	x, y := p.param(h.X.Name), p.param(h.Y.Name)
	if h.Kind == syntax.Below {
		x, y = y, x
	}
	gx, gy := x.group.find(), y.group.find()
	ok := true
	switch h.Kind {
	case syntax.Above, syntax.Below:
		if ok = gx != gy && !g.reaches(gy, gx); ok {
			gx.before(gy)
		}
	case syntax.Reverse:
		if gx == gy {
			ok = x.reversed != y.reversed
		} else if ok = g.merge(gx, gy); ok {
			y.reversed = !x.reversed
		}
	default:
		ok = g.merge(gx, gy)
	}
	if !ok {
		r := syntax.NewReporter(p.file.Name, p.file.Src)
		r.Warnf(h.Pos, "", "the hint %s %s %s contradicts earlier ones and is not followed", h.X.Name, string(h.Kind), h.Y.Name)
		r.Finish()
		g.sys.warnings = append(g.sys.warnings, *r.Warnings[0])
	}
}

// arguments joins arguments and parameters.
func (g *grouping) arguments() {
	g.sys.formulas(func(n *node) {
		for i, a := range n.actuals {
			if a.term != nil && a.term.v != nil && a.term.whole() {
				g.merge(n.pred.params[i].group, a.term.v.group)
			}
		}
		if n.op == opEqual && n.right.v != nil && n.left.whole() && n.right.whole() {
			g.merge(n.left.v.group, n.right.v.group)
		}
	})
}

// types joins what is of one type.
func (g *grouping) types() {
	byType := map[*Type][]*group{}
	for _, v := range g.all {
		// Groups that could not be merged cannot be later: there is more and more order.
		joined := slices.ContainsFunc(byType[v.typ], func(h *group) bool { return h.find() == v.group.find() })
		for _, h := range byType[v.typ] {
			if joined {
				break
			}
			joined = g.merge(h, v.group)
		}
		if !joined {
			byType[v.typ] = append(byType[v.typ], v.group)
		}
	}
}

// number gives groups the rank of their first variable.
func (g *grouping) number() {
	seen := map[*group]bool{}
	for _, v := range g.all {
		if h := v.group.find(); !seen[h] {
			h.rank = len(seen)
			seen[h] = true
		}
	}
}

// sorted returns the groups from top to bottom: as the hints demand, and by rank
// where they do not.
func (g *grouping) sorted() []*group {
	var left []*group
	for _, h := range g.groups {
		if h.merged == nil {
			left = append(left, h)
		}
	}
	slices.SortFunc(left, func(a, b *group) int { return a.rank - b.rank })
	var out []*group
	for len(left) > 0 {
		i := slices.IndexFunc(left, func(h *group) bool {
			return !slices.ContainsFunc(left, func(o *group) bool {
				if o == h {
					return false
				}
				for _, below := range o.above {
					if below.find() == h {
						return true
					}
				}
				return false
			})
		})
		out = append(out, left[i])
		left = slices.Delete(left, i, i+1)
	}
	return out
}
