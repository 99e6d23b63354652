// This file defines which parameters are only other names of variables.

package sets

import "github.com/ijit/ijit/systems/eca"

// A names knows which parameters are other names of variables of callers: those that are
// never assigned, and that get the same variable at all calls, which keeps its value during
// them.
type names struct {
	of    []*eca.Var // by Var.ID
	calls map[*eca.Func]int
	sets  map[*eca.Func][]*eca.Var // what the body of a function assigns
	uses  map[*eca.Func][]*eca.Func
}

func newNames(file *eca.File) *names {
	n := &names{of: make([]*eca.Var, len(file.Vars)), calls: map[*eca.Func]int{}, sets: map[*eca.Func][]*eca.Var{}, uses: map[*eca.Func][]*eca.Func{}}
	args := map[*eca.Var][]*eca.Expr{} // of parameters
	assigned := make([]bool, len(file.Vars))
	var list func(f *eca.Func, list []eca.Stmt)
	set := func(f *eca.Func, v *eca.Var) {
		n.sets[f] = append(n.sets[f], v)
		assigned[v.ID] = true
	}
	list = func(f *eca.Func, stmts []eca.Stmt) {
		for _, s := range stmts {
			switch s := s.(type) {
			case *eca.Assign:
				set(f, s.Var)
			case *eca.Read:
				set(f, s.Var)
			case *eca.If:
				for i := range s.Branches {
					list(f, s.Branches[i].Body)
				}
				list(f, s.Else)
			case *eca.Loop:
				list(f, s.Body)
			case *eca.Call:
				n.calls[s.Func]++
				n.uses[f] = append(n.uses[f], s.Func)
				for i, p := range s.Func.Params {
					args[p] = append(args[p], s.Args[i])
				}
				if s.Result != nil {
					set(f, s.Result)
				}
			}
		}
	}
	for _, v := range file.Vars {
		n.of[v.ID] = v
	}
	for _, f := range file.Funcs {
		list(f, f.Body)
	}
	// Callers first: what is found for them is used below them.
	done := map[*eca.Func]bool{}
	var order []*eca.Func
	var visit func(f *eca.Func)
	visit = func(f *eca.Func) {
		if done[f] {
			return
		}
		done[f] = true
		for _, g := range n.uses[f] {
			visit(g)
		}
		order = append(order, f)
	}
	visit(file.Main)
	for i := len(order) - 1; i >= 0; i-- {
		for _, p := range order[i].Params {
			if v := n.same(args[p]); v != nil && !assigned[p.ID] && !n.assigns(order[i], v, map[*eca.Func]bool{}) {
				n.of[p.ID] = v
			}
		}
	}
	return n
}

// same returns the variable that all the expressions are, nil if there is none.
func (n *names) same(xs []*eca.Expr) *eca.Var {
	var v *eca.Var
	for _, x := range xs {
		if x.Op != eca.Load || v != nil && n.of[x.Var.ID] != v {
			return nil
		}
		v = n.of[x.Var.ID]
	}
	return v
}

// assigns reports whether a function, or one that it calls, assigns a variable.
func (n *names) assigns(f *eca.Func, v *eca.Var, seen map[*eca.Func]bool) bool {
	if seen[f] {
		return false
	}
	seen[f] = true
	for _, w := range n.sets[f] {
		if w == v {
			return true
		}
	}
	for _, g := range n.uses[f] {
		if n.assigns(g, v, seen) {
			return true
		}
	}
	return false
}
