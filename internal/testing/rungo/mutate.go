// This file defines small changes of Go programs, at the level of the syntax tree.

package rungo

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"math/rand/v2"
	"slices"
	"strconv"
)

// A Mutator changes programs, each time so that they compile.
type Mutator struct {
	*rand.Rand
	source *Source
}

// Mutator returns what changes programs by random numbers.
func (s *Source) Mutator(r *rand.Rand) *Mutator { return &Mutator{r, s} }

// Mutate changes the text of a package of one file n times, as far as it finds such changes.
func (m *Mutator) Mutate(text []byte, n int) []byte {
	for range 8 * n {
		c, err := m.source.check(text)
		if err != nil {
			panic(fmt.Sprintf("%v\n%s", err, text))
		}
		if !m.change(c.file, c.info) {
			continue
		}
		var out bytes.Buffer
		if err := format.Node(&out, c.fset, c.file); err != nil {
			continue
		}
		// What is in the text twice has its lines twice only after it was read again.
		changed := finished(out.Bytes())
		if _, err := m.source.check(changed); err != nil || bytes.Equal(changed, text) {
			continue
		}
		if text, n = changed, n-1; n == 0 {
			break
		}
	}
	return text
}

// change changes a tree once; the result need not compile.
func (m *Mutator) change(file *ast.File, info *types.Info) bool {
	var lists []*[]ast.Stmt
	var idents []*ast.Ident
	var numbers []*ast.BasicLit
	var makes []*ast.CallExpr
	var conds []*ast.Expr
	var binary []*ast.BinaryExpr
	var calls []*ast.SelectorExpr
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			lists = append(lists, &n.List)
		case *ast.CaseClause:
			lists = append(lists, &n.Body)
		case *ast.CommClause:
			lists = append(lists, &n.Body)
		case *ast.Ident:
			if v, ok := info.Uses[n].(*types.Var); ok && !v.IsField() {
				idents = append(idents, n)
			}
		case *ast.BasicLit:
			if n.Kind == token.INT {
				numbers = append(numbers, n)
			}
		case *ast.CallExpr:
			if id, ok := n.Fun.(*ast.Ident); ok && id.Name == "make" {
				makes = append(makes, n)
			}
		case *ast.IfStmt:
			conds = append(conds, &n.Cond)
		case *ast.BinaryExpr:
			binary = append(binary, n)
		case *ast.SelectorExpr:
			if turned[n.Sel.Name] != "" {
				calls = append(calls, n)
			}
		case *ast.ImportSpec:
			return false
		}
		return true
	})
	lists = slices.DeleteFunc(lists, func(l *[]ast.Stmt) bool { return len(*l) == 0 || isClause((*l)[0]) })
	switch k := m.IntN(20); {
	case k < 11 && len(lists) > 0:
		return m.statement(lists, k)
	case k < 14 && len(idents) > 1:
		a, b := idents[m.IntN(len(idents))], idents[m.IntN(len(idents))]
		if a.Name == b.Name || !types.Identical(info.TypeOf(a), info.TypeOf(b)) {
			return false
		}
		a.Name = b.Name
		return true
	case k < 15 && len(numbers) > 0:
		numbers[m.IntN(len(numbers))].Value = strconv.Itoa(m.IntN(4))
		return true
	case k < 16 && len(makes) > 0:
		c := makes[m.IntN(len(makes))]
		c.Args = append(c.Args[:1:1], &ast.BasicLit{Kind: token.INT, Value: strconv.Itoa(m.IntN(3))})
		return true
	case k < 17 && len(conds) > 0:
		c := conds[m.IntN(len(conds))]
		*c = &ast.UnaryExpr{Op: token.NOT, X: &ast.ParenExpr{X: *c}}
		return true
	case k < 18 && len(binary) > 0:
		b := binary[m.IntN(len(binary))]
		ops := []token.Token{token.LAND, token.LOR, token.EQL, token.NEQ, token.ADD, token.LSS}
		b.Op = ops[m.IntN(len(ops))]
		return true
	case len(calls) > 0:
		c := calls[m.IntN(len(calls))]
		c.Sel.Name = turned[c.Sel.Name]
		return true
	}
	return false
}

// turned are methods that can stand for each other.
var turned = map[string]string{
	"Lock": "RLock", "RLock": "Lock", "Unlock": "RUnlock", "RUnlock": "Unlock", "TryLock": "TryRLock", "TryRLock": "TryLock",
	"Signal": "Broadcast", "Broadcast": "Signal", "Done": "Wait", "Wait": "Done",
}

func isClause(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

// statement changes a list of statements.
func (m *Mutator) statement(lists []*[]ast.Stmt, k int) bool {
	list := lists[m.IntN(len(lists))]
	i := m.IntN(len(*list))
	s := (*list)[i]
	function := func() *ast.CallExpr {
		return &ast.CallExpr{Fun: &ast.FuncLit{Type: &ast.FuncType{Params: &ast.FieldList{}}, Body: &ast.BlockStmt{List: []ast.Stmt{s}}}}
	}
	switch k {
	case 0, 1:
		*list = slices.Delete(*list, i, i+1)
	case 2:
		*list = slices.Insert(*list, i, s)
	case 3:
		if i == 0 {
			return false
		}
		(*list)[i], (*list)[i-1] = (*list)[i-1], s
	case 4:
		(*list)[i] = &ast.RangeStmt{X: &ast.BasicLit{Kind: token.INT, Value: "2"}, Tok: token.ILLEGAL, Body: &ast.BlockStmt{List: []ast.Stmt{s}}}
	case 5:
		(*list)[i] = &ast.GoStmt{Call: function()}
	case 6:
		(*list)[i] = &ast.DeferStmt{Call: function()}
	case 7:
		(*list)[i] = &ast.ExprStmt{X: function()}
	case 8: // elsewhere
		to := lists[m.IntN(len(lists))]
		*to = slices.Insert(*to, m.IntN(len(*to)+1), s)
		if to != list {
			*list = slices.Delete(*list, i, i+1)
		}
	case 9: // the whole rest
		rest := slices.Clone((*list)[i:])
		*list = append((*list)[:i:i], &ast.GoStmt{Call: &ast.CallExpr{Fun: &ast.FuncLit{Type: &ast.FuncType{Params: &ast.FieldList{}}, Body: &ast.BlockStmt{List: rest}}}})
	case 10:
		jumps := []ast.Stmt{&ast.ReturnStmt{}, &ast.BranchStmt{Tok: token.BREAK}, &ast.BranchStmt{Tok: token.CONTINUE}}
		*list = slices.Insert(*list, i, jumps[m.IntN(len(jumps))])
	}
	return true
}
