// This file defines traces of recursive threads, from their executions with schedules.

package executions

import (
	"slices"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/systems/recursion/contextbound/schedule"
)

// Interleaved shows an execution of recursive threads.
func Interleaved(x *schedule.Execution, atomicity image.Atomicity) *trace.Trace {
	w := &interleaving{Code: trace.NewCode(x.Program, nil), sections: map[*trace.Frame]bool{}}
	w.threads = []trace.Thread{w.threadOf(schedule.Starter, &x.Starter, nil)}
	out := &trace.Trace{
		SharedNames: w.SharedNames(),
		Initial:     trace.State{Shared: trace.Ints(x.Globals), Threads: w.threads},
	}
	context := -1
	for i := range x.Steps {
		s := &x.Steps[i]
		step := w.take(s)
		if s.Context != context {
			context = s.Context
			step.Context = context + 1
		}
		step.Passing = !s.Fails && atomicity == image.Big && w.inSection(step.State.Threads)
		out.Steps = append(out.Steps, step)
	}
	return out
}

// An interleaving follows the threads of an execution.
type interleaving struct {
	*trace.Code
	threads  []trace.Thread        // that live
	sections map[*trace.Frame]bool // whether the frame, or one that waits for it, is in an atomic section
}

// take makes a step.
func (w *interleaving) take(s *schedule.Step) trace.Step {
	next := -1
	if s.State != nil {
		next = s.State.PC
	}
	step := w.Step(s.PC, next)
	step.Thread, step.Fails = threadID(s.Thread), s.Fails
	w.threads = slices.Clone(w.threads)
	at := slices.IndexFunc(w.threads, func(t trace.Thread) bool { return t.ID == step.Thread })
	if s.State != nil {
		w.threads[at] = w.threadOf(s.Thread, s.State, w.threads[at].Caller)
	} else {
		w.threads = slices.Delete(w.threads, at, at+1)
		step.Ended = true
	}
	if s.Created >= 0 {
		step.Created = threadID(s.Created)
		w.threads = append(w.threads, w.threadOf(s.Created, s.Child, nil))
	}
	step.State = trace.State{Shared: trace.Ints(s.Globals), Threads: w.threads}
	return step
}

// threadOf shows a thread that had this caller one step ago.
func (w *interleaving) threadOf(t int, s *schedule.Thread, caller *trace.Frame) trace.Thread {
	known := 0
	for caller != nil && caller.Depth > len(s.Callers) {
		caller = caller.Caller
	}
	if caller != nil {
		known = caller.Depth
	}
	for _, f := range s.Callers[known:] {
		calls := w.in(f)
		calls.Caller = caller
		caller = calls.Push()
		w.sections[caller] = w.sections[caller.Caller] || w.Inside(f.PC)
	}
	now := w.in(s.Frame)
	now.ID, now.Caller = threadID(t), caller
	return now
}

// in shows a thread in a frame.
func (w *interleaving) in(f schedule.Frame) trace.Thread {
	t := w.At(f.PC)
	t.Locals = trace.Ints(f.Locals)
	return t
}

// threadID returns the number by which a thread of a schedule is known: the starter
// is thread 1.
func threadID(t int) int { return t + 2 }

// inSection reports whether a thread is inside an atomic section.
func (w *interleaving) inSection(threads []trace.Thread) bool {
	return slices.ContainsFunc(threads, func(t trace.Thread) bool {
		return w.Inside(t.PC) || w.sections[t.Caller]
	})
}
