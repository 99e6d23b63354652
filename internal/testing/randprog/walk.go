// This file defines walks over the statements of a tree.

package randprog

import (
	"regexp"

	"github.com/ijit/ijit/parser"
)

// keepsItsName matches labels that mean something by their name.
var keepsItsName = regexp.MustCompile(`^(PC[0-9]+|[0-9]+|ASYNC_.*)$`)

// eachStmt calls visit for each statement, an outer one before its parts.
func eachStmt(body []*parser.Stmt, visit func(*parser.Stmt)) {
	for _, s := range body {
		visit(s)
		for _, list := range parts(s) {
			eachStmt(*list, visit)
		}
	}
}

// eachList calls visit for each list of statements, which it may change, an
// inner one before the list around it.
func eachList(list *[]*parser.Stmt, visit func(*[]*parser.Stmt)) {
	for _, s := range *list {
		for _, inner := range parts(s) {
			eachList(inner, visit)
		}
	}
	visit(list)
}

// parts returns the lists of statements directly inside of s.
func parts(s *parser.Stmt) []*[]*parser.Stmt {
	switch op := s.Op.(type) {
	case *parser.If:
		var lists []*[]*parser.Stmt
		for _, arm := range op.Arms {
			lists = append(lists, &arm.Body)
		}
		return append(lists, &op.Else)
	case *parser.While:
		return []*[]*parser.Stmt{&op.Body}
	case *parser.Atomic:
		return []*[]*parser.Stmt{&op.Body}
	default:
		return nil
	}
}

// jumpTargets returns the targets that s names.
func jumpTargets(s *parser.Stmt) []*parser.Target {
	switch op := s.Op.(type) {
	case *parser.Goto:
		return op.Targets
	case *parser.StartThread:
		if op.Target != nil {
			return []*parser.Target{op.Target}
		}
	}
	return nil
}
