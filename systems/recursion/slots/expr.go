// This file defines the expressions of slots.

package slots

import "github.com/ijit/ijit/parser"

func read(v *parser.Var) *parser.Ref { return &parser.Ref{Name: v.Name, Var: v} }
func next(v *parser.Var) *parser.Ref { return &parser.Ref{Name: v.Name, Var: v, Next: true} }

func not(x parser.Expr) parser.Expr { return &parser.Not{X: x} }

func equal(x, y parser.Expr) parser.Expr { return &parser.Binary{Op: parser.OpEq, X: x, Y: y} }

func choice(cond, then, other parser.Expr) parser.Expr {
	return &parser.Cond{If: cond, Then: then, Else: other}
}

func and(list ...parser.Expr) parser.Expr {
	all := list[0]
	for _, x := range list[1:] {
		all = &parser.Binary{Op: parser.OpAnd, X: all, Y: x}
	}
	return all
}

// taken says that a slot is not free.
func taken(t *slot) parser.Expr {
	var all parser.Expr = read(t.code[0])
	for _, v := range t.code[1:] {
		all = &parser.Binary{Op: parser.OpOr, X: all, Y: read(v)}
	}
	return all
}
