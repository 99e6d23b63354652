// This file defines the engine as a thread-transition system over any
// representation of states, with no memory of images.

package image

import (
	"iter"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// A System answers for a Boolean program as a [tts.PreimageSystem]: each answer is
// f⁻¹(image(f(t))), computed anew.
type System[K tts.Key] struct {
	Engine *Engine
	Codec  Codec[K]

	steps         Steps
	shared, local *bitset.BitSet // of the state that is asked about

	broadcast, signal *tts.Effect[K]
	passive           map[assignment[K]]*tts.Effect[K]
}

// An assignment to passive threads may depend on all that its thread sees: it is a
// statement between two thread states.
type assignment[K tts.Key] struct {
	pc       int
	from, to tts.ThreadState[K]
}

// NewSystem makes a system from an engine and a representation of states.
func NewSystem[K tts.Key](e *Engine, c Codec[K]) *System[K] {
	l := e.Program.Layout
	return &System[K]{
		Engine: e, Codec: c, shared: newBits(l.SharedWords), local: newBits(l.LocalWords),
		broadcast: &tts.Effect[K]{Kind: tts.All, ID: 0},
		signal:    &tts.Effect[K]{Kind: tts.One, ID: 1},
		passive:   map[assignment[K]]*tts.Effect[K]{},
	}
}

// state decodes t into the system's buffers.
func (s *System[K]) state(t tts.ThreadState[K]) State {
	s.Codec.SharedBits(s.shared, t.Shared)
	return State{s.shared, s.Codec.LocalBits(s.local, t.Local), s.local}
}

// State decodes t, as f of the paper.
func (s *System[K]) State(t tts.ThreadState[K]) State {
	pc, local := s.Local(t.Local)
	return State{s.Shared(t.Shared), pc, local}
}

// Shared decodes a shared state.
func (s *System[K]) Shared(k K) *bitset.BitSet {
	b := newBits(s.Engine.layout.SharedWords)
	s.Codec.SharedBits(b, k)
	return b
}

// Local decodes a local state.
func (s *System[K]) Local(k K) (pc int, b *bitset.BitSet) {
	b = newBits(s.Engine.layout.LocalWords)
	return s.Codec.LocalBits(b, k), b
}

// ThreadState encodes t, as f⁻¹ of the paper.
func (s *System[K]) ThreadState(t State) tts.ThreadState[K] {
	return tts.ThreadState[K]{Shared: s.Codec.Shared(t.Shared), Local: s.Codec.Local(t.PC, t.Local)}
}

// PC decodes the program counter of a local state.
func (s *System[K]) PC(k K) int { return s.Codec.LocalBits(s.local, k) }

// AppendEdges implements [tts.System].
func (s *System[K]) AppendEdges(dst []tts.Edge[K], t tts.ThreadState[K]) []tts.Edge[K] {
	s.steps.Reset()
	s.Engine.Post(&s.steps, s.state(t))
	for i := range s.steps.List {
		if s.Engine.stopped(i) {
			break
		}
		step := &s.steps.List[i]
		var to tts.ThreadState[K]
		if step.Kind != tts.Fail {
			to.Shared = s.Codec.Shared(step.To.Shared)
		}
		if step.Kind == tts.Move {
			to.Local = s.Codec.Local(step.To.PC, step.To.Local)
		}
		dst = append(dst, s.edge(step, t, to))
	}
	return dst
}

// AppendEnvironment implements [tts.System]: programs have no such edges.
func (s *System[K]) AppendEnvironment(dst []tts.Edge[K], _ K) []tts.Edge[K] { return dst }

// AppendInEdges implements [tts.BackwardSystem].
func (s *System[K]) AppendInEdges(dst []tts.Edge[K], t tts.ThreadState[K]) []tts.Edge[K] {
	s.steps.Reset()
	s.Engine.Pre(&s.steps, s.state(t))
	for i := range s.steps.List {
		step := &s.steps.List[i]
		dst = append(dst, s.edge(step, s.ThreadState(step.From), t))
	}
	return dst
}

// AppendEdgesInto implements [tts.BackwardSystem].
func (s *System[K]) AppendEdgesInto(dst []tts.Edge[K], shared K) []tts.Edge[K] {
	s.steps.Reset()
	s.Codec.SharedBits(s.shared, shared)
	s.Engine.Into(&s.steps, s.shared)
	for i := range s.steps.List {
		step := &s.steps.List[i]
		to := tts.ThreadState[K]{Shared: shared}
		if step.Kind == tts.Move {
			to.Local = s.Codec.Local(step.To.PC, step.To.Local)
		}
		dst = append(dst, s.edge(step, s.ThreadState(step.From), to))
	}
	return dst
}

// Entering implements [tts.PreimageSystem].
func (s *System[K]) Entering(shared K, pause func() bool) iter.Seq[tts.Edge[K]] {
	return func(yield func(tts.Edge[K]) bool) {
		for step := range s.Engine.Entering(s.Shared(shared), pause) {
			to := tts.ThreadState[K]{Shared: shared}
			if step.Kind == tts.Move {
				to.Local = s.Codec.Local(step.To.PC, step.To.Local)
			}
			if !yield(s.edge(&step, s.ThreadState(step.From), to)) {
				return
			}
		}
	}
}

// Failing implements [tts.PreimageSystem].
func (s *System[K]) Failing(counts func(label uint32) bool, pause func() bool) iter.Seq[tts.Edge[K]] {
	return func(yield func(tts.Edge[K]) bool) {
		for step := range s.Engine.Failing(func(pc int) bool { return counts(uint32(pc)) }, pause) {
			if !yield(tts.Edge[K]{Kind: tts.Fail, Label: uint32(step.PC), From: s.ThreadState(step.From)}) {
				return
			}
		}
	}
}

// ThreadStates implements [tts.PreimageSystem].
func (s *System[K]) ThreadStates(wanted func(l K) bool, pause func() bool) iter.Seq[tts.ThreadState[K]] {
	return func(yield func(tts.ThreadState[K]) bool) {
		for _, n := range s.Engine.Program.Nodes {
			want := func(local *bitset.BitSet) bool { return wanted(s.Codec.Local(n.PC, local)) }
			if !s.Engine.states(n, want, pause, func(t State) bool { return yield(s.ThreadState(t)) }) {
				return
			}
		}
	}
}

// edge makes the edge of a step between two thread states.
func (s *System[K]) edge(step *Step, from, to tts.ThreadState[K]) tts.Edge[K] {
	e := tts.Edge[K]{From: from, To: to, Kind: step.Kind, Label: uint32(step.PC)}
	switch step.Edge.Kind {
	case parser.SpawnEdge:
		e.Effect = &tts.Effect[K]{Kind: tts.Spawn, Child: s.Codec.Local(step.Child.PC, step.Child.Local)}
	case parser.BroadcastEdge:
		e.Effect = s.broadcast
	case parser.SignalEdge:
		e.Effect = s.signal
	case parser.PassiveEdge:
		key := assignment[K]{step.PC, from, to}
		if s.passive[key] == nil {
			s.passive[key] = &tts.Effect[K]{Kind: tts.All, ID: uint32(2 + len(s.passive))}
		}
		e.Effect = s.passive[key]
	}
	return e
}

// AppendMoves implements [tts.System].
func (s *System[K]) AppendMoves(dst []K, e *tts.Edge[K], l K) []K {
	return s.moves(dst, e, l, s.Engine.Moves)
}

// AppendMovesBack implements [tts.BackwardSystem].
func (s *System[K]) AppendMovesBack(dst []K, e *tts.Edge[K], l K) []K {
	return s.moves(dst, e, l, s.Engine.MovesBack)
}

func (s *System[K]) moves(dst []K, e *tts.Edge[K], l K, ask func(*Steps, Step, State) []State) []K {
	s.steps.Reset()
	first := len(dst)
	pc, local := s.Local(l)
	for _, t := range ask(&s.steps, s.step(e), State{PC: pc, Local: local}) {
		k := s.Codec.Local(t.PC, t.Local)
		if !slices.Contains(dst[first:], k) {
			dst = append(dst, k)
		}
	}
	return dst
}

// AppendMovable implements [tts.BackwardSystem].
func (s *System[K]) AppendMovable(dst []K, e *tts.Edge[K]) []K {
	s.steps.Reset()
	for _, t := range s.Engine.Movable(&s.steps, nil) {
		dst = append(dst, s.Codec.Local(t.PC, t.Local))
	}
	return dst
}

// step decodes an edge with an effect on all or one of the others. A statement
// with such an effect has one edge only in the control-flow graph.
func (s *System[K]) step(e *tts.Edge[K]) Step {
	step := Step{Kind: e.Kind, Edge: s.Engine.Program.Nodes[e.Label].Out[0], PC: int(e.Label), From: s.State(e.From)}
	step.To = s.State(e.To)
	return step
}

// Transient implements [tts.System].
func (s *System[K]) Transient(shared K) bool {
	if !s.Engine.guarded || s.Engine.Atomicity != Big {
		return false
	}
	s.Codec.SharedBits(s.shared, shared)
	return s.Engine.Transient(s.shared)
}

// Initial yields the initial configurations with the given number of copies of
// main: every combination of initial values with which main may begin, each copy with
// locals of its own; for [tts.Omega] unboundedly many copies with each initial valuation.
// The configurations are valid until the next one is asked for.
func (s *System[K]) Initial(copies uint32) iter.Seq[tts.Config[K]] {
	main := s.Engine.Program.File.Main
	return func(yield func(tts.Config[K]) bool) {
		for g := range s.Engine.InitialShared() {
			c := tts.Config[K]{Shared: s.Codec.Shared(g)}
			switch copies {
			case 1:
				for l := range s.Engine.InitialLocals(g) {
					c.Locals = append(c.Locals[:0], tts.Count[K]{Local: s.Codec.Local(main.Entry, l), N: 1})
					if !yield(c) {
						return
					}
				}
			case tts.Omega:
				for l := range s.Engine.InitialLocals(g) {
					c.Locals = tts.AddLocal(c.Locals, s.Codec.Local(main.Entry, l), tts.Omega)
				}
				if len(c.Locals) > 0 && !yield(c) {
					return
				}
			default:
				var locals []K
				for l := range s.Engine.InitialLocals(g) {
					locals = append(locals, s.Codec.Local(main.Entry, l))
				}
				if !choose(c, locals, copies, yield) {
					return
				}
			}
		}
	}
}

// InitialAbove returns an initial configuration, with the given number of copies of main,
// that covers c; of unboundedly many copies it has as many as c. It does not enumerate them.
func (s *System[K]) InitialAbove(c tts.Config[K], copies uint32) (above tts.Config[K], ok bool) {
	e, main := s.Engine, s.Engine.Program.File.Main
	s.Codec.SharedBits(s.shared, c.Shared)
	n := c.Threads()
	if n > copies || !e.isInitial(e.Program.File.Globals, s.shared) {
		return above, false
	}
	begins := e.begins(s.shared)
	for _, x := range c.Locals {
		if pc := s.Codec.LocalBits(s.local, x.Local); pc != main.Entry || !e.isInitial(main.Locals, s.local) || !begins(s.local) {
			return above, false
		}
	}
	above = c.Clone()
	if copies == tts.Omega && n > 0 || n == copies {
		return above, true
	}
	for l := range e.InitialLocals(s.shared) {
		if copies != tts.Omega {
			above.Locals = tts.AddLocal(above.Locals, s.Codec.Local(main.Entry, l), copies-n)
		}
		return above, true
	}
	return above, false
}

// choose yields c with n threads more, in all ways to choose their local states
// from locals.
func choose[K tts.Key](c tts.Config[K], locals []K, n uint32, yield func(tts.Config[K]) bool) bool {
	if n == 0 {
		return yield(c)
	}
	for i, l := range locals {
		d := c.Clone()
		d.Locals = tts.AddLocal(d.Locals, l, 1)
		if !choose(d, locals[i:], n-1, yield) {
			return false
		}
	}
	return true
}

// Steps returns the statements that an edge of the system stands for: one, or
// those of an atomic section that was closed into one step.
func (s *System[K]) Steps(e *tts.Edge[K]) []Step {
	from := s.State(e.From)
	var steps Steps
	s.Engine.Post(&steps, from)
	for _, step := range steps.List {
		if step.PC != int(e.Label) || step.Kind != e.Kind {
			continue
		}
		if e.Kind == tts.Move && s.ThreadState(step.To) != e.To {
			continue
		}
		return s.Engine.Inside(step)
	}
	return nil
}
