// This file defines traces of recursive threads, from their executions with schedules.

package trace

import (
	"slices"

	"github.com/ijit/ijit/algorithms/contextbound/schedule"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
)

// Interleaved shows an execution of recursive threads.
func Interleaved(x *schedule.Execution, atomicity image.Atomicity) *Trace {
	w := &interleaving{Code: NewCode(x.Program, nil)}
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
		step.Passing = !s.Fails && atomicity == image.Big && step.State.inSection(x.Program)
		out.Steps = append(out.Steps, step)
	}
	return out
}

// An interleaving follows the threads of an execution.
type interleaving struct {
	*Code
	threads []Thread // that live
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
		w.threads[at] = w.threadOf(s.Thread, s.State, w.threads[at].Callers)
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

// threadOf shows a thread that had these callers one step ago.
func (w *interleaving) threadOf(t int, s *schedule.Thread, callers []*Frame) Thread {
	f := w.frame(s.Frame)
	if n := len(s.Callers); n > len(callers) {
		callers = append(slices.Clip(callers), w.frame(s.Callers[n-1]))
	} else {
		callers = slices.Clip(callers[:n])
	}
	return Thread{ID: threadID(t), PC: f.PC, Proc: f.Proc, Names: f.Names, Locals: f.Locals, Callers: callers}
}

func (w *interleaving) frame(f schedule.Frame) *Frame {
	p := w.program.Nodes[f.PC].Proc
	return &Frame{PC: f.PC, Proc: p.Name, Names: w.names(p), Locals: ints(f.Locals)}
}

// threadID returns the number by which a thread of a schedule is known: the starter
// is thread 1.
func threadID(t int) int { return t + 2 }

// inSection reports whether a thread is inside an atomic section.
func (s *State) inSection(p *parser.Program) bool {
	return slices.ContainsFunc(s.Threads, func(t Thread) bool {
		return p.Nodes[t.PC].Section != nil ||
			slices.ContainsFunc(t.Callers, func(f *Frame) bool { return p.Nodes[f.PC].Section != nil })
	})
}
