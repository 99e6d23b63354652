// This file defines the shrinker: the smallest program that still fails.

package randprog

import (
	"slices"

	"github.com/ijit/ijit/parser"
)

// Shrink returns a small program that still fails, given one that does. It tries
// to leave out procedures, statements, variables and parts of expressions, one
// at a time, as long as any of it helps; fails is asked about legal programs
// only. (Delta debugging, on the tree rather than on lines.)
func Shrink(text string, fails func(text string) bool) string {
	for k := 0; ; {
		f, err := parser.ParseFile("program", []byte(text))
		if err != nil {
			return text
		}
		edits := edits(f)
		if k >= len(edits) {
			return text
		}
		// The edits change this tree in place, so each is made on a tree of its own.
		edits[k]()
		smaller := Print(f)
		if smaller == text || !legal(smaller) || !fails(smaller) {
			k++
			continue
		}
		text, k = smaller, 0
	}
}

func legal(text string) bool {
	f, err := parser.ParseFile("program", []byte(text))
	return err == nil && f.Main != nil
}

// edits returns all ways to make f smaller by one step, the most drastic first.
// Not all of them leave a legal program.
func edits(f *parser.File) []func() {
	var list []func()
	add := func(edit func()) { list = append(list, edit) }
	for k := range f.Procs {
		add(func() { f.Procs = slices.Delete(f.Procs, k, k+1) })
	}
	for _, p := range f.Procs {
		eachList(&p.Body, func(body *[]*parser.Stmt) {
			for k := range *body {
				add(func() { remove(body, k) })
				for _, inner := range parts((*body)[k]) {
					add(func() { replace(body, k, *inner) })
				}
			}
		})
	}
	vars := []*[]*parser.Var{&f.Globals}
	for _, p := range f.Procs {
		vars = append(vars, &p.Locals)
		if p.Enforce != nil {
			add(func() { p.Enforce = nil })
		}
		eachStmt(p.Body, func(s *parser.Stmt) { editStmt(s, add) })
		if p.Returns > 0 {
			add(func() { returnNothing(f, p) })
		}
		for k := range p.Params {
			add(func() { removeParam(f, p, k) })
		}
	}
	for _, owner := range vars {
		for k, v := range *owner {
			if !v.Param {
				add(func() { *owner = slices.Delete(*owner, k, k+1) })
			}
			if v.Init == parser.InitAny && !v.Param {
				add(func() { v.Init = parser.InitZero })
			}
		}
	}
	for _, p := range f.Procs {
		if p.Enforce != nil {
			editExpr(&p.Enforce, add)
		}
		eachStmt(p.Body, func(s *parser.Stmt) {
			for _, e := range expressions(s) {
				editExpr(e, add)
			}
		})
	}
	return list
}

// returnNothing makes p return no values, so that calls have none to assign.
func returnNothing(f *parser.File, p *parser.Proc) {
	p.Returns = 0
	eachStmt(p.Body, func(s *parser.Stmt) {
		if op, ok := s.Op.(*parser.Return); ok {
			op.Values = nil
		}
	})
	for _, q := range f.Procs {
		eachStmt(q.Body, func(s *parser.Stmt) {
			if op, ok := s.Op.(*parser.Call); ok && op.Proc.Proc == p {
				op.Lhs = nil
			}
		})
	}
}

// removeParam deletes a parameter, and the argument where the procedure is called
// or started.
func removeParam(f *parser.File, p *parser.Proc, k int) {
	p.Locals = slices.Delete(p.Locals, k, k+1)
	p.Params--
	for _, q := range f.Procs {
		eachStmt(q.Body, func(s *parser.Stmt) {
			switch op := s.Op.(type) {
			case *parser.StartThread:
				if op.Proc != nil && op.Proc.Proc == p {
					op.Args = slices.Delete(op.Args, k, k+1)
				}
			case *parser.Call:
				if op.Proc.Proc == p {
					op.Args = slices.Delete(op.Args, k, k+1)
				}
			}
		})
	}
}

// remove deletes a statement, with the end of the section that it begins. Its
// labels go to the next statement.
func remove(body *[]*parser.Stmt, k int) {
	s := (*body)[k]
	if begin, ok := s.Op.(*parser.AtomicBegin); ok {
		for m, t := range *body {
			if end, ok := t.Op.(*parser.AtomicEnd); ok && end.Section == begin.Section {
				replace(body, m, nil)
				break
			}
		}
	}
	replace(body, k, nil)
}

// replace puts other statements in the place of one.
func replace(body *[]*parser.Stmt, k int, by []*parser.Stmt) {
	labels := (*body)[k].Labels
	*body = slices.Replace(*body, k, k+1, by...)
	if k < len(*body) {
		(*body)[k].Labels = append((*body)[k].Labels, labels...)
	}
}

// editStmt adds the ways to make a single statement smaller.
func editStmt(s *parser.Stmt, add func(func())) {
	switch op := s.Op.(type) {
	case *parser.Goto:
		if len(op.Targets) > 1 {
			for k := range op.Targets {
				add(func() { op.Targets = slices.Delete(op.Targets, k, k+1) })
			}
		}
	case *parser.Assign:
		if op.Constrain != nil {
			add(func() { op.Constrain = nil })
		}
		if len(op.Lhs) > 1 {
			for k := range op.Lhs {
				add(func() {
					op.Lhs = slices.Delete(op.Lhs, k, k+1)
					op.Rhs = slices.Delete(op.Rhs, k, k+1)
				})
			}
		}
	case *parser.If:
		if op.HasElse {
			add(func() { op.Else, op.HasElse = nil, false })
		}
		if len(op.Arms) > 1 {
			for k := range op.Arms {
				add(func() { op.Arms = slices.Delete(op.Arms, k, k+1) })
			}
		}
	case *parser.Dead:
		if len(op.Vars) > 1 {
			for k := range op.Vars {
				add(func() { op.Vars = slices.Delete(op.Vars, k, k+1) })
			}
		}
	case *parser.Call:
		if len(op.Lhs) > 0 {
			add(func() { op.Lhs = nil })
		}
		for _, ref := range op.Lhs {
			if ref.Var != nil {
				add(func() { *ref = parser.Ref{Name: "_"} })
			}
		}
	case *parser.Return:
		if len(op.Values) > 0 {
			add(func() { op.Values = nil })
		}
	}
	for k := range s.Labels {
		add(func() { s.Labels = slices.Delete(s.Labels, k, k+1) })
	}
	if _, skip := s.Op.(*parser.Skip); !skip {
		add(func() { s.Op = &parser.Skip{} })
	}
}

// expressions returns where the expressions of s itself are.
func expressions(s *parser.Stmt) []*parser.Expr {
	var list []*parser.Expr
	addAll := func(exprs []parser.Expr) {
		for k := range exprs {
			list = append(list, &exprs[k])
		}
	}
	switch op := s.Op.(type) {
	case *parser.Assume:
		list = append(list, &op.Cond)
	case *parser.Assert:
		list = append(list, &op.Cond)
	case *parser.Assign:
		addAll(op.Rhs)
		if op.Constrain != nil {
			list = append(list, &op.Constrain)
		}
	case *parser.If:
		for _, arm := range op.Arms {
			list = append(list, &arm.Cond)
		}
	case *parser.While:
		list = append(list, &op.Cond)
	case *parser.StartThread:
		addAll(op.Args)
	case *parser.Call:
		addAll(op.Args)
	case *parser.Return:
		addAll(op.Values)
	}
	return list
}

// editExpr adds the ways to make the expression at e smaller: a constant, one of
// its parts, or a smaller part.
func editExpr(e *parser.Expr, add func(func())) {
	var inner []*parser.Expr
	switch x := (*e).(type) {
	case *parser.Lit:
		if x.Value {
			add(func() { *e = &parser.Lit{} })
		}
		return
	case *parser.Not:
		inner = []*parser.Expr{&x.X}
	case *parser.Binary:
		inner = []*parser.Expr{&x.X, &x.Y}
	case *parser.Cond:
		inner = []*parser.Expr{&x.If, &x.Then, &x.Else}
	case *parser.Choose:
		inner = []*parser.Expr{&x.X, &x.Y}
	}
	add(func() { *e = &parser.Lit{} })
	add(func() { *e = &parser.Lit{Value: true} })
	for _, part := range inner {
		add(func() { *e = *part })
		editExpr(part, add)
	}
}
