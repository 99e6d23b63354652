// This file defines the traversal of a syntax tree.

package parser

import "fmt"

// A Syntax is a part of a tree that [Inspect] visits: a *[Proc], *[Stmt], *[Arm] or
// [Expr].
type Syntax interface {
	Position() Pos
}

func (p *Proc) Position() Pos { return p.Pos }
func (s *Stmt) Position() Pos { return s.Pos }
func (a *Arm) Position() Pos  { return a.Pos }

// Inspect traverses a tree in the order of the text: it calls f with root and, if f
// returns true, inspects the parts of root. These are the invariant and the statements
// of a procedure; the expressions, arms and nested statements of a statement, left sides
// included; the condition and the statements of an arm; and the operands of an
// expression. An expression that is absent (nil) is not visited, so root may be one.
//
// Labels, jump targets and variables are not visited: they are fields of what is.
func Inspect(root Syntax, f func(Syntax) bool) {
	if root == nil || !f(root) {
		return
	}
	switch x := root.(type) {
	case *Lit, *Star, *Ref:
	case *Not:
		Inspect(x.X, f)
	case *Binary:
		Inspect(x.X, f)
		Inspect(x.Y, f)
	case *Cond:
		Inspect(x.If, f)
		Inspect(x.Then, f)
		Inspect(x.Else, f)
	case *Choose:
		Inspect(x.X, f)
		Inspect(x.Y, f)
	case *Stmt:
		inspectOp(x.Op, f)
	case *Arm:
		Inspect(x.Cond, f)
		inspectAll(x.Body, f)
	case *Proc:
		Inspect(x.Enforce, f)
		inspectAll(x.Body, f)
	default:
		panic(fmt.Sprintf("parser.Inspect: %T is no part of a tree", root))
	}
}

func inspectAll[S Syntax](list []S, f func(Syntax) bool) {
	for _, x := range list {
		Inspect(x, f)
	}
}

// inspectOp inspects the parts of what a statement does.
func inspectOp(op Op, f func(Syntax) bool) {
	switch op := op.(type) {
	case *Assume:
		Inspect(op.Cond, f)
	case *Assert:
		Inspect(op.Cond, f)
	case *Assign:
		inspectAll(op.Lhs, f)
		inspectAll(op.Rhs, f)
		Inspect(op.Constrain, f)
	case *If:
		inspectAll(op.Arms, f)
		inspectAll(op.Else, f)
	case *While:
		Inspect(op.Cond, f)
		inspectAll(op.Body, f)
	case *Atomic:
		inspectAll(op.Body, f)
	case *StartThread:
		inspectAll(op.Args, f)
	case *Call:
		inspectAll(op.Lhs, f)
		inspectAll(op.Args, f)
	case *Return:
		inspectAll(op.Values, f)
	case *Dead:
		inspectAll(op.Vars, f)
	}
}

// MentionsPassive reports whether an expression, which may be nil, is about the
// variables of a passive thread.
func MentionsPassive(e Expr) bool { return mentions(e, func(r *Ref) bool { return r.Passive }) }

// mentions reports whether some reference in a part of the tree is such.
func mentions(s Syntax, such func(*Ref) bool) (found bool) {
	Inspect(s, func(x Syntax) bool {
		r, is := x.(*Ref)
		found = found || is && such(r)
		return !found
	})
	return found
}
