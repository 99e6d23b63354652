// This file defines the sanity checker: it tests whether a tree keeps what ast.go promises. It
// trusts nothing that the parser computed.

package eca

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ijit/ijit/parser/diagnostic"
)

// Check returns an error if the tree breaks a promise of its types.
func (f *File) Check() error {
	c := &checker{f: f, reached: make([]int, len(f.Labels))}
	c.file()
	return errors.Join(c.errs...)
}

type checker struct {
	f       *File
	fn      *Func
	reached []int // how many statements reach a label
	errs    []error

	printing bool
}

func (c *checker) that(ok bool, pos Pos, format string, args ...any) {
	if !ok && len(c.errs) < diagnostic.MaxDiagnostics {
		c.errs = append(c.errs, fmt.Errorf("%s:%s: %s", c.f.Name, pos, fmt.Sprintf(format, args...)))
	}
}

func (c *checker) file() {
	f := c.f
	start := Pos{Line: 1, Col: 1}
	c.that(slices.Contains(f.Funcs, f.Main), start, "Main is not one of Funcs")
	c.that(len(f.Alphabet) > 0 && ascending(f.Alphabet), start, "alphabet %d", f.Alphabet)
	types := map[int]*Var{} // a variable of each class
	for i, v := range f.Vars {
		c.that(v.ID == i, v.Pos, "ID of %s", v.Name)
		c.that(v.Class >= 0 && v.Class < len(f.Vars), v.Pos, "class of %s", v.Name)
		c.that(ascending(v.Values), v.Pos, "values of %s", v.Name)
		c.that(v.Type != BOOL || len(v.Values) <= 2, v.Pos, "%s is BOOL with values %d", v.Name, v.Values)
		c.that(v.Func == nil || slices.Contains(f.Funcs, v.Func), v.Pos, "function of %s", v.Name)
		c.that(!v.State || v.Assigned && v.Used, v.Pos, "%s is State", v.Name)
		c.that(v.Func != nil || v.Type > EQ || c.has(v, v.Init), v.Pos, "initial value of %s", v.Name)
		if old := types[v.Class]; old != nil {
			c.that(old.Type == v.Type && slices.Equal(old.Values, v.Values), v.Pos, "%s differs from %s of its class", v.Name, old.Name)
		}
		types[v.Class] = v
	}
	names := map[string]bool{}
	for i, l := range f.Labels {
		c.that(l.ID == i, l.Pos, "ID of label %s", l.Name)
		c.that(!names[l.Name], l.Pos, "two labels %s", l.Name)
		names[l.Name] = true
	}
	for _, fn := range f.Funcs {
		c.fn = fn
		c.body(fn.Body, fn == f.Main)
	}
	for i, n := range c.reached {
		c.that(n <= 1, f.Labels[i].Pos, "label %s is reached in %d places", f.Labels[i].Name, n)
	}
	c.circles()
}

func ascending(list []int32) bool {
	for i := 1; i < len(list); i++ {
		if list[i-1] >= list[i] {
			return false
		}
	}
	return true
}

func (c *checker) has(v *Var, value int32) bool {
	_, found := slices.BinarySearch(v.Values, value)
	return found
}

func (c *checker) body(body []Stmt, main bool) {
	for i, s := range body {
		c.that(s.Position().Line > 0, s.Position(), "a statement has no position")
		switch s := s.(type) {
		case *Assign:
			c.variable(s.Var, s.Pos)
			c.expr(s.Value)
			c.copied(s.Var, s.Value)
		case *Read:
			c.variable(s.Var, s.Pos)
			for _, value := range c.f.Alphabet {
				if !s.Var.Used {
					break // it may be computed with, as no condition depends on it
				}
				c.that(s.Var.Type <= EQ && c.has(s.Var, value), s.Pos, "%s cannot be the input %d", s.Var.Name, value)
			}
		case *If:
			c.that(len(s.Branches) > 0, Pos{}, "an if without branches")
			for _, b := range s.Branches {
				c.expr(b.Cond)
				c.body(b.Body, false)
			}
			c.body(s.Else, false)
		case *Call:
			c.call(s)
		case *Return:
			if s.Value != nil {
				c.expr(s.Value)
			}
		case *Reach:
			c.that(s.Label.Func == c.fn, s.Label.Pos, "label %s is of another function", s.Label.Name)
			c.that(slices.Contains(c.f.Labels, s.Label), s.Label.Pos, "label %s is not one of Labels", s.Label.Name)
			c.reached[s.Label.ID]++
		case *Print: // types do not speak of what is printed only
			c.printing = true
			c.expr(s.Value)
			c.printing = false
		case *Loop:
			c.that(main && i == len(body)-1, s.Pos, "the loop is not the last statement of main")
			c.body(s.Body, false)
		}
	}
	if _, ok := lastOf(body).(*Loop); main {
		c.that(ok, c.fn.Pos, "main does not end with the loop")
	}
}

func lastOf(body []Stmt) Stmt {
	if len(body) == 0 {
		return nil
	}
	return body[len(body)-1]
}

// variable checks one that is assigned.
func (c *checker) variable(v *Var, pos Pos) {
	c.that(v.ID < len(c.f.Vars) && c.f.Vars[v.ID] == v, pos, "%s is not one of Vars", v.Name)
	c.that(v.Func == nil || v.Func == c.fn, pos, "%s is of another function", v.Name)
	c.that(v.Assigned, pos, "%s is assigned", v.Name)
}

// copied checks that a variable of a finite type can have a value.
func (c *checker) copied(v *Var, e *Expr) {
	switch {
	case v.Type > EQ:
	case e.Op == Const:
		c.that(c.has(v, e.Value), e.Position(), "%s cannot be %d", v.Name, e.Value)
	case e.Op == Load:
		c.that(e.Var.Class == v.Class, e.Position(), "%s is not of the class of %s", v.Name, e.Var.Name)
	case e.Op.isCondition():
		c.that(c.has(v, 0) && c.has(v, 1), e.Position(), "%s cannot be 0 and 1", v.Name)
	default:
		c.that(false, e.Position(), "%s is assigned a number, but is %v", v.Name, v.Type)
	}
	if v.Used {
		e.loads(func(l *Expr) { c.that(l.Var.Used, l.Position(), "%s is Used by %s", l.Var.Name, v.Name) })
	}
}

func (c *checker) call(s *Call) {
	c.that(slices.Contains(c.f.Funcs, s.Func), s.Pos, "%s is not one of Funcs", s.Func.Name)
	c.that(len(s.Args) == len(s.Func.Params), s.Pos, "%d arguments for %s", len(s.Args), s.Func.Name)
	for i, arg := range s.Args {
		c.expr(arg)
		c.copied(s.Func.Params[i], arg)
	}
	if s.Result == nil {
		return
	}
	c.variable(s.Result, s.Pos)
	visit(s.Func.Body, func(r Stmt) {
		if r, ok := r.(*Return); ok && r.Value != nil {
			c.copied(s.Result, r.Value)
		}
	})
}

func (c *checker) expr(e *Expr) {
	for ; e != nil; e = e.X {
		pos := e.Position()
		c.that(e.Line > 0 && e.Col > 0, pos, "an expression has no position")
		c.that(e.Op < numOps, pos, "operator %d", e.Op)
		c.that((e.X == nil) == (e.Op <= Load), pos, "first operand of operator %d", e.Op)
		c.that((e.Y == nil) == (e.Op <= Neg), pos, "second operand of operator %d", e.Op)
		switch e.Op {
		case Load:
			v := e.Var
			c.that(v.ID < len(c.f.Vars) && c.f.Vars[v.ID] == v && (v.Func == nil || v.Func == c.fn), pos, "%s cannot be read here", v.Name)
			c.that(v.Assigned, pos, "%s is a constant and not folded", v.Name)
		case Div, Rem:
			c.that(e.Y.Op == Const && e.Y.Value != 0, pos, "divisor")
		case Eq, Ne, Lt, Le, Gt, Ge:
			c.compared(e, e.X, e.Y)
			c.compared(e, e.Y, e.X)
		}
		if e.Y != nil {
			c.expr(e.Y)
		}
	}
}

// compared checks that a variable of a finite type is compared with what its class knows.
func (c *checker) compared(e, x, y *Expr) {
	if c.printing || x.Op != Load || x.Var.Type > EQ {
		return
	}
	c.that(e.Op < Lt, e.Position(), "%s is compared by an order, but is %v", x.Var.Name, x.Var.Type)
	c.copied(x.Var, y)
}

// circles checks that no function calls itself, by others or not.
func (c *checker) circles() {
	callees := map[*Func]map[*Func]bool{}
	for _, f := range c.f.Funcs {
		callees[f] = map[*Func]bool{}
		visit(f.Body, func(s Stmt) {
			if s, ok := s.(*Call); ok {
				callees[f][s.Func] = true
			}
		})
	}
	for len(callees) > 0 {
		before := len(callees)
		for f, list := range callees {
			for g := range list {
				if callees[g] == nil {
					delete(list, g)
				}
			}
			if len(list) == 0 {
				delete(callees, f)
			}
		}
		if len(callees) == before {
			c.that(false, Pos{Line: 1, Col: 1}, "functions call each other in a circle")
			return
		}
	}
}
