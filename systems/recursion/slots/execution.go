// This file defines what an execution of threads in slots is in the source.

package slots

import (
	"slices"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/contextbound/schedule"
)

// Execution returns the execution of the source that one of Program is: it has nothing
// of what happens in a slot before the procedure begins that it is to run, and
// after that. The first thread is [schedule.Starter], all others are numbered as they
// are started.
func (s *Slots) Execution(x *schedule.Execution) *schedule.Execution {
	n := len(s.slots) + 1
	end := x.PC
	if s.added(end) { // a call that waits for what the procedure enforces
		end = s.Program.Nodes[end].Stmt.Op.(*parser.Call).Proc.Proc.Entry
	}
	t := &translation{
		Slots:   s,
		out:     &schedule.Execution{Program: s.source, Globals: s.globals(x.Globals), PC: end, Fails: x.Fails},
		begins:  make([]*schedule.Thread, n),
		numbers: make([]int, n),
		threads: make([]*schedule.Thread, n),
		before:  x.Globals,
	}
	for i := range x.Steps {
		t.begin(&x.Steps[i])
	}
	t.out.Starter, t.numbers[0] = *t.begins[0], schedule.Starter
	for i := range x.Steps {
		t.take(&x.Steps[i])
	}
	return t.out
}

// globals returns those of the source.
func (s *Slots) globals(all []bool) []bool { return all[:len(s.source.File.Globals)] }

// added reports whether a location is not in the source.
func (s *Slots) added(pc int) bool { return pc >= s.source.File.NumPCs }

// A translation is what is known while an execution is translated. Threads are those of Program.
type translation struct {
	*Slots
	out     *schedule.Execution
	begins  []*schedule.Thread // where each thread is when it begins what it is to run; nil if it does not
	numbers []int              // of threads that were started
	count   int                // of these
	threads []*schedule.Thread // before the step
	before  []bool             // the globals before the step
}

// begin notes where a thread begins.
func (t *translation) begin(s *schedule.Step) {
	switch {
	case s.Thread == schedule.Starter && s.Created == 0:
		t.begins[0] = s.Child
	case s.Thread > 0 && t.added(s.PC) && s.State != nil && !t.added(s.State.PC):
		t.begins[s.Thread] = outer(s.State)
	}
}

// outer returns the thread without the procedure of its slot.
func outer(s *schedule.Thread) *schedule.Thread {
	return &schedule.Thread{Frame: s.Frame, Callers: s.Callers[1:]}
}

// take tells a step.
func (t *translation) take(s *schedule.Step) {
	if s.Thread == schedule.Starter {
		if s.Created >= 0 {
			t.threads[s.Created] = s.Child
		}
		return
	}
	over := s.State == nil || t.added(s.State.PC)
	if !t.added(s.PC) && !(over && s.PC == t.source.File.Main.Exit) {
		step := *s
		step.Thread, step.Globals = t.numbers[s.Thread], t.globals(s.Globals)
		n := t.source.Nodes[s.PC]
		switch {
		case over && n.Out[0].To >= 0: // it has left main, and stands at the end of it
			step.State = &schedule.Thread{Frame: schedule.Frame{PC: n.Out[0].To, Locals: t.threads[s.Thread].Locals}}
		case over:
			step.State = nil
		case s.Thread > 0:
			step.State = outer(s.State)
		}
		if op := starts(n); op != nil {
			step.Created, step.Child = t.count, t.child(op, s)
			t.count++
		}
		t.out.Steps = append(t.out.Steps, step)
	}
	t.threads[s.Thread], t.before = s.State, s.Globals
}

// child returns where a thread begins that a step starts.
func (t *translation) child(op *parser.StartThread, s *schedule.Step) *schedule.Thread {
	for i, slot := range t.slots {
		is := func(values []bool) bool {
			return slices.ContainsFunc(slot.code, func(v *parser.Var) bool { return values[v.Index] })
		}
		if is(s.Globals) && !is(t.before) {
			t.numbers[i+1] = t.count
			if begins := t.begins[i+1]; begins != nil {
				return begins
			}
		}
	}
	return &schedule.Thread{Frame: schedule.Frame{
		PC: op.Proc.Proc.Entry, Locals: t.anyLocals(op.Proc.Proc, s),
	}}
}
