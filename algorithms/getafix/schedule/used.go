// This file defines which globals threads have to do with.

package schedule

import "github.com/ijit/ijit/parser"

// used says of which globals the schedule tells the values: nothing is said of those
// that no thread has to do with.
func (r *run) used() []bool {
	if r.schedule.Told == nil {
		r.schedule.Told = r.mentioned()
	}
	return r.schedule.Told
}

// mentioned says which globals some thread may read or write.
func (r *run) mentioned() []bool {
	u := &usage{globals: make([]bool, len(r.program.File.Globals)), seen: map[*parser.Proc]bool{}}
	if a := r.program.File.Atomic; a != nil {
		u.globals[a.Index] = true
	}
	for _, proc := range r.schedule.Threads {
		u.reach(proc)
	}
	for len(u.work) > 0 {
		proc := u.work[len(u.work)-1]
		u.work = u.work[:len(u.work)-1]
		u.exprs(proc.Enforce)
		for _, n := range r.procs[proc] {
			u.node(n)
		}
	}
	return u.globals
}

// A usage collects globals.
type usage struct {
	globals []bool
	seen    map[*parser.Proc]bool
	work    []*parser.Proc
}

func (u *usage) reach(p *parser.Proc) {
	if !u.seen[p] {
		u.seen[p] = true
		u.work = append(u.work, p)
	}
}

func (u *usage) node(n *parser.Node) {
	switch op := operation(n).(type) {
	case *parser.Assume:
		u.exprs(op.Cond)
	case *parser.Assert:
		u.exprs(op.Cond)
	case *parser.Assign:
		u.refs(op.Lhs)
		u.exprs(op.Rhs...)
		u.exprs(op.Constrain)
	case *parser.If:
		u.exprs(n.Arm.Cond)
	case *parser.While:
		u.exprs(op.Cond)
	case *parser.Call:
		u.refs(op.Lhs)
		u.exprs(op.Args...)
		u.reach(op.Proc.Proc)
	case *parser.Return:
		u.exprs(op.Values...)
	case *parser.Dead:
		u.refs(op.Vars)
	}
}

func (u *usage) refs(refs []*parser.Ref) {
	for _, r := range refs {
		if r.Var != nil && r.Var.Proc == nil {
			u.globals[r.Var.Index] = true
		}
	}
}

// exprs collects the globals of expressions, which may be nil.
func (u *usage) exprs(list ...parser.Expr) {
	for _, e := range list {
		parser.Inspect(e, func(x parser.Syntax) bool {
			if ref, ok := x.(*parser.Ref); ok {
				u.refs([]*parser.Ref{ref})
			}
			return true
		})
	}
}
