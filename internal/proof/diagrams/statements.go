// This file defines what statements do to valuations that are not counted one by one.

package diagrams

import (
	"maps"
	"slices"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
)

// A statements has the effects of statements as diagrams. The judge does not execute them
// here, since there may be more valuations than can be counted; tests compare.
type statements struct {
	*judge.Claim
	*diagrams
}

// A moment says which value of a variable is meant. Those of a variable are next to each
// other in the order.
type moment int

const (
	begin moment = iota // at the entry of the procedure
	now                 // before the statement
	next                // behind it; of a call, formals at the entry of the callee, globals behind it
	left                // the left side of a call
	moments
)

// A frame says where the values of variables stand in the order.
type frame func(v *parser.Var, in moment) int

// A step is one way in which a statement can go.
type step struct {
	pc int // where the thread goes on
	// written has, for what is written, where its value behind the step stands.
	written map[*parser.Var]moment
	related []int // all that relates the values before and behind the step
}

// to returns where the value of v behind the step stands.
func (x *step) to(v *parser.Var) moment {
	if in, ok := x.written[v]; ok {
		return in
	}
	return now
}

// current has all variables now.
func current(*parser.Var) moment { return now }

// steps returns the ways in which a statement can go that neither enters nor leaves a
// procedure, as far as the thread that executes it is concerned.
func (s *statements) steps(at *judge.Location, f frame) (all []step) {
	goes := func(pcs []int, condition int) {
		for _, pc := range pcs {
			all = append(all, step{pc: pc, related: []int{condition}})
		}
	}
	switch op := at.Op.(type) {
	case *parser.Skip, *parser.AtomicBegin, *parser.AtomicEnd, *parser.Goto, *parser.Signal, *parser.Broadcast, *parser.StartThread:
		goes(at.Next, top)
	case *parser.If, *parser.While:
		can := s.values(at.Cond, s.before(f))
		goes(at.Yes, can[1])
		goes(at.No, can[0])
	case *parser.Assume:
		goes(at.Next, s.values(op.Cond, s.before(f))[1])
	case *parser.Assert:
		goes(at.Next, s.values(op.Cond, s.before(f))[1])
	case *parser.Dead:
		x := step{pc: at.Next[0], written: map[*parser.Var]moment{}}
		for _, r := range op.Vars {
			if r.Var != nil && !s.Irrelevant[r.Var] {
				x.written[r.Var] = next
			}
		}
		all = append(all, x)
	case *parser.Assign:
		all = append(all, s.assign(at, op, f))
	}
	return all
}

// assign returns what x1..xk := e1..ek constrain C does to variables that are not those of
// other threads.
func (s *statements) assign(at *judge.Location, op *parser.Assign, f frame) step {
	x := step{pc: at.Next[0], written: map[*parser.Var]moment{}}
	values := map[*parser.Var]int{}
	for i, r := range op.Lhs {
		if r.Var != nil && !r.Passive && !s.Irrelevant[r.Var] { // _ discards
			x.written[r.Var] = next
			values[r.Var] = s.takes(f(r.Var, next), s.values(op.Rhs[i], s.before(f)))
		}
	}
	x.related = slices.Sorted(maps.Values(values))
	if op.Constrain != nil && !aboutOthers(op.Constrain) {
		x.related = append(x.related, s.values(op.Constrain, func(r *parser.Ref) int {
			if r.Next {
				return s.variable(f(r.Var, x.to(r.Var)))
			}
			return s.before(f)(r)
		})[1])
	}
	return x
}

// aboutOthers reports whether an expression is about variables of other threads.
func aboutOthers(e parser.Expr) (answer bool) {
	parser.Inspect(e, func(x parser.Syntax) bool {
		r, ok := x.(*parser.Ref)
		answer = answer || ok && r.Passive
		return !answer
	})
	return answer
}

// failing returns where an assertion that is asked for can fail, if there is one.
func (s *statements) failing(at *judge.Location, f frame) int {
	if op, ok := at.Op.(*parser.Assert); ok && s.Assertions {
		return s.values(op.Cond, s.before(f))[0]
	}
	return bottom
}

// before returns the value of a variable now.
func (s *statements) before(f frame) func(*parser.Ref) int {
	return func(r *parser.Ref) int {
		if r.Passive {
			s.fail(proof.Reject("%s:%s is about other threads", s.File.Name, r.Pos))
			return bottom
		}
		return s.variable(f(r.Var, now))
	}
}

// enforced returns where what a procedure enforces may hold.
func (s *statements) enforced(proc *parser.Proc, f frame, in func(*parser.Var) moment) int {
	if proc.Enforce == nil {
		return top
	}
	return s.values(proc.Enforce, func(r *parser.Ref) int { return s.variable(f(r.Var, in(r.Var))) })[1]
}

// initial returns the initial valuations of some variables.
func (s *statements) initial(vars []*parser.Var, f frame, in moment) int {
	all := top
	for _, v := range slices.Backward(vars) {
		if v.Init != parser.InitAny || s.Irrelevant[v] {
			all = s.and(all, s.literal(f(v, in), v.Init == parser.InitOne && !s.Irrelevant[v]))
		}
	}
	return all
}

// arguments returns what the locals of a procedure are that begins, in the frame g of it,
// if it is passed arguments from the frame f.
func (s *statements) arguments(proc *parser.Proc, args []parser.Expr, f, g frame) []int {
	related := []int{s.initial(proc.Locals[len(args):], g, next)}
	for k, e := range args {
		if s.Irrelevant[proc.Locals[k]] {
			related = append(related, s.literal(g(proc.Locals[k], next), false))
			continue
		}
		related = append(related, s.takes(g(proc.Locals[k], next), s.values(e, s.before(f))))
	}
	return related
}

// takes returns that a variable has one of the values that something can have.
func (s *statements) takes(level int, can [2]int) int {
	return s.ite(s.variable(level), can[1], can[0])
}

// values returns where an expression can be 0 and where it can be 1, each * choosing on its
// own.
func (s *statements) values(e parser.Expr, value func(*parser.Ref) int) (can [2]int) {
	if s.err != nil {
		return can
	}
	switch e := e.(type) {
	case *parser.Lit:
		if e.Value {
			return [2]int{bottom, top}
		}
		return [2]int{top, bottom}
	case *parser.Star:
		return [2]int{top, top}
	case *parser.Ref:
		f := value(e)
		return [2]int{s.not(f), f}
	case *parser.Not:
		x := s.values(e.X, value)
		return [2]int{x[1], x[0]}
	case *parser.Cond:
		return s.either(s.values(e.If, value), s.values(e.Then, value), s.values(e.Else, value))
	case *parser.Choose:
		// 1 if X, else 0 if Y, else 0 or 1.
		return s.either(s.values(e.X, value), [2]int{bottom, top},
			s.either(s.values(e.Y, value), [2]int{top, bottom}, [2]int{top, top}))
	case *parser.Binary:
		x, y := s.values(e.X, value), s.values(e.Y, value)
		for v := range 2 {
			for w := range 2 {
				r := result(e.Op, v, w)
				can[r] = s.or(can[r], s.and(x[v], y[w]))
			}
		}
	}
	return can
}

// either returns the values of if x then y else z.
func (s *statements) either(x, y, z [2]int) (can [2]int) {
	for v := range can {
		can[v] = s.or(s.and(x[1], y[v]), s.and(x[0], z[v]))
	}
	return can
}

// result returns the value of an operator.
func result(op parser.BinaryOp, v, w int) int {
	switch op {
	case parser.OpAnd:
		return v & w
	case parser.OpOr:
		return v | w
	case parser.OpXor, parser.OpNeq:
		return v ^ w
	case parser.OpEq:
		return 1 ^ v ^ w
	default: // implies
		return 1 ^ v&(1^w)
	}
}
