// This file defines where hooks go in statements.

package goreplay

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// statement rewrites a statement and says whether its children remain to be visited.
func (in *instrumenter) statement(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		if n.Recv == nil && n.Body != nil && slices.Contains(slices.Collect(maps.Values(in.entries)), n.Name.Name) {
			in.begin(n)
		}
	case *ast.BlockStmt:
		in.statements(n.List)
	case *ast.CaseClause:
		in.statements(n.Body)
	case *ast.IfStmt:
		if e, ok := n.Else.(*ast.IfStmt); ok {
			in.condition(e.Cond)
		}
	case *ast.ForStmt:
		in.condition(n.Cond)
	case *ast.SendStmt:
		if in.isChan(n.Chan) {
			in.send(n)
			return false
		}
	case *ast.RangeStmt:
		if in.isChan(n.X) {
			in.ranges(n)
			return false
		}
	case *ast.GoStmt:
		in.goes(n)
		return false
	case *ast.SelectStmt:
		return in.selects(n)
	}
	return true
}

// begin makes the entry tell that it begins.
func (in *instrumenter) begin(f *ast.FuncDecl) {
	at := in.offset(f.Body.Lbrace) + 1
	params := f.Type.Params
	switch {
	case params.NumFields() == 0:
		in.open(at, rt+"Enter(); defer "+rt+"Leave(); ")
	case len(params.List[0].Names) == 0:
		in.open(in.offset(params.List[0].Type.Pos()), "ijitreplayT ")
		in.open(at, rt+"EnterTest(ijitreplayT); ")
	case params.List[0].Names[0].Name == "_":
		name := params.List[0].Names[0]
		in.list = append(in.list, edit{in.offset(name.Pos()), in.offset(name.End()), "ijitreplayT", false})
		in.open(at, rt+"EnterTest(ijitreplayT); ")
	default:
		in.open(at, rt+"EnterTest("+params.List[0].Names[0].Name+"); ")
	}
}

// statements puts a hook in front of those that may read or write memory.
func (in *instrumenter) statements(list []ast.Stmt) {
	for _, s := range list {
		switch s := s.(type) {
		case *ast.EmptyStmt, *ast.LabeledStmt, *ast.BranchStmt, *ast.SelectStmt, *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
			continue
		case *ast.DeclStmt:
			if s.Decl.(*ast.GenDecl).Tok != token.VAR {
				continue
			}
		}
		id := in.add(in.site(statement, s.Pos(), s.End(), s.Pos()))
		in.open(in.offset(s.Pos()), fmt.Sprintf("%sAt(%d); ", rt, id))
	}
}

// condition puts a hook in front of a condition.
func (in *instrumenter) condition(e ast.Expr) {
	if e == nil {
		return
	}
	if _, ok := types.Unalias(in.info.TypeOf(e)).(*types.Basic); !ok {
		return
	}
	id := in.add(in.site(statement, e.Pos(), e.End(), e.Pos()))
	in.open(in.offset(e.Pos()), fmt.Sprintf("%sAtTrue(%d) && (", rt, id))
	in.close(in.offset(e.End()), ")") // what closes inside are parentheses, too
}

// send rewrites c <- v as Send(site, c)(v).
func (in *instrumenter) send(n *ast.SendStmt) {
	id := in.add(in.site("send", n.Pos(), n.End(), n.Arrow))
	in.open(in.offset(n.Pos()), fmt.Sprintf("%sSend(%d, ", rt, id))
	in.walk(n.Chan)
	arrow := in.offset(n.Arrow)
	in.list = append(in.list, edit{arrow, arrow + 2, ")(", false})
	in.walk(n.Value)
	in.close(in.offset(n.End()), ")")
}

// piece visits and returns an expression that moves to another place in the text.
func (in *instrumenter) piece(e ast.Expr) string {
	in.walk(e)
	lo, hi := in.offset(e.Pos()), in.offset(e.End())
	return in.here(lo) + in.render(lo, hi)
}

// ranges rewrites for v := range c {..}
// as for r := Range(site, c); r.Next(); { v := r.V; {..}}.
func (in *instrumenter) ranges(n *ast.RangeStmt) {
	s := in.site("recv", n.Pos(), n.X.End(), n.X.Pos())
	s.timers = []bool{in.isTimer(n.X)}
	id := in.add(s)
	text := fmt.Sprintf("for ijitreplayR := %sRange(%d, %s); ijitreplayR.Next(); { ", rt, id, in.piece(n.X))
	if n.Key != nil {
		text += fmt.Sprintf("%s %s ijitreplayR.V; ", in.piece(n.Key), assign(n.Tok, n.Key))
	}
	in.replace(in.offset(n.For), in.offset(n.Body.Lbrace)+1, text+"{")
	in.walk(n.Body)
	in.close(in.offset(n.Body.End()), "}")
}

// assign returns how to assign to what a range or a receive assigns to.
func assign(tok token.Token, left ...ast.Expr) string {
	for _, e := range left {
		if id, ok := e.(*ast.Ident); !ok || id.Name != "_" {
			return tok.String()
		}
	}
	return "="
}

// goes rewrites go f(x) as { f1, x1 := f, x; n := Fork(site); go func() { Begin(n); defer
// End(n); f1(x1) }() }: f and x are evaluated by the goroutine that starts the other.
func (in *instrumenter) goes(n *ast.GoStmt) {
	id := in.add(in.site("go", n.Pos(), n.End(), n.Go))
	call := n.Call
	var names, values []string
	hoist := func(e ast.Expr, name string) string {
		text := in.piece(e)
		if tv := in.info.Types[e]; tv.Value != nil || tv.IsNil() {
			return text
		}
		names, values = append(names, name), append(values, text)
		return name
	}
	var text string
	if in.rewritten(call) {
		text = in.piece(call)
	} else {
		f := "ijitreplayF"
		if in.constant(call.Fun) {
			f = in.piece(call.Fun)
		} else {
			f = hoist(call.Fun, f)
		}
		var args []string
		for i, arg := range call.Args {
			args = append(args, hoist(arg, fmt.Sprintf("ijitreplayA%d", i)))
		}
		dots := ""
		if call.Ellipsis.IsValid() {
			dots = "..."
		}
		text = f + "(" + strings.Join(args, ", ") + dots + ")"
	}
	first := ""
	if len(names) > 0 {
		first = strings.Join(names, ", ") + " := " + strings.Join(values, ", ") + "; "
	}
	in.replace(in.offset(n.Pos()), in.offset(n.End()), fmt.Sprintf(
		"{ %s%s ijitreplayN := %sFork(%d); go func() { %sBegin(ijitreplayN); defer %sEnd(ijitreplayN); %s%s }() }",
		first, in.here(in.offset(n.Pos())), rt, id, rt, rt, in.here(in.offset(n.Pos())), text))
}

// rewritten reports whether a call is a builtin or an operation, or has arguments that are
// one call: it is then left whole.
func (in *instrumenter) rewritten(call *ast.CallExpr) bool {
	if in.info.Types[call.Fun].IsBuiltin() || hooks(in.callee(call)).op != "" {
		return true
	}
	if len(call.Args) == 1 {
		_, tuple := in.info.TypeOf(call.Args[0]).(*types.Tuple)
		return tuple
	}
	return false
}

// constant reports whether f names a function that is declared: it needs no evaluation.
func (in *instrumenter) constant(f ast.Expr) bool {
	switch f := ast.Unparen(f).(type) {
	case *ast.Ident:
		_, ok := in.info.Uses[f].(*types.Func)
		return ok
	case *ast.SelectorExpr:
		_, ok := in.info.Uses[f.Sel].(*types.Func)
		return ok && in.info.Selections[f] == nil
	case *ast.IndexExpr:
		return in.constant(f.X)
	case *ast.IndexListExpr:
		return in.constant(f.X)
	}
	return false
}

// selects rewrites select { case v := <-c: .. } as
// switch s0 := Rx(c); Select(site, false, s0) { case 0: v := s0.V; .. }. The last case is the
// default if there is none: a switch that ends a function needs one.
func (in *instrumenter) selects(n *ast.SelectStmt) bool {
	s := in.site("select", n.Pos(), n.End(), n.Pos())
	if len(n.Body.List) == 0 {
		in.open(in.offset(n.Pos()), fmt.Sprintf("%sForever(%d); ", rt, in.add(s)))
		return false
	}
	id := in.add(s)
	var names, values []string
	hasDefault := false
	last := -1
	heads := make([]string, len(n.Body.List))
	for i, c := range n.Body.List {
		clause := c.(*ast.CommClause)
		if clause.Comm == nil {
			hasDefault = true
			continue
		}
		s.cases = append(s.cases, in.site("", clause.Case, clause.Colon, clause.Case).start.Line)
		name := fmt.Sprintf("ijitreplayS%d", len(names))
		heads[i] = fmt.Sprintf("case %d:", len(names))
		var receive ast.Expr
		switch comm := clause.Comm.(type) {
		case *ast.SendStmt:
			values = append(values, fmt.Sprintf("%sTx(%s)(%s)", rt, in.piece(comm.Chan), in.piece(comm.Value)))
			s.timers = append(s.timers, false)
		case *ast.ExprStmt:
			receive = comm.X
		case *ast.AssignStmt:
			receive = comm.Rhs[0]
			heads[i] += " " + in.piece(comm.Lhs[0])
			if len(comm.Lhs) == 1 {
				heads[i] += fmt.Sprintf(" %s %s.V;", assign(comm.Tok, comm.Lhs...), name)
			} else {
				heads[i] += fmt.Sprintf(", %s %s %s.V, %s.OK;", in.piece(comm.Lhs[1]), assign(comm.Tok, comm.Lhs...), name, name)
			}
		}
		if receive != nil {
			x := ast.Unparen(receive).(*ast.UnaryExpr).X
			values = append(values, fmt.Sprintf("%sRx(%s)", rt, in.piece(x)))
			s.timers = append(s.timers, in.isTimer(x))
		}
		names = append(names, name)
		last = i
	}
	if !hasDefault {
		_, rest, _ := strings.Cut(heads[last], ":")
		heads[last] = "default:" + rest
	}
	before := ""
	if len(names) > 0 {
		before = strings.Join(names, ", ") + " := " + strings.Join(values, ", ") + "; "
	}
	at := in.offset(n.Pos())
	in.replace(at, at+len("select"), fmt.Sprintf("switch %s%s %sSelect(%s) ", before, in.here(at), rt,
		strings.Join(append([]string{fmt.Sprint(id), fmt.Sprint(hasDefault)}, names...), ", ")))
	for i, c := range n.Body.List {
		clause := c.(*ast.CommClause)
		if clause.Comm != nil {
			in.replace(in.offset(clause.Case), in.offset(clause.Colon)+1, heads[i])
		}
		in.statements(clause.Body)
		for _, s := range clause.Body {
			in.walk(s)
		}
	}
	return false
}
