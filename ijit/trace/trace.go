// This file defines traces in the terms of the input: threads with identities,
// statements, values of variables.

package trace

import (
	"fmt"

	"github.com/ijit/ijit/parser"
)

// A Trace is an execution that ends in an error.
type Trace struct {
	SharedNames []string // of State.Shared
	Initial     State
	Steps       []Step
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

// A Thread is one thread in a State.
type Thread struct {
	ID     int // from 1 on, in order of creation
	PC     int // -1 for a TTS
	Proc   string
	Names  []string // of Locals
	Locals []int    // for a program 0 or 1 each, for a TTS the local state
	// Callers are the procedures that wait for calls to return, outermost first. States
	// of a trace share them: they are not to be changed.
	Callers []*Frame
}

// A Frame is a procedure that waits for a call to return.
type Frame struct {
	PC     int // of the call
	Proc   string
	Names  []string // of Locals
	Locals []int    // 0 or 1 each
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
}

// String says in a line what a step does.
func (s Step) String() string { return fmt.Sprintf("thread %d: %s", s.Thread, s.Statement) }
