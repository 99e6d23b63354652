// This file defines the decision variables of stacks.

package configuration

import (
	"math/bits"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/summary"
	"github.com/ijit/ijit/systems/recursion/internal/supergraph"
)

// A stack has the variables of one thread in a configuration. With each goes another one
// for what it was when a context began, which is only needed to find out how the end of
// the context was got to.
type stack struct {
	place number // where the thread goes on: ended, unstarted, or a place
	// calls has, by depth, by which call the procedure there was called, and locals the
	// row of its locals. Nothing is said of a depth at which there is no procedure, or the
	// thread has not begun.
	calls  []number
	locals []int
	were   []int // rows
	depth  []int // by module: where in the stack it is; -1 if the thread is never interrupted in it
	aims   bool  // the thread may get to the target, for all that calls say
}

// Where a thread goes on, but for the places, of which that with rank i is firstPlace+i.
const (
	ended = iota
	unstarted
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

// newStacks returns the stacks of all threads, above all other variables, and how many rows
// of locals they need. There are none if a stack may be of any height, or there are more
// threads than a threadSet can have. If stacks are not kept, they only say whether threads
// have begun, and none of that matters.
func newStacks(g *supergraph.Graph, m *bdd.Manager, keep bool) (stacks []stack, rows int) {
	if !keep {
		for range g.Entries {
			stacks = append(stacks, stack{place: newNumber(m, firstPlace)})
		}
		return stacks, 0
	}
	if len(g.Entries) > mostThreads {
		return nil, 0
	}
	places := 0
	calls := make([]int, len(g.Modules))
	for _, x := range g.Modules {
		places += x.Places()
	}
	for _, c := range g.Calls {
		calls[c.Callee]++
	}
	for _, entry := range g.Entries {
		height, recursive := g.Height(entry)
		if recursive {
			return nil, 0
		}
		s := stack{place: newNumber(m, firstPlace+places)}
		for range height {
			s.calls = append(s.calls, newNumber(m, slices.Max(calls)))
			s.locals = append(s.locals, rows)
			s.were = append(s.were, rows+1)
			rows += 2
		}
		stacks = append(stacks, s)
	}
	return stacks, rows
}

// settle finds out at which depth of the stack of a thread its procedures are, if that is
// kept: each behind all that may call it. Residual ones have no place there.
func (s *stack) settle(r *summary.Summaries, entry int, stops []bool, keep bool) {
	s.depth = slices.Repeat([]int{-1}, len(r.Modules))
	var visit func(m *summary.Module, depth int)
	visit = func(m *summary.Module, depth int) {
		if depth <= s.depth[m.Index] {
			return
		}
		s.depth[m.Index] = depth
		for _, p := range m.Places {
			for _, c := range p.Calls {
				if keep && stops[c.Callee.Index] && !c.Callee.Residual {
					visit(c.Callee, depth+1)
				}
			}
		}
	}
	visit(r.Modules[entry], 0)
}

// aims finds out whether a thread may get to the target, for all that calls say.
func aims(r *summary.Summaries, entry int) bool {
	seen := make([]bool, len(r.Modules))
	var visit func(m *summary.Module) bool
	visit = func(m *summary.Module) bool {
		if seen[m.Index] {
			return false
		}
		seen[m.Index] = true
		return slices.ContainsFunc(m.Places, func(p *summary.Place) bool {
			return p.Target || slices.ContainsFunc(p.Calls, func(c *summary.Call) bool { return visit(c.Callee) })
		})
	}
	return visit(r.Modules[entry])
}

// stopping returns in which modules a thread may be interrupted, there or in what they
// call.
func stopping(r *summary.Summaries) []bool {
	stops := make([]bool, len(r.Modules))
	for changed := true; changed; {
		changed = false
		for _, p := range r.Places {
			m := p.Module.Index
			if !stops[m] && (p.Stops || slices.ContainsFunc(p.Calls, func(c *summary.Call) bool { return stops[c.Callee.Index] })) {
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

// valuesOf returns the variables of the locals in a stack, and those of what they were.
func (s *stack) valuesOf(r *summary.Space) (vars, were []bdd.Var) {
	for i := range s.locals {
		vars = append(vars, r.Saved[s.locals[i]]...)
		were = append(were, r.Saved[s.were[i]]...)
	}
	return vars, were
}

// A threadSet has a bit for each thread.
type threadSet [4]uint64

// mostThreads is how many threads a threadSet can have.
const mostThreads = 64 * len(threadSet{})

func alone(t int) threadSet { return threadSet{}.with(t) }

func (x threadSet) has(t int) bool { return x[t/64]>>(t%64)&1 != 0 }

func (x threadSet) with(t int) threadSet {
	x[t/64] |= 1 << (t % 64)
	return x
}
