// This file defines what threads begin with of which an execution says no more.

package slots

import (
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/contextbound/schedule"
)

// anyLocals returns values that the locals of a thread may have that begins with a
// procedure, started by a step. What the procedure enforces does not matter: a thread that
// does not fulfil it begins, too, but cannot move.
func (t *translation) anyLocals(p *parser.Proc, s *schedule.Step) []bool {
	m := bdd.New(bdd.Options{})
	now := encode.NewFrames(m, t.source.Layout, 1)[0]
	locals := m.NewVars(t.source.Layout.Local)
	edge := t.source.Nodes[s.PC].Out[0]
	set, _ := encode.New(m, t.source, encode.Places{Now: now, PassiveNext: locals}).Child(edge)
	fix := func(vars []bdd.Var, values []bool) {
		for i, v := range values {
			set = m.And(set, m.Cube(bdd.Cube{{Var: vars[i], Value: v}}))
		}
	}
	fix(now.Globals, t.globals(t.before))
	fix(now.Locals, t.threads[s.Thread].Locals)
	set = m.PickNode(set, m.NewVarSet(locals...))
	values := make([]bool, len(p.Locals))
	for i := range values {
		values[i] = m.Leq(set, m.Var(locals[i]))
	}
	return values
}
