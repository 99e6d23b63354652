// This file defines the relations between a thread that moves and the others: what
// a new one begins with, and what an assignment to x$ does.

package encode

import (
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
)

// Child returns the relation of a [parser.SpawnEdge] between the thread that
// creates another, over Now before the step, and the locals of the new one, in
// PassiveNext: those in writes. Where the new thread begins at a label, they are
// equal to those of its creator.
func (e *Encoder) Child(x *parser.Edge) (rel bdd.Node, writes []*parser.Var) {
	if e.program.Inlined && x.ChildLocals != nil {
		return e.created(x)
	}
	op := operation(x.Node).(*parser.StartThread)
	if op.Proc == nil {
		n := len(x.Node.Proc.Locals)
		return e.m.EqualVars(e.places.Now.Locals[:n], e.places.PassiveNext[:n]), x.Node.Proc.Locals
	}
	child := op.Proc.Proc
	n := child.Params
	rel = e.initial(child.Locals[n:], e.places.PassiveNext[n:])
	for i, a := range op.Args {
		rel = e.m.And(rel, e.equals(e.places.PassiveNext[i], e.value(a, e.now)))
	}
	return rel, child.Locals
}

// Passive returns what a [parser.PassiveEdge] does to the locals of another thread
// in the same procedure: a step over Passive and PassiveNext whose relation also
// mentions the thread that moves, in Now, and in Next where the edge writes.
func (e *Encoder) Passive(x *parser.Edge) Step {
	op := operation(x.Node).(*parser.Assign)
	var writes []*parser.Var
	for _, r := range op.Lhs {
		if r.Passive {
			writes = append(writes, r.Var)
		}
	}
	return Step{
		Relation: e.assign(op, true),
		Assignment: e.assignment(writes,
			Frame{Locals: e.places.Passive}, Frame{Locals: e.places.PassiveNext}),
	}
}
