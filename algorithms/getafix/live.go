// This file defines which locals matter where: those that a thread may read before it
// writes them.

package getafix

import (
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/parser"
)

// A liveness has the slots that are live in front of each program counter. A state has
// 0 for all others, so that what is not read any more does not make states differ. Of
// nil, all slots are live everywhere.
type liveness map[int][]bool

// at returns which slots are live in front of pc; none are behind a failed assertion.
func (l liveness) at(pc int) func(slot int) bool {
	return func(slot int) bool { return l == nil || pc >= 0 && l[pc][slot] }
}

// findLive finds the live slots of all procedures, by iteration from the end to the
// beginning of each.
func (b *Base) findLive() error {
	m := bdd.New(bdd.Options{})
	f := encode.NewFrames(m, b.program.Layout, 3)
	e := encode.New(m, b.program, encode.Places{
		Now: f[0], Next: f[1], Actuals: f[2].Locals, Returns: m.NewVars(encode.ReturnSlots(b.program)),
	})
	b.live = liveness{}
	for pc, reached := range b.reached {
		if !reached {
			continue
		}
		b.live[pc] = make([]bool, b.program.Layout.Local)
	}
	type flow struct {
		from, to int
		reads    bdd.VarSet
		kept     func(slot int) bool // slots that are not written
	}
	var flows []flow
	for pc, reached := range b.reached {
		if !reached {
			continue
		}
		n := b.program.Nodes[pc]
		if rel, ok := e.Return(n); ok {
			flows = append(flows, flow{pc, -1, m.Support(rel), nil})
			continue
		}
		for _, x := range n.Out {
			var reads bdd.VarSet
			var writes []*parser.Var
			if x.Kind == parser.CallEdge {
				c := e.Call(x)
				reads, writes = m.Support(c.Args), c.Writes
			} else {
				s := e.Edge(x)
				reads, writes = m.Support(s.Relation), s.Writes
			}
			written := assigned(writes, true)
			flows = append(flows, flow{pc, x.To, reads, func(slot int) bool { return !written(slot) }})
		}
	}
	for changed := true; changed; {
		changed = false
		for _, w := range flows {
			live, behind := b.live[w.from], b.live.at(w.to)
			for slot := range live {
				if !live[slot] && (m.Contains(w.reads, f[0].Locals[slot]) || w.to >= 0 && w.kept(slot) && behind(slot)) {
					live[slot], changed = true, true
				}
			}
		}
	}
	return m.Err()
}

// without returns a relation with the slots that are not kept 0, whatever it says of
// them.
func without(m *bdd.Manager, rel bdd.Node, slots []bdd.Var, keep func(int) bool) bdd.Node {
	var gone []bdd.Var
	for i, v := range slots {
		if !keep(i) {
			gone = append(gone, v)
		}
	}
	return m.And(m.Exists(rel, m.NewVarSet(gone...)), zero(m, slots, keep))
}
