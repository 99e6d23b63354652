// This file defines traces in the terms of the input: threads with identities,
// statements, values of variables.

package trace

import (
	"fmt"

	"github.com/ijit/ijit/parser"
)

// A Trace is an execution that ends in an error, or one that never ends. [Trace.All] also
// yields what happens inside of calls that return.
type Trace struct {
	SharedNames []string // of State.Shared
	Initial     State
	Steps       []Step
	// Lasso says that the steps from Steps[Loop] on are repeated for ever: the last one leads
	// to the state before Steps[Loop]. Without such steps the last state stays for ever.
	Lasso bool
	Loop  int

	// Sequential says that it is of a program with one thread, whose calls are replayed once each.
	Sequential bool
}

// Positions returns how many steps t has if an atomic section that is one step is one, and
// how many of them come before the loop.
func (t *Trace) Positions() (steps, loop int) {
	for i := range t.Steps {
		if t.Lasso && i == t.Loop {
			loop = steps
		}
		if !t.Steps[i].Passing {
			steps++
		}
	}
	if t.Lasso && t.Loop == len(t.Steps) {
		loop = steps
	}
	return steps, loop
}

// MostThreads returns the most threads that live at once in t.
func (t *Trace) MostThreads() int {
	n := len(t.Initial.Threads)
	for i := range t.Steps {
		n = max(n, len(t.Steps[i].State.Threads))
	}
	return n
}

// Final returns the state that the trace ends in.
func (t *Trace) Final() *State {
	if len(t.Steps) == 0 {
		return &t.Initial
	}
	return &t.Steps[len(t.Steps)-1].State
}

// A State is a configuration whose threads have identities.
type State struct {
	Shared  []int    // for a program 0 or 1 each, for a TTS the shared state
	Threads []Thread // by ID
}

// Thread returns the thread with an ID, nil if there is none.
func (s *State) Thread(id int) *Thread {
	for i := range s.Threads {
		if s.Threads[i].ID == id {
			return &s.Threads[i]
		}
	}
	return nil
}

// A Thread is one thread in a State.
type Thread struct {
	ID     int // from 1 on, in order of creation
	PC     int // -1 for a TTS
	Proc   string
	Names  []string // of Locals
	Locals []int    // for a program 0 or 1 each, for a TTS the local state
	// Caller is the procedure that called this one, nil if none did. States of a trace
	// share it, as they share values: they are not to be changed.
	Caller *Frame
}

// A Frame is a procedure that waits for a call to return.
type Frame struct {
	PC     int // of the call
	Proc   string
	Names  []string // of Locals
	Locals []int    // 0 or 1 each
	Caller *Frame   // nil if none called it
	Depth  int      // how many procedures wait, this one included
}

// Depth returns how many procedures wait for a call to return.
func (t *Thread) Depth() int { return depth(t.Caller) }

func depth(f *Frame) int {
	if f == nil {
		return 0
	}
	return f.Depth
}

// Callers returns the procedures that wait for a call to return, outermost first.
func (t *Thread) Callers() []*Frame {
	frames := make([]*Frame, t.Depth())
	for f := t.Caller; f != nil; f = f.Caller {
		frames[f.Depth-1] = f
	}
	return frames
}

// Push returns the frame of a thread that calls, as its Caller is in the procedure called.
func (t *Thread) Push() *Frame {
	return &Frame{t.PC, t.Proc, t.Names, t.Locals, t.Caller, t.Depth() + 1}
}

// A Step is the execution of one statement, or of one edge of a TTS.
type Step struct {
	Thread    int // who moved; 0 for the environment
	PC        int
	Pos       parser.Pos
	Statement string
	Origin    *parser.Origin
	// Goes is where the thread goes on, if the statement leaves a choice.
	Goes parser.Pos
	// Passing says that the step leads to a state inside an atomic section that
	// counts as one step.
	Passing bool
	// Context is the number of the context, from 1 on, that begins with the step: what
	// one thread does without another one in between. It is 0 if the step goes on with
	// one, or if the algorithm does not count context switches.
	Context int
	Fails   bool  // the statement is an assertion that fails, or the label looked for
	Created int   // the thread that was created, or 0
	Ended   bool  // Thread disappeared
	Woken   []int // other threads whose local state changed
	State   State // after the step; before it if it fails
	// Inside is what happens in a call that returns, of which State is the state behind it.
	// If it is nil, what happens inside follows, if the statement is a call.
	Inside *Call
}

// String says in a line what a step does.
func (s Step) String() string { return fmt.Sprintf("thread %d: %s", s.Thread, s.Statement) }
