// This file defines how states and edges are shown in the terms of the input.

package trace

import (
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// A View shows the states of a system in the terms of the input.
type View[K tts.Key] interface {
	SharedNames() []string
	Shared(s K) []int
	Thread(l K) Thread // without ID
	// Steps gives the statements of an edge: one, or those of an atomic section.
	Steps(e *tts.Edge[K]) []Statement[K]
	Passing(s K) bool // inside an atomic section that counts as one step
	Inside(s K) bool  // some thread is in an atomic section
}

// A Statement is what a thread executes in an edge. It comes with the thread state that
// it leads to, from which only the last statement of an edge may differ in what is not
// the mover's.
type Statement[K tts.Key] struct {
	Step
	To tts.ThreadState[K]
}

// A Table is the view of a transition system that no program stands behind.
type Table struct{ System *tts.TTS }

// SharedNames implements [View], as do the other methods.
func (Table) SharedNames() []string { return []string{"shared"} }
func (Table) Shared(s uint32) []int { return []int{int(s)} }
func (Table) Passing(uint32) bool   { return false }
func (Table) Inside(uint32) bool    { return false }

func (Table) Thread(l uint32) Thread {
	return Thread{PC: -1, Names: []string{"local"}, Locals: []int{int(l)}}
}

func (v Table) Steps(e *tts.Edge[uint32]) []Statement[uint32] {
	step := Step{PC: -1, Statement: v.System.EdgeString(e)}
	if e.Label > 0 {
		step.Pos = parser.Pos{Line: int(e.Label), Col: 1}
	}
	return []Statement[uint32]{{step, e.To}}
}

// A Program is the view of a program, whatever represents its states.
type Program[K tts.Key] struct {
	code   *Code
	states *image.System[K]
}

// NewProgram returns the view of the program that code shows.
func NewProgram[K tts.Key](code *Code, states *image.System[K]) *Program[K] {
	return &Program[K]{code, states}
}

// SharedNames implements [View], as do the other methods.
func (v *Program[K]) SharedNames() []string { return v.code.SharedNames() }

func (v *Program[K]) Shared(s K) []int {
	return values(v.states.Shared(s), 0, len(v.code.program.File.Globals))
}

func (v *Program[K]) Thread(l K) Thread { return v.code.Thread(v.states.Local(l)) }
func (v *Program[K]) Passing(s K) bool  { return v.states.Transient(s) }

func (v *Program[K]) Inside(s K) bool {
	return v.states.Shared(s).Test(uint(v.code.program.Layout.Atomic()))
}

func (v *Program[K]) Steps(e *tts.Edge[K]) []Statement[K] {
	var out []Statement[K]
	for _, s := range v.states.Steps(e) {
		x, next := Statement[K]{}, -1
		if s.Kind == tts.Move {
			x.To, next = v.states.ThreadState(s.To), s.To.PC
		}
		x.Step = v.code.Step(s.PC, next)
		out = append(out, x)
	}
	return out
}
