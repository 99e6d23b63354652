// This file defines traces of recursive threads, from their executions with schedules.

package trace

import (
	"slices"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/systems/recursion/contextbound/schedule"
)

// Interleaved shows an execution of recursive threads.
func Interleaved(x *schedule.Execution, atomicity image.Atomicity) *Trace {
	w := &interleaving{Code: NewCode(x.Program, nil), sections: map[*Frame]bool{}}
	w.threads = []Thread{w.threadOf(schedule.Starter, &x.Starter, nil)}
	out := &Trace{
		SharedNames: names(x.Program.File.Globals),
		Initial:     State{Shared: ints(x.Globals), Threads: w.threads},
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
	*Code
	threads  []Thread        // that live
	sections map[*Frame]bool // whether the frame, or one that waits for it, is in an atomic section
}

// take makes a step.
func (w *interleaving) take(s *schedule.Step) Step {
	next := -1
	if s.State != nil {
		next = s.State.PC
	}
	step := w.step(s.PC, next)
	step.Thread, step.Fails = threadID(s.Thread), s.Fails
	w.threads = slices.Clone(w.threads)
	at := slices.IndexFunc(w.threads, func(t Thread) bool { return t.ID == step.Thread })
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
	step.State = State{Shared: ints(s.Globals), Threads: w.threads}
	return step
}

// threadOf shows a thread that had this caller one step ago.
func (w *interleaving) threadOf(t int, s *schedule.Thread, caller *Frame) Thread {
	for caller != nil && caller.Depth > len(s.Callers) {
		caller = caller.Caller
	}
	for _, f := range s.Callers[depth(caller):] {
		calls := w.at(f)
		calls.Caller = caller
		caller = calls.Push()
		w.sections[caller] = w.sections[caller.Caller] || w.program.Nodes[f.PC].Section != nil
	}
	now := w.at(s.Frame)
	now.ID, now.Caller = threadID(t), caller
	return now
}

// at shows a thread in a frame.
func (w *interleaving) at(f schedule.Frame) Thread {
	p := w.program.Nodes[f.PC].Proc
	return Thread{PC: f.PC, Proc: p.Name, Names: w.names(p), Locals: ints(f.Locals)}
}

// threadID returns the number by which a thread of a schedule is known: the starter
// is thread 1.
func threadID(t int) int { return t + 2 }

// inSection reports whether a thread is inside an atomic section.
func (w *interleaving) inSection(threads []Thread) bool {
	return slices.ContainsFunc(threads, func(t Thread) bool {
		return w.program.Nodes[t.PC].Section != nil || w.sections[t.Caller]
	})
}
