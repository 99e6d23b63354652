// This file defines frames: which decision variables stand for the variables of a
// program.

package encode

import (
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
)

// A Frame has a decision variable for each global, by its index, and one for each
// slot of locals: local i of every procedure is in slot i.
type Frame struct {
	Globals, Locals []bdd.Var
}

// Var returns the decision variable of v.
func (f Frame) Var(v *parser.Var) bdd.Var {
	if v.Proc == nil {
		return f.Globals[v.Index]
	}
	return f.Locals[v.Index]
}

// Vars returns the decision variables of some variables.
func (f Frame) Vars(vs []*parser.Var) []bdd.Var {
	out := make([]bdd.Var, len(vs))
	for i, v := range vs {
		out[i] = f.Var(v)
	}
	return out
}

// NewFrames makes n frames. In the order of the manager all copies of a variable
// are next to each other.
func NewFrames(m *bdd.Manager, l parser.Layout, n int) []Frame {
	frames := make([]Frame, n)
	for range l.Shared {
		for i, v := range m.NewVars(n) {
			frames[i].Globals = append(frames[i].Globals, v)
		}
	}
	for range l.Local {
		for i, v := range m.NewVars(n) {
			frames[i].Locals = append(frames[i].Locals, v)
		}
	}
	return frames
}

// Places says where an Encoder finds and puts values. A place that is not needed
// may be left out.
type Places struct {
	Now, Next Frame     // the active thread before and after a step
	Actuals   []bdd.Var // slots in which a call passes the values of the formals
	Returns   []bdd.Var // what a procedure returns; ReturnSlots says how many
	// Passive and PassiveNext are slots with the locals of another thread before and
	// after a step; those of a new thread are in PassiveNext.
	Passive, PassiveNext []bdd.Var
}

// ReturnSlots returns the largest number of values that a procedure returns.
func ReturnSlots(p *parser.Program) int {
	n := 0
	for _, proc := range p.File.Procs {
		n = max(n, proc.Returns)
	}
	return n
}

// An Encoder makes relations of one program over the variables of one manager. It
// keeps no nodes: whoever collects garbage keeps what is still needed.
type Encoder struct {
	m       *bdd.Manager
	program *parser.Program
	places  Places
}

// New returns an encoder.
func New(m *bdd.Manager, p *parser.Program, places Places) *Encoder {
	return &Encoder{m: m, program: p, places: places}
}
