// This file defines the order of globals among the decision variables.

package summary

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/internal/supergraph"
)

// Weights of the order.
const (
	procedureWeight = 0.5 // of being mentioned in one procedure; in one statement it is 1
	fading          = 0.7 // of what a global before has to do with a next one
)

// order returns the order of the globals: one after the other, always the one that
// statements mention together most often with those before, the last ones above all.
func order(graph *supergraph.Graph) []int {
	m := bdd.New(bdd.Options{})
	f := encode.NewFrames(m, graph.Program.Layout, 3)
	e := encode.New(m, graph.Program, encode.Places{
		Now: f[0], Next: f[1], Actuals: f[2].Locals, Returns: m.NewVars(encode.ReturnSlots(graph.Program)),
	})
	n := graph.Program.Layout.Shared
	together := make([][]float64, n)
	for g := range together {
		together[g] = make([]float64, n)
	}
	attract := func(list []int, weight float64) {
		for _, g := range list {
			for _, h := range list {
				together[g][h] += weight / float64(len(list))
			}
		}
	}
	mention := func(rel bdd.Node, writes []*parser.Var) (read []int) {
		support := m.Support(rel)
		var all []int
		for g := range n {
			reads := m.Contains(support, f[0].Globals[g]) || m.Contains(support, f[1].Globals[g])
			if reads {
				read = append(read, g)
			}
			if reads || slices.ContainsFunc(writes, func(v *parser.Var) bool { return v.Proc == nil && v.Index == g }) {
				all = append(all, g)
			}
		}
		attract(all, 1)
		return read
	}
	for i := range graph.Modules {
		inProcedure := make([]bool, n)
		for _, node := range graph.Nodes(i) {
			for _, x := range node.Out {
				if x.Kind == parser.CallEdge {
					c := e.Call(x)
					mention(c.Args, c.Writes)
					continue
				}
				step := e.Edge(x)
				for _, g := range mention(step.Relation, step.Writes) {
					inProcedure[g] = true
				}
			}
		}
		attract(slices.DeleteFunc(all(n), func(g int) bool { return !inProcedure[g] }), procedureWeight)
	}
	list := make([]int, 0, n)
	pull := make([]float64, n)
	placed := make([]bool, n)
	for range n {
		best := -1
		for g := range n {
			if !placed[g] && (best < 0 || pull[g] > pull[best]) {
				best = g
			}
		}
		placed[best] = true
		list = append(list, best)
		for g := range pull {
			pull[g] = pull[g]*fading + together[best][g]
		}
	}
	return list
}

// all returns the numbers below n.
func all(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
