// This file defines checks of executions and of proofs that share no code with what finds them.

package referee

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/tts"
)

// Justified checks the trace or the proof that comes with an answer.
func Justified[K tts.Key](sys tts.BackwardSystem[K], p tts.Problem[K], r algorithms.Result[K]) error {
	switch r.Verdict {
	case algorithms.Unsafe:
		return Executes(p, r.Trace)
	case algorithms.Safe:
		return Proves(sys, p, r.Invariant())
	}
	return nil
}

// Executes checks that t is an execution that ends in an error.
func Executes[K tts.Key](p tts.Problem[K], t *tts.Trace[K]) error {
	begins := false
	for c := range p.Initial {
		begins = begins || begun(c, t.Initial)
	}
	if !begins {
		return fmt.Errorf("the trace begins in %v", t.Initial)
	}
	c := t.Initial
	failed := false
	for i, s := range t.Steps {
		found := false
		for x := range tts.Post(p.System, c) {
			if x.Edge.Kind == s.Edge.Kind && x.Edge.Label == s.Edge.Label && x.To.Compare(s.To) == 0 {
				found = true
				break
			}
		}
		if !found {
			return fmt.Errorf("step %d of the trace, %v from %v to %v, is none", i+1, s.Edge, c, s.To)
		}
		failed = s.Edge.Kind == tts.Fail && p.Target.Fails != nil && p.Target.Fails(s.Edge.Label)
		c = s.To
	}
	if failed || isError(p.Target, c) {
		return nil
	}
	return fmt.Errorf("the trace ends in %v", c)
}

// begun reports whether c is one of the configurations that initial stands for.
func begun[K tts.Key](initial, c tts.Config[K]) bool {
	for _, x := range c.Locals {
		if initial.Count(x.Local) != tts.Omega && initial.Count(x.Local) != x.N {
			return false
		}
	}
	for _, x := range initial.Locals {
		if x.N != tts.Omega && c.Count(x.Local) != x.N {
			return false
		}
	}
	return c.Shared == initial.Shared
}

func isError[K tts.Key](t tts.Target[K], c tts.Config[K]) bool {
	for _, x := range t.Cover {
		if c.Covers(x) {
			return true
		}
	}
	return len(t.Locals) > 0 && slices.ContainsFunc(c.Locals, func(x tts.Count[K]) bool { return t.Locals[0](x.Local) })
}

// Proves checks that inv is an inductive invariant without errors.
func Proves[K tts.Key](sys tts.BackwardSystem[K], p tts.Problem[K], inv *tts.Invariant[K]) error {
	inv = spellOut(sys, inv, p)
	within := map[K]map[K]bool{}
	for _, w := range inv.Within {
		within[w.Shared] = map[K]bool{}
		for _, l := range w.Locals {
			within[w.Shared][l] = true
		}
	}
	// What is excluded, by shared state and least local state.
	excluded := map[tts.ThreadState[K]][]tts.Config[K]{}
	all := map[K]bool{}
	for _, x := range inv.Excluded {
		if len(x.Locals) == 0 {
			all[x.Shared] = true
			continue
		}
		t := tts.ThreadState[K]{Shared: x.Shared, Local: x.Locals[0].Local}
		excluded[t] = append(excluded[t], x)
	}
	for _, w := range inv.Linear {
		if err := (weighting[K]{w}).preserved(sys, within); err != nil {
			return err
		}
	}
	pairs := companionsOf(inv)
	outside := func(c tts.Config[K]) bool {
		if within[c.Shared] == nil || all[c.Shared] {
			return true
		}
		if tooHeavy(inv.Linear, c) || pairs.apart(c) {
			return true
		}
		for _, x := range c.Locals {
			t := tts.ThreadState[K]{Shared: c.Shared, Local: x.Local}
			if !within[c.Shared][x.Local] || slices.ContainsFunc(excluded[t], c.Covers) {
				return true
			}
		}
		return false
	}
	for c := range p.Initial {
		if outside(c) {
			return fmt.Errorf("the initial configuration %v is not in the invariant", c)
		}
	}
	for _, c := range p.Target.Cover {
		if !outside(c) {
			return fmt.Errorf("the target %v is in the invariant", c)
		}
	}
	for s, locals := range within {
		for l := range locals {
			c := tts.NewConfig(s, l)
			if outside(c) {
				continue
			}
			if isError(p.Target, c) {
				return fmt.Errorf("the error %v is in the invariant", c)
			}
			for _, e := range sys.AppendEdges(nil, tts.ThreadState[K]{Shared: s, Local: l}) {
				if e.Kind == tts.Fail && p.Target.Fails != nil && p.Target.Fails(e.Label) {
					return fmt.Errorf("%v in the invariant fails", c)
				}
			}
		}
		if err := closed(sys, within, s); err != nil {
			return err
		}
	}
	if err := pairs.closed(sys, within, outside); err != nil {
		return err
	}
	back := tts.Reverser[K]{System: sys}
	into := map[K][]tts.Edge[K]{}
	var err error
	for _, c := range inv.Excluded {
		edges, ok := into[c.Shared]
		if !ok {
			edges = sys.AppendEdgesInto(nil, c.Shared)
			into[c.Shared] = edges
		}
		for i := range edges {
			back.CoverPre(c, &edges[i], func(d tts.Config[K]) bool {
				if !outside(d) {
					err = fmt.Errorf("%v is in the invariant, but leads to the excluded %v by %v", d, c, edges[i])
				}
				return err == nil
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// closed checks that the thread states within are closed under what leaves s.
func closed[K tts.Key](sys tts.System[K], within map[K]map[K]bool, s K) error {
	edges := sys.AppendEnvironment(nil, s)
	for l := range within[s] {
		edges = sys.AppendEdges(edges, tts.ThreadState[K]{Shared: s, Local: l})
	}
	for i := range edges {
		e := &edges[i]
		if e.Kind == tts.Fail {
			continue
		}
		to, ok := within[e.To.Shared]
		if !ok || e.Kind == tts.Move && !to[e.To.Local] || e.Effect != nil && e.Effect.Kind == tts.Spawn && !to[e.Effect.Child] {
			return fmt.Errorf("edge %v leads out of the thread states within", e)
		}
		for l := range within[s] {
			moves := []K{l}
			if e.Effect != nil && e.Effect.Kind == tts.All {
				moves = sys.AppendMoves(nil, e, l)
			}
			if e.Effect != nil && e.Effect.Kind == tts.One {
				moves = sys.AppendMoves(moves, e, l)
			}
			for _, k := range moves {
				if !to[k] {
					return fmt.Errorf("edge %v takes another thread from %v out of the thread states within, to %v", e, l, k)
				}
			}
		}
	}
	return nil
}

// Jointly checks the trace or the proof that comes with an answer. Of a proof, the
// thread states within and what is excluded hold together: a step may lead to a
// thread state that is excluded by itself.
func Jointly[K tts.Key](sys tts.BackwardSystem[K], p tts.Problem[K], r algorithms.Result[K]) error {
	switch {
	case r.Verdict == algorithms.Unsafe:
		return Executes(p, r.Trace)
	case r.Verdict == algorithms.Unknown:
		return nil
	}
	inv := r.Invariant()
	if inv.States != nil {
		return statesProve(p, inv.States)
	}
	if inv.Cover != nil {
		return CoverProves(p, inv.Cover, true)
	}
	within := map[K]map[K]bool{}
	for _, w := range inv.Within {
		within[w.Shared] = map[K]bool{}
		for _, l := range w.Locals {
			within[w.Shared][l] = true
		}
	}
	for _, w := range inv.Linear {
		if err := (weighting[K]{w}).preserved(sys, within); err != nil {
			return err
		}
	}
	excluded := func(c tts.Config[K]) bool {
		return slices.ContainsFunc(inv.Excluded, c.Covers) || tooHeavy(inv.Linear, c)
	}
	made := func(c tts.Config[K]) bool {
		locals, ok := within[c.Shared]
		for _, x := range c.Locals {
			ok = ok && locals[x.Local]
		}
		return ok
	}
	for c := range p.Initial {
		if !made(c) || excluded(c) {
			return fmt.Errorf("the initial configuration %v is not in the invariant", c)
		}
	}
	for _, c := range p.Target.Cover {
		if made(c) && !excluded(c) {
			return fmt.Errorf("the target %v is in the invariant", c)
		}
	}
	for s, locals := range within {
		edges := p.System.AppendEnvironment(nil, s)
		for l := range locals {
			c := tts.NewConfig(s, l)
			if isError(p.Target, c) && !excluded(c) {
				return fmt.Errorf("the error %v is in the invariant", c)
			}
			edges = p.System.AppendEdges(edges, tts.ThreadState[K]{Shared: s, Local: l})
		}
		for i := range edges {
			e := &edges[i]
			if e.Kind == tts.Fail {
				if p.Target.Fails != nil && p.Target.Fails(e.Label) && !excluded(tts.NewConfig(s, e.From.Local)) {
					return fmt.Errorf("%v in the invariant fails", e.From)
				}
				continue
			}
			to := []tts.Config[K]{tts.NewConfig(e.To.Shared)}
			if e.Kind == tts.Move {
				to = append(to, tts.NewConfig(e.To.Shared, e.To.Local))
			}
			if e.Effect != nil && e.Effect.Kind == tts.Spawn {
				to = append(to, tts.NewConfig(e.To.Shared, e.Effect.Child))
			}
			for l := range locals {
				moves := []K{l}
				if e.Effect != nil && e.Effect.Kind != tts.Spawn {
					if e.Effect.Kind == tts.All {
						moves = nil
					}
					moves = p.System.AppendMoves(moves, e, l)
				}
				for _, k := range moves {
					to = append(to, tts.NewConfig(e.To.Shared, k))
				}
			}
			for _, c := range to {
				if !made(c) && !excluded(c) {
					return fmt.Errorf("edge %v leads from the invariant to %v, which is not excluded", e, c)
				}
			}
		}
	}
	for _, c := range inv.Excluded {
		for _, d := range tts.CoverPre(sys, c) {
			if made(d.From) && !excluded(d.From) {
				return fmt.Errorf("%v is in the invariant, but leads to the excluded %v by %v", d.From, c, d.Edge)
			}
		}
	}
	return nil
}

// statesProve checks that list is closed under steps and has no error.
func statesProve[K tts.Key](p tts.Problem[K], list []tts.Config[K]) error {
	known := map[string]bool{}
	for _, c := range list {
		known[c.String()] = true
	}
	for c := range p.Initial {
		if !known[c.String()] {
			return fmt.Errorf("the initial configuration %v is not among the states", c)
		}
	}
	for _, c := range list {
		if isError(p.Target, c) {
			return fmt.Errorf("%v is an error", c)
		}
		for s := range tts.Post(p.System, c) {
			if s.Edge.Kind == tts.Fail {
				if p.Target.Fails != nil && p.Target.Fails(s.Edge.Label) {
					return fmt.Errorf("%v fails", c)
				}
			} else if !known[s.To.String()] {
				return fmt.Errorf("%v leads to %v, which is not among the states", c, s.To)
			}
		}
	}
	return nil
}
