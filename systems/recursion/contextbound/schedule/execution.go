// This file defines executions: the parts of all threads in the order of time.

package schedule

import (
	"context"
	"fmt"
	"slices"

	"github.com/ijit/ijit/parser"
)

// Starter is the thread of a [Step] in which the procedure runs that starts the others.
const Starter = -1

// An Execution is what happens from the beginning of the program to the target.
type Execution struct {
	// Program is what is executed: the one at hand, or one that differs from it in the
	// threads that it starts. Locations of written procedures are the same in both.
	Program *parser.Program
	Globals []bool // at the beginning
	Starter Thread // at the beginning
	Steps   []Step
	PC      int  // of the target
	Fails   bool // it is an assertion that fails, in the last step
}

// A Step is the execution of one statement by one thread.
type Step struct {
	Thread  int // index into Schedule.Threads, or Starter
	Context int // index into Schedule.Contexts; -1 for the starter
	PC      int // of the statement
	Fails   bool
	// The state behind the step, or before it if it fails: the globals, by index, and
	// the thread, nil if it has ended. Slices may be shared with other steps.
	Globals []bool
	State   *Thread
	Created int // the thread that begins, at Child; or -1
	Child   *Thread
}

// A Thread is where a thread is.
type Thread struct {
	Frame
	Callers []Frame // that wait for calls to return, outermost first
}

// A Frame is a procedure that a thread executes, or in which it waits for a call at PC
// to return.
type Frame struct {
	PC     int
	Locals []bool
}

// A run answers one question.
type run struct {
	ctx       context.Context
	options   Options
	program   *parser.Program
	procs     map[*parser.Proc][]*parser.Node
	schedule  Schedule
	targets   map[int]bool
	fails     bool
	execution *Execution
}

// begin tells what happens before the threads begin.
func (r *run) begin() error {
	p, err := r.beforeThreads()
	if err != nil {
		return err
	}
	part, err := r.solve(p)
	if err != nil {
		return fmt.Errorf("before the threads begin: %w", err)
	}
	x := r.execution
	x.Globals, x.Starter = part.globals, *part.state
	for _, s := range part.steps {
		s.Thread, s.Context = Starter, -1
		x.Steps = append(x.Steps, s)
	}
	if len(r.schedule.Contexts) == 0 {
		x.PC, x.Fails = part.pc, r.fails
		return nil
	}
	r.fix(part.final())
	return nil
}

// fix gives the globals that no thread mentions the values that they keep.
func (r *run) fix(values []bool) {
	used := r.used()
	fixed := func(globals []bool) []bool {
		globals = slices.Clone(globals)
		for i := range globals {
			if !used[i] {
				globals[i] = values[i]
			}
		}
		return globals
	}
	for i := range r.schedule.Contexts {
		c := &r.schedule.Contexts[i]
		c.Before = fixed(c.Before)
		if c.After != nil {
			c.After = fixed(c.After)
		}
	}
}

// threads tells what the threads do, from where the first one is started on.
func (r *run) threads() error {
	x, contexts := r.execution, r.schedule.Contexts
	parts := make([]*part, len(r.schedule.Threads))
	for t, proc := range r.schedule.Threads {
		parts[t] = &part{state: &Thread{Frame: Frame{proc.Entry, initial(proc.Locals)}}}
		if !slices.ContainsFunc(contexts, func(c Context) bool { return c.Thread == t }) {
			continue
		}
		p, err := r.thread(t)
		if err != nil {
			return err
		}
		found, err := r.solve(p)
		if err != nil {
			return fmt.Errorf("thread %d: %w", t, err)
		}
		if found.state != nil {
			parts[t] = found
		}
	}
	r.start(parts)
	next, turn := make([]int, len(parts)), make([]int, len(parts))
	for i, c := range contexts {
		p, t := parts[c.Thread], c.Thread
		for ; next[t] < len(p.steps) && p.turns[next[t]] == turn[t]; next[t]++ {
			s := p.steps[next[t]]
			s.Thread, s.Context = t, i
			x.Steps = append(x.Steps, s)
		}
		turn[t]++
	}
	x.PC, x.Fails = parts[contexts[len(contexts)-1].Thread].pc, r.fails
	return nil
}

// start tells how the threads are started.
func (r *run) start(parts []*part) {
	x, starter := r.execution, r.program.File.Main
	globals := r.schedule.Contexts[0].Before
	locals := x.Starter.Locals
	body := starter.Body
	t := 0
	for i, s := range body {
		step := Step{Thread: Starter, Context: -1, PC: s.PC, Globals: globals, Created: -1}
		switch s.Op.(type) {
		case *parser.StartThread:
			step.State = &Thread{Frame: Frame{body[i+1].PC, locals}}
			step.Created, step.Child = t, parts[t].state
			t++
		case *parser.EndThread:
		default:
			continue // the call of the initial procedure: see begin
		}
		x.Steps = append(x.Steps, step)
	}
}

// initial returns values with which variables may begin.
func initial(vars []*parser.Var) []bool {
	values := make([]bool, len(vars))
	for i, v := range vars {
		values[i] = v.Init == parser.InitOne
	}
	return values
}
