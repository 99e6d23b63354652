// This file defines whether a path can be executed: as a question to a SAT solver.

package bebop

import (
	"context"
	"slices"

	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/parser"
)

// A pathFormula says that a path of the whole program is executed. It has a variable for each value that a variable of the
// program gets on it. What statements read of variables that are not tracked is right only under an
// assumption, one for each of these variables: without it they read anything, as the search has it.
type pathFormula struct {
	solver  *sat.Solver
	tracked func(*parser.Var) bool
	one     sat.Lit // is true
	right   map[*parser.Var]sat.Lit
	vars    map[sat.Lit]*parser.Var // of right

	globals []sat.Lit
	frames  []pathFrame             // of procedures that have not returned
	read    map[*parser.Var]sat.Lit // by the statement, of variables that are not tracked

	steps []pathStep
}

// A pathFrame is a procedure on the path.
type pathFrame struct {
	proc   *parser.Proc
	call   *parser.Call // in which it waits; nil while it runs
	locals []sat.Lit
}

// A pathStep is where the values before a statement are.
type pathStep struct{ globals, locals []sat.Lit }

func newPathFormula(p *parser.Program, tracked func(*parser.Var) bool, memory int64) *pathFormula {
	f := &pathFormula{
		solver: sat.New(sat.Options{Memory: memory, Conflicts: mostConflicts}), tracked: tracked,
		right: map[*parser.Var]sat.Lit{}, vars: map[sat.Lit]*parser.Var{}, read: map[*parser.Var]sat.Lit{},
	}
	f.one = f.fresh()
	f.solver.Add(f.one)
	main := p.File.Main
	f.globals = f.initial(p.File.Globals)
	f.frames = []pathFrame{{proc: main, locals: f.initial(main.Locals)}}
	f.holds(main.Enforce)
	return f
}

func (f *pathFormula) fresh() sat.Lit { return sat.Lit(f.solver.NewVar()) }

// initial returns values with which variables begin.
func (f *pathFormula) initial(vars []*parser.Var) []sat.Lit {
	list := make([]sat.Lit, len(vars))
	for i, v := range vars {
		switch v.Init {
		case parser.InitAny:
			list[i] = f.fresh()
		case parser.InitOne:
			list[i] = f.one
		default:
			list[i] = -f.one
		}
	}
	return list
}

// top returns the procedure that runs.
func (f *pathFormula) top() *pathFrame { return &f.frames[len(f.frames)-1] }

// now returns the place of the value of a variable.
func (f *pathFormula) now(v *parser.Var) *sat.Lit {
	if v.Proc == nil {
		return &f.globals[v.Index]
	}
	return &f.top().locals[v.Index]
}

// reads returns what a statement reads of a variable.
func (f *pathFormula) reads(v *parser.Var) sat.Lit {
	now := *f.now(v)
	if f.tracked(v) {
		return now
	}
	r, known := f.read[v]
	if !known {
		right, known := f.right[v]
		if !known {
			right = f.fresh()
			f.right[v], f.vars[right] = right, v
		}
		r = f.fresh()
		f.solver.Add(-right, -r, now)
		f.solver.Add(-right, r, -now)
		f.read[v] = r
	}
	return r
}

// writes gives variables values.
func (f *pathFormula) writes(refs []*parser.Ref, values []sat.Lit) {
	f.globals, f.top().locals = slices.Clone(f.globals), slices.Clone(f.top().locals)
	for i, r := range refs {
		if r.Var != nil && !r.Passive {
			*f.now(r.Var) = values[i]
		}
	}
}

// value returns a literal that is true if an expression is, whose stars are chosen by the solver. next, if it is not nil, has the
// values after the step.
func (f *pathFormula) value(e parser.Expr, next map[*parser.Var]sat.Lit) sat.Lit {
	switch e := e.(type) {
	case *parser.Lit:
		if e.Value {
			return f.one
		}
		return -f.one
	case *parser.Star:
		return f.fresh()
	case *parser.Ref:
		if x, written := next[e.Var]; written && e.Next {
			return x
		}
		return f.reads(e.Var)
	case *parser.Not:
		return -f.value(e.X, next)
	case *parser.Cond:
		return f.ite(f.value(e.If, next), f.value(e.Then, next), f.value(e.Else, next))
	case *parser.Choose: // x | !y & *
		return -f.and(-f.value(e.X, next), -f.and(-f.value(e.Y, next), f.fresh()))
	}
	bin := e.(*parser.Binary)
	x, y := f.value(bin.X, next), f.value(bin.Y, next)
	switch bin.Op {
	case parser.OpAnd:
		return f.and(x, y)
	case parser.OpOr:
		return -f.and(-x, -y)
	case parser.OpXor, parser.OpNeq:
		return f.ite(x, -y, y)
	case parser.OpEq:
		return f.ite(x, y, -y)
	default:
		return -f.and(x, -y)
	}
}

func (f *pathFormula) and(x, y sat.Lit) sat.Lit {
	switch {
	case x == f.one || x == y:
		return y
	case y == f.one:
		return x
	case x == -f.one || y == -f.one || x == -y:
		return -f.one
	}
	z := f.fresh()
	f.solver.Add(-z, x)
	f.solver.Add(-z, y)
	f.solver.Add(z, -x, -y)
	return z
}

func (f *pathFormula) ite(c, x, y sat.Lit) sat.Lit {
	switch {
	case c == f.one:
		return x
	case c == -f.one:
		return y
	}
	z := f.fresh()
	f.solver.Add(-c, -z, x)
	f.solver.Add(-c, z, -x)
	f.solver.Add(c, -z, y)
	f.solver.Add(c, z, -y)
	return z
}

// holds says that an expression, which may be nil, may be true.
func (f *pathFormula) holds(e parser.Expr) {
	if e != nil {
		f.solver.Add(f.value(e, nil))
	}
}

// enforced says that what the running procedure enforces holds.
func (f *pathFormula) enforced() {
	clear(f.read)
	f.holds(f.top().proc.Enforce)
}

// hop adds the execution of a statement.
func (f *pathFormula) hop(p *parser.Program, h hop) {
	f.steps = append(f.steps, pathStep{f.globals, f.top().locals})
	if h.kind == Arrival {
		return
	}
	f.enforced()
	n := p.Nodes[h.pc]
	switch h.kind {
	case Failure:
		f.solver.Add(-f.value(n.Stmt.Op.(*parser.Assert).Cond, nil))
	case Call:
		f.call(n.Stmt.Op.(*parser.Call))
	case Return:
		f.leave(n)
	default:
		f.step(n.Out[h.via])
	}
}

// step adds a step in a procedure.
func (f *pathFormula) step(x *parser.Edge) {
	var op parser.Op
	if x.Node.Stmt != nil {
		op = x.Node.Stmt.Op
	}
	switch op := op.(type) {
	case *parser.Assume:
		f.holds(op.Cond)
		return
	case *parser.Assert, *parser.If, *parser.While:
		if v := f.value(x.Branch.Cond, nil); x.Branch.Value {
			f.solver.Add(v)
		} else {
			f.solver.Add(-v)
		}
		return
	case *parser.Dead:
		values := make([]sat.Lit, len(op.Vars))
		for i := range values {
			values[i] = f.fresh()
		}
		f.writes(op.Vars, values)
	case *parser.Assign:
		values, next := make([]sat.Lit, len(op.Lhs)), map[*parser.Var]sat.Lit{}
		for i, r := range op.Lhs {
			if r.Var != nil {
				values[i] = f.value(op.Rhs[i], nil)
				next[r.Var] = values[i]
			}
		}
		if op.Constrain != nil {
			f.solver.Add(f.value(op.Constrain, next))
		}
		f.writes(op.Lhs, values)
	default:
		return
	}
	f.enforced()
}

// call adds a call.
func (f *pathFormula) call(op *parser.Call) {
	callee := op.Proc.Proc
	locals := f.initial(callee.Locals)
	for i, a := range op.Args {
		locals[i] = f.value(a, nil)
	}
	f.top().call = op
	f.frames = append(f.frames, pathFrame{proc: callee, locals: locals})
	f.enforced()
}

// leave adds a return at a location.
func (f *pathFormula) leave(n *parser.Node) {
	var given []parser.Expr
	if n.Stmt != nil {
		given = n.Stmt.Op.(*parser.Return).Values
	}
	values := make([]sat.Lit, n.Proc.Returns)
	for i := range values {
		if i < len(given) {
			values[i] = f.value(given[i], nil)
		} else {
			values[i] = f.fresh()
		}
	}
	f.frames = f.frames[:len(f.frames)-1]
	f.writes(f.top().call.Lhs, values)
	f.enforced()
}

// mostConflicts bounds the work on one question about a path.
const mostConflicts = 20_000

// solve decides the formula. If it has no model, it returns variables that have to be tracked so that the
// search does not come this way again; none if it does not know.
func (f *pathFormula) solve(ctx context.Context) (status sat.Status, blamed []*parser.Var) {
	all := make([]sat.Lit, 0, len(f.right))
	for l := range f.vars {
		all = append(all, l)
	}
	slices.Sort(all)
	if status = f.solver.Solve(ctx, all...); status != sat.Unsat {
		return status, nil
	}
	core := slices.Clone(f.solver.Failed())
	// Few variables make small diagrams: leave out what is not needed.
	for i := 0; i < len(core); {
		rest := slices.Delete(slices.Clone(core), i, i+1)
		if f.solver.Solve(ctx, rest...) != sat.Unsat {
			i++
			continue
		}
		failed := f.solver.Failed()
		core = slices.DeleteFunc(rest, func(l sat.Lit) bool { return !slices.Contains(failed, l) })
		i = min(i, len(core))
	}
	for _, l := range core {
		blamed = append(blamed, f.vars[l])
	}
	return sat.Unsat, blamed
}

// execution returns the execution along the path that the model of the formula is.
func (f *pathFormula) execution(hops []hop) *Execution {
	var last [2][]sat.Lit // the same values as before are shared
	var values [2][]bool
	read := func(i int, lits []sat.Lit) []bool {
		if last[i] == nil || !slices.Equal(lits, last[i]) {
			last[i], values[i] = lits, make([]bool, len(lits))
			for k, l := range lits {
				values[i][k] = f.solver.Value(l)
			}
		}
		return values[i]
	}
	main := &Execution{}
	stack := []*Execution{main}
	for i, h := range hops {
		s := Step{PC: h.pc, Kind: h.kind, Globals: read(0, f.steps[i].globals), Locals: read(1, f.steps[i].locals)}
		x := stack[len(stack)-1]
		x.Steps = append(x.Steps, s)
		switch {
		case h.kind == Call && h.returns:
			inside := &Execution{}
			x.Steps[len(x.Steps)-1].Inside = inside
			stack = append(stack, inside)
		case h.kind == Return:
			stack = stack[:len(stack)-1]
		}
	}
	return main
}
