// This file defines the edges between the copies of procedures: calls, returns,
// and the creation of threads in callees.

package parser

import (
	"slices"

	"github.com/ijit/ijit/allsat"
)

// connect makes the edges that lead from r to other instances.
func (r *instance) connect(b *builder) {
	for _, callee := range r.calls {
		r.enters(b, callee)
	}
	if r.parent == nil {
		return
	}
	for _, s := range r.returns {
		b.Nodes[s.PC].Out = nil // the end of a thread, as if this were where it began
		r.leaves(b, s.PC, s.Op.(*Return).Values)
	}
	r.leaves(b, r.proc.Exit, nil)
	for _, s := range r.starts {
		r.begins(b, s)
	}
}

// enters makes the edge of a call. It keeps the edge that goes on behind the call
// for [instance.after].
func (r *instance) enters(b *builder, callee *instance) {
	own := callee.own()
	args := callee.call.Op.(*Call).Args
	rel := []*allsat.Formula{r.enforced(b, false), callee.enforced(b, true)}
	assigned := make([]int, len(own))
	for i, v := range own {
		assigned[i] = b.Layout.Var(v)
		next := allsat.Var(b.Layout.Next(assigned[i]))
		// Nobody is in the callee before: its variables are 0. A forward search knows
		// that; a backward one should not look at other states.
		rel = append(rel, allsat.Not(allsat.Var(assigned[i])))
		switch as := callee.source.Locals[i]; {
		case i < len(args):
			rel = append(rel, allsat.Eq(next, b.formula(args[i], false)))
		case as.Init != InitAny:
			rel = append(rel, allsat.Eq(next, allsat.Const(as.Init == InitOne)))
		}
	}
	n := b.Nodes[callee.call.PC]
	callee.after = n.Out[0].To
	removeEdge(b, n.Out[0])
	join(b, n.PC, callee.proc.Entry, allsat.And(rel...), assigned)
}

// leaves makes the edge of a return of values, of unconstrained ones if there are
// none. The variables of the callee become 0.
func (r *instance) leaves(b *builder, pc int, values []Expr) {
	rel := []*allsat.Formula{r.enforced(b, false), r.parent.enforced(b, true)}
	var assigned []int
	for i, ref := range r.call.Op.(*Call).Lhs {
		if ref.Var == nil {
			continue
		}
		v := b.Layout.Var(ref.Var)
		assigned = append(assigned, v)
		if len(values) > 0 {
			rel = append(rel, allsat.Eq(allsat.Var(b.Layout.Next(v)), b.formula(values[i], false)))
		}
	}
	for _, v := range r.own() {
		assigned = append(assigned, b.Layout.Var(v))
		rel = append(rel, allsat.Not(allsat.Var(b.Layout.Next(b.Layout.Var(v)))))
	}
	join(b, pc, r.after, allsat.And(rel...), assigned)
}

// begins makes start_thread goto in a callee create a thread that is in no other
// procedure: its locals are at the beginning.
func (r *instance) begins(b *builder, s *Stmt) {
	var rel []*allsat.Formula
	var vars []int
	for i, v := range r.roots[r.source].proc.Locals {
		child := b.Layout.Passive(v, true)
		vars = append(vars, child)
		value := allsat.Const(false)
		if i < len(r.source.Locals) {
			value = allsat.Var(b.Layout.Var(r.own()[i]))
		}
		rel = append(rel, allsat.Eq(allsat.Var(child), value))
	}
	b.Nodes[s.PC].Out[0].ChildLocals = newTemplate(allsat.And(rel...), vars)
}

// own returns the variables of the thread that hold the locals of r.
func (r *instance) own() []*Var { return r.proc.Locals[r.first:] }

// enforced returns what holds at the locations of r, before or after a step.
func (r *instance) enforced(b *builder, next bool) *allsat.Formula {
	if r.proc.Enforce == nil {
		return allsat.Const(true)
	}
	return b.formula(r.proc.Enforce, next)
}

// join adds an edge between two instances.
func join(b *builder, from, to int, rel *allsat.Formula, assigned []int) {
	e := &Edge{Kind: StepEdge, From: from, To: to, Node: b.Nodes[from], Relation: rel, Assigned: assigned}
	b.Nodes[from].Out = append(b.Nodes[from].Out, e)
	b.Nodes[to].In = append(b.Nodes[to].In, e)
}

// removeEdge takes e out of the graph.
func removeEdge(b *builder, e *Edge) {
	is := func(f *Edge) bool { return f == e }
	b.Nodes[e.From].Out = slices.DeleteFunc(b.Nodes[e.From].Out, is)
	b.Nodes[e.To].In = slices.DeleteFunc(b.Nodes[e.To].In, is)
}
