// This file defines which variables matter for labels.

package reactive

import "github.com/ijit/ijit/parser/eca"

// relevant returns, by Var.ID, the variables that labels depend on: the cone of influence of
// control. A statement counts if it may change whether a label is reached, or how many inputs
// are read before; the conditions above it count then.
func relevant(file *eca.File, wanted []bool) []bool {
	c := cone{wanted: wanted, vars: make([]bool, len(file.Vars)), results: map[*eca.Func]bool{}}
	for again := true; again; {
		c.changed, c.matters = false, map[*eca.Func]bool{}
		for _, f := range file.Funcs {
			c.function(f)
		}
		again = c.changed
	}
	return c.vars
}

type cone struct {
	wanted  []bool
	vars    []bool
	results map[*eca.Func]bool // functions whose results matter
	matters map[*eca.Func]bool // functions that were looked at in this pass, and whether they count
	changed bool
}

func (c *cone) variable(v *eca.Var) {
	if !c.vars[v.ID] {
		c.vars[v.ID] = true
		c.changed = true
	}
}

func (c *cone) expr(x *eca.Expr) {
	if x == nil {
		return
	}
	if x.Op == eca.Load {
		c.variable(x.Var)
	}
	c.expr(x.X)
	c.expr(x.Y)
}

func (c *cone) function(f *eca.Func) bool {
	yes, known := c.matters[f]
	if !known {
		yes = c.list(f.Body, f)
		c.matters[f] = yes
	}
	return yes
}

// list reports whether one of the statements counts.
func (c *cone) list(list []eca.Stmt, f *eca.Func) bool {
	some := false
	for _, s := range list {
		some = c.statement(s, f) || some
	}
	return some
}

func (c *cone) statement(s eca.Stmt, f *eca.Func) bool {
	switch s := s.(type) {
	case *eca.Assign:
		if !c.vars[s.Var.ID] {
			return false
		}
		c.expr(s.Value)
		return true
	case *eca.If:
		some := c.list(s.Else, f)
		for i := range s.Branches {
			some = c.list(s.Branches[i].Body, f) || some
		}
		if some {
			for i := range s.Branches {
				c.expr(s.Branches[i].Cond)
			}
		}
		return some
	case *eca.Call:
		some := c.function(s.Func)
		if s.Result != nil && c.vars[s.Result.ID] {
			some = true
			if !c.results[s.Func] {
				c.results[s.Func], c.changed = true, true
			}
		}
		for i, p := range s.Func.Params {
			if c.vars[p.ID] {
				c.expr(s.Args[i])
				some = true
			}
		}
		return some
	case *eca.Return:
		if c.results[f] {
			c.expr(s.Value)
		}
		return true
	case *eca.Reach:
		return c.wanted == nil || c.wanted[s.Label.ID]
	case *eca.Print:
		return false
	case *eca.Loop:
		return c.list(s.Body, f)
	}
	return true // Read, Exit
}
