// This file defines traces of sequential programs, from executions with calls.

package executions

import (
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/bebop"
)

// Sequential shows an execution of a sequential program. Time and memory are linear in
// the steps that it keeps.
func Sequential(p *parser.Program, x *bebop.Execution, atomicity image.Atomicity) *trace.Trace {
	s := &sequence{Code: trace.NewCode(p, nil), atomicity: atomicity, calls: map[*bebop.Execution]*trace.Call{}}
	for _, c := range x.Calls() { // those inside of others first
		s.calls[c] = &trace.Call{Entry: s.state(&c.Steps[0], nil), Steps: s.steps(c.Steps)}
	}
	return &trace.Trace{
		SharedNames: s.SharedNames(),
		Initial:     s.state(&x.Steps[0], nil),
		Steps:       s.steps(x.Steps),
		Sequential:  true,
	}
}

// A sequence is an execution that is being shown.
type sequence struct {
	*trace.Code
	atomicity image.Atomicity
	calls     map[*bebop.Execution]*trace.Call
	leftOut   trace.Call
	shared    known
	locals    known
}

// steps shows the steps of an execution.
func (s *sequence) steps(list []bebop.Step) []trace.Step {
	out := make([]trace.Step, 0, len(list))
	state := s.state(&list[0], nil)
	var caller *trace.Frame
	within := false // the calls that have not returned are in an atomic section
	for i := range list {
		from, next := &list[i], -1
		if from.Kind == bebop.Arrival {
			break
		}
		if from.Kind == bebop.Plain {
			next = list[i+1].PC
		}
		step := s.Step(from.PC, next)
		step.Thread = 1
		switch {
		case from.Kind == bebop.Failure:
			step.Fails = true
			step.State = state
		case i+1 < len(list):
			if from.Kind == bebop.Call && from.Inside == nil {
				caller = state.Threads[0].Push()
				within = within || s.Inside(from.PC)
			}
			state = s.state(&list[i+1], caller)
			step.State = state
			step.Passing = s.atomicity == image.Big && (within || s.Inside(list[i+1].PC))
		}
		switch {
		case from.Kind == bebop.Over:
			step.Inside = &s.leftOut
		case from.Inside != nil:
			step.Inside = s.calls[from.Inside]
		}
		out = append(out, step)
	}
	return out
}

// state shows the state before a step of a thread with a caller.
func (s *sequence) state(x *bebop.Step, caller *trace.Frame) trace.State {
	t := s.At(x.PC)
	t.ID, t.Locals, t.Caller = 1, s.locals.ints(x.Locals), caller
	return trace.State{Shared: s.shared.ints(x.Globals), Threads: []trace.Thread{t}}
}

// A known remembers the last values that were written as 0 and 1: often the next ones are
// the same slice.
type known struct {
	bools []bool
	out   []int
}

func (k *known) ints(bs []bool) []int {
	if len(bs) == 0 || len(bs) != len(k.bools) || &bs[0] != &k.bools[0] {
		k.bools, k.out = bs, trace.Ints(bs)
	}
	return k.out
}
