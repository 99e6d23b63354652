// This file defines slices: programs without the variables that have no influence.

package parser

// Irrelevant returns the variables of f without influence on what is done, on what can fail and
// on the observed ones: they are read, if at all, where others of them are assigned. A variable that is
// assigned to other threads, or from values after the step, is not among them, nor is one of two that
// procedures exchange by what they return.
func (f *File) Irrelevant(observed ...*Var) []*Var {
	observed = append(observed, f.entangled()...)
	relevant := Relevant(f, observed...)
	var list []*Var
	for _, vars := range f.scopes() {
		for _, v := range vars {
			if !relevant[v] {
				list = append(list, v)
			}
		}
	}
	return list
}

// entangled returns the variables that are assigned to other threads, or from values of other threads or after the step.
func (f *File) entangled() (list []*Var) {
	for _, p := range f.Procs {
		Inspect(p, func(x Syntax) bool {
			if s, is := x.(*Stmt); is {
				if op, is := s.Op.(*Assign); is {
					for i, lhs := range op.Lhs {
						if lhs.Var != nil && (lhs.Passive || mentions(op.Rhs[i], speaksOfOthers)) {
							list = append(list, lhs.Var)
						}
					}
				}
			}
			return true
		})
	}
	return list
}

// speaksOfOthers reports whether a reference is to a variable of another thread, or to a value after the step.
func speaksOfOthers(r *Ref) bool { return r.Next || r.Passive }

// scopes returns the globals, and the locals of each procedure.
func (f *File) scopes() [][]*Var {
	scopes := [][]*Var{f.Globals}
	for _, p := range f.Procs {
		scopes = append(scopes, p.Locals)
	}
	return scopes
}

// LeaveOut changes f, of which there must be no program yet, to a slice: variables, which are [File.Irrelevant], are
// declared, begin with 0 and are never assigned. Statements and locations stay what they are, so each
// execution of the slice is one of the program with other values of these variables, and the reverse.
func (f *File) LeaveOut(list []*Var) {
	out := map[*Var]bool{}
	for _, v := range list {
		out[v], v.Init = true, InitZero
	}
	pass := func(p *Proc, args []Expr) {
		for i := range args {
			if out[p.Locals[i]] {
				args[i] = &Lit{Pos: args[i].Position()}
			}
		}
	}
	for _, p := range f.Procs {
		Inspect(p, func(x Syntax) bool {
			s, is := x.(*Stmt)
			if !is {
				return true
			}
			switch op := s.Op.(type) {
			case *Assign:
				kept := Assign{Constrain: op.Constrain}
				for i, lhs := range op.Lhs {
					if !out[lhs.Var] {
						kept.Lhs, kept.Rhs = append(kept.Lhs, lhs), append(kept.Rhs, op.Rhs[i])
					}
				}
				*op = kept
			case *Call:
				for _, lhs := range op.Lhs {
					if out[lhs.Var] {
						lhs.Name, lhs.Var = "_", nil
					}
				}
				pass(op.Proc.Proc, op.Args)
			case *StartThread:
				if op.Proc != nil {
					pass(op.Proc.Proc, op.Args)
				}
			case *Dead:
				var kept []*Ref
				for _, r := range op.Vars {
					if !out[r.Var] {
						kept = append(kept, r)
					}
				}
				op.Vars = kept
			}
			return true
		})
	}
}
