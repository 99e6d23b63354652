// This file defines simulations as traces: how one is told, and how one is made from an
// execution that was found.

package simulate

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
)

// Trace returns the execution so far.
func (s *Simulation) Trace() *trace.Trace {
	t := &trace.Trace{SharedNames: names(s.program.File.Globals), Initial: s.state(s.states[0].Config)}
	for i, x := range s.states[1:] {
		t.Steps = append(t.Steps, s.step(s.states[i].Config, x))
	}
	return t
}

func (s *Simulation) state(x *Config) trace.State {
	out := trace.State{Shared: ints(x.Shared)}
	for i, t := range x.Threads {
		var caller *trace.Frame
		for _, c := range t.Callers {
			waits := s.thread(c, caller)
			caller = waits.Push()
		}
		th := s.thread(judge.Frame{PC: t.PC, Locals: t.Locals}, caller)
		th.ID = x.IDs[i]
		out.Threads = append(out.Threads, th)
	}
	return out
}

func (s *Simulation) thread(f judge.Frame, caller *trace.Frame) trace.Thread {
	p := s.program.Nodes[f.PC].Proc
	return trace.Thread{PC: f.PC, Proc: p.Name, Names: names(p.Locals), Locals: ints(f.Locals), Caller: caller}
}

// step tells the move that leads from a state to another.
func (s *Simulation) step(from *Config, x *State[*Config]) trace.Step {
	m, to := x.Move, x.Config
	n := s.program.Nodes[m.PC]
	out := trace.Step{
		Thread: m.Thread, PC: m.PC, Pos: n.Pos, Statement: n.Text(),
		Fails: m.Fails, State: s.state(to),
	}
	if n.Stmt != nil {
		out.Origin = n.Stmt.Origin
	}
	at := slices.Index(to.IDs, m.Thread)
	switch {
	case at < 0:
		out.Ended = true
	case n.Branches() && !m.Fails:
		out.Goes = s.program.Nodes[to.Threads[at].PC].Pos
	}
	for i, id := range to.IDs {
		switch k := slices.Index(from.IDs, id); {
		case k < 0:
			out.Created = id
		case id != m.Thread && to.Threads[i].PC != from.Threads[k].PC:
			out.Woken = append(out.Woken, id)
		}
	}
	return out
}

// longest is how many steps of an execution are loaded.
const longest = 1 << 16

// Load makes an execution that was found the simulation, statement by statement.
func (s *Simulation) Load(t *trace.Trace) error {
	if n := t.Len(); n.Cmp(big.NewInt(longest)) > 0 {
		return fmt.Errorf("the execution has more than %d steps", longest)
	}
	states := []*State[*Config]{{Config: s.load(&t.Initial, 0)}}
	for x := range t.All() {
		if x.Thread == 0 {
			return errors.New("the execution has steps of no thread")
		}
		if x.Inside != nil {
			return errors.New("what happens in a call is left out of the execution")
		}
		next := s.load(&x.State, states[len(states)-1].Config.created)
		states = append(states, &State[*Config]{next, &Move[*Config]{Thread: x.Thread, PC: x.PC, Fails: x.Fails, Next: next}})
	}
	s.Begin(states...)
	return nil
}

// load returns a state of a trace, behind one with so many threads created.
func (s *Simulation) load(x *trace.State, created int) *Config {
	out := &Config{Config: x.Config(), created: created}
	for _, t := range x.Threads {
		out.IDs = append(out.IDs, t.ID)
		out.created = max(out.created, t.ID)
	}
	return out
}

func names(vars []*parser.Var) []string {
	out := make([]string, len(vars))
	for i, v := range vars {
		out[i] = v.Name
	}
	return out
}

func ints(bs []bool) []int {
	out := make([]int, len(bs))
	for i, b := range bs {
		if b {
			out[i] = 1
		}
	}
	return out
}
