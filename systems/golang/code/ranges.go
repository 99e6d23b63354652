// This file defines where range statements are, which package ssa does not keep.

package code

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// RangePos returns the place of the range statement of which a block is the begin of the body; none if it is not.
func RangePos(body *ssa.BasicBlock) token.Pos {
	syntax := body.Parent().Syntax()
	if syntax == nil || !isRange(body) {
		return token.NoPos
	}
	depth := 0 // of range statements around it
	for b := body.Idom(); b != nil; b = b.Idom() {
		if isRange(b) {
			depth++
		}
	}
	for _, i := range body.Instrs {
		if around := ranges(syntax, i.Pos()); depth < len(around) {
			return around[depth].For
		}
	}
	return token.NoPos
}

func isRange(b *ssa.BasicBlock) bool {
	return strings.HasPrefix(b.Comment, "range") && strings.HasSuffix(b.Comment, ".body")
}

// ranges returns the range statements of a function around a place, from the outermost on.
func ranges(syntax ast.Node, pos token.Pos) (around []*ast.RangeStmt) {
	ast.Inspect(syntax, func(n ast.Node) bool {
		if _, inner := n.(*ast.FuncLit); inner && n != syntax {
			return false
		}
		if r, ok := n.(*ast.RangeStmt); ok && r.Body.Pos() <= pos && pos < r.Body.End() {
			around = append(around, r)
		}
		return true
	})
	return around
}
