// This file defines answers.

package c

import (
	"errors"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/c/abstraction"
	"github.com/ijit/ijit/systems/c/execution"
	"github.com/ijit/ijit/systems/c/form"
)

// Options say how a program is checked.
type Options struct {
	// Wrap has signed numbers wrap, ILP32 long and pointers have 32 bits.
	Wrap, ILP32 bool
	// Threads bounds the threads that live at once; 0 for any number.
	Threads int
	// Memory is how many bytes a search may take, 0 for no limit.
	Memory uint64
	// SelfCheck has the proof about the Boolean program checked by code that shares nothing with what found it, which may
	// take longer than to find it.
	SelfCheck bool
	// Progress is called before each iteration, if it is not nil.
	Progress func(*Answer)

	abstractOnly bool // no search before
}

// An Answer says whether an assertion can fail.
type Answer struct {
	Verdict verdict.Verdict
	Reason  verdict.Reason // why, if Verdict is Unknown
	Detail  string         // the reason in words
	By      string         // what decided: "search" or "abstraction"
	Checked bool           // the proof was checked, or the execution replayed
	Threads int            // the bound on threads, 0 for none
	Program *form.Program
	// Trace is the execution, if Verdict is Unsafe; its last step fails.
	Trace []Move
	// Failure is where the assertion is.
	Failure *systems.Property
	// Undefined is where some execution comes to what C leaves open; nil if none was met. What follows does not count.
	Undefined *form.Origin
	// Predicates, and the Boolean program for them.
	Predicates []*abstraction.Predicate
	Boolean    string
	Iterations int
	Queries    int // of the SAT solver
	States     int // of the last search
	Seconds    float64
}

// ErrNoCheck says that nothing is asked about a program.
var ErrNoCheck = errors.New("there is nothing to check: no assertion, no call of reach_error and no label ERROR is in what main calls or threads run")

// A Move is a step of an execution.
type Move struct {
	Thread  int // from 1 on, in order of creation
	Origin  form.Origin
	Assigns []Assign
	Created int  // the thread that it starts, or 0
	Fails   bool // it is an assertion that fails
}

// An Assign is a value that a step gives to a variable.
type Assign struct{ Name, Value string }

// unsafe is an answer with an execution.
func (a *Answer) unsafe(by string, steps []execution.Step) {
	a.Verdict, a.By, a.Checked = verdict.Unsafe, by, true
	for i := range steps {
		s := &steps[i]
		m := Move{Thread: s.Thread, Origin: s.Edge.Origin, Fails: s.Edge.Check != form.None}
		if !m.Fails {
			for _, u := range s.Edge.Updates {
				if u.Index == form.None {
					m.Assigns = append(m.Assigns, Assign{a.Program.Terms.Name(u.Variable), execution.Value(a.Program, s, u.Variable)})
				}
			}
			if s.Edge.Start >= 0 {
				m.Created = s.State.Threads[len(s.State.Threads)-1].ID
			}
		}
		a.Trace = append(a.Trace, m)
	}
	o := a.Trace[len(a.Trace)-1].Origin
	a.Failure = &systems.Property{Kind: "assert", File: o.File, Pos: parser.Pos{Line: o.Line, Col: o.Col}, Text: o.Text}
}
