// This file defines which variables matter for labels.

package labels

import "github.com/ijit/ijit/systems/eca"

// A Cone is the cone of influence of labels: what may change whether a label is reached, or
// how many inputs are read before.
type Cone struct {
	Wanted  []bool             // labels, by Label.ID; nil for all
	Vars    []bool             // by Var.ID
	Ifs     map[*eca.If]bool   // those that matter; the variables of their conditions do then
	results map[*eca.Func]bool // functions whose results matter
	matters map[*eca.Func]bool // functions that were looked at in this pass, and whether they matter
	changed bool
}

// NewCone returns the cone of the wanted labels; of all, if wanted is nil.
func NewCone(file *eca.File, wanted []bool) *Cone {
	c := &Cone{Wanted: wanted, Vars: make([]bool, len(file.Vars)), Ifs: map[*eca.If]bool{}, results: map[*eca.Func]bool{}}
	for c.changed = true; c.changed; {
		c.changed, c.matters = false, map[*eca.Func]bool{}
		for _, f := range file.Funcs {
			c.function(f, f == file.Main)
		}
	}
	return c
}

func (c *Cone) variable(v *eca.Var) {
	if !c.Vars[v.ID] {
		c.Vars[v.ID] = true
		c.changed = true
	}
}

func (c *Cone) expr(x *eca.Expr) {
	if x == nil {
		return
	}
	if x.Op == eca.Load {
		c.variable(x.Var)
	}
	c.expr(x.X)
	c.expr(x.Y)
}

func (c *Cone) function(f *eca.Func, main bool) bool {
	yes, known := c.matters[f]
	if !known {
		yes = c.list(f.Body, f, main)
		c.matters[f] = yes
	}
	return yes
}

// list reports whether one of the statements matters. Behind says whether something behind them
// in the function does; in main, that is the end of the execution.
func (c *Cone) list(list []eca.Stmt, f *eca.Func, behind bool) bool {
	some := false
	for i := len(list) - 1; i >= 0; i-- {
		some = c.statement(list[i], f, behind || some) || some
	}
	return some
}

// statement reports whether a statement matters. A return does if something behind it does,
// which it skips.
func (c *Cone) statement(s eca.Stmt, f *eca.Func, behind bool) bool {
	switch s := s.(type) {
	case *eca.Assign:
		if c.Vars[s.Var.ID] {
			c.expr(s.Value)
		}
		return c.Vars[s.Var.ID]
	case *eca.If:
		some := c.list(s.Else, f, behind)
		for i := range s.Branches {
			some = c.list(s.Branches[i].Body, f, behind) || some
		}
		if some && !c.Ifs[s] {
			c.Ifs[s] = true
			for i := range s.Branches {
				c.expr(s.Branches[i].Cond)
			}
		}
		return some
	case *eca.Call:
		some := c.function(s.Func, false)
		if s.Result != nil && c.Vars[s.Result.ID] {
			some = true
			if !c.results[s.Func] {
				c.results[s.Func], c.changed = true, true
			}
		}
		for i, p := range s.Func.Params {
			if c.Vars[p.ID] {
				c.expr(s.Args[i])
				some = true
			}
		}
		return some
	case *eca.Return:
		if c.results[f] && s.Value != nil {
			c.expr(s.Value)
		}
		return behind || c.results[f]
	case *eca.Reach:
		return c.Wanted == nil || c.Wanted[s.Label.ID]
	case *eca.Print:
		return false
	case *eca.Loop:
		return c.list(s.Body, f, true)
	}
	return true // Read, Exit
}
