// This file defines which mistakes are made.

package mutants

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// A Mistake is a change of a file. It is made if the function that is called mutant_ says so.
type Mistake struct {
	Pos  token.Position
	What string
	// edits are texts at offsets of the file, with %d for the number of the mistake.
	edits []edit
}

type edit struct {
	at   int
	text string
	last bool // behind others at the same place
}

func (m *Mistake) String() string {
	return fmt.Sprintf("%s:%d:%d: %s", m.Pos.Filename, m.Pos.Line, m.Pos.Column, m.What)
}

// A finder finds the mistakes that can be made in a file.
type finder struct {
	fset *token.FileSet
	info *types.Info
	text []byte
	list []*Mistake
}

// Mistakes returns what can be done wrong in a file, in the order of its text.
func Mistakes(fset *token.FileSet, file *ast.File, info *types.Info, text []byte) []*Mistake {
	f := &finder{fset: fset, info: info, text: text}
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			f.function(fn)
		}
	}
	slices.SortStableFunc(f.list, func(a, b *Mistake) int { return a.Pos.Offset - b.Pos.Offset })
	return f.list
}

func (f *finder) offset(p token.Pos) int { return f.fset.Position(p).Offset }

func (f *finder) source(n ast.Node) string {
	return string(f.text[f.offset(n.Pos()):f.offset(n.End())])
}

func (f *finder) add(n ast.Node, what string, edits ...edit) {
	f.list = append(f.list, &Mistake{f.fset.Position(n.Pos()), what, edits})
}

// replace makes a mistake that puts another expression in the place of one, with text before and behind what is there.
func (f *finder) around(n ast.Node, what, before, behind string) {
	f.add(n, what, edit{f.offset(n.Pos()), before, false}, edit{f.offset(n.End()), behind, true})
}

func (f *finder) function(fn *ast.FuncDecl) {
	ast.Inspect(fn.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			f.condition(n.Cond)
		case *ast.ForStmt:
			if n.Cond != nil {
				f.operands(n.Cond)
			}
		case *ast.SwitchStmt:
			for _, c := range n.Body.List {
				if n.Tag == nil {
					for _, x := range c.(*ast.CaseClause).List {
						f.condition(x)
					}
				}
				f.clause(c.(*ast.CaseClause))
			}
		case *ast.TypeSwitchStmt:
			for _, c := range n.Body.List {
				f.clause(c.(*ast.CaseClause))
			}
		case *ast.ReturnStmt:
			for _, x := range n.Results {
				if f.isBool(x) {
					f.condition(x)
				}
			}
		case *ast.AssignStmt:
			for _, x := range n.Rhs {
				if f.isBool(x) {
					f.operands(x)
				}
			}
		case *ast.BinaryExpr:
			f.binary(n)
		case *ast.BlockStmt:
			f.statements(n.List)
		case *ast.CaseClause:
			f.statements(n.Body)
		case *ast.FuncLit:
			f.early(n.Type, n.Body)
		}
		return true
	})
	f.early(fn.Type, fn.Body)
}

func (f *finder) isBool(x ast.Expr) bool {
	t, ok := f.info.TypeOf(x).(*types.Basic)
	if !ok {
		return false
	}
	switch x := x.(type) {
	case *ast.BinaryExpr, *ast.CallExpr, *ast.IndexExpr, *ast.SelectorExpr, *ast.UnaryExpr:
		return t.Info()&types.IsBoolean != 0
	case *ast.ParenExpr:
		return f.isBool(x.X)
	}
	return false
}

// condition makes mistakes in a condition: its opposite, and without each of its operands.
func (f *finder) condition(x ast.Expr) {
	f.around(x, "not "+short(f.source(x)), "(mutant_(%d) != (", "))")
	f.operands(x)
}

// operands leaves out each operand of && and ||.
func (f *finder) operands(x ast.Expr) {
	switch x := x.(type) {
	case *ast.ParenExpr:
		f.operands(x.X)
	case *ast.UnaryExpr:
		f.operands(x.X)
	case *ast.BinaryExpr:
		if x.Op != token.LAND && x.Op != token.LOR {
			return
		}
		for _, y := range []ast.Expr{x.X, x.Y} {
			if b, ok := y.(*ast.BinaryExpr); ok && b.Op == x.Op {
				continue // it has operands of its own
			}
			if x.Op == token.LAND {
				f.around(y, "without && "+short(f.source(y)), "(mutant_(%d) || (", "))")
			} else {
				f.around(y, "without || "+short(f.source(y)), "(!mutant_(%d) && (", "))")
			}
		}
		f.operands(x.X)
		f.operands(x.Y)
	}
}

// binary makes mistakes in an operator.
func (f *finder) binary(x *ast.BinaryExpr) {
	other := map[token.Token]string{token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">", token.LAND: "||", token.LOR: "&&"}[x.Op]
	if t, ok := f.info.Types[x]; !ok || t.Value != nil {
		return // a constant
	}
	a, b := f.source(x.X), f.source(x.Y)
	switch {
	case other != "":
		// Both are there; operands may have mistakes of their own, which the copies do not have.
		f.around(x, short(f.source(x))+" with "+other, "(mutant_(%d) && (("+a+") "+other+" ("+b+")) || !mutant_(%[1]d) && (", "))")
	case x.Op == token.ADD || x.Op == token.SUB:
		if t, ok := f.info.TypeOf(x).Underlying().(*types.Basic); ok && t.Kind() == types.Int {
			f.around(x, short(f.source(x))+" and 1 more", "(mutantAdd_(%d) + (", "))")
		}
	}
}

// statements leaves out statements.
func (f *finder) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.SendStmt, *ast.RangeStmt, *ast.ForStmt, *ast.DeferStmt, *ast.IfStmt, *ast.SwitchStmt:
			f.around(s, "without "+short(f.source(s)), "if !mutant_(%d) { ", " }")
		case *ast.AssignStmt:
			if s.Tok != token.DEFINE {
				f.around(s, "without "+short(f.source(s)), "if !mutant_(%d) { ", " }")
			}
		case *ast.BranchStmt:
			if s.Tok == token.CONTINUE || s.Tok == token.BREAK {
				f.around(s, "without "+short(f.source(s)), "if !mutant_(%d) { ", " }")
			}
		}
	}
}

// clause makes nothing of what a case does.
func (f *finder) clause(c *ast.CaseClause) {
	if len(c.Body) == 0 {
		return
	}
	what := "default"
	if len(c.List) > 0 {
		what = "case " + short(f.source(c.List[0]))
	}
	first, last := c.Body[0], c.Body[len(c.Body)-1]
	f.add(c, "nothing in "+what, edit{f.offset(first.Pos()), "if !mutant_(%d) { ", false}, edit{f.offset(last.End()), " }", true})
}

// early returns at the beginning of a function without results.
func (f *finder) early(t *ast.FuncType, body *ast.BlockStmt) {
	if t.Results == nil && len(body.List) > 0 {
		f.add(body.List[0], "return at once", edit{f.offset(body.List[0].Pos()), "if mutant_(%d) { return }; ", false})
	}
}

// short returns the first line of a text.
func short(text string) string {
	for i, c := range text {
		if c == '\n' || i > 60 {
			return text[:i] + ".."
		}
	}
	return text
}
