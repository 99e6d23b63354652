// This file defines the columns of variables: which variables of a group share
// their bits.

package calculus

import (
	"math"
	"slices"
)

// A coloring gives each variable a column of its group, so that variables that can
// be seen in the same place have different ones. Where it can choose, an argument
// gets the column of the parameter that it is passed for: then nothing needs to be
// renamed. Predicates are treated in the order of System.ranked; what is given from
// outside follows those that use it.
type coloring struct {
	sys   *System
	used  []column // by the variables that can be seen
	votes []vote   // by column
	apps  []*node  // all applications
}

func (c *coloring) run() {
	c.sys.formulas(func(n *node) {
		if n.op == opApply {
			c.apps = append(c.apps, n)
		}
	})
	c.pass()
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

// pass finds which parameters and arguments are passed to each other. All lists are parts
// of one, as there are many short ones.
func (c *coloring) pass() {
	each := func(f func(v, p *variable)) {
		for _, n := range c.apps {
			for i, a := range n.actuals {
				if t := a.term; t != nil && t.whole() && n.pred.params[i].group == t.v.group {
					f(t.v, n.pred.params[i])
				}
			}
		}
	}
	all, counts := 0, make([]int, len(c.sys.variables))
	each(func(v, p *variable) {
		counts[v.id]++
		counts[p.id]++
		all += 2
	})
	list := make([]*variable, all)
	for _, v := range c.sys.variables {
		v.passed, list = list[:0:counts[v.id]], list[counts[v.id]:]
	}
	each(func(v, p *variable) {
		v.passed = append(v.passed, p)
		p.passed = append(p.passed, v)
	})
}

// A column is a place in a group.
type column struct {
	group *group
	index int
}

// choose gives variables columns that are not used, if possible of those that they are
// passed to or from: of most parameters, as what is new in one predicate is passed on to
// another in each round, or else of most variables that are bound.
func (c *coloring) choose(vars []*variable) {
	free := func(v *variable, index int) bool { return !slices.Contains(c.used, column{v.group, index}) }
	for _, v := range vars {
		c.votes = slices.Grow(c.votes[:0], v.group.columns)[:v.group.columns]
		clear(c.votes)
		best := -1
		for _, w := range v.passed {
			if !w.placed || !free(v, w.column) {
				continue
			}
			vote := &c.votes[w.column]
			if w.param {
				vote.params++
			} else {
				vote.bound++
			}
			if best < 0 || vote.before(c.votes[best]) {
				best = w.column
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

// A vote says for how many parameters and variables that are bound a column is good.
type vote struct{ params, bound int }

// before reports whether a vote counts for more than another.
func (v vote) before(w vote) bool {
	return v.params > w.params || v.params == w.params && v.bound > w.bound
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
	var crossings []crossing
	for _, n := range c.apps {
		for i, a := range n.actuals {
			p := n.pred.params[i]
			if a.term == nil || a.term.v == nil || p.group != g || a.term.v.group != g {
				continue
			}
			for j, b := range n.actuals[:i] {
				q := n.pred.params[j]
				if b.term == nil || b.term.v == nil || q.group != g || b.term.v.group != g {
					continue
				}
				x := crossing{p.column, q.column, a.term.v.column, b.term.v.column, 1}
				k := slices.IndexFunc(crossings, x.same)
				if k < 0 {
					crossings = append(crossings, x)
				} else {
					crossings[k].times++
				}
			}
		}
	}
	place := make([]int, g.columns)
	for i := range place {
		place[i] = i
	}
	crossed := func(most int) (n int) {
		for _, x := range crossings {
			if (place[x.a] < place[x.b]) != (place[x.x] < place[x.y]) {
				if n += x.times; n > most {
					break
				}
			}
		}
		return n
	}
	best, least := slices.Clone(place), crossed(math.MaxInt)
	if least == 0 {
		return
	}
	permutations(place, 0, func() {
		n := crossed(least)
		if n < least || n == least && slices.Compare(place, best) < 0 {
			copy(best, place)
			least = n
		}
	})
	for _, v := range c.sys.variables {
		if v.group == g {
			v.column = best[v.column]
		}
	}
}

// A crossing is how often columns a and b are renamed to x and y.
type crossing struct{ a, b, x, y, times int }

func (c crossing) same(d crossing) bool {
	d.times = c.times
	return c == d
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
