// This file defines the relations of calls and returns, and of what holds when a
// procedure begins.

package encode

import (
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
)

// A Call is what passes between a procedure and one that it calls. Between the two
// relations lies what the callee does to globals.
type Call struct {
	Callee *parser.Proc
	// Args says what the formals may be, over Now for the caller and Actuals. It
	// includes what the caller enforces.
	Args bdd.Node
	// Results gives the left sides what is returned, over Returns and Next.
	Results bdd.Node
	Assignment
}

// Call returns the relations of a [parser.CallEdge].
func (e *Encoder) Call(x *parser.Edge) Call {
	op := operation(x.Node).(*parser.Call)
	args := e.Enforce(x.Node.Proc)
	for i, a := range op.Args {
		args = e.m.And(args, e.equals(e.places.Actuals[i], e.value(a, e.now)))
	}
	var next, returned []bdd.Var
	for i, r := range op.Lhs {
		if r.Var != nil {
			next = append(next, e.places.Next.Var(r.Var))
			returned = append(returned, e.places.Returns[i])
		}
	}
	return Call{
		Callee:     op.Proc.Proc,
		Args:       args,
		Results:    e.m.EqualVars(next, returned),
		Assignment: e.assignment(variables(op.Lhs), e.places.Now, e.places.Next),
	}
}

// Return returns the relation, over Now and Returns, of leaving a procedure at n,
// and false if n is not a place where that happens: neither a return statement nor
// the end of a procedure. Values that are not given may be any.
func (e *Encoder) Return(n *parser.Node) (rel bdd.Node, ok bool) {
	var values []parser.Expr
	switch op := operation(n).(type) {
	case nil:
	case *parser.Return:
		values = op.Values
	default:
		return bdd.False, false
	}
	rel = e.Enforce(n.Proc)
	for i, x := range values {
		rel = e.m.And(rel, e.equals(e.places.Returns[i], e.value(x, e.now)))
	}
	return rel, true
}

// Enforce returns what holds at every point of a procedure, over Now.
func (e *Encoder) Enforce(p *parser.Proc) bdd.Node {
	if p.Enforce == nil {
		return bdd.True
	}
	return e.holds(p.Enforce, e.now)
}

// Entry returns what holds where a procedure begins, over Now: the initial values
// of locals that are no parameters, and what the procedure enforces.
func (e *Encoder) Entry(p *parser.Proc) bdd.Node {
	n := p.Params
	return e.m.And(e.initial(p.Locals[n:], e.places.Now.Locals[n:]), e.Enforce(p))
}

// Initial returns the states in which the program begins, over Now.
func (e *Encoder) Initial() bdd.Node {
	main := e.program.File.Main
	return e.m.Conj(e.Globals(), e.initial(main.Locals, e.places.Now.Locals), e.Enforce(main))
}

// Globals returns the initial values of the globals, over Now.
func (e *Encoder) Globals() bdd.Node {
	return e.initial(e.program.File.Globals, e.places.Now.Globals)
}

func (e *Encoder) initial(vs []*parser.Var, places []bdd.Var) bdd.Node {
	var cube bdd.Cube
	for i, v := range vs {
		if v.Init != parser.InitAny {
			cube = append(cube, bdd.Literal{Var: places[i], Value: v.Init == parser.InitOne})
		}
	}
	return e.m.Cube(cube)
}
