// This file defines cycles of goroutines each of which waits for the next one.

package lower

import (
	"slices"
	"strings"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// How many cycles are looked at, and how many paths on the way to them. With more of them the operations in question
// count as blocked for ever, so that nothing is proved.
const (
	most      = 500
	mostPaths = 20 * most
)

// leads reports whether a goroutine that waits at w may wait for one that waits at v.
func (c *cores) leads(w, v *blocked) bool {
	if v.gate != nil {
		return slices.Contains(w.gates, v)
	}
	may := c.holds(v.body).may[v.node.ID]
	for _, r := range w.from {
		if may[r] || v.part != "" && r == (resource{v.node.Object, false}) {
			return true
		}
	}
	if w.owed != nil {
		list := c.owing[w.owed][v.body]
		return list != nil && list[v.node.ID]
	}
	if w.body == v.body {
		return false
	}
	for _, n := range w.needs {
		if n.Object != nil && !n.Ticking && n.meets(v.node) && (v.node.Op != skeleton.Close && v.node.Op != skeleton.Cancel) {
			return false // the two would communicate, but for one that waits for a timer which does not fire
		}
	}
	for _, n := range w.needs {
		if c.reach(n)[v.body.ID][v.node.ID] {
			return true
		}
	}
	return false
}

// reach returns the regions of a need, computed once.
func (c *cores) reach(n need) [][]bool {
	if c.known == nil {
		c.known = map[need][][]bool{}
	}
	if c.known[n] == nil {
		c.known[n] = c.regions(n)
	}
	return c.known[n]
}

// together reports whether goroutines can be at these waits at once. One that goes round in a trap is at all gates of
// it.
func (c *cores) together(w, v *blocked) bool {
	if w != v && w.body == v.body && w.gate != nil && v.gate != nil {
		return true
	}
	if w == v || w.body == v.body && c.runs[w.body.ID] == 1 {
		return false
	}
	mine, other := c.holds(w.body).must[w.node.ID], c.holds(v.body).must[v.node.ID]
	for r, must := range mine {
		if must && other[r] && !r.reading && !c.odd[r] && (c.keeps(w, r) || c.keeps(v, r)) {
			return false
		}
	}
	return true
}

// keeps reports whether who waits, and holds something there, holds it as long as it waits. One that goes round in a
// trap may give it back in each round.
func (c *cores) keeps(w *blocked, r resource) bool {
	if w.gate == nil {
		return true
	}
	for k, in := range w.gate.in {
		if in && !c.holds(w.body).must[k][r] {
			return false
		}
	}
	return true
}

// walk finds the cycles and puts each to one of its waits.
func (c *cores) walk() {
	next := make([][]int, len(c.waits))
	for i, w := range c.waits {
		for k, v := range c.waits {
			if c.leads(w, v) {
				next[i] = append(next[i], k)
			}
		}
	}
	found, paths := 0, 0
	few := func() bool { return found <= most && paths <= mostPaths }
	var path []int
	var visit func(start, at int)
	visit = func(start, at int) {
		paths++
		path = append(path, at)
		defer func() { path = path[:len(path)-1] }()
		for _, k := range next[at] {
			if k == start {
				if found++; few() {
					c.cycle(path)
				}
				continue
			}
			possible := k > start && few()
			for _, p := range path {
				possible = possible && c.together(c.waits[p], c.waits[k])
			}
			if possible {
				visit(start, k)
			}
		}
	}
	for start := range c.waits {
		visit(start, start)
	}
	if !few() {
		c.result.crowded = true
		for _, w := range c.waits {
			w.core = and(w.cond, w.own)
		}
	}
}

// cycle notes one. The goroutine that tests it should be one of those of which there may be several.
func (c *cores) cycle(path []int) {
	var tester *blocked
	for _, i := range path {
		if w := c.waits[i]; !w.silent() && (tester == nil || !w.unique && tester.unique) {
			tester = w
		}
	}
	if tester == nil { // see chain: it is asked where somebody waits for one of them
		return
	}
	list := []string{tester.cond, tester.own}
	var nodes []*skeleton.Node
	for _, i := range path {
		w := c.waits[i]
		nodes = append(nodes, w.node)
		if w != tester {
			list = append(list, c.there(w), w.cond)
		}
	}
	tester.cycles = append(tester.cycles, cycle{and(list...), mentioned(nodes...)})
}

// there returns the condition that a goroutine is at a wait.
func (c *cores) there(w *blocked) string {
	if o := w.node.Object; w.part != "" {
		return and(c.objects[o.ID].announced, not(c.objects[o.ID].held))
	}
	if g := w.gate; g != nil {
		if g.bit == "" {
			g.bit = c.names.unique(c.flows[w.body.ID].name + "_goes_round")
		}
		return g.bit
	}
	if w.bit == "" {
		w.bit = c.names.unique(strings.ReplaceAll(c.flows[w.body.ID].places[w.node.ID].base(), "#", "-") + "_waits")
	}
	return w.bit
}

// marks reports whether somebody asks if a goroutine is at the first node of a body.
func (c *cores) marks(b *skeleton.Body) bool {
	return c.mark(b.Nodes[0]) != nil || c != nil && slices.ContainsFunc(c.traps, func(t *trap) bool { return t.bit != "" && t.body == b && t.in[0] })
}

func (c *cores) mark(n *skeleton.Node) *blocked {
	if c == nil || n == nil {
		return nil
	}
	for _, w := range c.waits {
		if w.gate == nil && w.node == n && w.bit != "" {
			return w
		}
	}
	return nil
}

// arrives makes the assignments to the bits that somebody waits.
func (c *cores) arrives(from, to *location) []assignment {
	var list []assignment
	inside := from.node == to.node && from.node != nil && from.part != "again" && to.part != "again"
	if w := c.mark(from.node); w != nil && !inside && from.part != "again" {
		value := "0"
		if !w.unique {
			value = "*" // another one may still be there
		}
		list = append(list, assignment{w.bit, value})
	}
	if w := c.mark(to.node); w != nil && !inside && to.part == "" {
		list = append(list, assignment{w.bit, "1"})
	}
	for _, t := range c.traps {
		switch was, is := t.has(from), t.has(to); {
		case t.bit == "" || was == is:
		case is:
			list = append(list, assignment{t.bit, "1"})
		case c.runs[t.body.ID] == 1:
			list = append(list, assignment{t.bit, "0"})
		default:
			list = append(list, assignment{t.bit, "*"}) // another one may still be there
		}
	}
	return list
}
