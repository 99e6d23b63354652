// This file defines the oracle of executions of one thread, however deep its calls: steps
// are checked one by one, on a stack of its own, and calls that are repeated at once.

package judge

import (
	"context"
	"fmt"
)

// A Sequence is an execution of one thread that is checked step by step. What a thread does
// inside of a procedure does not depend on those that wait for it to return, so a step is
// checked with the innermost of them only, and a call that begins as another one that has
// been checked can end as that does. The first method that is called is Begin. Errors are as
// those of [Judge.Replay].
type Sequence struct {
	judge  *Judge
	ctx    context.Context
	n      int // steps
	shared []bool
	at     Frame
	stack  []waiting
	ended  map[[2]string]bool // how calls begin, and how they can end
}

// A waiting is a procedure that waits for a call to return.
type waiting struct {
	Frame
	entry string // how the call began
}

// Sequence returns an execution that is to be checked, in small steps.
func (j *Judge) Sequence(ctx context.Context) *Sequence {
	return &Sequence{judge: j, ctx: ctx, ended: map[[2]string]bool{}}
}

// Begin begins in main.
func (s *Sequence) Begin(shared []bool, at Frame) error {
	c := single(shared, at)
	if reason := s.judge.malformed(c); reason != "" {
		return &ReplayError{0, reason}
	}
	if reason := s.judge.notInitial(c, 1); reason != "" {
		return &ReplayError{0, reason}
	}
	s.shared, s.at = shared, at
	return nil
}

// Step takes a step inside of a procedure.
func (s *Sequence) Step(shared []bool, at Frame) error {
	var callers []Frame
	if n := len(s.stack); n > 0 {
		callers = []Frame{s.stack[n-1].Frame}
	}
	return s.step(single(s.shared, s.at, callers...), single(shared, at, callers...))
}

// Enter takes a step into a procedure.
func (s *Sequence) Enter(shared []bool, at Frame) error {
	caller := s.at
	if err := s.step(single(s.shared, s.at), single(shared, at, caller)); err != nil {
		return err
	}
	s.stack = append(s.stack, waiting{caller, single(shared, at).Key()})
	return nil
}

// Return takes a step back to the procedure that waits.
func (s *Sequence) Return(shared []bool, at Frame) error {
	last := len(s.stack) - 1
	if last < 0 {
		return &ReplayError{s.n + 1, "nothing was called"}
	}
	caller, end := s.stack[last], single(s.shared, s.at).Key()
	if err := s.step(single(s.shared, s.at, caller.Frame), single(shared, at)); err != nil {
		return err
	}
	s.ended[[2]string{caller.entry, end}] = true
	s.stack = s.stack[:last]
	return nil
}

// Repeat leaves out what happens between two states of the procedure that has just been
// entered: it has been seen that it can.
func (s *Sequence) Repeat(shared []bool, at Frame) error {
	last := len(s.stack) - 1
	now := single(s.shared, s.at).Key()
	if last < 0 || s.stack[last].entry != now || !s.ended[[2]string{now, single(shared, at).Key()}] {
		return &ReplayError{s.n + 1, fmt.Sprintf("no call was seen to lead from %v to %v", single(s.shared, s.at), single(shared, at))}
	}
	s.shared, s.at = shared, at
	return nil
}

// End checks how it ends: by the failure of the assertion at a program counter, or, if that
// is -1, here.
func (s *Sequence) End(final int) error {
	if final < 0 {
		return nil
	}
	return s.judge.mayFail(s.ctx, []Config{single(s.shared, s.at)}, final, s.n, 1)
}

// step takes a step.
func (s *Sequence) step(from, to Config) error {
	s.n++
	if reason := s.judge.malformed(to); reason != "" {
		return &ReplayError{s.n, reason}
	}
	next, err := s.judge.leadsFrom(s.ctx, []Config{from}, to, 1)
	switch {
	case err != nil:
		return fmt.Errorf("step %d: %w", s.n, err)
	case len(next) == 0:
		return &ReplayError{s.n, s.judge.explain(from, to)}
	}
	s.shared, s.at = to.Shared, to.Threads[0].frame()
	return nil
}

// single returns the configuration of one thread.
func single(shared []bool, at Frame, callers ...Frame) Config {
	return Config{Shared: shared, Threads: []Thread{{PC: at.PC, Locals: at.Locals, Callers: callers}}, Inside: -1}
}
