// This file defines which values flow to which variables: lists of constants, inputs, or
// results of arithmetic.

package reactive

import "github.com/ijit/ijit/systems/eca"

// A flow has, by Var.ID, what a variable may get.
type flow struct {
	values     []map[int32]bool // all of them, unless there is arithmetic
	arithmetic []bool           // results of arithmetic
	input      []bool           // inputs
	returned   map[*eca.Func]bool
	from       []map[int]bool // copies of other variables
}

func newFlow(file *eca.File) *flow {
	n := len(file.Vars)
	f := &flow{make([]map[int32]bool, n), make([]bool, n), make([]bool, n), map[*eca.Func]bool{}, make([]map[int]bool, n)}
	for i, v := range file.Vars {
		f.values[i] = map[int32]bool{v.Init: true}
		f.from[i] = map[int]bool{}
	}
	returns := map[*eca.Func][]*eca.Expr{}
	for _, g := range file.Funcs {
		each(g.Body, func(s eca.Stmt) {
			if r, ok := s.(*eca.Return); ok && r.Value != nil {
				returns[g] = append(returns[g], r.Value)
			}
		})
	}
	for _, g := range file.Funcs {
		each(g.Body, func(s eca.Stmt) {
			switch s := s.(type) {
			case *eca.Assign:
				f.assign(s.Var, s.Value)
			case *eca.Read:
				f.input[s.Var.ID] = true
				for _, c := range file.Alphabet {
					f.values[s.Var.ID][c] = true
				}
			case *eca.Call:
				for i, p := range s.Func.Params {
					f.assign(p, s.Args[i])
				}
				if s.Result != nil {
					f.returned[s.Func] = true
					f.values[s.Result.ID][0] = true
					for _, x := range returns[s.Func] {
						f.assign(s.Result, x)
					}
				}
			}
		})
	}
	for again := true; again; {
		again = false
		for v, from := range f.from {
			for w := range from {
				again = f.copy(v, w) || again
			}
		}
	}
	return f
}

// copy adds what w gets to what v gets, and reports whether that changes anything.
func (f *flow) copy(v, w int) bool {
	before := len(f.values[v])
	for c := range f.values[w] {
		f.values[v][c] = true
	}
	changed := len(f.values[v]) > before || f.arithmetic[w] && !f.arithmetic[v] || f.input[w] && !f.input[v]
	f.arithmetic[v] = f.arithmetic[v] || f.arithmetic[w]
	f.input[v] = f.input[v] || f.input[w]
	return changed
}

func (f *flow) assign(v *eca.Var, x *eca.Expr) {
	switch {
	case x.Op == eca.Const:
		f.values[v.ID][x.Value] = true
	case x.Op == eca.Load:
		f.from[v.ID][x.Var.ID] = true
	case truth(x.Op):
		f.values[v.ID][0], f.values[v.ID][1] = true, true
	default:
		f.arithmetic[v.ID] = true
	}
}

// each calls do for all statements of a list, and for those inside of them.
func each(list []eca.Stmt, do func(eca.Stmt)) {
	for _, s := range list {
		do(s)
		switch s := s.(type) {
		case *eca.If:
			for i := range s.Branches {
				each(s.Branches[i].Body, do)
			}
			each(s.Else, do)
		case *eca.Loop:
			each(s.Body, do)
		}
	}
}
