// This file defines the decision variables of summaries over several rounds.

package summary

import (
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/systems/recursion/dataflow"
	"github.com/ijit/ijit/systems/recursion/internal/supergraph"
)

// A Space has the variables of summaries: a frame for the state now, one for the state in
// which the procedure began, two more for steps and calls, and the globals at the ends of
// contexts. All copies of a variable are next to each other, and globals that statements
// mention together are near to each other.
type Space struct {
	Graph *supergraph.Graph
	M     *bdd.Manager

	Now, Entry, Next, Other encode.Frame
	Ends                    [][]bdd.Var // by number and global
	Saved                   [][]bdd.Var // rows of locals
	Shared                  []int       // the globals that some thread uses, in order

	frames   []inlined // by module
	whole    bool      // summaries are about all globals
	returned []bdd.Var // what procedures return
	// last says which globals are live if there are no interruptions any more; nil if there
	// are: all globals are live then.
	last *liveness
}

// NewSpace returns a space of new variables with so many ends of contexts, and so many
// rows of locals besides those of the frames.
func NewSpace(g *supergraph.Graph, m *bdd.Manager, ends, saved int) *Space {
	s := &Space{Graph: g, M: m, Shared: supergraph.Globals(g.Shared()), frames: inline(g), Saved: make([][]bdd.Var, saved)}
	layout := g.Program.Layout
	frames := []*encode.Frame{&s.Now, &s.Entry, &s.Next, &s.Other}
	slots := 0
	for _, f := range s.frames {
		slots = max(slots, f.offset+layout.Local)
	}
	for range slots {
		vars := m.NewVars(len(frames) + saved)
		for i, f := range frames {
			f.Locals = append(f.Locals, vars[i])
		}
		for i := range s.Saved {
			s.Saved[i] = append(s.Saved[i], vars[len(frames)+i])
		}
	}
	s.returned = m.NewVars(encode.ReturnSlots(g.Program))
	for _, f := range frames {
		f.Globals = make([]bdd.Var, layout.Shared)
	}
	s.Ends = make([][]bdd.Var, ends)
	for i := range s.Ends {
		s.Ends[i] = make([]bdd.Var, layout.Shared)
	}
	for _, v := range order(g) {
		vars := m.NewVars(len(frames) + ends)
		for i, f := range frames {
			f.Globals[v] = vars[i]
		}
		for i := range s.Ends {
			s.Ends[i][v] = vars[len(frames)+i]
		}
	}
	return s
}

// NewWholeSpace returns a space of new variables for summaries that say all: about all globals
// and of all procedures, none being part of its caller. Globals come first, in the order of
// their declaration; of each variable, that at the entry of the procedure does.
func NewWholeSpace(g *supergraph.Graph, m *bdd.Manager) *Space {
	s := &Space{Graph: g, M: m, Shared: supergraph.Globals(g.Shared()), whole: true}
	for i := range g.Modules {
		s.frames = append(s.frames, inlined{host: i})
	}
	for i := range g.Program.Layout.Shared + g.Program.Layout.Local {
		for _, f := range []*encode.Frame{&s.Entry, &s.Now, &s.Next, &s.Other} {
			if v := m.NewVars(1); i < g.Program.Layout.Shared {
				f.Globals = append(f.Globals, v...)
			} else {
				f.Locals = append(f.Locals, v...)
			}
		}
	}
	s.returned = m.NewVars(encode.ReturnSlots(g.Program))
	return s
}

// Returned returns the variables of what procedures return.
func (s *Space) Returned() []bdd.Var { return s.returned }

// A liveness says which globals are live in a context that is not interrupted any more.
type liveness struct {
	flow *dataflow.Graph
	*dataflow.Liveness
	across []bitset.BitSet // by procedure
}

// LastContext returns the same space for a thread that began in a module and is not
// interrupted any more: globals that are not live there are forgotten.
func (s *Space) LastContext(entry int) *Space {
	flow := dataflow.New(s.Graph.Program, s.Graph.Modules[entry].Proc)
	live := flow.Live()
	last := *s
	last.last = &liveness{flow, live, live.Across()}
	return &last
}

// Pick returns the variables of some indices.
func Pick(vars []bdd.Var, indices []int) []bdd.Var {
	out := make([]bdd.Var, len(indices))
	for i, j := range indices {
		out[i] = vars[j]
	}
	return out
}

// Minus returns the numbers of a list that are not in another.
func Minus(list, without []int) []int {
	var out []int
	for _, x := range list {
		if !slices.Contains(without, x) {
			out = append(out, x)
		}
	}
	return out
}

// Equal returns where two rows of globals agree on some.
func (s *Space) Equal(x, y []bdd.Var, globals []int) bdd.Node {
	return s.M.EqualVars(Pick(x, globals), Pick(y, globals))
}

// Shift renames the first n ends of contexts to those that come by later.
func (s *Space) Shift(f bdd.Node, n, by int) bdd.Node {
	if n == 0 || by == 0 {
		return f
	}
	var from, to []bdd.Var
	for i := range n {
		from = append(from, Pick(s.Ends[i], s.Shared)...)
		to = append(to, Pick(s.Ends[i+by], s.Shared)...)
	}
	return s.M.Rename(f, s.M.NewRenaming(from, to))
}

// Transfer takes over a set of globals from another manager, into a row.
func (s *Space) Transfer(from *bdd.Manager, set bdd.Node, vars, row []bdd.Var) bdd.Node {
	set = s.M.Transfer(from, set, func(v bdd.Var) bdd.Var { return row[slices.Index(vars, v)] })
	return s.M.Exists(set, s.M.NewVarSet(Pick(row, Minus(all(len(row)), s.Shared))...))
}

// slots returns those slots of the locals of a module that are chosen, in some frame.
func (s *Space) slots(module int, locals []bdd.Var, choose func(slot int) bool) []bdd.Var {
	var out []bdd.Var
	for i := range s.Graph.Program.Layout.Local {
		if choose(i) {
			out = append(out, locals[s.frames[module].offset+i])
		}
	}
	return out
}

// deadLocals returns those slots of the locals of a module that are not live at a place.
func (s *Space) deadLocals(module int, locals []bdd.Var, pc int) []bdd.Var {
	live := s.Graph.Live(pc)
	return s.slots(module, locals, func(slot int) bool { return !live(slot) })
}

// deadGlobals returns those of the shared globals that are not live at a place of a module,
// nor in what it returns to, in some frame.
func (s *Space) deadGlobals(module int, globals []bdd.Var, pc int) []bdd.Var {
	if s.last == nil {
		return nil
	}
	live := s.last.Before(pc)
	if p := s.last.flow.Proc(s.Graph.Modules[module].Proc); p != nil {
		live = live.Union(&s.last.across[p.Index])
	}
	return Pick(globals, slices.DeleteFunc(slices.Clone(s.Shared), func(g int) bool { return live.Test(uint(g)) }))
}

// dead returns what is not live at a place of a module, in some frame.
func (s *Space) dead(module int, f encode.Frame, pc int) bdd.VarSet {
	return s.M.NewVarSet(append(s.deadLocals(module, f.Locals, pc), s.deadGlobals(module, f.Globals, pc)...)...)
}
