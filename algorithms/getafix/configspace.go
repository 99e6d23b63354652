// This file defines the decision variables of configurations with stacks, where these
// are explored along the explicit control flow.

package getafix

import (
	"math/bits"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
)

// A stack has the variables of one thread in a configuration. With each goes another one
// for what it was when a context began, which is only needed to find out how the end of
// the context was got to.
type stack struct {
	place number
	// calls has, by depth, by which call the procedure there was called, and locals the
	// row of its locals. Nothing is said of a depth at which there is no procedure, or the
	// thread has not begun.
	calls  []number
	locals []int
	was    []int // rows
	depth  []int // by module: where in the stack it is; -1 if the thread never stops in it
	aims   bool  // the thread may get to the target
}

// Where a thread goes on, but for the places, of which that with rank i is firstPlace+i.
const (
	nowhere   = iota // it is gone
	beginning        // it has not begun
	firstPlace
)

// A number is one in binary, and what it was.
type number struct{ bits, were []bdd.Var }

// newNumber returns the variables of numbers below n.
func newNumber(m *bdd.Manager, n int) number {
	var x number
	for range bits.Len(uint(max(n-1, 0))) {
		vars := m.NewVars(2)
		x.bits, x.were = append(x.bits, vars[0]), append(x.were, vars[1])
	}
	return x
}

// is returns where a number has a value.
func (s *roundSpace) is(x number, value int) bdd.Node {
	var c bdd.Cube
	for i, v := range x.bits {
		c = append(c, bdd.Literal{Var: v, Value: value>>i&1 != 0})
	}
	return s.m.Cube(c)
}

// values returns the values that a number has in a set.
func (s *roundSpace) values(x number, set bdd.Node) []int {
	vars := s.m.NewVarSet(x.bits...)
	var all []int
	for cube := range s.m.Valuations(s.m.Exists(set, s.m.Minus(s.m.Support(set), vars)), vars) {
		value := 0
		for _, l := range cube {
			if l.Value {
				value |= 1 << slices.Index(x.bits, l.Var)
			}
		}
		all = append(all, value)
	}
	return all
}

// newStacks returns the stacks of all threads, above all other variables, and how many rows
// of locals they need. There are none if a stack may be of any height, or there are more
// threads than a threadSet can have. If stacks are not kept, they only say whether threads
// have begun, and none of that matters.
func (b *Base) newStacks(m *bdd.Manager, keep bool) (stacks []stack, rows int) {
	if !keep {
		for range b.threads.entries {
			stacks = append(stacks, stack{place: newNumber(m, firstPlace)})
		}
		return stacks, 0
	}
	if len(b.threads.entries) > mostThreads {
		return nil, 0
	}
	places := len(b.modules) // for failures
	calls := make([]int, len(b.modules))
	for _, p := range b.modules {
		places += p.Exit - p.Entry + 1
	}
	b.calls(func(_ int, _ *parser.Edge, callee int) { calls[callee]++ })
	callees := b.mayStop()
	for _, entry := range b.threads.entries {
		height, recursive := deepest(entry, callees)
		if recursive {
			return nil, 0
		}
		s := stack{place: newNumber(m, firstPlace+places)}
		for range height {
			s.calls = append(s.calls, newNumber(m, slices.Max(calls)))
			s.locals = append(s.locals, rows)
			s.was = append(s.was, rows+1)
			rows += 2
		}
		stacks = append(stacks, s)
	}
	return stacks, rows
}

// settle finds out at which depth of the stack of a thread its procedures are, if that is
// kept: each behind all that may call it.
func (s *stack) settle(r *roundSummaries, entry int, stops []bool, keep bool) {
	s.depth = slices.Repeat([]int{-1}, len(r.modules))
	var visit func(m *roundModule, depth int)
	visit = func(m *roundModule, depth int) {
		if depth <= s.depth[m.index] {
			return
		}
		s.depth[m.index] = depth
		for _, p := range m.places {
			for _, site := range p.sites {
				if keep && stops[site.callee.index] {
					visit(site.callee, depth+1)
				}
			}
		}
	}
	visit(r.modules[entry], 0)
}

// aims finds out whether a thread may get to the target, for all that calls say.
func (r *roundSummaries) aims(entry int) bool {
	seen := make([]bool, len(r.modules))
	var visit func(m *roundModule) bool
	visit = func(m *roundModule) bool {
		if seen[m.index] {
			return false
		}
		seen[m.index] = true
		return slices.ContainsFunc(m.places, func(p *roundPlace) bool {
			return p.target || slices.ContainsFunc(p.sites, func(s *roundSite) bool { return visit(s.callee) })
		})
	}
	return visit(r.modules[entry])
}

// stopping returns in which modules a thread may be interrupted, there or in what they
// call.
func (r *roundSummaries) stopping() []bool {
	stops := make([]bool, len(r.modules))
	for changed := true; changed; {
		changed = false
		for _, p := range r.places {
			m := p.module.index
			if !stops[m] && (p.stops || slices.ContainsFunc(p.sites, func(s *roundSite) bool { return stops[s.callee.index] })) {
				stops[m], changed = true, true
			}
		}
	}
	return stops
}

// control returns the variables of a stack that say where its thread is, and those of
// what they were.
func (s *stack) control() (vars, were []bdd.Var) {
	vars, were = slices.Clone(s.place.bits), slices.Clone(s.place.were)
	for _, c := range s.calls {
		vars, were = append(vars, c.bits...), append(were, c.were...)
	}
	return vars, were
}

// values returns the variables of the locals in a stack, and those of what they were.
func (s *stack) values(r *roundSpace) (vars, were []bdd.Var) {
	for i := range s.locals {
		vars = append(vars, r.saved[s.locals[i]]...)
		were = append(were, r.saved[s.was[i]]...)
	}
	return vars, were
}

// forget removes what a set of configurations says of the stack of a thread.
func (s *configSearch) forget(t int, set bdd.Node) bdd.Node {
	control, _ := s.stacks[t].control()
	locals, _ := s.stacks[t].values(s.roundSpace)
	return s.m.Exists(set, s.m.NewVarSet(append(control, locals...)...))
}
