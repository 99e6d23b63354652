// This file defines the decision variables of summaries over several rounds, and what
// the statements of a program are over them.

package getafix

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/bdd/encode"
	"github.com/ijit/ijit/parser"
)

// A roundSpace has the variables of summaries: a frame for the state now, one for the
// state in which the procedure began, two more for steps and calls, and the globals at
// the ends of rounds. All copies of a variable are next to each other, and globals that
// statements mention together are near to each other.
type roundSpace struct {
	b     *Base
	m     *bdd.Manager
	enc   *encode.Encoder
	begin *encode.Encoder // of procedures that are called: their locals are in other
	live  liveness

	now, entry, next, other encode.Frame
	ends                    [][]bdd.Var // by number and global
	returned                []bdd.Var
	used                    []int // the globals that some thread uses, and atomic
}

// newRoundSpace returns a space with so many ends of rounds.
func newRoundSpace(b *Base, options bdd.Options, ends int) *roundSpace {
	s := &roundSpace{b: b, m: bdd.New(options), live: b.live}
	layout := b.program.Layout
	frames := []*encode.Frame{&s.now, &s.entry, &s.next, &s.other}
	for range layout.Local {
		for i, v := range s.m.NewVars(len(frames)) {
			frames[i].Locals = append(frames[i].Locals, v)
		}
	}
	s.returned = b.spare(s.m)
	for _, f := range frames {
		f.Globals = make([]bdd.Var, layout.Shared)
	}
	s.ends = make([][]bdd.Var, ends)
	for i := range s.ends {
		s.ends[i] = make([]bdd.Var, layout.Shared)
	}
	for _, g := range b.arrange() {
		vars := s.m.NewVars(len(frames) + ends)
		for i, f := range frames {
			f.Globals[g] = vars[i]
		}
		for i := range s.ends {
			s.ends[i][g] = vars[len(frames)+i]
		}
	}
	for g := range layout.Shared {
		if b.uses[0][g] {
			s.used = append(s.used, g)
		}
	}
	s.enc = encode.New(s.m, b.program, encode.Places{Now: s.now, Next: s.next, Actuals: s.other.Locals, Returns: s.returned})
	s.begin = encode.New(s.m, b.program, encode.Places{Now: encode.Frame{Locals: s.other.Locals, Globals: s.now.Globals}})
	return s
}

// pick returns the variables of some indices.
func pick(vars []bdd.Var, indices []int) []bdd.Var {
	out := make([]bdd.Var, len(indices))
	for i, j := range indices {
		out[i] = vars[j]
	}
	return out
}

// equal returns where two rows of globals agree on some.
func (s *roundSpace) equal(x, y []bdd.Var, globals []int) bdd.Node {
	return s.m.EqualVars(pick(x, globals), pick(y, globals))
}

// shift renames the first n ends of rounds to those that come by later.
func (s *roundSpace) shift(f bdd.Node, n, by int) bdd.Node {
	if n == 0 || by == 0 {
		return f
	}
	var from, to []bdd.Var
	for i := range n {
		from = append(from, pick(s.ends[i], s.used)...)
		to = append(to, pick(s.ends[i+by], s.used)...)
	}
	return s.m.Rename(f, s.m.NewRenaming(from, to))
}

// slots returns those of the slots of locals that are wanted.
func (s *roundSpace) slots(wanted func(slot int) bool) []int {
	var out []int
	for i := range s.now.Locals {
		if wanted(i) {
			out = append(out, i)
		}
	}
	return out
}

// A step is what an edge does: successors are Image(set, relation, gone, back).
type roundStep struct {
	relation bdd.Node
	gone     bdd.VarSet
	back     bdd.Renaming
	to       *roundPlace
}

// step returns the step of an edge that is no call. Locals that are not live behind it
// are gone: nothing is said of them.
func (s *roundSpace) step(x *parser.Edge, to *roundPlace) *roundStep {
	e := s.enc.Edge(x)
	dead := s.slots(func(slot int) bool { return !s.live.at(x.To)(slot) })
	return &roundStep{
		relation: s.m.Exists(e.Relation, s.m.NewVarSet(pick(s.next.Locals, dead)...)),
		gone:     s.m.Union(e.Now, s.m.NewVarSet(pick(s.now.Locals, dead)...)),
		back:     e.Back,
		to:       to,
	}
}

// arrange returns the order of the globals: one after the other, always the one that
// statements mention together most often with those before, the last ones above all.
func (b *Base) arrange() []int {
	m := bdd.New(bdd.Options{})
	f := encode.NewFrames(m, b.program.Layout, 3)
	e := encode.New(m, b.program, encode.Places{
		Now: f[0], Next: f[1], Actuals: f[2].Locals, Returns: m.NewVars(encode.ReturnSlots(b.program)),
	})
	n := b.program.Layout.Shared
	together := make([][]float64, n)
	for g := range together {
		together[g] = make([]float64, n)
	}
	mention := func(rel bdd.Node, writes []*parser.Var) {
		support := m.Support(rel)
		var all []int
		for g := range n {
			if m.Contains(support, f[0].Globals[g]) || m.Contains(support, f[1].Globals[g]) ||
				slices.ContainsFunc(writes, func(v *parser.Var) bool { return v.Proc == nil && v.Index == g }) {
				all = append(all, g)
			}
		}
		for _, g := range all {
			for _, h := range all {
				together[g][h] += 1 / float64(len(all))
			}
		}
	}
	for _, p := range b.modules {
		near := map[int]bool{} // in the procedure: less than in a statement
		for node := range b.nodes(p) {
			for _, x := range node.Out {
				if x.Kind == parser.CallEdge {
					c := e.Call(x)
					mention(c.Args, c.Writes)
					continue
				}
				step := e.Edge(x)
				mention(step.Relation, step.Writes)
				support := m.Support(step.Relation)
				for g := range n {
					if m.Contains(support, f[0].Globals[g]) || m.Contains(support, f[1].Globals[g]) {
						near[g] = true
					}
				}
			}
		}
		for g := range near {
			for h := range near {
				together[g][h] += 0.5 / float64(len(near))
			}
		}
	}
	order := make([]int, 0, n)
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
		order = append(order, best)
		for g := range pull {
			pull[g] = pull[g]*0.7 + together[best][g]
		}
	}
	return order
}
