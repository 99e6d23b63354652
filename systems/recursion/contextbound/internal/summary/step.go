// This file defines what the statements of a program are over the variables of summaries.

package summary

import (
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/internal/supergraph"
)

// Image returns the successors of a set of states.
func (s *Step) Image(m *bdd.Manager, set bdd.Node) bdd.Node {
	return m.And(m.Image(set, s.relation, s.dropped, s.rename), s.enforce)
}

// encoder returns an encoder of the statements of a module, which passes arguments in
// some slots.
func (s *Space) encoder(module int, actuals []bdd.Var) *encode.Encoder {
	offset := s.frames[module].offset
	return encode.New(s.M, s.Graph.Program, encode.Places{
		Now:     encode.Frame{Locals: s.Now.Locals[offset:], Globals: s.Now.Globals},
		Next:    encode.Frame{Locals: s.Next.Locals[offset:], Globals: s.Next.Globals},
		Actuals: actuals, Returns: s.returned,
	})
}

// step returns the step of an edge that is no call. Nothing is said of what is not live
// behind it.
func (s *Space) step(module int, x *parser.Edge, to *Place) *Step {
	e := s.encoder(module, nil).Edge(x)
	return &Step{
		relation: s.M.Exists(e.Relation, s.dead(module, s.Next, x.To)),
		dropped:  s.M.Union(e.Now, s.dead(module, s.Now, x.To)),
		rename:   e.Back,
		enforce:  bdd.True,
		To:       to,
	}
}

// liveAtEntry returns which slots of locals are live where a procedure begins.
func (s *Space) liveAtEntry(p *parser.Proc) func(slot int) bool {
	live := s.Graph.Live(p.Entry)
	return func(slot int) bool { return slot < len(p.Locals) && live(slot) }
}

// argumentsOf returns with what a procedure begins that is called by an edge: over now of
// the caller, and the slots in which arguments are passed. Nothing is said of slots that
// are not live.
func (s *Space) argumentsOf(caller int, x *parser.Edge, actuals []bdd.Var) (bdd.Node, encode.Call) {
	c := s.encoder(caller, actuals).Call(x)
	p := supergraph.Called(x)
	entry := encode.New(s.M, s.Graph.Program, encode.Places{Now: encode.Frame{Locals: actuals, Globals: s.Now.Globals}}).Entry(p)
	live := s.liveAtEntry(p)
	var dead []bdd.Var
	for i := range s.Graph.Program.Layout.Local {
		if !live(i) {
			dead = append(dead, actuals[i])
		}
	}
	return s.M.Exists(s.M.And(c.Args, entry), s.M.NewVarSet(dead...)), c
}

// Initial returns the locals with which a thread begins in a module. It says nothing of
// what the procedure enforces: a thread that does not fulfil that has begun, but cannot
// move.
func (s *Space) Initial(m *Module, locals []bdd.Var) bdd.Node {
	live := s.liveAtEntry(m.Proc)
	var c bdd.Cube
	for _, v := range m.Proc.Locals {
		if v.Init != parser.InitAny && live(v.Index) {
			c = append(c, bdd.Literal{Var: locals[v.Index], Value: v.Init == parser.InitOne})
		}
	}
	return s.M.Cube(c)
}

// InitialGlobals returns the initial values of the globals, over now.
func (s *Space) InitialGlobals() bdd.Node { return s.encoder(0, nil).Globals() }

// enterInline returns the step of a call of a procedure that is part of its caller.
func (s *Summaries) enterInline(m, callee *Module, x *parser.Edge) *Step {
	offset := s.frames[callee.Index].offset
	arguments, c := s.argumentsOf(m.Index, x, s.Next.Locals[offset:])
	written := s.M.Minus(c.Now, s.M.NewVarSet(s.Now.Globals...)) // globals are needed until it returns
	dead := append(s.deadLocals(m.Index, s.Now.Locals, x.To), s.deadGlobals(callee.Index, s.Now.Globals, callee.Proc.Entry)...)
	return &Step{
		relation: arguments, enforce: bdd.True,
		dropped: s.M.Union(written, s.M.NewVarSet(dead...)),
		rename:  s.M.NewRenaming(s.Next.Locals[offset:], s.Now.Locals[offset:]),
		To:      callee.Local[0],
	}
}

// leaveInline returns the step of its return.
func (s *Summaries) leaveInline(m *Module, values bdd.Node) *Step {
	f := s.frames[m.Index]
	c := s.encoder(f.caller, s.Other.Locals).Call(f.edge)
	results := s.M.Exists(c.Results, s.dead(f.caller, s.Next, f.edge.To))
	locals := s.slots(m.Index, s.Now.Locals, func(int) bool { return true })
	caller := s.Modules[f.caller]
	return &Step{
		relation: s.M.AndExists(values, results, s.M.NewVarSet(s.returned...)),
		enforce:  caller.enforce,
		dropped:  s.M.Union(s.M.Union(c.Now, s.M.NewVarSet(locals...)), s.dead(f.caller, s.Now, f.edge.To)),
		rename:   c.Back,
		To:       caller.at(f.edge.To),
	}
}
