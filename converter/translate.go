// This file defines the translation up front: the whole thread-transition system
// of a program.

package converter

import (
	"errors"
	"iter"
	"slices"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// ErrStopped says that a translation was cut short by the engine's Stop.
var ErrStopped = errors.New("translation stopped")

// A Translation is a program translated up front. As a [tts.System] it answers
// from its table; an edge into the error state is a Fail edge.
type Translation struct {
	*tts.TTS
	States *Numbered
	// Program is the same system with nothing translated, for its initial
	// configurations and for decoding.
	Program *image.System[uint32]

	signals map[uint32][]tts.Transfer // what signals and broadcasts do, by effect
}

// Translate translates the program of e. Every valuation is translated, at each
// location that a path of the control-flow graph leads to: that is the blow-up
// which translation just in time avoids.
//
// The error state is the greatest shared state. In it an assertion has a local
// state of its own: its program counter behind NumLocal of the numbering.
func Translate(e *image.Engine) (*Translation, error) {
	states, err := NewNumbered(e)
	if err != nil {
		return nil, err
	}
	t := newTranslation(e, states)
	t.TTS, err = t.table(states.NumLocal()+uint32(len(e.Program.Nodes)), false)
	return t, err
}

// TranslateFile translates the program of e for a file, in which a program
// begins and errs by edges: from the configuration 0|0, and with 0/0 from
// unboundedly many copies of main, the first step of the first thread chooses the
// shared variables, the first step of each thread its local ones. All assertions
// fail into the one state that is the target.
func TranslateFile(e *image.Engine) (t *tts.TTS, target tts.Config[uint32], err error) {
	states, err := NewNumbered(e)
	if err != nil {
		return nil, target, err
	}
	tr := newTranslation(e, states)
	t, err = tr.table(states.NumLocal(), true)
	return t, tts.NewConfig(states.NumShared()-1, states.NumLocal()-1), err
}

func newTranslation(e *image.Engine, states *Numbered) *Translation {
	return &Translation{
		States:  states,
		Program: image.NewSystem(e, image.Codec[uint32](states)),
		signals: map[uint32][]tts.Transfer{},
	}
}

// table makes the table of edges, for a file with a beginning and one error.
func (t *Translation) table(numLocal uint32, file bool) (*tts.TTS, error) {
	c, e := t.States, t.Program.Engine
	b := tts.NewBuilder(c.NumShared(), numLocal)
	if file {
		t.begin(b)
	}
	var edges []tts.Edge[uint32]
	for s := uint32(1); s < c.NumShared()-1; s++ {
		if e.Stop != nil && e.Stop() {
			return nil, ErrStopped
		}
		if t.Program.Transient(s) {
			b.SetTransient(s)
		}
		for _, n := range e.Program.Nodes {
			if !n.Reachable {
				continue
			}
			for l := range t.locals(n) {
				edges = t.Program.AppendEdges(edges[:0], tts.ThreadState[uint32]{Shared: s, Local: l})
				for _, edge := range edges {
					if edge.Kind == tts.Fail {
						edge.Kind = tts.Move
						edge.To = tts.ThreadState[uint32]{Shared: c.NumShared() - 1, Local: c.NumLocal() - 1}
						if !file {
							edge.To.Local = c.NumLocal() + edge.Label
						}
					}
					b.Add(edge, t.transfers(&edge)...)
				}
			}
		}
	}
	return b.Build()
}

// begin adds the edges by which a program begins: the first thread to move
// chooses the shared state. What main enforces holds there. Copies that begin later have
// any locals with which it can hold at first.
func (t *Translation) begin(b *tts.Builder) {
	c, e := t.States, t.Program.Engine
	main := e.Program.File.Main
	later := map[uint32]bool{}
	for g := range e.InitialShared() {
		for l := range e.InitialLocals(g) {
			local := c.Local(main.Entry, l)
			b.AddMove(0, 0, c.Shared(g), local)
			if later[local] {
				continue
			}
			later[local] = true
			for s := uint32(1); s < c.NumShared()-1; s++ {
				b.AddMove(s, 0, s, local)
			}
		}
	}
}

// locals yields the numbers of the local states at n. The variables of other
// procedures are 0 there.
func (t *Translation) locals(n *parser.Node) func(yield func(uint32) bool) {
	layout := t.States.layout
	unused := layout.Local - len(n.Proc.Locals)
	return func(yield func(uint32) bool) {
		first := 1 + uint32(n.PC)<<layout.Local
		for v := range uint32(1) << len(n.Proc.Locals) {
			if !yield(first + v<<unused) {
				return
			}
		}
	}
}

// transfers lists what an edge does to other threads.
func (t *Translation) transfers(e *tts.Edge[uint32]) []tts.Transfer {
	if e.Effect == nil || e.Effect.Kind == tts.Spawn {
		return nil
	}
	p := t.Program.Engine.Program
	stmt := p.Nodes[e.Label].Out[0]
	list, known := t.signals[e.Effect.ID]
	if known {
		return list
	}
	for _, n := range p.Nodes {
		if !n.Reachable || !n.Wait && n.Proc != stmt.PassiveProc {
			continue
		}
		for l := range t.locals(n) {
			moves := t.Program.AppendMoves(nil, e, l)
			for _, m := range moves {
				list = append(list, tts.Transfer{From: l, To: m})
			}
			if len(moves) == 0 && e.Effect.Kind == tts.All {
				list = append(list, tts.Transfer{From: l, To: tts.Blocked})
			}
		}
	}
	if stmt.PassiveProc == nil {
		t.signals[e.Effect.ID] = list
	}
	return list
}

// AppendEdges implements [tts.System].
func (t *Translation) AppendEdges(dst []tts.Edge[uint32], ts tts.ThreadState[uint32]) []tts.Edge[uint32] {
	return t.failing(len(dst), t.TTS.AppendEdges(dst, ts))
}

// EdgesFrom implements [tts.SparseSystem].
func (t *Translation) EdgesFrom(s uint32) []tts.Edge[uint32] {
	return t.failing(0, slices.Clone(t.TTS.EdgesFrom(s)))
}

// failing makes those of edges, from the given one on, that lead to the error state Fail
// edges.
func (t *Translation) failing(first int, edges []tts.Edge[uint32]) []tts.Edge[uint32] {
	for i := first; i < len(edges); i++ {
		if e := &edges[i]; e.To.Shared == t.States.NumShared()-1 {
			e.Kind, e.Label = tts.Fail, e.To.Local-t.States.NumLocal()
		}
	}
	return edges
}

// Failing implements [tts.PreimageSystem].
func (t *Translation) Failing(counts func(uint32) bool, _ func() bool) iter.Seq[tts.Edge[uint32]] {
	return func(yield func(tts.Edge[uint32]) bool) {
		for _, e := range t.failing(0, t.TTS.AppendEdgesInto(nil, t.States.NumShared()-1)) {
			if counts(e.Label) && !yield(e) {
				return
			}
		}
	}
}

// ThreadStates implements [tts.PreimageSystem]: those of the program.
func (t *Translation) ThreadStates(wanted func(uint32) bool, pause func() bool) iter.Seq[tts.ThreadState[uint32]] {
	return t.Program.ThreadStates(wanted, pause)
}
