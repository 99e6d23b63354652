// This file defines how the statements of a procedure are copied.

package parser

// copy copies the body of the procedure, and makes instances for its calls.
func (r *instance) copy() error {
	r.statements = map[*Stmt]*Stmt{}
	r.sections = map[*Section]*Section{}
	r.proc.Enforce = r.expr(r.source.Enforce)
	var err error
	r.proc.Body, err = r.list(r.source.Body)
	return err
}

func (r *instance) list(list []*Stmt) ([]*Stmt, error) {
	if list == nil {
		return nil, nil
	}
	out := make([]*Stmt, len(list))
	for i, s := range list {
		copied := *s
		copied.Proc = r.proc
		copied.Section = r.section(s.Section)
		if s.PC >= 0 {
			copied.PC = r.copied(s.PC)
		}
		r.statements[s] = &copied
		out[i] = &copied
		if err := r.op(&copied, r.graph.procs[r.source].reachable[s.PC]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// section returns the copy of a section, that around the call for none.
func (r *instance) section(s *Section) *Section {
	if s == nil {
		return r.around
	}
	copied := r.sections[s]
	if copied == nil {
		copied = &Section{BeginPC: r.copied(s.BeginPC), EndPC: r.copied(s.EndPC), Pos: s.Pos, Outer: r.section(s.Outer)}
		r.sections[s] = copied
	}
	return copied
}

// op replaces what s does, so far as written, by its copy.
func (r *instance) op(s *Stmt, reachable bool) (err error) {
	switch op := s.Op.(type) {
	case *Goto:
		jump := &Goto{Targets: make([]*Target, len(op.Targets))}
		for i, t := range op.Targets {
			jump.Targets[i] = r.target(t, r)
		}
		s.Op = jump
	case *Assume:
		s.Op = &Assume{Cond: r.expr(op.Cond)}
	case *Assert:
		s.Op = &Assert{Cond: r.expr(op.Cond)}
	case *Assign:
		s.Op = &Assign{Lhs: r.refs(op.Lhs), Rhs: r.exprs(op.Rhs), Constrain: r.expr(op.Constrain)}
	case *If:
		branch := *op
		branch.Arms = make([]*Arm, len(op.Arms))
		for i, a := range op.Arms {
			arm := *a
			arm.Cond = r.expr(a.Cond)
			arm.PC = r.copied(a.PC)
			if arm.Body, err = r.list(a.Body); err != nil {
				return err
			}
			branch.Arms[i] = &arm
		}
		branch.Else, err = r.list(op.Else)
		s.Op = &branch
	case *While:
		loop := *op
		loop.Cond = r.expr(op.Cond)
		loop.Body, err = r.list(op.Body)
		s.Op = &loop
	case *StartThread:
		r.start(s, op, reachable)
	case *AtomicBegin:
		s.Op = &AtomicBegin{Section: r.section(op.Section)}
	case *AtomicEnd:
		s.Op = &AtomicEnd{Section: r.section(op.Section)}
	case *Atomic:
		block := *op
		block.Section = r.section(op.Section)
		block.EndPC = r.copied(op.EndPC)
		block.Body, err = r.list(op.Body)
		s.Op = &block
	case *Wait:
		if s.Section != nil && reachable {
			err = r.graph.fail(s, "wait inside an atomic section: %s is called from the one that starts at %s",
				r.source.Name, s.Section.Pos)
		}
	case *Call:
		s.Op = &Call{Lhs: r.refs(op.Lhs), Proc: op.Proc, Args: r.exprs(op.Args)}
		switch {
		case !reachable:
		case r.full(op.Proc.Proc):
			r.deep = append(r.deep, s)
		default:
			r.enter(s)
		}
	case *Return:
		s.Op = &Return{Values: r.exprs(op.Values)}
		if r.parent != nil {
			r.returns = append(r.returns, s)
		}
	case *Dead:
		s.Op = &Dead{Vars: r.refs(op.Vars)}
	}
	return err
}

// start copies start_thread. A thread that begins with a procedure, or at a label
// of one that was called, has none of the callers.
func (r *instance) start(s *Stmt, op *StartThread, reachable bool) {
	switch {
	case op.Target != nil && (r.parent == nil || !reachable):
		s.Op = &StartThread{Target: r.target(op.Target, r)}
	case op.Target != nil:
		s.Op = &StartThread{Target: r.target(op.Target, r.inliner.root(r.source))}
		r.starts = append(r.starts, s)
	case reachable:
		begins := r.inliner.root(op.Proc.Proc)
		s.Op = &StartThread{Proc: &ProcRef{Pos: op.Proc.Pos, Name: op.Proc.Name, Proc: begins.proc}, Args: r.exprs(op.Args)}
	default:
		s.Op = &Skip{} // never executed: its procedure need not have a copy
	}
}

// target copies where a jump leads, to be resolved when all statements are there.
func (r *instance) target(t *Target, into *instance) *Target {
	copied := *t
	r.jumps = append(r.jumps, copiedJump{&copied, into})
	return &copied
}

func (r *instance) exprs(list []Expr) []Expr {
	out := make([]Expr, len(list))
	for i, e := range list {
		out[i] = r.expr(e)
	}
	return out
}

func (r *instance) refs(list []*Ref) []*Ref {
	out := make([]*Ref, len(list))
	for i, ref := range list {
		out[i] = r.ref(ref)
	}
	return out
}

func (r *instance) ref(ref *Ref) *Ref {
	copied := *ref
	copied.Var = r.variable(ref.Var)
	return &copied
}

// expr copies an expression, or nil.
func (r *instance) expr(e Expr) Expr {
	switch e := e.(type) {
	case *Ref:
		return r.ref(e)
	case *Not:
		return &Not{e.Pos, r.expr(e.X)}
	case *Binary:
		return &Binary{e.Pos, e.Op, r.expr(e.X), r.expr(e.Y)}
	case *Cond:
		return &Cond{e.Pos, r.expr(e.If), r.expr(e.Then), r.expr(e.Else)}
	case *Choose:
		return &Choose{e.Pos, r.expr(e.X), r.expr(e.Y)}
	}
	return e
}
