// This file defines the states: where threads can be between two steps, the latches, and
// the first states.

package threads

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser"
)

// visible reports whether a thread can be at pc between two steps.
func (s *System) visible(pc int) bool { return s.program.Nodes[pc].Section == nil || s.cut[pc] }

// inside reports whether pc lies in an atomic section.
func (s *System) inside(pc int) bool { return pc >= 0 && s.program.Nodes[pc].Section != nil }

// visit finds the order of locations, and the loops in atomic sections: where edges lead back
// to. If steps are small, they end at all locations inside.
func (s *System) visit() {
	const open, done = 1, 2
	nodes := s.program.Nodes
	mark := make([]int, len(nodes))
	var loops []*parser.Edge // of chains
	var visit func(pc int)
	visit = func(pc int) {
		mark[pc] = open
		for _, x := range nodes[pc].Out {
			switch {
			case x.Relation.Is(false):
			case s.chained[x]:
				if mark[x.To] == open {
					loops = append(loops, x)
				} else if mark[x.To] == 0 {
					visit(x.To)
				}
			case !s.inside(x.To):
			case mark[x.To] == open:
				s.back[x] = true
				if !slices.Contains(s.heads, x.To) {
					s.heads = append(s.heads, x.To)
				}
			case mark[x.To] == 0:
				visit(x.To)
			}
		}
		mark[pc] = done
		s.order = append(s.order, pc)
	}
	for pc, n := range nodes {
		if n == nil || !n.Reachable {
			continue
		}
		if s.Small && n.Section != nil {
			s.cut[pc] = true
		}
		if mark[pc] == 0 && n.Section == nil {
			visit(pc)
		}
	}
	slices.Reverse(s.order)
	s.unwind(loops)
}

// passesLabels reports whether a step can go by a label.
func (s *System) passesLabels() bool {
	if len(s.Labels) == 0 {
		return false
	}
	for _, pc := range s.order {
		for _, x := range s.program.Nodes[pc].Out {
			if s.middle(x) && (concernsOthers(x) || slices.Contains(s.Labels, x.To)) {
				return true
			}
		}
	}
	return false
}

// number gives codes to locations, in the order of the text but for where it begins: so most
// statements lead from a code to the next one.
func (s *System) number() {
	n := len(s.program.Nodes)
	s.codes = make([]int, n)
	s.pcs = []int{-1}
	for i := range n {
		pc := (s.program.Start + i) % n
		if x := s.program.Nodes[pc]; x != nil && x.Reachable && s.visible(pc) && s.rests[pc] {
			s.codes[pc] = len(s.pcs)
			s.pcs = append(s.pcs, pc)
		}
	}
}

// latches makes the latches, with their first values.
func (s *System) latches() {
	latch := func(name string, f aig.First, p Place) aig.Lit {
		s.Places = append(s.Places, p)
		return s.Latch(name, f)
	}
	for i, v := range s.program.File.Globals {
		s.now.shared = append(s.now.shared, latch(v.Name, first(v), Place{Kind: Shared, Index: i}))
	}
	if len(s.cut) > 0 {
		s.lock = latch("(atomic)", aig.Zero, Place{Kind: Lock})
	}
	locals := s.program.File.Main.Locals
	for i := range s.Threads {
		t := slot{}
		for bit := range bits.Len(uint(len(s.pcs) - 1)) {
			f := aig.Zero
			if bit == 0 {
				f = s.begins(i, aig.One)
			}
			t.pc = append(t.pc, latch(fmt.Sprintf("t%d@%d", i+1, bit), f, Place{PC, i, bit}))
		}
		for k := range s.program.Layout.Local {
			f := aig.Zero
			if k < len(locals) {
				f = s.begins(i, first(locals[k]))
			}
			t.local = append(t.local, latch(fmt.Sprintf("t%d.%d", i+1, k), f, Place{Local, i, k}))
		}
		s.now.slots = append(s.now.slots, t)
	}
	if s.passesLabels() {
		s.passed = latch("(passed)", aig.Zero, Place{Kind: Passed})
	}
}

// first returns the first value of a variable.
func first(v *parser.Var) aig.First {
	switch v.Init {
	case parser.InitZero:
		return aig.Zero
	case parser.InitOne:
		return aig.One
	}
	return aig.Any
}

// begins returns the first value of a latch of a slot that has the value f if main begins
// there, and is false if there is no thread.
func (s *System) begins(slot int, f aig.First) aig.First {
	switch {
	case f == aig.Zero || slot < max(s.Copies, 1):
		return f
	case s.Copies == Many:
		return aig.Any
	}
	return aig.Zero
}

// initial says of the first state what the first values of latches do not: that what main
// enforces holds, and, of any number of copies, that these are in the first slots.
func (s *System) initial() {
	locals := s.program.File.Main.Locals
	for i, t := range s.now.slots {
		if i >= max(s.Copies, 1) && s.Copies != Many {
			break
		}
		there := t.pc[0]
		if p := s.program.Begins; p != nil {
			from := &state{shared: s.now.shared, local: t.local}
			v, _ := s.value(p.Formula(), &values{layout: s.program.Layout, now: from, next: from})
			s.Initial = append(s.Initial, s.Implies(there, v.may1))
		}
		if i == 0 || s.Copies != Many {
			continue
		}
		s.Initial = append(s.Initial, s.Implies(there, s.now.slots[i-1].pc[0]))
		for k, v := range locals {
			switch first(v) {
			case aig.One:
				s.Initial = append(s.Initial, s.Equal(t.local[k], there))
			case aig.Any:
				s.Initial = append(s.Initial, s.Implies(t.local[k], there))
			}
		}
	}
}
