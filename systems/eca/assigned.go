// This file defines which variables are used at all, which may be read before they are
// assigned, and by these the states of the program.

package eca

// visit calls f for each statement, those inside of others included.
func visit(body []Stmt, f func(Stmt)) {
	for _, s := range body {
		f(s)
		switch s := s.(type) {
		case *If:
			for i := range s.Branches {
				visit(s.Branches[i].Body, f)
			}
			visit(s.Else, f)
		case *Loop:
			visit(s.Body, f)
		}
	}
}

// loads calls f for each variable that an expression reads.
func (e *Expr) loads(f func(*Expr)) {
	for ; e != nil; e = e.Y {
		if e.Op == Load {
			f(e)
		}
		if e.X != nil {
			e.X.loads(f)
		}
	}
}

// findUsed sets Used: the variables of conditions, and those that used ones are assigned.
func (p *parser) findUsed() {
	from := make([][]*Var, len(p.f.Vars)) // what a variable is assigned, by Var.ID
	returned := map[*Func][]*Var{}
	var work []*Var
	use := func(v *Var) {
		if !v.Used {
			v.Used = true
			work = append(work, v)
		}
	}
	var calls []*Call
	for _, f := range p.f.Funcs {
		visit(f.Body, func(s Stmt) {
			switch s := s.(type) {
			case *Assign:
				s.Value.loads(func(e *Expr) { from[s.Var.ID] = append(from[s.Var.ID], e.Var) })
			case *If:
				for i := range s.Branches {
					s.Branches[i].Cond.loads(func(e *Expr) { use(e.Var) })
				}
			case *Call:
				calls = append(calls, s)
				for i, arg := range s.Args {
					param := s.Func.Params[i].ID
					arg.loads(func(e *Expr) { from[param] = append(from[param], e.Var) })
				}
			case *Return:
				s.Value.loads(func(e *Expr) { returned[f] = append(returned[f], e.Var) })
			}
		})
	}
	for _, c := range calls {
		if c.Result != nil {
			from[c.Result.ID] = append(from[c.Result.ID], returned[c.Func]...)
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, w := range from[v.ID] {
			use(w)
		}
	}
}

// A varSet is a set of variables by Var.ID. The set of a place that is never reached is nil.
type varSet []uint64

func (s varSet) has(v *Var) bool { return s[v.ID/64]>>(v.ID%64)&1 != 0 }
func (s varSet) add(v *Var)      { s[v.ID/64] |= 1 << (v.ID % 64) }

func (s varSet) clone() varSet { return append(varSet(nil), s...) }

// intersect returns what is in both sets, and may change s.
func (s varSet) intersect(t varSet) varSet {
	if s == nil {
		return t.clone()
	}
	for i := range t {
		s[i] &= t[i]
	}
	return s
}

// A flow says of a function which variables it may read before it assigns them, and which it
// assigns on all ways to its end.
type flow struct {
	exposed  varSet
	assigned varSet // nil if it never ends
	falls    bool   // its end may be reached without a return
}

// assignedPass computes flows, callees first.
type assignedPass struct {
	p     *parser
	flows map[*Func]*flow
	fn    *Func
	out   *flow
	ended varSet // at the returns so far
}

// checkAssigned reports locals that may be read before they are assigned, and sets State.
func (p *parser) checkAssigned() {
	a := &assignedPass{p: p, flows: map[*Func]*flow{}}
	for _, f := range p.ordered {
		a.fn, a.out, a.ended = f, &flow{exposed: a.empty()}, nil
		start := a.empty()
		for _, v := range f.Params {
			start.add(v)
		}
		end := a.body(f.Body, start)
		a.out.falls = end != nil
		if end != nil {
			a.ended = a.ended.intersect(end)
		}
		a.out.assigned = a.ended
		a.flows[f] = a.out
	}
	// The loop is the last thing that is executed: what a turn exposes is what the one before
	// leaves to it.
	a.fn, a.out = p.f.Main, &flow{exposed: a.empty()}
	for _, s := range p.f.Main.Body {
		if loop, ok := s.(*Loop); ok {
			a.quiet().body(loop.Body, a.empty())
		}
	}
	for _, v := range p.f.Vars {
		v.State = v.Assigned && v.Used && a.out.exposed.has(v)
	}
	p.flows = a.flows
}

// quiet makes the pass report nothing.
func (a *assignedPass) quiet() *assignedPass {
	a.p = &parser{f: a.p.f}
	return a
}

func (a *assignedPass) empty() varSet { return make(varSet, (len(a.p.f.Vars)+63)/64) }

// body follows statements, at whose beginning the variables of set are assigned. It returns
// those that are assigned behind them; nil if that place is not reached. It may change set.
func (a *assignedPass) body(body []Stmt, set varSet) varSet {
	for _, s := range body {
		if set == nil {
			return nil
		}
		switch s := s.(type) {
		case *Assign:
			a.expr(s.Value, set, s.Var.Used)
			set.add(s.Var)
		case *Read:
			set.add(s.Var)
		case *If:
			set = a.branches(s, set)
		case *Call:
			for i, arg := range s.Args {
				a.expr(arg, set, s.Func.Params[i].Used)
			}
			set = a.call(s, set)
		case *Return:
			if s.Value != nil {
				a.expr(s.Value, set, true)
			}
			a.ended = a.ended.intersect(set)
			return nil
		case *Exit:
			return nil
		case *Print:
			a.expr(s.Value, set, false)
		case *Loop:
			a.body(s.Body, set)
			return nil
		}
	}
	return set
}

func (a *assignedPass) branches(s *If, set varSet) varSet {
	var join varSet
	for i := range s.Branches {
		b := &s.Branches[i]
		a.expr(b.Cond, set, true)
		if end := a.body(b.Body, set.clone()); end != nil {
			join = join.intersect(end)
		}
	}
	if end := a.body(s.Else, set); end != nil {
		join = join.intersect(end)
	}
	return join
}

func (a *assignedPass) call(s *Call, set varSet) varSet {
	f := a.flows[s.Func]
	for i := range f.exposed {
		a.out.exposed[i] |= f.exposed[i] &^ set[i]
	}
	if f.assigned == nil {
		return nil
	}
	for i := range f.assigned {
		set[i] |= f.assigned[i]
	}
	if s.Result != nil {
		set.add(s.Result)
	}
	return set
}

// expr notes the variables that an expression reads. Those whose value decides nothing are
// checked, but are not of use for the next turn.
func (a *assignedPass) expr(e *Expr, set varSet, used bool) {
	e.loads(func(e *Expr) {
		if set.has(e.Var) {
			return
		}
		if used {
			a.out.exposed.add(e.Var)
		}
		if e.Var.Func != nil && a.p.Reporter != nil {
			a.p.unassigned(e)
		}
	})
}

func (p *parser) unassigned(e *Expr) {
	p.Errorf(e.Position(), "give it a value where it is declared", "%s may be read before it has a value", e.Var.Name)
}
