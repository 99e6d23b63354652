// This file defines how assignments at the beginning of a procedure become initial
// values of variables.

package parser

// initialisers turns the assignments of constants in front of the first
// program counter into initial values. SATABS writes
//
//	b0 := *;
//	PC0: skip;
//
// Where no program counter follows, they are statements like others.
func (r *resolver) initialisers() {
	body := r.proc.Body
	n := 0
	for n < len(body) && isInitialiser(body[n]) {
		n++
	}
	if n == 0 || n == len(body) || !hasPCLabel(body[n]) {
		return
	}
	r.proc.Body = body[n:]
	done := map[*Var]bool{}
	for _, s := range body[:n] {
		a := s.Op.(*Assign)
		ref := a.Lhs[0]
		if !r.lookup(ref) {
			continue
		}
		v := ref.Var
		switch {
		case v.Proc == nil && r.proc.Name != "main":
			r.Errorf(ref.Pos, "initialise it where it is declared: decl "+v.Name+" := ...;",
				"shared variable %s is initialised outside of main", v.Name)
		case done[v] || v.Init != InitAny:
			r.Errorf(ref.Pos, "", "variable %s is initialised twice", v.Name)
		}
		done[v] = true
		r.moveComments(s, v)
		if lit, ok := a.Rhs[0].(*Lit); ok {
			v.Init = InitZero
			if lit.Value {
				v.Init = InitOne
			}
		}
	}
	r.proc.trimTop()
}

// moveComments moves the comments of an initialiser to where its value goes:
// the declaration of the variable.
func (r *resolver) moveComments(s *Stmt, v *Var) {
	lines := s.Lead
	if s.Origin != nil {
		lines = append(lines, "// "+s.Origin.String())
	}
	if s.Comment != "" {
		lines = append(lines, "// "+s.Comment)
	}
	scope, lead := r.file.Globals, &r.proc.Lead
	if v.Proc != nil {
		scope = v.Proc.Locals
	}
	if !v.Param {
		i := v.Index
		for scope[i].Joined {
			i--
		}
		lead = &scope[i].Lead
	}
	for _, line := range lines {
		if line != "" {
			*lead = append(*lead, line)
		}
	}
}

// isInitialiser tells whether a statement has the form x := 0; or 1 or *.
func isInitialiser(s *Stmt) bool {
	a, ok := s.Op.(*Assign)
	if !ok || len(s.Labels) > 0 || len(a.Lhs) != 1 || len(a.Rhs) != 1 || a.Constrain != nil {
		return false
	}
	if x := a.Lhs[0]; x.Next || x.Passive || x.Name == "_" {
		return false
	}
	switch a.Rhs[0].(type) {
	case *Lit, *Star:
		return true
	}
	return false
}

func hasPCLabel(s *Stmt) bool {
	for _, l := range s.Labels {
		if isPCLabel(l.Name) {
			return true
		}
	}
	return false
}
