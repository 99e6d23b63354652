// This file defines how states and edges are shown in the terms of the input.

package ijit

import (
	"fmt"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// plainView shows a TTS that no program stands behind.
type plainView struct{ table *tts.TTS }

func (plainView) sharedNames() []string { return []string{"shared"} }
func (plainView) shared(s uint32) []int { return []int{int(s)} }
func (plainView) passing(uint32) bool   { return false }
func (plainView) thread(l uint32) Thread {
	return Thread{PC: -1, Names: []string{"local"}, Locals: []int{int(l)}}
}

func (v plainView) steps(e *tts.Edge[uint32]) []viewStep[uint32] {
	step := Step{PC: -1, Statement: v.table.EdgeString(e)}
	if e.Label > 0 {
		step.Pos = parser.Pos{Line: int(e.Label), Col: 1}
	}
	return []viewStep[uint32]{{step, e.To}}
}

// A writing shows locations and threads as those of the program as written, whose
// calls may have been inlined.
type writing struct {
	code    *parser.Program           // what is run
	inlined *parser.Inlined           // nil if that is what was written
	locals  map[*parser.Proc][]string // names, made once: a trace has many threads
}

func newWriting(code *parser.Program, inlined *parser.Inlined) *writing {
	return &writing{code, inlined, map[*parser.Proc][]string{}}
}

// thread shows a thread at pc with these values in its slots.
func (w *writing) thread(pc int, slots *bitset.BitSet) Thread {
	if w.inlined == nil {
		p := w.code.Nodes[pc].Proc
		return Thread{PC: pc, Proc: p.Name, Names: w.names(p), Locals: values(slots, len(p.Locals))}
	}
	var frames []*Frame
	for _, f := range w.inlined.Stack(pc) {
		frames = append(frames, &Frame{PC: f.PC, Proc: f.Proc.Name, Names: w.names(f.Proc), Locals: valuesFrom(slots, f.First, len(f.Proc.Locals))})
	}
	last := len(frames) - 1
	f := frames[last]
	return Thread{PC: f.PC, Proc: f.Proc, Names: f.Names, Locals: f.Locals, Callers: frames[:last:last]}
}

// step shows the execution of the statement at pc, by which its thread gets to next,
// or -1 for nowhere.
func (w *writing) step(pc, next int) Step {
	n := w.code.Nodes[pc]
	s := Step{PC: w.written(pc), Pos: n.Pos, Statement: n.Text(w.code.File.Dialect)}
	if n.Stmt != nil {
		s.Origin = n.Stmt.Origin
	}
	if next >= 0 && n.Branches() {
		s.Goes = w.code.Nodes[next].Pos
	}
	return s
}

// written returns a location as written.
func (w *writing) written(pc int) int {
	if w.inlined == nil {
		return pc
	}
	return w.inlined.Written(pc)
}

func (w *writing) names(p *parser.Proc) []string {
	ns, ok := w.locals[p]
	if !ok {
		ns = names(p.Locals)
		w.locals[p] = ns
	}
	return ns
}

// programView shows the states of a program, whatever represents them.
type programView[K tts.Key] struct {
	*writing
	states *image.System[K]
}

func (v *programView[K]) sharedNames() []string { return names(v.code.File.Globals) }

func (v *programView[K]) shared(s K) []int {
	return values(v.states.Shared(s), len(v.code.File.Globals))
}

func (v *programView[K]) thread(l K) Thread {
	return v.writing.thread(v.states.Local(l))
}

func (v *programView[K]) steps(e *tts.Edge[K]) []viewStep[K] {
	var out []viewStep[K]
	for _, s := range v.states.Steps(e) {
		vs, next := viewStep[K]{}, -1
		if s.Kind == tts.Move {
			vs.to, next = v.states.ThreadState(s.To), s.To.PC
		}
		vs.Step = v.step(s.PC, next)
		out = append(out, vs)
	}
	return out
}

func (v *programView[K]) passing(s K) bool { return v.states.Transient(s) }

func names(vars []*parser.Var) []string {
	ns := make([]string, len(vars))
	for i, v := range vars {
		ns[i] = v.Name
	}
	return ns
}

// values reads n bits.
func values(b *bitset.BitSet, n int) []int { return valuesFrom(b, 0, n) }

// valuesFrom reads n bits from the first on.
func valuesFrom(b *bitset.BitSet, first, n int) []int {
	vs := make([]int, n)
	for i := range vs {
		if b.Test(uint(first + i)) {
			vs[i] = 1
		}
	}
	return vs
}

// final returns the state that the trace ends in.
func (t *Trace) final() State {
	if len(t.Steps) == 0 {
		return t.Initial
	}
	return t.Steps[len(t.Steps)-1].State
}

// String says in a line what a step does.
func (s Step) String() string { return fmt.Sprintf("thread %d: %s", s.Thread, s.Statement) }
