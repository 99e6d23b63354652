// This file defines the part of one thread in an execution, read off a trace of its
// sequential program.

package schedule

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/recursion/bebop"
)

// A part is what one thread does.
type part struct {
	globals []bool  // at its beginning
	state   *Thread // at its beginning; nil if it does not even begin
	steps   []Step
	turns   []int // of each step
	pc      int   // where it stands at its end
}

// final returns the globals at its end.
func (p *part) final() []bool {
	if len(p.steps) == 0 {
		return p.globals
	}
	return p.steps[len(p.steps)-1].Globals
}

// solve finds the part that a sequential program stands for.
func (r *run) solve(q *sequential) (*part, error) {
	result, err := bebop.Check(r.ctx, q.program, bebop.Options{
		Targets: slices.Concat([]int{}, q.goals), Trace: true,
		MaxNodes: r.options.MaxNodes, MaxBytes: r.options.MaxBytes,
	})
	switch {
	case err != nil:
		return nil, err
	case result.Verdict == algorithms.Safe:
		return nil, ErrNoExecution
	case result.Verdict == algorithms.Unknown:
		return nil, &LimitError{result.Reason, result.Detail}
	}
	if result.Trace == nil {
		return nil, r.limit(errors.New(result.Detail))
	}
	reader := &reader{sequential: q, known: len(r.program.File.Globals)}
	// There are not many steps that stand for nothing between two that do.
	x, err := result.Trace.Execution(r.ctx, 8*r.options.MaxSteps)
	switch {
	case errors.Is(err, bebop.ErrTooLong):
		return nil, r.tooLong()
	case err != nil:
		return nil, r.limit(err)
	}
	for _, s := range x.All() {
		if reader.take(s); r.options.MaxSteps > 0 && len(reader.part.steps) > r.options.MaxSteps {
			return nil, r.tooLong()
		}
	}
	if q.last && r.fails {
		reader.fail()
	}
	return &reader.part, nil
}

// limit returns the error of a limit that was met.
func (r *run) limit(err error) error {
	e := &LimitError{verdict.ReasonOf(r.ctx.Err()), err.Error()}
	if e.Reason == algorithms.NoReason {
		e.Reason = algorithms.Memory
	}
	return e
}

func (r *run) tooLong() error {
	return &LimitError{algorithms.Bound, fmt.Sprintf("the execution has more than %d steps", r.options.MaxSteps)}
}

// A reader makes a part of the steps of a trace.
type reader struct {
	*sequential
	known   int // globals that the program at hand has
	begun   bool
	open    bool    // the state behind the last step is not known yet
	callers []Frame // that wait
	globals []bool  // now
	state   *Thread // now
	part    part
}

// take reads a step.
func (r *reader) take(s bebop.Step) {
	at := r.places[s.PC]
	if at.role == hidden {
		return
	}
	r.globals, r.state = s.Globals, nil
	if at.role != finished {
		r.state = &Thread{Frame{at.pc, s.Locals}, r.callers}
		r.part.pc = at.pc
	}
	switch {
	case !r.begun:
		r.begun = true
		r.part.globals, r.part.state = r.globals[:r.known], r.state
	case r.open:
		last := &r.part.steps[len(r.part.steps)-1]
		last.Globals, last.State = r.globals[:r.known], r.state
		r.open = false
	}
	if at.role != moves {
		return
	}
	r.add(Step{PC: at.pc, Created: -1})
	r.open = true
	switch {
	case s.Kind == bebop.Call:
		r.callers = append(slices.Clip(r.callers), r.state.Frame)
	case s.Kind == bebop.Return && len(r.callers) > 0:
		r.callers = r.callers[:len(r.callers)-1]
	}
}

// fail adds the step of an assertion that fails where the part ends.
func (r *reader) fail() {
	r.add(Step{PC: r.part.pc, Created: -1, Fails: true, Globals: r.globals[:r.known], State: r.state})
}

// add adds a step that is made in the turn of now.
func (r *reader) add(s Step) {
	turn := 0
	for i, v := range r.turn {
		if r.globals[v.Index] {
			turn |= 1 << i
		}
	}
	r.part.steps = append(r.part.steps, s)
	r.part.turns = append(r.part.turns, turn)
}
