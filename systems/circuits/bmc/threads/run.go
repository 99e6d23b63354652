// This file defines the way back: what a run of the circuit is as an execution.

package threads

import (
	"cmp"
	"slices"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/parser"
)

// An Execution is what a run is in terms of the program.
type Execution struct {
	*reach.Trace
	// Depth is the number of steps, an atomic section being one if it is one.
	Depth int
	// Loop is, of an infinite execution, how many of Trace.Steps come before those that are
	// repeated for ever; -1 for a finite one. If there are no others, the last state stays
	// for ever, since no thread can move.
	Loop int
}

// Execution returns the execution that a run is. A finite one ends in the last frame's state,
// or in one of the assertions failing there, if any are given.
func (s *System) Execution(r *aig.Run, assertions ...int) *Execution {
	x := &tracer{System: s, sim: aig.NewSimulator(s.Circuit), ids: make([]int, s.Threads)}
	out := &Execution{Trace: &x.out, Loop: -1}
	x.sim.Begin(r.First)
	for frame, inputs := range r.Inputs {
		x.sim.Frame(inputs)
		if frame == 0 {
			x.begin()
		}
		if frame == r.Loop {
			out.Loop = len(x.out.Steps)
		}
		last := r.Loop < 0 && frame == len(r.Inputs)-1
		switch {
		case last && !s.Small && x.is(s.lock) && len(assertions) == 0:
			out.Depth++ // a section that has only begun
		case last && x.is(s.Fails(assertions...)):
			x.follow(assertions)
			out.Depth++
		case !last && x.is(s.step.passes):
			x.follow(nil)
			out.Depth++
		case !last && x.is(s.step.valid):
			x.follow(nil)
			if s.Small || !x.inside(x.last) {
				out.Depth++
			}
		}
		x.sim.Step()
	}
	out.Depth += x.chain
	return out
}

// A tracer follows threads from slot to slot.
type tracer struct {
	*System
	sim     *aig.Simulator
	ids     []int // by slot, of the thread that is there
	created int
	chain   int // steps beside the one of each frame
	last    int // where the last step has led
	out     reach.Trace
}

func (x *tracer) is(l aig.Lit) bool { return x.sim.Value(l)&1 != 0 }

func (x *tracer) same(l, m aig.Lit) bool { return x.is(l) == x.is(m) }

// begin notes the first state.
func (x *tracer) begin() {
	for i, t := range x.now.slots {
		if x.code(t.pc) != nowhere {
			x.created++
			x.ids[i] = x.created
		}
	}
	x.out.Initial = x.state(&x.now, -1, -1)
}

// code reads a number.
func (x *tracer) code(bits []aig.Lit) int {
	code := 0
	for i, l := range bits {
		if x.is(l) {
			code |= 1 << i
		}
	}
	return code
}

// state reads a state, in which the thread of a slot is at pc, or has ended if that is -1. A
// negative slot is of no thread.
func (x *tracer) state(s *state, slot, pc int) reach.State {
	read := func(lits []aig.Lit) []bool {
		values := make([]bool, len(lits))
		for i, l := range lits {
			values[i] = x.is(l)
		}
		return values
	}
	out := reach.State{Globals: read(s.shared)}
	for i, t := range s.slots {
		at, local := x.pcs[x.code(t.pc)], t.local
		if i == slot {
			at, local = pc, s.local
		}
		if at >= 0 {
			n := len(x.program.Nodes[at].Proc.Locals)
			out.Threads = append(out.Threads, reach.Thread{ID: x.ids[i], PC: at, Locals: read(local[:n])})
		}
	}
	slices.SortFunc(out.Threads, func(a, b reach.Thread) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// follow appends the statements of the step in the frame, up to the failure of one of the
// assertions or to a label that it goes by.
func (x *tracer) follow(assertions []int) {
	slot := slices.IndexFunc(x.schedule, x.is)
	pc := x.pcs[x.code(x.now.slots[slot].pc)]
	from := &state{x.now.shared, x.now.slots[slot].local, x.now.slots}
	goesOn := true
	round := 0 // the first place of the present one
	for goesOn {
		at := round + pc
		if slices.Contains(assertions, pc) && x.is(x.step.fails[at]) {
			x.fail(slot, pc, from)
			return
		}
		i := slices.IndexFunc(x.step.moves[at], func(m move) bool { return x.is(m.taken) })
		if i < 0 {
			return
		}
		m := &x.step.moves[at][i]
		x.move(slot, m, from)
		if x.back[m.edge] {
			round += len(x.program.Nodes)
		}
		if goesOn = x.goesOn(m.edge); x.chained[m.edge] {
			x.chain++
		}
		pc, from = m.edge.To, &m.to
		if x.last = pc; x.is(m.passes) {
			return
		}
	}
}

// fail appends the failure of an assertion.
func (x *tracer) fail(slot, pc int, from *state) {
	for _, e := range x.program.Nodes[pc].Out {
		if e.Kind == parser.FailEdge {
			x.out.Steps = append(x.out.Steps, reach.Step{Thread: x.ids[slot], Edge: e, Fails: true, State: x.state(from, slot, pc)})
		}
	}
}

// move appends a move.
func (x *tracer) move(slot int, m *move, from *state) {
	s := reach.Step{Thread: x.ids[slot], Edge: m.edge, Ended: m.edge.To < 0}
	for i, t := range m.to.slots {
		before := from.slots[i]
		switch {
		case i == slot:
		case x.code(before.pc) == nowhere && x.code(t.pc) != nowhere:
			x.created++
			x.ids[i], s.Created = x.created, x.created
		case !slices.EqualFunc(before.pc, t.pc, x.same) || !slices.EqualFunc(before.local, t.local, x.same):
			s.Woken = append(s.Woken, x.ids[i])
		}
	}
	s.State = x.state(&m.to, slot, m.edge.To)
	x.out.Steps = append(x.out.Steps, s)
}
