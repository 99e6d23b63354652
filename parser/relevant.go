// This file defines which variables can influence what a program does.

package parser

// Relevant returns the variables that are observed or that some condition reads, directly or by
// way of assignments: the conditions of branches, assumptions and assertions, what
// assignments are constrained to, and invariants of procedures; and the global
// atomic that says which threads may move. The values of all others change neither
// which statements can be executed nor whether an assertion can fail, nor what is observed. This
// is the cone of influence of the control flow.
func Relevant(f *File, observed ...*Var) map[*Var]bool {
	r := &relevance{relevant: map[*Var]bool{}, reads: map[*Var][]Expr{}}
	for _, v := range observed {
		r.visit(&Ref{Name: v.Name, Var: v})
	}
	for _, v := range f.Globals {
		// By name: an inlined program has its meaning in the edges.
		if len(f.Threads) > 0 && v.Name == atomicName {
			r.visit(&Ref{Name: v.Name, Var: v})
		}
	}
	for _, p := range f.Procs {
		Inspect(p, r.visit)
	}
	for len(r.work) > 0 {
		v := r.work[len(r.work)-1]
		r.work = r.work[:len(r.work)-1]
		for _, e := range r.reads[v] {
			Inspect(e, r.visit)
		}
	}
	return r.relevant
}

type relevance struct {
	relevant map[*Var]bool
	work     []*Var          // relevant, with what is assigned to them still to be read
	reads    map[*Var][]Expr // what is assigned to a variable
}

// visit makes variables relevant that are read, except by assignments to others. What
// a procedure returns is relevant because the caller may use it.
func (r *relevance) visit(x Syntax) bool {
	switch x := x.(type) {
	case *Ref:
		if !r.relevant[x.Var] {
			r.relevant[x.Var] = true
			r.work = append(r.work, x.Var)
		}
	case *Stmt:
		switch op := x.Op.(type) {
		case *Assign:
			for i, lhs := range op.Lhs {
				r.assign(lhs.Var, op.Rhs[i])
			}
			Inspect(op.Constrain, r.visit)
			return false
		case *StartThread:
			if op.Proc != nil {
				r.pass(op.Proc.Proc, op.Args)
			}
			return false
		case *Call:
			r.pass(op.Proc.Proc, op.Args)
			return false
		case *Dead:
			return false
		}
	}
	return true
}

// pass notes that arguments are assigned to the parameters of p.
func (r *relevance) pass(p *Proc, args []Expr) {
	for i, e := range args {
		r.assign(p.Locals[i], e)
	}
}

// assign notes that e is assigned to v, nil for _.
func (r *relevance) assign(v *Var, e Expr) {
	if v == nil {
		return
	}
	r.reads[v] = append(r.reads[v], e)
	if r.relevant[v] {
		Inspect(e, r.visit)
	}
}
