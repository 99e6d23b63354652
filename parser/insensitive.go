// This file defines programs that forget who called: a return leads behind any call of the procedure.

package parser

import (
	"slices"

	"github.com/ijit/ijit/allsat"
)

// insensitive is the mode of programs whose calls are jumps. It implies [Live].
const insensitive Mode = Live << 1

// Insensitive returns p as a program without calls that has all its executions, and more: a call keeps nothing of the
// caller, and a procedure returns behind any call of it, to locals and results that may have any values (Sharir and
// Pnueli, "Two approaches to interprocedural data flow analysis", 1981, with call strings of length 0). A thread may also
// end where it returns, as it does where it began. Statements and locations are those of p; locals are 0 where they are
// dead. So what cannot be reached in it cannot be reached in p, however deep its threads call. The error says why there is
// no such program.
func (p *Program) Insensitive() (*Program, error) {
	f := p.File
	if f.Atomic != nil {
		return nil, &InsensitiveError{f.Atomic.Pos, "the global atomic keeps threads from moving"}
	}
	for _, proc := range f.Procs {
		var err *InsensitiveError
		Inspect(proc, func(x Syntax) bool {
			switch x := x.(type) {
			case *Ref:
				if x.Passive {
					err = &InsensitiveError{x.Pos, "an assignment to other threads does not reach those that wait for a call to return"}
				}
			case *Stmt:
				if _, calls := x.Op.(*Call); calls && x.Section != nil {
					err = &InsensitiveError{x.Pos, "the atomic section around a call goes on in the procedure"}
				}
			}
			return err == nil
		})
		if err != nil {
			return nil, err
		}
	}
	return NewProgram(f, p.Mode|Live|insensitive)
}

// An InsensitiveError says why a program cannot forget who called.
type InsensitiveError struct {
	Pos Pos
	Why string
}

func (e *InsensitiveError) Error() string { return e.Pos.String() + ": " + e.Why }

// A callSite is a call that returns to a location.
type callSite struct {
	caller *Proc
	call   *Call
	behind int
}

// jump makes a call a jump to the beginning of the procedure, whose locals begin.
func (b *builder) jump(s *Stmt, op *Call, behind int) {
	b.calls = append(b.calls, callSite{b.proc, op, behind})
	callee := op.Proc.Proc
	rel := []*allsat.Formula{b.invariant}
	if callee.Enforce != nil {
		rel = append(rel, b.formula(callee.Enforce, true))
	}
	var assigned []int
	for i, v := range callee.Locals {
		assigned = append(assigned, b.Layout.Var(v))
		next := allsat.Var(b.Layout.Next(assigned[i]))
		switch {
		case i < len(op.Args):
			rel = append(rel, allsat.Eq(next, b.formula(op.Args[i], false)))
		case v.Init != InitAny:
			rel = append(rel, allsat.Eq(next, allsat.Const(v.Init == InitOne)))
		}
	}
	join(b, s.PC, callee.Entry, allsat.And(rel...), assigned)
}

// resume makes procedures return from where they end to behind each call.
func (b *builder) resume() {
	for pc, n := range b.Nodes {
		returns := pc == n.Proc.Exit
		if n.Stmt != nil {
			_, returns = n.Stmt.Op.(*Return)
		}
		for _, c := range b.calls {
			if !returns || c.call.Proc.Proc != n.Proc {
				continue
			}
			var assigned []int
			for _, v := range c.caller.Locals {
				assigned = append(assigned, b.Layout.Var(v))
			}
			for _, x := range c.call.Lhs {
				if x.Var != nil && x.Var.Proc == nil && !slices.Contains(assigned, b.Layout.Var(x.Var)) {
					assigned = append(assigned, b.Layout.Var(x.Var))
				}
			}
			join(b, pc, c.behind, b.yes, assigned)
		}
	}
}
