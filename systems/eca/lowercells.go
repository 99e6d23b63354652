// This file defines what the variables of a program are used for, as far as lowering it has to
// know: which of them matter, and the cells in which their values are.

package eca

import (
	"fmt"
	"maps"
	"math"
	"slices"
)

// uses says what variables are used for.
type uses struct {
	vars    []*Var // those of the File by Var.ID, and those of results
	results map[*Func]*Var
	// same has for each variable the one that it is a name of: a parameter that is not
	// assigned and always gets the same variable of the caller is that.
	same    []*Var
	classes []*class
}

// A class has the cells of the variables of one Var.Class.
type class struct {
	cells []cell
	exact bool // each cell is one value
}

// A cell has the integers from lo to hi. They may leave the range of int while an expression is
// evaluated.
type cell struct{ lo, hi int64 }

func (c cell) String() string {
	switch {
	case c.lo == c.hi:
		return fmt.Sprint(c.lo)
	case c.lo == math.MinInt32:
		return fmt.Sprintf("..%d", c.hi)
	case c.hi == math.MaxInt32:
		return fmt.Sprintf("%d..", c.lo)
	}
	return fmt.Sprintf("%d..%d", c.lo, c.hi)
}

// condition writes that a variable is in the cell, as C does.
func (c cell) condition(name string) string {
	switch {
	case c.lo == c.hi:
		return fmt.Sprintf("%s == %d", name, c.lo)
	case c.lo == math.MinInt32:
		return fmt.Sprintf("%s <= %d", name, c.hi)
	case c.hi == math.MaxInt32:
		return fmt.Sprintf("%s >= %d", name, c.lo)
	}
	return fmt.Sprintf("%d <= %s && %s <= %d", c.lo, name, name, c.hi)
}

// cell returns the number of the cell of a value that a variable of the class can have.
func (c *class) cell(value int64) int {
	i, _ := slices.BinarySearchFunc(c.cells, value, func(x cell, v int64) int {
		switch {
		case x.hi < v:
			return -1
		case x.lo > v:
			return 1
		}
		return 0
	})
	return i
}

// findUses finds what the variables of f are used for.
func findUses(f *File) uses {
	u := uses{vars: slices.Clone(f.Vars), results: map[*Func]*Var{}}
	f.visit(func(_ *Func, s Stmt) {
		c, ok := s.(*Call)
		if !ok || c.Result == nil || !c.Result.Used || u.results[c.Func] != nil {
			return
		}
		v := &Var{ID: len(u.vars), Name: c.Func.Name + "_result", Func: c.Func, Class: c.Result.Class, Used: true, State: c.Func.mayReturnNothing()}
		u.results[c.Func] = v
		u.vars = append(u.vars, v)
	})
	u.findSame(f)
	u.findCells(f)
	return u
}

// keeps reports whether the initial value of a variable may be read.
func keeps(v *Var) bool { return v.Func == nil || v.State }

// visit calls do for each statement of the program and the function that has it.
func (f *File) visit(do func(*Func, Stmt)) {
	for _, p := range f.Funcs {
		visit(p.Body, func(s Stmt) { do(p, s) })
	}
}

// mayReturnNothing reports whether p may end without returning a value, as far as that is easy
// to see.
func (p *Func) mayReturnNothing() bool {
	if len(p.Body) == 0 {
		return true
	}
	_, returns := p.Body[len(p.Body)-1].(*Return)
	nothing := !returns
	visit(p.Body, func(s Stmt) {
		if s, ok := s.(*Return); ok && s.Value == nil {
			nothing = true
		}
	})
	return nothing
}

// eachWrite calls do for whatever gives a variable a value: an expression or, if that is nil,
// an input.
func (u *uses) eachWrite(f *File, do func(*Var, *Expr)) {
	f.visit(func(p *Func, s Stmt) {
		switch s := s.(type) {
		case *Assign:
			do(s.Var, s.Value)
		case *Read:
			do(s.Var, nil)
		case *Call:
			for i, a := range s.Args {
				if v := s.Func.Params[i]; u.same == nil || u.same[v.ID] == v {
					do(v, a)
				}
			}
			if v := u.results[s.Func]; v != nil && s.Result != nil {
				do(s.Result, &Expr{Op: Load, Var: v})
			}
		case *Return:
			if v := u.results[p]; v != nil && s.Value != nil {
				do(v, s.Value)
			}
		}
	})
}

// findSame finds names of variables of the caller.
func (u *uses) findSame(f *File) {
	given := make([]*Var, len(u.vars)) // of parameters
	other := make([]bool, len(u.vars)) // they get something else, too
	u.eachWrite(f, func(v *Var, e *Expr) {
		caller := e != nil && e.Op == Load && e.Var.Func != nil && e.Var.Func != v.Func
		if !v.isParam() || !caller || given[v.ID] != nil && given[v.ID] != e.Var {
			other[v.ID] = true
			return
		}
		given[v.ID] = e.Var
	})
	u.same = make([]*Var, len(u.vars))
	var find func(v *Var) *Var
	find = func(v *Var) *Var {
		if u.same[v.ID] == nil {
			u.same[v.ID] = v
			if g := given[v.ID]; g != nil && !other[v.ID] {
				u.same[v.ID] = find(g)
			}
		}
		return u.same[v.ID]
	}
	for _, v := range u.vars {
		find(v)
	}
}

// isParam reports whether a variable is a parameter.
func (v *Var) isParam() bool { return v.Func != nil && slices.Contains(v.Func.Params, v) }

// matters reports whether a variable has bits of its own.
func (u *uses) matters(v *Var) bool { return v.Used && u.same[v.ID] == v }

// findCells finds the cells of each class. They are values if nothing is computed but truth
// values, and else intervals.
func (u *uses) findCells(f *File) {
	type found struct {
		computed bool
		values   map[int64]bool // that are assigned
		cuts     map[int64]bool // where intervals begin
	}
	classes := make([]*found, len(f.Vars)) // a class is numbered as one of them
	of := func(v *Var) *found {
		if classes[v.Class] == nil {
			classes[v.Class] = &found{values: map[int64]bool{}, cuts: map[int64]bool{math.MinInt32: true}}
		}
		return classes[v.Class]
	}
	for _, v := range u.vars {
		if u.matters(v) && keeps(v) {
			of(v).values[int64(v.Init)] = true
		}
	}
	u.eachWrite(f, func(v *Var, e *Expr) {
		if v = u.same[v.ID]; !v.Used {
			return
		}
		c := of(v)
		switch {
		case e == nil:
			for _, x := range f.Alphabet {
				c.values[int64(x)] = true
			}
		case e.Op == Const:
			c.values[int64(e.Value)] = true
		case e.Op == Load && u.same[e.Var.ID].Class == v.Class:
		case e.Op.isCondition():
			c.values[0], c.values[1] = true, true
		default:
			c.computed = true
		}
	})
	cut := func(e *Expr) {
		op, x, k := e.Op, e.X, e.Y
		if x.Op == Const {
			op, x, k = op.mirror(), k, x
		}
		if x.Op != Load || k.Op != Const {
			return
		}
		at := int64(k.Value)
		switch cuts := of(u.same[x.Var.ID]).cuts; op {
		case Lt, Ge:
			cuts[at] = true
		case Le, Gt:
			cuts[at+1] = true
		default:
			cuts[at], cuts[at+1] = true, true
		}
	}
	u.eachWrite(f, func(_ *Var, e *Expr) { e.eachComparison(cut) })
	f.visit(func(_ *Func, s Stmt) {
		if s, ok := s.(*If); ok {
			for i := range s.Branches {
				s.Branches[i].Cond.eachComparison(cut)
			}
		}
	})
	u.classes = make([]*class, len(classes))
	for i, x := range classes {
		if x == nil {
			continue
		}
		c := &class{exact: !x.computed}
		u.classes[i] = c
		if c.exact {
			if len(x.values) == 0 { // it is never written
				x.values[0] = true
			}
			for _, v := range slices.Sorted(maps.Keys(x.values)) {
				c.cells = append(c.cells, cell{v, v})
			}
			continue
		}
		for v := range x.values {
			x.cuts[v], x.cuts[v+1] = true, true
		}
		delete(x.cuts, math.MaxInt32+1)
		starts := slices.Sorted(maps.Keys(x.cuts))
		for i, lo := range starts {
			hi := int64(math.MaxInt32)
			if i+1 < len(starts) {
				hi = starts[i+1] - 1
			}
			c.cells = append(c.cells, cell{lo, hi})
		}
	}
}

// eachComparison calls do for each comparison in an expression.
func (e *Expr) eachComparison(do func(*Expr)) {
	if e == nil {
		return
	}
	if Eq <= e.Op && e.Op <= Ge {
		do(e)
	}
	e.X.eachComparison(do)
	e.Y.eachComparison(do)
}

// mirror returns the comparison with exchanged operands.
func (o Op) mirror() Op {
	switch o {
	case Lt:
		return Gt
	case Le:
		return Ge
	case Gt:
		return Lt
	case Ge:
		return Le
	}
	return o
}
