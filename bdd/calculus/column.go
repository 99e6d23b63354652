// This file defines the columns of variables: which variables of a group share
// their bits.

package calculus

import "slices"

// A coloring gives each variable a column of its group, so that variables that can
// be seen in the same place have different ones. Where it can choose, an argument
// gets the column of the parameter that it is passed for: then nothing needs to be
// renamed. Predicates are treated in the order of System.ranked; what is given from
// outside follows those that use it.
type coloring struct {
	sys  *System
	used []column // by the variables that can be seen
}

func (c *coloring) run() {
	c.sys.formulas(func(n *node) {
		for i, a := range n.actuals {
			if t := a.term; t != nil && t.v != nil && t.whole() {
				p := n.pred.params[i]
				if p.group == t.v.group {
					t.v.passed = append(t.v.passed, p)
					p.passed = append(p.passed, t.v)
				}
			}
		}
	})
	for _, p := range c.sys.predicates {
		for _, v := range p.params {
			v.param = true
		}
	}
	for _, p := range c.sys.ranked() {
		c.used = c.used[:0]
		c.choose(p.params)
		if p.body != nil {
			c.body(p.body)
		}
	}
	for _, st := range c.sys.steps {
		c.used = c.used[:0]
		c.choose(st.vars)
		if st.expr != nil {
			c.body(st.expr)
		}
	}
	for _, g := range c.sys.groups {
		c.permute(g)
	}
}

// A column is a place in a group.
type column struct {
	group *group
	index int
}

// choose gives variables columns that are not used, if possible of those that they are
// passed to or from: rather of a parameter, as what is new in one predicate is passed on
// to another in each round, than of a variable that is bound.
func (c *coloring) choose(vars []*variable) {
	free := func(v *variable, index int) bool { return !slices.Contains(c.used, column{v.group, index}) }
	for _, v := range vars {
		best := -1
		for _, w := range v.passed {
			if w.placed && free(v, w.column) && (best < 0 || w.param) {
				best = w.column
				if w.param {
					break
				}
			}
		}
		for i := 0; best < 0; i++ {
			if free(v, i) {
				best = i
			}
		}
		v.column, v.placed = best, true
		v.group.columns = max(v.group.columns, best+1)
		c.used = append(c.used, column{v.group, best})
	}
}

// body chooses for the variables that are bound in a formula.
func (c *coloring) body(n *node) {
	seen := len(c.used)
	c.choose(n.vars)
	for _, a := range n.actuals {
		if a.formula != nil {
			c.body(a.formula)
		}
	}
	for _, a := range n.args {
		c.body(a)
	}
	c.used = c.used[:seen]
}

// maxPermuted limits the columns of a group whose orders are all tried.
const maxPermuted = 6

// permute orders the columns of a group so that as few applications as possible
// exchange the order of two variables: renaming is a single pass where the order
// stays.
func (c *coloring) permute(g *group) {
	if g.columns < 3 || g.columns > maxPermuted {
		return
	}
	type crossing struct{ a, b, x, y int }
	var crossings []crossing
	// weight[a][b][x][y]: how many applications rename columns a, b to x, y.
	var weight [maxPermuted][maxPermuted][maxPermuted][maxPermuted]int
	c.sys.formulas(func(n *node) {
		for i, a := range n.actuals {
			for j, b := range n.actuals[:i] {
				p, q := n.pred.params[i], n.pred.params[j]
				if a.term == nil || b.term == nil || a.term.v == nil || b.term.v == nil ||
					p.group != g || q.group != g || a.term.v.group != g || b.term.v.group != g {
					continue
				}
				x := crossing{p.column, q.column, a.term.v.column, b.term.v.column}
				if weight[x.a][x.b][x.x][x.y]++; weight[x.a][x.b][x.x][x.y] == 1 {
					crossings = append(crossings, x)
				}
			}
		}
	})
	place := make([]int, g.columns)
	for i := range place {
		place[i] = i
	}
	crossed := func() (n int) {
		for _, x := range crossings {
			if (place[x.a] < place[x.b]) != (place[x.x] < place[x.y]) {
				n += weight[x.a][x.b][x.x][x.y]
			}
		}
		return n
	}
	if crossed() == 0 {
		return
	}
	best, least := slices.Clone(place), -1
	permutations(place, 0, func() {
		n := crossed()
		if least < 0 || n < least || n == least && slices.Compare(place, best) < 0 {
			best, least = slices.Clone(place), n
		}
	})
	for _, v := range c.sys.variables() {
		if v.group == g {
			v.column = best[v.column]
		}
	}
}

// permutations calls f with all orders of p[i:].
func permutations(p []int, i int, f func()) {
	if i == len(p) {
		f()
		return
	}
	for j := i; j < len(p); j++ {
		p[i], p[j] = p[j], p[i]
		permutations(p, i+1, f)
		p[i], p[j] = p[j], p[i]
	}
}
