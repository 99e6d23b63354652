// This file defines what statements read and write.

package supergraph

import (
	"math/bits"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/bdd/encode"
	"github.com/ijit/ijit/parser"
)

// A Set is a set of variables: bit i is global i, and the bits behind the globals are
// slots of locals.
type Set []uint64

// Has reports whether a variable is in the set.
func (s Set) Has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

// Add adds a variable.
func (s Set) Add(i int) { s[i/64] |= 1 << (i % 64) }

// Len returns the number of variables.
func (s Set) Len() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// join adds what is in x and not in any of the others, and reports whether that is
// more than there was.
func (s Set) join(x Set, without ...Set) bool {
	changed := false
	for i, w := range x {
		for _, y := range without {
			w &^= y[i]
		}
		changed = changed || w&^s[i] != 0
		s[i] |= w
	}
	return changed
}

// A step is an edge of a module, a return, or a call without what the callee does.
type step struct {
	from, to      int // program counters; to is -1 where nothing goes on
	reads, writes Set
	callee        int  // module; -1 if it is no call
	returns       bool // from the procedure
	enters        bool // an atomic section
}

// steps has those of all modules, in the order of program counters.
type steps struct {
	modules [][]step
	always  []Set // by module: what is read at each place
}

// NewSet returns an empty set of variables.
func (g *Graph) NewSet() Set {
	return make(Set, max(1, (g.Program.Layout.Shared+g.Program.Layout.Local+63)/64))
}

// findSteps finds out what all statements read and write.
func (g *Graph) findSteps() (*steps, error) {
	m := bdd.New(bdd.Options{})
	layout := g.Program.Layout
	f := encode.NewFrames(m, layout, 3)
	e := encode.New(m, g.Program, encode.Places{
		Now: f[0], Next: f[1], Actuals: f[2].Locals, Returns: m.NewVars(encode.ReturnSlots(g.Program)),
	})
	index := map[bdd.Var]int{} // of a variable in front of a step
	for i, v := range f[0].Globals {
		index[v] = i
	}
	for i, v := range f[0].Locals {
		index[v] = layout.Shared + i
	}
	sets := map[bdd.VarSet]Set{}
	set := func(vars bdd.VarSet) Set {
		s, ok := sets[vars]
		if !ok {
			s = g.NewSet()
			for _, v := range m.Vars(vars) {
				if i, ok := index[v]; ok {
					s.Add(i)
				}
			}
			sets[vars] = s
		}
		return s
	}
	supports := map[bdd.Node]Set{} // many statements are alike
	reads := func(rel bdd.Node) Set {
		s, ok := supports[rel]
		if !ok {
			s = set(m.Support(rel))
			supports[rel] = s
		}
		return s
	}
	all := &steps{}
	none := g.NewSet()
	for i, module := range g.Modules {
		all.always = append(all.always, reads(e.Enforce(module.Proc)))
		var list []step
		for n := range g.Nodes(i) {
			if rel, ok := e.Return(n); ok {
				list = append(list, step{from: n.PC, to: -1, reads: reads(rel), writes: none, callee: -1, returns: true})
				continue
			}
			for _, x := range n.Out {
				if x.Kind == parser.CallEdge {
					c := e.Call(x)
					list = append(list, step{from: n.PC, to: x.To, reads: reads(c.Args), writes: set(c.Now), callee: g.Callee(i, x)})
					continue
				}
				s := e.Edge(x)
				list = append(list, step{from: n.PC, to: x.To, reads: reads(s.Relation), writes: set(s.Now), callee: -1, enters: x.Kind == parser.EnterEdge})
			}
		}
		all.modules = append(all.modules, list)
	}
	return all, m.Err()
}
