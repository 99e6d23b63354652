// This file defines how individual threads are followed through an execution of counters.

package trace

import (
	"slices"

	"github.com/ijit/ijit/tts"
)

// A tracker follows individual threads through an execution of counters.
type tracker[K tts.Key] struct {
	sys     tts.System[K]
	view    View[K]
	threads []identity[K]
	created int
	last    int // who moved last: a trace with few switches reads better
}

type identity[K tts.Key] struct {
	id    int
	local K
}

// New shows an execution. It returns nil if the system no longer knows how a
// step came about, because it was stopped while it was asked for that step.
func New[K tts.Key](sys tts.System[K], v View[K], run *tts.Trace[K]) *Trace {
	t := &tracker[K]{sys: sys, view: v}
	for _, x := range run.Initial.Locals {
		for range x.N {
			t.created++
			t.threads = append(t.threads, identity[K]{t.created, x.Local})
		}
	}
	out := &Trace{SharedNames: v.SharedNames(), Initial: t.state(run.Initial.Shared)}
	before := run.Initial.Shared
	for i := range run.Steps {
		steps := t.follow(before, &run.Steps[i])
		if len(steps) == 0 {
			return nil
		}
		out.Steps = append(out.Steps, steps...)
		before = run.Steps[i].To.Shared
	}
	return out
}

func (t *tracker[K]) state(s K) State {
	st := State{Shared: t.view.Shared(s)}
	for _, x := range t.threads {
		th := t.view.Thread(x.local)
		th.ID = x.id
		st.Threads = append(st.Threads, th)
	}
	return st
}

// follow applies one step of the system and returns the statements it consists of.
func (t *tracker[K]) follow(before K, s *tts.Step[K]) []Step {
	e := &s.Edge
	mover := t.mover(e)
	var out []Step
	parts := t.view.Steps(e)
	for i, p := range parts {
		p.Step.Thread = 0
		if mover >= 0 {
			p.Step.Thread = t.threads[mover].id
		}
		final := i == len(parts)-1
		switch {
		case final && e.Kind == tts.Fail:
			p.Fails = true
			// A failure leaves the state as it was when the statement was reached.
			at := before
			if i > 0 {
				at = parts[i-1].To.Shared
			}
			p.State = t.state(at)
		case final:
			t.apply(e, mover, s.To, &p.Step)
			p.State = t.state(s.To.Shared)
			p.Passing = t.view.Passing(s.To.Shared)
		default:
			t.threads[mover].local = p.To.Local
			p.State = t.state(p.To.Shared)
			p.Passing = true
		}
		out = append(out, p.Step)
	}
	return out
}

// mover picks the thread that fires e, -1 for none.
func (t *tracker[K]) mover(e *tts.Edge[K]) int {
	if e.Kind == tts.Environment {
		return -1
	}
	found := -1
	for i, x := range t.threads {
		if x.local == e.From.Local && (found < 0 || x.id == t.last) {
			found = i
		}
	}
	t.last = t.threads[found].id
	return found
}

// apply takes the threads to configuration to.
func (t *tracker[K]) apply(e *tts.Edge[K], mover int, to tts.Config[K], step *Step) {
	want := to.Clone()
	switch e.Kind {
	case tts.Move:
		t.threads[mover].local = e.To.Local
		want.Locals = tts.RemoveLocal(want.Locals, e.To.Local)
	case tts.End:
		t.threads = slices.Delete(t.threads, mover, mover+1)
		step.Ended = true
		mover = -1
	}
	if e.Effect == nil {
		return
	}
	if e.Effect.Kind == tts.Spawn {
		t.created++
		step.Created = t.created
		t.threads = append(t.threads, identity[K]{t.created, e.Effect.Child})
		return
	}
	before := slices.Clone(t.threads)
	t.assign(e, 0, mover, want.Locals)
	for i, x := range t.threads {
		if x.local != before[i].local {
			step.Woken = append(step.Woken, x.id)
		}
	}
}

// assign gives each thread but the mover, from the i-th on, a local state out of
// want that e can take it to, staying where it can, and reports whether that uses
// want up.
func (t *tracker[K]) assign(e *tts.Edge[K], i, mover int, want []tts.Count[K]) bool {
	if i == len(t.threads) {
		return len(want) == 0
	}
	if i == mover {
		return t.assign(e, i+1, mover, want)
	}
	was := t.threads[i].local
	options := t.sys.AppendMoves(nil, e, was)
	if e.Effect.Kind == tts.One || slices.Contains(options, was) {
		options = append([]K{was}, options...)
	}
	for _, l := range options {
		if !slices.ContainsFunc(want, func(x tts.Count[K]) bool { return x.Local == l }) {
			continue
		}
		t.threads[i].local = l
		if t.assign(e, i+1, mover, tts.RemoveLocal(slices.Clone(want), l)) {
			return true
		}
	}
	t.threads[i].local = was
	return false
}
