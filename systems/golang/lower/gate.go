// This file defines gates: where goroutines may stay in a trap for ever, and others wait for them.

package lower

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A gate is a node of a trap with steps out of it towards what others wait for.
type gate struct {
	*trap
	ways []int // those steps
}

// gates returns the waits at gates of a body on the way to what somebody waits for: traps have only nodes that are
// allowed, and the steps out of them lead towards it.
func (c *cores) gates(body int, allowed, towards func(int) bool) (list []*blocked) {
	if !c.rounds.some[body] {
		return nil
	}
	b := c.rounds.bodies[body]
	in := c.rounds.trapped(body, allowed)
	done := map[int]bool{}
	for _, number := range in {
		if number < 0 || done[number] {
			continue
		}
		done[number] = true
		t := &trap{body: c.Bodies[body], in: make([]bool, len(in))}
		for k := range in {
			t.in[k] = in[k] == number
		}
		if i := slices.IndexFunc(c.traps, func(o *trap) bool { return o.body == t.body && slices.Equal(o.in, t.in) }); i >= 0 {
			t = c.traps[i]
		} else {
			c.traps = append(c.traps, t)
		}
		var exits []int
		for k, n := range b.Nodes {
			if !t.in[k] {
				continue
			}
			g := &gate{trap: t}
			for way, next := range n.Next {
				if !t.in[next] && towards(next) {
					g.ways = append(g.ways, way)
				}
			}
			if g.ways != nil {
				exits = append(exits, k)
				list = append(list, c.gateAt(k, g))
			}
		}
		if exits != nil { // a goroutine may also stay in a part of it without these
			list = append(list, c.gates(body, func(k int) bool { return t.in[k] && !slices.Contains(exits, k) }, func(int) bool { return true })...)
		}
	}
	return list
}

// gateAt returns the wait at a gate, one for the same.
func (c *cores) gateAt(node int, g *gate) *blocked {
	for _, w := range c.waits {
		if w.gate != nil && w.gate.trap == g.trap && w.node.ID == node && slices.Equal(w.gate.ways, g.ways) {
			return w
		}
	}
	w := &blocked{body: g.body, node: c.rounds.bodies[g.body.ID].Nodes[node], cond: "1", own: "1", unique: c.runs[g.body.ID] == 1, gate: g}
	for _, way := range g.ways {
		if o, send := communication(w.node, way); o != nil && way < len(w.node.Cases) {
			if len(operations(c.Program, o)) > 0 { // else it is left out of a part, and nothing is known
				c.comes(w, w.node.Cases[way].When, c.waiting(c.objects[o.ID], send, true), need{Object: o, send: !send})
			}
			continue
		}
		c.opens(w, way)
	}
	w.own = "1" // who asks does not know the locals of others
	c.waits = append(c.waits, w)
	return w
}

// opens adds to the wait at a branch that it does not go some way, if shared variables decide it. In a part variables
// may be left out; nothing is known of the branch then.
func (c *cores) opens(w *blocked, way int) {
	if w.node.Op != skeleton.Branch || c.Part != nil {
		return
	}
	cond, ok := c.shares(w)
	if !ok || guesses(cond) {
		return
	}
	if way == 1 {
		cond = skeleton.Not{X: cond}
	}
	c.comes(w, cond, "0", need{})
}

// shares returns the condition of a gate with the shared variables from which the locals are copied in the trap.
func (c *cores) shares(w *blocked) (skeleton.Expr, bool) {
	known := true
	in := make([]int, len(w.gate.in))
	for k, is := range w.gate.in {
		if !is {
			in[k] = -1
		}
	}
	b := c.rounds.bodies[w.body.ID]
	var replaced func(e skeleton.Expr) skeleton.Expr
	each := func(list []skeleton.Expr) (out []skeleton.Expr) {
		for _, x := range list {
			out = append(out, replaced(x))
		}
		return out
	}
	replaced = func(e skeleton.Expr) skeleton.Expr {
		switch e := e.(type) {
		case skeleton.Is:
			if e.Var.Shared {
				return e
			}
			list, keeps := reaching(b, w.node, e.Var, in, c.rounds.on[w.body.ID])
			known = known && !keeps && len(list) > 0
			var from skeleton.Expr
			for _, g := range list {
				copied, ok := g.to.(skeleton.Copy)
				if known = known && ok; !known {
					return e
				}
				is := when(copied, e.Value)
				if known = is != nil && (from == nil || fmt.Sprint(from) == fmt.Sprint(is)); !known {
					return e
				}
				from = is
			}
			return from
		case skeleton.Not:
			return skeleton.Not{X: replaced(e.X)}
		case skeleton.And:
			return skeleton.And(each(e))
		case skeleton.Or:
			return skeleton.Or(each(e))
		}
		return e
	}
	cond := replaced(w.node.Cond)
	return cond, known
}

// behind returns the waits at gates of others on the way to what ends a wait.
func (c *cores) behind(w *blocked) (list []*blocked) {
	for i, b := range c.Bodies {
		if c.runs[i] == 0 {
			continue
		}
		all := func(int) bool { return true }
		for _, r := range w.from { // those of who waits do not lead anywhere if there is no other one, see together
			holding := func(k int) bool { return c.holds(b).may[k][r] }
			list = append(list, c.gates(i, holding, all)...)
		}
		if owing := c.owing[w.owed][b]; owing != nil {
			list = append(list, c.gates(i, func(k int) bool { return owing[k] }, all)...)
		}
		if b == w.body {
			continue
		}
		for _, n := range w.needs {
			region := c.reach(n)[i]
			list = append(list, c.gates(i, func(k int) bool { return !n.meets(b.Nodes[k]) }, func(k int) bool { return region[k] })...)
		}
	}
	return list
}

// lead notes, for each wait, the gates behind which there is who could end it, and what is asserted about silent waits
// that it leads to.
func (c *cores) lead() {
	if c.rounds == nil {
		return
	}
	for i := 0; i < len(c.waits); i++ { // there are more of them then
		c.waits[i].gates = c.behind(c.waits[i])
	}
	for _, w := range c.waits {
		if !w.silent() {
			c.chain(w, and(w.cond, w.own), []*blocked{w})
		}
	}
}

// chain asserts, of some waits each of which leads to the next one, all but the first silent, that the last one does
// not come to an end: nobody can end it, or it leads back to a silent one.
func (c *cores) chain(tester *blocked, cond string, path []*blocked) {
	last := path[len(path)-1]
	for _, g := range c.waits {
		if !g.silent() || !c.leads(last, g) {
			continue
		}
		if c.chains++; c.chains > most {
			c.result.crowded = true
			tester.core = and(tester.cond, tester.own)
			return
		}
		if slices.Contains(path, g) {
			tester.cycles = append(tester.cycles, cycle{cond, aboutAll(path)})
			continue
		}
		if slices.ContainsFunc(path, func(w *blocked) bool { return !c.together(w, g) }) {
			continue
		}
		longer := append(slices.Clip(path), g)
		there := and(cond, c.there(g), g.cond)
		if there == "0" {
			continue
		}
		if alone := c.alone(g); alone != "0" {
			tester.cycles = append(tester.cycles, cycle{and(there, alone), aboutAll(longer)})
		}
		c.chain(tester, there, longer)
	}
}

// aboutAll returns the objects of waits.
func aboutAll(list []*blocked) []*skeleton.Object {
	var nodes []*skeleton.Node
	for _, w := range list {
		nodes = append(nodes, w.node)
	}
	return mentioned(nodes...)
}

// when returns the condition that a right side is a value; nil if it never is.
func when(x skeleton.Value, value int) skeleton.Expr {
	switch x := x.(type) {
	case skeleton.Const:
		if int(x) == value {
			return skeleton.And{}
		}
	case skeleton.Any:
		return skeleton.Either{}
	case skeleton.Copy:
		var list skeleton.Or
		for k := range x.Var.Values {
			if x.Map == nil && k == value || x.Map != nil && x.Map[k] == value {
				list = append(list, skeleton.Is{Var: x.Var, Value: k})
			}
		}
		if len(list) == 1 {
			return list[0]
		}
		if len(list) > 1 {
			return list
		}
	}
	return nil
}
