// This file defines the relation of an edge between the variables of the active
// thread before and after it.

package encode

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
)

// A Step is what an edge does to the variables that it mentions. All others keep
// their values.
type Step struct {
	Relation bdd.Node // over Now for what is read, and over Next for what is written
	Assignment
}

// An Assignment says which variables get new values.
type Assignment struct {
	Writes      []*parser.Var
	Now, Next   bdd.VarSet   // their places before and after
	Back, Forth bdd.Renaming // from Next to Now, and from Now to Next
}

// assignment returns the assignment of variables from one frame to another.
func (e *Encoder) assignment(writes []*parser.Var, now, next Frame) Assignment {
	if len(writes) == 0 {
		return Assignment{}
	}
	before, after := now.Vars(writes), next.Vars(writes)
	return Assignment{
		Writes: writes,
		Now:    e.m.NewVarSet(before...),
		Next:   e.m.NewVarSet(after...),
		Back:   e.m.NewRenaming(after, before),
		Forth:  e.m.NewRenaming(before, after),
	}
}

// Post returns the states that a step leads to from a set of states.
func (e *Encoder) Post(set bdd.Node, s Step) bdd.Node {
	return e.m.Image(set, s.Relation, s.Now, s.Back)
}

// Pre returns the states from which a step leads into a set of states.
func (e *Encoder) Pre(set bdd.Node, s Step) bdd.Node {
	return e.m.AndExists(e.m.Rename(set, s.Forth), s.Relation, s.Next)
}

// Edge returns what an edge does to the variables of the thread that goes along
// it. The relation of a [parser.FailEdge] says where the assertion may fail. A
// [parser.CallEdge] has no such relation: see [Encoder.Call]. If calls were inlined, no
// statement says what the edges of calls and returns do, and the relation is that of
// the edge. What is enforced in
// the procedure holds before the step and, if the thread is still in it, after.
func (e *Encoder) Edge(x *parser.Edge) Step {
	if e.program.Inlined {
		return e.related(x)
	}
	rel := bdd.True
	var writes []*parser.Var
	switch op := operation(x.Node).(type) {
	case *parser.Assume:
		rel = e.holds(op.Cond, e.now)
	case *parser.Assert, *parser.If, *parser.While:
		rel = e.branch(x.Branch)
	case *parser.Wait:
		rel = bdd.False
	case *parser.Dead:
		writes = variables(op.Vars)
	case *parser.Assign:
		writes = variables(op.Lhs)
		rel = e.assign(op, false)
	}
	return Step{e.enforced(rel, x, writes), e.assignment(writes, e.places.Now, e.places.Next)}
}

// enforced adds to a relation what the procedure enforces. If none of its
// variables is written, it holds after the step because it did before.
func (e *Encoder) enforced(rel bdd.Node, x *parser.Edge, writes []*parser.Var) bdd.Node {
	inv := x.Node.Proc.Enforce
	if inv == nil {
		return rel
	}
	rel = e.m.And(rel, e.holds(inv, e.now))
	if x.To < 0 || len(writes) == 0 {
		return rel
	}
	return e.m.And(rel, e.holds(inv, func(r *parser.Ref) bdd.Var {
		if slices.Contains(writes, r.Var) {
			return e.places.Next.Var(r.Var)
		}
		return e.now(r)
	}))
}

// operation returns what is executed at n, nil at the end of a procedure.
func operation(n *parser.Node) parser.Op {
	if n.Stmt == nil {
		return nil
	}
	return n.Stmt.Op
}

// branch returns where the condition may have the value that a branch asks for.
func (e *Encoder) branch(b parser.Branch) bdd.Node {
	v := e.value(b.Cond, e.now)
	if b.Value {
		return v.may1
	}
	return v.may0
}

// assign returns the relation of an assignment for the active thread, or for a
// passive one: both have the targets that are theirs, and the constraint is about
// the passive one if it mentions that.
func (e *Encoder) assign(op *parser.Assign, passive bool) bdd.Node {
	next := e.places.Next.Var
	if passive {
		next = func(v *parser.Var) bdd.Var { return e.places.PassiveNext[v.Index] }
	}
	rel := bdd.True
	for i, r := range op.Lhs {
		if r.Var != nil && r.Passive == passive {
			rel = e.m.And(rel, e.equals(next(r.Var), e.value(op.Rhs[i], e.now)))
		}
	}
	if op.Constrain != nil && parser.MentionsPassive(op.Constrain) == passive {
		rel = e.m.And(rel, e.holds(op.Constrain, e.after(op.Lhs)))
	}
	return rel
}

// variables returns the variables of the active thread that references name.
func variables(refs []*parser.Ref) []*parser.Var {
	var vs []*parser.Var
	for _, r := range refs {
		if r.Var != nil && !r.Passive && !slices.Contains(vs, r.Var) {
			vs = append(vs, r.Var)
		}
	}
	return vs
}
