// This file defines partial-order reduction: of executions that differ in the order of
// independent steps only, some are left out.

package threads

import (
	"fmt"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser"
)

// A footprint says what the steps that begin at a location have to do with other threads.
type footprint struct {
	reads, writes []bool // by shared variable
	// others says that a step concerns other threads or their number, or begins or ends inside of
	// an atomic section: it depends on all steps.
	others bool
}

// footprint returns the footprint of a location: that of all ways by which a step can go.
func (s *System) footprint(pc int) *footprint {
	n := s.program.Layout.Shared
	f := &footprint{reads: make([]bool, n), writes: make([]bool, n), others: s.inside(pc)}
	seen := map[int]bool{pc: true}
	for list := []int{pc}; len(list) > 0; list = list[1:] {
		for _, x := range s.program.Nodes[list[0]].Out {
			s.touch(f, x)
			switch {
			case !s.inside(x.To) || seen[x.To]:
			case s.visible(x.To):
				f.others = true
			default:
				seen[x.To] = true
				list = append(list, x.To)
			}
		}
	}
	return f
}

// touch adds what is done along an edge.
func (s *System) touch(f *footprint, x *parser.Edge) {
	switch x.Kind {
	case parser.SpawnEdge, parser.EndEdge, parser.SignalEdge, parser.BroadcastEdge, parser.PassiveEdge:
		f.others = true
	}
	l := s.program.Layout
	for _, v := range x.Relation.Vars() {
		if v >= l.Next(0) {
			v -= l.Next(0)
		}
		if v < l.Shared {
			f.reads[v] = true
		}
	}
	for _, v := range x.Assigned {
		if v < l.Shared {
			f.writes[v] = true
		}
	}
}

// reduce keeps a thread from moving right behind one in a later slot if the two steps do not
// depend on each other: in the other order they lead to the same state. Any execution becomes
// one in which that does not happen, by exchanges of such steps (Wang, Yang, Kahlon, Gupta,
// "Peephole Partial Order Reduction", TACAS 2008).
func (s *System) reduce() {
	shared := s.program.Layout.Shared
	reads, writes := make([][]aig.Lit, shared), make([][]aig.Lit, shared)
	var others []aig.Lit
	for _, pc := range s.order {
		if !s.visible(pc) || s.ahead(pc) {
			continue
		}
		at, f := s.step.comes[pc], s.footprint(pc)
		if f.others {
			others = append(others, at)
			continue
		}
		for v := range shared {
			switch {
			case f.writes[v]:
				writes[v] = append(writes[v], at)
			case f.reads[v]:
				reads[v] = append(reads[v], at)
			}
		}
	}
	last := func(now aig.Lit) aig.Lit {
		l := s.Latch(fmt.Sprintf("last step %d", len(s.Latches)), aig.Zero)
		s.Places = append(s.Places, Place{Kind: LastStep})
		s.SetNext(len(s.Latches)-1, now)
		return l
	}
	all := s.Any(others...)
	depends := []aig.Lit{all, last(all)}
	for v := range shared {
		if len(writes[v]) == 0 {
			continue
		}
		w, r := s.Any(writes[v]...), s.Any(reads[v]...)
		wasWritten := last(w)
		depends = append(depends, s.And(wasWritten, s.Or(w, r)))
		if r != aig.False {
			depends = append(depends, s.And(last(r), w))
		}
	}
	later := aig.False // the last step was of a later slot
	var early []aig.Lit
	for i := s.Threads - 1; i >= 0; i-- {
		early = append(early, s.And(s.schedule[i], later))
		if i > 0 {
			later = s.Or(later, last(s.schedule[i]))
		}
	}
	s.Steps = append(s.Steps, s.Implies(s.Any(early...), s.Any(depends...)))
}
