// This file defines sets of states over the parameters of relations.

package getafix

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/calculus"
)

// frame returns the frame of a parameter with locals and one with globals.
func frame(f *calculus.Formals, locals, globals int) encode.Frame {
	return encode.Frame{Locals: f.Vars(locals), Globals: f.Vars(globals)}
}

// zero returns where those of vars that are not kept are 0.
func zero(m *bdd.Manager, vars []bdd.Var, keep func(int) bool) bdd.Node {
	var c bdd.Cube
	for i, v := range vars {
		if !keep(i) {
			c = append(c, bdd.Literal{Var: v})
		}
	}
	return m.Cube(c)
}

// equal returns where those of xs and ys that are chosen are equal.
func equal(m *bdd.Manager, xs, ys []bdd.Var, choose func(int) bool) bdd.Node {
	var a, b []bdd.Var
	for i := range xs {
		if choose(i) {
			a, b = append(a, xs[i]), append(b, ys[i])
		}
	}
	return m.EqualVars(a, b)
}

// inside reports whether a slot is one of the locals of a module.
func inside(p *parser.Proc) func(int) bool { return func(i int) bool { return i < len(p.Locals) } }

// assigned returns whether a call gives a global or a slot the value of a result.
func assigned(writes []*parser.Var, local bool) func(int) bool {
	return func(i int) bool {
		return slices.ContainsFunc(writes, func(v *parser.Var) bool { return v.Index == i && (v.Proc != nil) == local })
	}
}

// without returns a relation with the slots that are not kept 0, whatever it says of
// them.
func without(m *bdd.Manager, rel bdd.Node, slots []bdd.Var, keep func(int) bool) bdd.Node {
	var dropped []bdd.Var
	for i, v := range slots {
		if !keep(i) {
			dropped = append(dropped, v)
		}
	}
	return m.And(m.Exists(rel, m.NewVarSet(dropped...)), zero(m, slots, keep))
}

// restrict returns a relation with what is not kept of a frame 0, whatever it says of
// that.
func restrict(m *bdd.Manager, rel bdd.Node, f encode.Frame, local, global func(int) bool) bdd.Node {
	return without(m, without(m, rel, f.Locals, local), f.Globals, global)
}
