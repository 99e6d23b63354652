// This file defines how summaries are built of the graph of a program.

package summary

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/internal/supergraph"
)

// New prepares summaries with at most so many interruptions, of which so many in a row are
// told apart.
func New(space *Space, most, history int) *Summaries {
	s := &Summaries{Space: space, Most: most, History: history, Reachable: bdd.False}
	s.Resumptions = s.none()
	s.M.Register(s.roots())
	for i, m := range s.Graph.Modules {
		s.Modules = append(s.Modules, s.module(i, m))
	}
	for i, m := range s.Modules {
		m.host = s.Modules[s.frames[i].host]
		for range s.Graph.Modules[i].Places() {
			m.Local = append(m.Local, &Place{Module: m.host, Values: bdd.Invalid, States: s.none(), explored: s.none(), previous: s.none()})
		}
	}
	for _, m := range s.Modules {
		m.host.Places = append(m.host.Places, m.Local...)
		s.connect(m)
	}
	s.rank()
	return s
}

// module returns a module without places.
func (s *Summaries) module(i int, of supergraph.Module) *Module {
	m := &Module{
		Index: i, Proc: of.Proc, Residual: of.Residual, enforce: s.encoder(i, nil).Enforce(of.Proc),
		Entered: bdd.False, resume: s.none(), returned: s.none(),
	}
	for _, g := range s.Shared {
		if s.whole || s.Graph.Own(i).Test(uint(g)) {
			m.Own = append(m.Own, g)
		} else {
			m.Rest = append(m.Rest, g)
		}
	}
	m.entryLive, m.exitDead = m.Own, s.M.NewVarSet(s.Now.Locals...)
	if s.last != nil {
		entry, exit := s.last.Before(of.Entry), s.last.flow.Set()
		if p := s.last.flow.Proc(of.Proc); p != nil {
			exit = s.last.Behind(p)
		}
		m.entryLive = slices.DeleteFunc(slices.Clone(m.Own), func(g int) bool { return !entry.Test(uint(g)) })
		dead := slices.DeleteFunc(slices.Clone(m.Own), func(g int) bool { return exit.Test(uint(g)) })
		m.exitDead = s.M.Union(m.exitDead, s.M.NewVarSet(Pick(s.Now.Globals, dead)...))
	}
	live := s.liveAtEntry(of.Proc)
	m.identity = s.M.And(s.M.EqualVars(s.slots(i, s.Now.Locals, live), s.slots(i, s.Entry.Locals, live)),
		s.Equal(s.Now.Globals, s.Entry.Globals, m.entryLive))
	return m
}

// connect makes the steps and calls of a module.
func (s *Summaries) connect(m *Module) {
	g, e := s.Graph, s.encoder(m.Index, nil)
	m.at(-1).Target = g.Targets == nil
	seen := map[int]bool{m.Proc.Entry: true} // a step that others can see leads there
	for _, n := range g.Nodes(m.Index) {
		p := m.at(n.PC)
		p.Resumes = g.Interruptible(m.Index, n) && g.Visible(n)
		p.Target = slices.Contains(g.Targets, n.PC)
		if values, ok := e.Return(n); ok {
			if m.host == m {
				p.Values = values
			} else {
				p.Steps = append(p.Steps, s.leaveInline(m, values))
			}
			continue
		}
		for _, x := range n.Out {
			if x.Kind == parser.CallEdge || !g.Interruptible(m.Index, n) || g.Visible(n) {
				seen[x.To] = true
			}
			switch {
			case x.Kind == parser.EndEdge, x.To < 0 && g.Targets != nil:
			case x.Kind == parser.CallEdge:
				callee := s.Modules[g.Callee(m.Index, x)]
				if callee.host != callee {
					p.Steps = append(p.Steps, s.enterInline(m, callee, x))
					continue
				}
				c := s.call(m, callee, x)
				p.Calls = append(p.Calls, c)
				callee.Calls = append(callee.Calls, c)
			default:
				p.Steps = append(p.Steps, s.step(m.Index, x, m.at(x.To)))
			}
		}
	}
	for _, n := range g.Nodes(m.Index) {
		// Elsewhere the globals are those of the place before.
		m.at(n.PC).Stops = g.Interruptible(m.Index, n) && (g.Visible(n) || seen[n.PC])
	}
}

// call returns the call of a module at an edge of another one.
func (s *Summaries) call(m, callee *Module, x *parser.Edge) *Call {
	arguments, of := s.argumentsOf(m.Index, x, s.Other.Locals)
	c := &Call{
		Caller: m.host, Callee: callee, Number: len(callee.Calls), To: m.at(x.To), enforce: m.enforce,
		arguments: arguments,
		Results:   s.M.Exists(of.Results, s.dead(m.Index, s.Next, x.To)),
		dead:      s.deadGlobals(m.Index, s.Now.Globals, x.To),
		Waiting:   s.none(), Returned: s.none(),
		rename: s.M.NewRenaming(slices.Concat(s.Next.Locals, s.Next.Globals), slices.Concat(s.Now.Locals, s.Now.Globals)),
	}
	c.dropped = s.M.Union(of.Now, s.M.NewVarSet(s.deadLocals(m.Index, s.Now.Locals, x.To)...))
	// What the callee begins with is to be found.
	c.dropped = s.M.Union(s.M.Minus(c.dropped, s.M.NewVarSet(s.Now.Globals...)), s.M.NewVarSet(c.dead...))
	c.dropped = s.M.Minus(c.dropped, s.M.NewVarSet(Pick(s.Now.Globals, callee.entryLive)...))
	for _, v := range of.Writes {
		if v.Proc == nil {
			c.Written = append(c.Written, v.Index)
		}
	}
	return c
}
