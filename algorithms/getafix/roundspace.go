// This file defines the decision variables of summaries over several rounds, and what
// the statements of a program are over them.

package getafix

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/parser"
)

// A roundSpace has the variables of summaries: a frame for the state now, one for the
// state in which the procedure began, two more for steps and calls, and the globals at
// the ends of rounds. All copies of a variable are next to each other, and globals that
// statements mention together are near to each other.
type roundSpace struct {
	b      *Base
	m      *bdd.Manager
	frames []inlined // by module

	now, entry, next, other encode.Frame
	ends                    [][]bdd.Var // by number and global
	saved                   [][]bdd.Var // rows of locals
	returned                []bdd.Var
	used                    []int // the globals that some thread uses, and atomic
	// need says what matters if there are no interruptions any more; nil if there are:
	// all globals matter then.
	need *need
}

// newRoundSpace returns a space of new variables with so many ends of rounds, and so many
// rows of locals besides those of the frames.
func newRoundSpace(b *Base, m *bdd.Manager, ends, saved int) *roundSpace {
	s := &roundSpace{b: b, m: m, frames: b.inline(), saved: make([][]bdd.Var, saved)}
	layout := b.program.Layout
	frames := []*encode.Frame{&s.now, &s.entry, &s.next, &s.other}
	slots := 0
	for _, f := range s.frames {
		slots = max(slots, f.offset+layout.Local)
	}
	for range slots {
		vars := s.m.NewVars(len(frames) + saved)
		for i, f := range frames {
			f.Locals = append(f.Locals, vars[i])
		}
		for i := range s.saved {
			s.saved[i] = append(s.saved[i], vars[len(frames)+i])
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

// encoder returns an encoder of the statements of a module, which passes arguments in
// some slots.
func (s *roundSpace) encoder(module int, actuals []bdd.Var) *encode.Encoder {
	offset := s.frames[module].offset
	return encode.New(s.m, s.b.program, encode.Places{
		Now:     encode.Frame{Locals: s.now.Locals[offset:], Globals: s.now.Globals},
		Next:    encode.Frame{Locals: s.next.Locals[offset:], Globals: s.next.Globals},
		Actuals: actuals, Returns: s.returned,
	})
}

// slots returns those slots of the locals of a module that are wanted, in some frame.
func (s *roundSpace) slots(module int, locals []bdd.Var, wanted func(slot int) bool) []bdd.Var {
	var out []bdd.Var
	for i := range s.b.program.Layout.Local {
		if wanted(i) {
			out = append(out, locals[s.frames[module].offset+i])
		}
	}
	return out
}

// dead returns those slots of the locals of a module that are not live at a place.
func (s *roundSpace) dead(module int, locals []bdd.Var, pc int) []bdd.Var {
	live := s.b.live.at(pc)
	return s.slots(module, locals, func(slot int) bool { return !live(slot) })
}

// idle returns those of the globals used that do not matter at a place of a module, or in what
// it returns to, in some frame.
func (s *roundSpace) idle(module int, globals []bdd.Var, pc int) []bdd.Var {
	if s.need == nil {
		return nil
	}
	matters := s.b.flows.none()
	matters.join(s.need.at[1+pc])
	matters.join(s.need.aside[module])
	return pick(globals, slices.DeleteFunc(slices.Clone(s.used), matters.has))
}

// begin returns with what a procedure begins that is called by an edge: over now of the
// caller, and the slots in which arguments are passed. Nothing is said of slots that do
// not matter.
func (s *roundSpace) begin(caller int, x *parser.Edge, actuals []bdd.Var) (bdd.Node, encode.Call) {
	c := s.encoder(caller, actuals).Call(x)
	p := called(x)
	entry := encode.New(s.m, s.b.program, encode.Places{Now: encode.Frame{Locals: actuals, Globals: s.now.Globals}}).Entry(p)
	begins := s.b.begins(p)
	var gone []bdd.Var
	for i := range s.b.program.Layout.Local {
		if !begins(i) {
			gone = append(gone, actuals[i])
		}
	}
	return s.m.Exists(s.m.And(c.Args, entry), s.m.NewVarSet(gone...)), c
}

// lost returns what does not matter at a place of a module, in some frame: locals that are
// not live, and globals that are idle.
func (s *roundSpace) lost(module int, f encode.Frame, pc int) bdd.VarSet {
	return s.m.NewVarSet(append(s.dead(module, f.Locals, pc), s.idle(module, f.Globals, pc)...)...)
}

// A roundStep is what an edge does: successors are Image(set, relation, gone, back), as
// far as then holds for them.
type roundStep struct {
	relation, then bdd.Node
	gone           bdd.VarSet
	back           bdd.Renaming
	to             *roundPlace
}

// step returns the step of an edge that is no call. What does not matter behind it is gone:
// nothing is said of that.
func (s *roundSpace) step(module int, x *parser.Edge, to *roundPlace) *roundStep {
	e := s.encoder(module, nil).Edge(x)
	return &roundStep{
		relation: s.m.Exists(e.Relation, s.lost(module, s.next, x.To)),
		then:     bdd.True,
		gone:     s.m.Union(e.Now, s.lost(module, s.now, x.To)),
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
