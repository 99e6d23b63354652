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
	done map[*variable]bool
	uses map[*variable][]*variable // parameters and arguments of each other
}

func (c *coloring) run() {
	c.done = map[*variable]bool{}
	c.uses = map[*variable][]*variable{}
	c.sys.formulas(func(n *node) {
		for i, a := range n.actuals {
			if t := a.term; t != nil && t.v != nil && t.whole() {
				p := n.pred.params[i]
				if p.group == t.v.group {
					c.uses[t.v] = append(c.uses[t.v], p)
					c.uses[p] = append(c.uses[p], t.v)
				}
			}
		}
	})
	for _, p := range c.sys.ranked() {
		used := map[column]bool{}
		for _, v := range p.params {
			c.choose(v, used)
		}
		if p.body != nil {
			c.body(p.body, used)
		}
	}
	for _, st := range c.sys.steps {
		used := map[column]bool{}
		for _, v := range st.vars {
			c.choose(v, used)
		}
		if st.expr != nil {
			c.body(st.expr, used)
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

// choose gives v a column that is not used, one of those it is passed to or from if
// possible.
func (c *coloring) choose(v *variable, used map[column]bool) {
	if c.done[v] {
		return
	}
	best := -1
	for _, w := range c.uses[v] {
		if c.done[w] && !used[column{v.group, w.column}] {
			best = w.column
			break
		}
	}
	for i := 0; best < 0; i++ {
		if !used[column{v.group, i}] {
			best = i
		}
	}
	v.column = best
	v.group.columns = max(v.group.columns, best+1)
	used[column{v.group, best}] = true
	c.done[v] = true
}

// body chooses for the variables that are bound in a formula.
func (c *coloring) body(n *node, used map[column]bool) {
	for _, v := range n.vars {
		c.choose(v, used)
	}
	for _, a := range n.actuals {
		if a.formula != nil {
			c.body(a.formula, used)
		}
	}
	for _, a := range n.args {
		c.body(a, used)
	}
	for _, v := range n.vars {
		delete(used, column{v.group, v.column})
	}
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
	best, least := slices.Clone(place), -1
	permutations(place, 0, func() {
		n := 0
		for _, x := range crossings {
			if (place[x.a] < place[x.b]) != (place[x.x] < place[x.y]) {
				n += weight[x.a][x.b][x.x][x.y]
			}
		}
		if least < 0 || n < least || n == least && slices.Compare(place, best) < 0 {
			best, least = slices.Clone(place), n
		}
	})
	for v := range c.done {
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
