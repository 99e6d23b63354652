// This file defines the variables that closures capture.

package extract

import (
	"golang.org/x/tools/go/ssa"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/graph"
)

// A variable that keeps its value is captured by that: the parts of the value are at this path and below it.
const kept = "*"

// captured returns the parts of what a closure captures.
func (x *Extractor) captured(v ssa.Value) []code.Leaf {
	if x.Once(v) == nil {
		return x.Leaves(v.Type())
	}
	var list []code.Leaf
	for _, l := range x.Leaves(code.Deref(v.Type())) {
		list = append(list, code.Leaf{Path: kept + l.Path, Type: l.Type})
	}
	return list
}

// binding returns a part of what a closure captures that is made at the current point.
func (x *Extractor) binding(v ssa.Value, l code.Leaf) graph.Val {
	if a, ok := v.(*ssa.Alloc); ok && x.Once(a) != nil {
		return x.Value(x.Once(a).Val, l.Path[len(kept):])
	}
	return x.Value(v, l.Path)
}

// keptValue gives a register the value of a variable that keeps it, if it does.
func (x *Extractor) keptValue(i *ssa.UnOp) bool {
	s := x.Once(i.X)
	if s == nil {
		return false
	}
	for _, l := range x.Leaves(i.Type()) {
		if _, free := i.X.(*ssa.FreeVar); free {
			x.Set(i, l.Path, x.Value(i.X, kept+l.Path))
		} else {
			x.Set(i, l.Path, x.Value(s.Val, l.Path))
		}
	}
	return true
}

// freeVariables gives the free variables of a closure their values.
func (x *Extractor) freeVariables(fr *frame) {
	if fr.clo == nil {
		return
	}
	saved, it := x.fr, x.it
	for n, v := range fr.fn.FreeVars {
		for _, l := range x.captured(v) {
			if fr.given[regKey{fr, nil, v, l.Path}] {
				continue
			}
			c := x.Cell(fr.clo, code.Field(n)+l.Path, l.Type)
			c.Use(fr.body)
			x.fr, x.it = fr, nil
			if len(c.Set) == 1 {
				x.Set(v, l.Path, graph.Val{Set: c.Set})
			} else {
				to := x.loc(locKey{frame: fr, value: v, path: l.Path})
				to.Name = c.Name
				x.Grow(to, c.Set)
				x.Assign(graph.Assign{To: to, V: graph.At(c)})
				x.Set(v, l.Path, graph.At(to))
			}
			x.fr, x.it = saved, it
		}
	}
}

// giveFree gives the free variables of a closure that one of many go statements starts the values that its creator has
// there: a cell of the closure cannot say them. It returns the assignments.
func (x *Extractor) giveFree(c *Call, fr *frame) (do []graph.Assign) {
	fr.given = map[regKey]bool{}
	g, ok := c.Instr.(*ssa.Go)
	if !ok || c.clo == nil {
		return nil
	}
	made, ok := g.Call.Value.(*ssa.MakeClosure)
	if !ok || made.Block() != g.Block() { // behind a loop, its values have other registers
		return nil
	}
	for n, v := range c.Func.FreeVars {
		for _, l := range x.captured(v) {
			if !x.Cell(c.clo, code.Field(n)+l.Path, l.Type).Weak {
				continue
			}
			fr.given[regKey{fr, nil, v, l.Path}] = true
			do = append(do, x.give(fr, v, v.Name(), l, x.binding(made.Bindings[n], l)))
		}
	}
	return do
}
