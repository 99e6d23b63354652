// This file defines how traces of a slice become traces of the program: the variables that were left
// out and those that are dead get values, and statements are those of the program.

package trace

import (
	"slices"

	"github.com/ijit/ijit/parser"
)

// Complete makes t a trace of p. It is one of a slice of p ([parser.File.LeaveOut]) with these variables left out, in which
// others are dead at some locations ([parser.Node.Dead]). Where a value is not determined, it is 0. Executions with calls
// that return ([Step.Inside]) are not completed.
func (t *Trace) Complete(p *parser.Program, out []*parser.Var, dead func(pc int) []*parser.Var) {
	c := &completion{program: p, out: map[*parser.Var]bool{}, dead: map[int]map[*parser.Var]bool{}, locals: map[string][]*parser.Var{}}
	for _, v := range out {
		c.out[v] = true
	}
	for _, proc := range p.File.Procs {
		c.locals[proc.Name] = proc.Locals
	}
	for pc, n := range p.Nodes {
		for _, v := range dead(pc) {
			if c.dead[pc] == nil {
				c.dead[pc] = map[*parser.Var]bool{}
			}
			c.dead[pc][n.Proc.Locals[v.Index]] = true
		}
	}
	c.begin(&t.Initial)
	before := &t.Initial
	for i := range t.Steps {
		c.step(before, &t.Steps[i])
		before = &t.Steps[i].State
	}
}

// A completion is that of one trace.
type completion struct {
	program *parser.Program
	out     map[*parser.Var]bool
	dead    map[int]map[*parser.Var]bool // by location
	locals  map[string][]*parser.Var     // by procedure
}

// begin gives the variables their initial values.
func (c *completion) begin(s *State) {
	begins := func(pc int, vars []*parser.Var, values []int) []int {
		return c.keep(pc, vars, values, func(v *parser.Var) int {
			if v.Init == parser.InitOne {
				return 1
			}
			return 0
		})
	}
	s.Shared = begins(noPC, c.program.File.Globals, s.Shared)
	s.Threads = slices.Clone(s.Threads)
	for i := range s.Threads {
		t := &s.Threads[i]
		t.Locals = begins(t.PC, c.locals[t.Proc], t.Locals)
	}
}

// noPC is the location of shared variables.
const noPC = -1

// unknown reports whether the trace says nothing of a variable at a location.
func (c *completion) unknown(pc int, v *parser.Var) bool { return c.out[v] || c.dead[pc][v] }

// keep returns values in which those of variables of which the trace says nothing are others.
func (c *completion) keep(pc int, vars []*parser.Var, values []int, other func(*parser.Var) int) []int {
	values = slices.Clone(values)
	for i, v := range vars {
		if c.unknown(pc, v) {
			values[i] = other(v)
		}
	}
	return values
}

// step completes the state behind a step, given that before it.
func (c *completion) step(before *State, s *Step) {
	n := c.program.Nodes[s.PC]
	s.Statement = n.Text()
	after := &s.State
	after.Shared = c.keep(noPC, c.program.File.Globals, after.Shared, func(v *parser.Var) int { return before.Shared[v.Index] })
	after.Threads = slices.Clone(after.Threads)
	mover := before.Thread(s.Thread)
	for i := range after.Threads {
		t := &after.Threads[i]
		was := before.Thread(t.ID)
		switch {
		case t.ID == s.Created:
			c.create(before, mover, n.Stmt, t)
		case t.Depth() > was.Depth():
			t.Caller = was.Push()
			c.enter(before, was, n.Stmt.Op.(*parser.Call).Args, t)
		case t.Depth() < was.Depth():
			c.leave(before, was, n.Stmt, after, t)
		default:
			t.Caller = c.callers(t.Caller, was.Caller)
			t.Locals = c.keep(t.PC, c.locals[t.Proc], t.Locals, func(v *parser.Var) int { return was.Locals[v.Index] })
		}
	}
	if n.Stmt == nil || s.Fails {
		return
	}
	if op, assigns := n.Stmt.Op.(*parser.Assign); assigns {
		for i, lhs := range op.Lhs {
			c.assign(after, s.Thread, lhs, func() int { return eval(op.Rhs[i], before.Shared, mover.Locals) })
		}
	}
}

// callers completes procedures that wait for a call to return, whose locals another thread may have assigned to.
func (c *completion) callers(f, was *Frame) *Frame {
	if f == nil {
		return nil
	}
	locals := c.keep(f.PC, c.locals[f.Proc], f.Locals, func(v *parser.Var) int { return was.Locals[v.Index] })
	above := c.callers(f.Caller, was.Caller)
	if slices.Equal(locals, was.Locals) && above == was.Caller {
		return was
	}
	out := *f
	out.Locals, out.Caller = locals, above
	return &out
}

// assign assigns to a variable of which the trace says nothing.
func (c *completion) assign(after *State, mover int, lhs *parser.Ref, value func() int) {
	t := after.Thread(mover)
	switch {
	case lhs.Var == nil || t == nil || !c.unknown(t.PC, lhs.Var):
	case lhs.Var.Proc == nil:
		after.Shared[lhs.Var.Index] = value()
	default:
		t.Locals[lhs.Var.Index] = value()
	}
}

// create completes the thread that a statement creates.
func (c *completion) create(before *State, creator *Thread, s *parser.Stmt, t *Thread) {
	op := s.Op.(*parser.StartThread)
	if op.Proc != nil {
		c.enter(before, creator, op.Args, t)
		return
	}
	t.Locals = c.keep(t.PC, c.locals[t.Proc], t.Locals, func(v *parser.Var) int { return creator.Locals[v.Index] })
}

// enter completes the locals of a procedure that a thread has come to with arguments.
func (c *completion) enter(before *State, from *Thread, args []parser.Expr, t *Thread) {
	t.Locals = c.keep(t.PC, c.locals[t.Proc], t.Locals, func(v *parser.Var) int {
		switch {
		case v.Index < len(args):
			return eval(args[v.Index], before.Shared, from.Locals)
		case v.Init == parser.InitOne:
			return 1
		}
		return 0
	})
}

// leave completes the state behind a return.
func (c *completion) leave(before *State, was *Thread, s *parser.Stmt, after *State, t *Thread) {
	caller := was.Caller
	t.Caller = caller.Caller
	t.Locals = c.keep(t.PC, c.locals[t.Proc], t.Locals, func(v *parser.Var) int { return caller.Locals[v.Index] })
	var values []parser.Expr
	if s != nil { // not at the end of the procedure
		values = s.Op.(*parser.Return).Values
	}
	for i, lhs := range c.program.Nodes[caller.PC].Stmt.Op.(*parser.Call).Lhs {
		if i < len(values) {
			c.assign(after, t.ID, lhs, func() int { return eval(values[i], before.Shared, was.Locals) })
		}
	}
}

// eval returns a value that an expression may have.
func eval(e parser.Expr, shared, locals []int) int {
	truth := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	of := func(e parser.Expr) bool { return eval(e, shared, locals) != 0 }
	switch e := e.(type) {
	case *parser.Lit:
		return truth(e.Value)
	case *parser.Ref:
		if e.Var.Proc == nil {
			return shared[e.Var.Index]
		}
		return locals[e.Var.Index]
	case *parser.Not:
		return truth(!of(e.X))
	case *parser.Cond:
		if of(e.If) {
			return eval(e.Then, shared, locals)
		}
		return eval(e.Else, shared, locals)
	case *parser.Choose: // 1 if X is, else 0 if Y is, else any
		return eval(e.X, shared, locals)
	case *parser.Binary:
		x, y := of(e.X), of(e.Y)
		switch e.Op {
		case parser.OpAnd:
			return truth(x && y)
		case parser.OpOr:
			return truth(x || y)
		case parser.OpXor, parser.OpNeq:
			return truth(x != y)
		case parser.OpEq:
			return truth(x == y)
		}
		return truth(!x || y)
	}
	return 0 // *
}
