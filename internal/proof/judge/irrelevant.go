// This file defines the check that variables have no influence.

package judge

import (
	"slices"
	"strings"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/parser"
)

// LeaveOut takes the variables with these names for irrelevant: states that only differ in them count as one,
// that in which they are 0. The error is [proof.Rejected] if one of them has influence.
func (p *Claim) LeaveOut(names []string) (err error) {
	p.Irrelevant, err = irrelevant(p.File, names)
	return err
}

// irrelevant finds the variables with these names, x or procedure.x, and checks that
// they have no influence: their values are asked for nowhere but in assignments to
// each other. So two configurations that only differ in them have the same steps and
// the same errors.
func irrelevant(f *parser.File, list []string) (map[*parser.Var]bool, error) {
	vars := map[*parser.Var]bool{}
	for _, name := range list {
		v := variable(f, name)
		if v == nil {
			return nil, proof.Reject("there is no variable %q", name)
		}
		vars[v] = true
	}
	if len(vars) == 0 {
		return vars, nil
	}
	for _, p := range f.Procs {
		if reads(p.Enforce, vars) {
			return nil, proof.Reject("a variable that is said to be irrelevant is in what %s enforces", p.Name)
		}
		if s := influenced(p.Body, vars); s != nil {
			return nil, proof.Reject("a variable that is said to be irrelevant has influence at %s:%s", f.Name, s.Pos)
		}
	}
	return vars, nil
}

func variable(f *parser.File, name string) *parser.Var {
	scope := f.Globals
	if proc, local, found := strings.Cut(name, "."); found {
		i := slices.IndexFunc(f.Procs, func(p *parser.Proc) bool { return p.Name == proc })
		if i < 0 {
			return nil
		}
		scope, name = f.Procs[i].Locals, local
	}
	if i := slices.IndexFunc(scope, func(v *parser.Var) bool { return v.Name == name }); i >= 0 {
		return scope[i]
	}
	return nil
}

// influenced returns a statement in which one of vars has influence on anything but
// vars.
func influenced(list []*parser.Stmt, vars map[*parser.Var]bool) *parser.Stmt {
	for _, s := range list {
		found := false
		flows := func(to *parser.Var, from parser.Expr) { found = found || !vars[to] && reads(from, vars) }
		asks := func(e parser.Expr) { found = found || reads(e, vars) }
		var inner [][]*parser.Stmt
		switch op := s.Op.(type) {
		case *parser.Assume:
			asks(op.Cond)
		case *parser.Assert:
			asks(op.Cond)
		case *parser.Assign:
			for i, x := range op.Lhs {
				if x.Var != nil {
					flows(x.Var, op.Rhs[i])
				}
			}
			asks(op.Constrain)
		case *parser.If:
			for _, a := range op.Arms {
				asks(a.Cond)
				inner = append(inner, a.Body)
			}
			inner = append(inner, op.Else)
		case *parser.While:
			asks(op.Cond)
			inner = append(inner, op.Body)
		case *parser.Atomic:
			inner = append(inner, op.Body)
		case *parser.StartThread:
			for i, e := range op.Args {
				flows(op.Proc.Proc.Locals[i], e)
			}
		case *parser.Call:
			for i, e := range op.Args {
				flows(op.Proc.Proc.Locals[i], e)
			}
		case *parser.Return:
			for _, e := range op.Values {
				asks(e)
			}
		}
		if found {
			return s
		}
		for _, body := range inner {
			if s := influenced(body, vars); s != nil {
				return s
			}
		}
	}
	return nil
}

// reads reports whether one of vars is in e, which may be nil.
func reads(e parser.Expr, vars map[*parser.Var]bool) bool {
	switch e := e.(type) {
	case *parser.Ref:
		return vars[e.Var]
	case *parser.Not:
		return reads(e.X, vars)
	case *parser.Binary:
		return reads(e.X, vars) || reads(e.Y, vars)
	case *parser.Cond:
		return reads(e.If, vars) || reads(e.Then, vars) || reads(e.Else, vars)
	case *parser.Choose:
		return reads(e.X, vars) || reads(e.Y, vars)
	}
	return false
}
