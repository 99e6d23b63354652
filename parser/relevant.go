// This file defines which variables can influence what a program does.

package parser

// Relevant returns the variables that some condition reads, directly or by way
// of assignments: the conditions of branches, assumptions and assertions, what
// assignments are constrained to, and invariants of procedures; and the global
// atomic that says which threads may move. The values of all others change neither
// which statements can be executed nor whether an assertion can fail. This is the cone
// of influence of the control flow.
func Relevant(f *File) map[*Var]bool {
	r := &relevance{relevant: map[*Var]bool{}, reads: map[*Var][]Expr{}}
	for _, v := range f.Globals {
		// By name: an inlined program has its meaning in the edges.
		if len(f.Threads) > 0 && v.Name == atomicName {
			r.expr(&Ref{Name: v.Name, Var: v})
		}
	}
	for _, p := range f.Procs {
		r.expr(p.Enforce)
		r.stmts(p.Body)
	}
	for len(r.work) > 0 {
		v := r.work[len(r.work)-1]
		r.work = r.work[:len(r.work)-1]
		for _, e := range r.reads[v] {
			r.expr(e)
		}
	}
	return r.relevant
}

type relevance struct {
	relevant map[*Var]bool
	work     []*Var          // relevant, with what is assigned to them still to be read
	reads    map[*Var][]Expr // what is assigned to a variable
}

func (r *relevance) stmts(list []*Stmt) {
	for _, s := range list {
		switch op := s.Op.(type) {
		case *Assume:
			r.expr(op.Cond)
		case *Assert:
			r.expr(op.Cond)
		case *Assign:
			for i, lhs := range op.Lhs {
				r.assign(lhs.Var, op.Rhs[i])
			}
			r.expr(op.Constrain)
		case *If:
			for _, a := range op.Arms {
				r.expr(a.Cond)
				r.stmts(a.Body)
			}
			r.stmts(op.Else)
		case *While:
			r.expr(op.Cond)
			r.stmts(op.Body)
		case *Atomic:
			r.stmts(op.Body)
		case *StartThread:
			if op.Proc != nil {
				for i, e := range op.Args {
					r.assign(op.Proc.Proc.Locals[i], e)
				}
			}
		case *Call:
			for i, e := range op.Args {
				r.assign(op.Proc.Proc.Locals[i], e)
			}
		case *Return:
			// Whoever takes the values may use them.
			for _, e := range op.Values {
				r.expr(e)
			}
		}
	}
}

// assign notes that e is assigned to v, nil for _.
func (r *relevance) assign(v *Var, e Expr) {
	if v == nil {
		return
	}
	r.reads[v] = append(r.reads[v], e)
	if r.relevant[v] {
		r.expr(e)
	}
}

// expr makes the variables of e, which may be nil, relevant.
func (r *relevance) expr(e Expr) {
	switch e := e.(type) {
	case *Ref:
		if !r.relevant[e.Var] {
			r.relevant[e.Var] = true
			r.work = append(r.work, e.Var)
		}
	case *Not:
		r.expr(e.X)
	case *Binary:
		r.expr(e.X)
		r.expr(e.Y)
	case *Cond:
		r.expr(e.If)
		r.expr(e.Then)
		r.expr(e.Else)
	case *Choose:
		r.expr(e.X)
		r.expr(e.Y)
	}
}
