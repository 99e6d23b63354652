// This file defines which steps are impossible alone.

package refinement

import (
	"context"
	"slices"

	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/systems/c/abstraction"
	"github.com/ijit/ijit/systems/c/form"
)

// Exclude adds to the abstraction what no step of an edge does: sets of bits that steps of the path have, and that no
// values have. It reports whether there are any.
func (p *Path) Exclude(ctx context.Context, a *abstraction.Abstraction) (found bool, err error) {
	for i := range p.Steps {
		s := &p.Steps[i]
		if s.Edge.Check != form.None {
			continue
		}
		before, after := &p.trace.Initial, &p.trace.Steps[s.Index].State
		if s.Index > 0 {
			before = &p.trace.Steps[s.Index-1].State
		}
		for _, other := range before.Threads {
			e, err := p.impossible(ctx, a, s, before, after, other.ID)
			if err != nil {
				return found, err
			}
			known := slices.ContainsFunc(a.Excluded[s.Edge], func(k abstraction.Step) bool { return slices.Equal(k, e) })
			if e == nil || known { // what speaks of other threads is not required where there are none
				continue
			}
			found = true
			a.Excluded[s.Edge] = append(a.Excluded[s.Edge], e)
		}
	}
	return found, nil
}

// value returns the bit of a predicate in a state, for a thread.
func (p *Path) value(s *trace.State, thread int, bit string) (value, ok bool) {
	for i, name := range p.trace.SharedNames {
		if name == bit {
			return s.Shared[i] == 1, true
		}
	}
	th := s.Thread(thread)
	if th == nil {
		return false, false
	}
	for i, name := range th.Names {
		if name == bit {
			return th.Locals[i] == 1, true
		}
	}
	return false, false
}

// impossible returns bits of a step that exclude each other: those of the thread that moves, and those of another one if
// that is not the same.
func (p *Path) impossible(ctx context.Context, a *abstraction.Abstraction, s *Step, before, after *trace.State, other int) (abstraction.Step, error) {
	runs := s.Automaton
	if other != s.Thread {
		runs = -1
		for i := range p.Program.Automata {
			if in, _ := p.value(before, other, abstraction.In(i)); in {
				runs = i
			}
		}
		if runs < 0 {
			return nil, nil
		}
	}
	var literals []abstraction.Literal
	for _, q := range a.Predicates {
		add := func(l abstraction.Literal, state *trace.State, thread int) {
			if v, ok := p.value(state, thread, q.Bit); ok {
				l.Predicate, l.Value = q, v
				literals = append(literals, l)
			}
		}
		if q.Owner == form.Shared || q.Owner == s.Automaton {
			add(abstraction.Literal{}, before, s.Thread)
			if q.Owner == form.Shared || other == s.Thread {
				add(abstraction.Literal{After: true}, after, s.Thread)
			}
		}
		if other != s.Thread && q.Owner == runs {
			add(abstraction.Literal{Other: true}, before, other)
			add(abstraction.Literal{Other: true, After: true}, after, other)
		}
	}
	return a.Impossible(ctx, s.Edge, runs, literals)
}
