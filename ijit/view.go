// This file defines how states and edges are shown in the terms of the input.

package ijit

import (
	"fmt"

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

// programView shows the states of a program, whatever represents them.
type programView[K tts.Key] struct {
	states *image.System[K]
	locals map[*parser.Proc][]string // names, made once: a trace has many threads
}

func (v *programView[K]) sharedNames() []string { return names(v.program().File.Globals) }

func (v *programView[K]) shared(s K) []int {
	return values(v.states.Codec.SharedWords(nil, s), len(v.program().File.Globals))
}

func (v *programView[K]) thread(l K) Thread {
	pc, words := v.states.Codec.LocalWords(nil, l)
	p := v.program().Nodes[pc].Proc
	return Thread{PC: pc, Proc: p.Name, Names: v.names(p), Locals: values(words, len(p.Locals))}
}

func (v *programView[K]) names(p *parser.Proc) []string {
	ns, ok := v.locals[p]
	if !ok {
		ns = names(p.Locals)
		v.locals[p] = ns
	}
	return ns
}

func (v *programView[K]) steps(e *tts.Edge[K]) []viewStep[K] {
	var out []viewStep[K]
	for _, s := range v.states.Steps(e) {
		n := v.program().Nodes[s.PC]
		step := Step{PC: s.PC, Pos: n.Pos, Statement: n.Text(v.program().File.Dialect)}
		if n.Stmt != nil {
			step.Origin = n.Stmt.Origin
		}
		vs := viewStep[K]{Step: step}
		if s.Kind == tts.Move {
			vs.to = v.states.ThreadState(s.To)
			if branches(n) {
				vs.Goes = v.program().Nodes[s.To.PC].Pos
			}
		}
		out = append(out, vs)
	}
	return out
}

// branches reports whether a thread may go on from n at different places.
func branches(n *parser.Node) bool {
	to := -1
	for _, e := range n.Out {
		if e.To >= 0 && to >= 0 && e.To != to {
			return true
		}
		to = max(to, e.To)
	}
	return false
}

func (v *programView[K]) passing(s K) bool { return v.states.Transient(s) }

func (v *programView[K]) program() *parser.Program { return v.states.Engine.Program }

func names(vars []*parser.Var) []string {
	ns := make([]string, len(vars))
	for i, v := range vars {
		ns[i] = v.Name
	}
	return ns
}

// values reads n bits.
func values(words []uint64, n int) []int {
	vs := make([]int, n)
	for i := range vs {
		vs[i] = int(words[i/64] >> (i % 64) & 1)
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
