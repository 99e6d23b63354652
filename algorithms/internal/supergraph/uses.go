// This file defines which globals modules use, and which steps other threads can see.

package supergraph

import "github.com/ijit/ijit/parser"

// findUses finds the globals that each module and those that it calls read or write (MOD
// and REF together), and where the next step is visible.
func (g *Graph) findUses() {
	g.Own = make([]Set, len(g.Modules))
	g.visible = make([]bool, len(g.Program.Nodes))
	results := map[*parser.Proc]bool{} // what they return is assigned to globals
	for i := range g.Modules {
		g.Own[i] = g.NewSet()
		use := func(s Set) (some bool) {
			for v := range g.Program.Layout.Shared {
				if s.Has(v) {
					g.Own[i].Add(v)
					some = true
				}
			}
			return some
		}
		use(g.steps.always[i])
		for _, x := range g.steps.modules[i] {
			reads, writes := use(x.reads), use(x.writes)
			switch {
			case x.callee < 0:
				reads = reads || writes
			case writes:
				results[g.Modules[x.callee].Proc] = true
			}
			if reads || x.enters {
				g.visible[x.from] = true
			}
		}
	}
	for i, m := range g.Modules {
		for n := range g.Nodes(i) {
			if Returns(n) && results[m.Proc] {
				g.visible[n.PC] = true
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i := len(g.Modules) - 1; i >= 0; i-- {
			for _, x := range g.steps.modules[i] {
				if x.callee >= 0 {
					changed = g.Own[i].join(g.Own[x.callee]) || changed
				}
			}
		}
	}
}

// Shared returns the globals that some thread uses, and the one that forbids context
// switches, in order: what all threads have to know.
func (g *Graph) Shared() []int {
	all := g.NewSet()
	for _, own := range g.Own {
		all.join(own)
	}
	if a := g.Program.File.Atomic; a != nil {
		all.Add(a.Index)
	}
	var list []int
	for v := range g.Program.Layout.Shared {
		if all.Has(v) {
			list = append(list, v)
		}
	}
	return list
}

// Visible reports whether the next step at a program counter reads or writes a global or
// begins an atomic section. Other steps, as long as a thread may be interrupted at all,
// can be taken before an interruption as well as after it.
func (g *Graph) Visible(pc int) bool { return g.visible[pc] }

// Returns reports whether a thread at n leaves its procedure.
func Returns(n *parser.Node) bool {
	if n.Stmt == nil {
		return true
	}
	_, ok := n.Stmt.Op.(*parser.Return)
	return ok
}
