// This file defines the engine: post and pre images of a thread's state, one
// statement forward or backward.

package image

import (
	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/allsat"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// Atomicity says what one step of an atomic section is.
type Atomicity int

const (
	Big   Atomicity = iota // the whole section
	Small                  // each statement; other threads are frozen
)

// A State is the state of one thread: the shared variables, the thread's program
// counter, and its local variables. Variable i is bit i; the bitsets have the words
// of a [parser.Layout]. They may be shared with other states.
type State struct {
	Shared *bitset.BitSet
	PC     int
	Local  *bitset.BitSet
}

// A Step is one step of a thread. Its states are valid until the next call that
// appends to the same Steps after a Reset.
type Step struct {
	Kind tts.EdgeKind // Move, End or Fail
	// Edge is the edge of the control-flow graph. For a section closed into one
	// step it is the one that enters the section.
	Edge *parser.Edge
	// PC is the location of the statement; of the failing assertion if Kind is Fail.
	PC       int
	From, To State
	Child    State // of the created thread, if Edge is a SpawnEdge
}

// Steps collects steps. The zero value is ready; Reset makes it empty and keeps
// its memory.
type Steps struct {
	List  []Step
	sets  []bitset.BitSet // of the steps' states
	words []uint64        // in which the sets lie
}

// Reset empties s.
func (s *Steps) Reset() {
	s.List = s.List[:0]
	s.sets = s.sets[:0]
	s.words = s.words[:0]
}

// wrap makes a bitset of words, which live as long as s, without copying them.
func (s *Steps) wrap(words []uint64) *bitset.BitSet {
	s.sets = append(s.sets, bitset.BitSet{})
	b := &s.sets[len(s.sets)-1]
	b.SetBitsetFrom(words)
	return b
}

// copyOf returns a copy of b that lives as long as s.
func (s *Steps) copyOf(b *bitset.BitSet) *bitset.BitSet {
	n := len(s.words)
	s.words = append(s.words, b.Words()...)
	return s.wrap(s.words[n:len(s.words):len(s.words)])
}

// An Engine computes images. It holds buffers, so each goroutine needs its own.
type Engine struct {
	Program   *parser.Program
	Atomicity Atomicity
	// Stop, if set, is asked now and then during long enumerations; when it answers
	// true, the image is cut short and the caller must not rely on it.
	Stop func() bool
	// Watch holds locations whose being reached inside a section that is closed into
	// one step counts as a failing step, since no state shows it.
	Watch map[int]bool
	// Images and Preimages count what was asked for.
	Images, Preimages int64

	layout  parser.Layout
	closed  map[*parser.Section]bool // outermost sections that are one step of one thread
	guarded bool                     // some section runs in small steps, under the atomic bit
	val     []uint64
	solver  allsat.Scratch
	closure closure
	// questions are those of edges with the thread open ([Engine.Entering]).
	questions map[*parser.Edge]question
}

// New makes an engine for p, which must have templates for the directions asked
// for.
func New(p *parser.Program, a Atomicity, stop func() bool) *Engine {
	e := &Engine{
		Program:   p,
		Atomicity: a,
		Stop:      stop,
		layout:    p.Layout,
		closed:    map[*parser.Section]bool{},
		val:       make([]uint64, p.Layout.Words()),
		questions: map[*parser.Edge]question{},
	}
	e.solver.Stop = func() bool { return e.Stop != nil && e.Stop() }
	e.findSections()
	return e
}

// Finish makes the engine answer in full from now on, without asking Stop: for what
// is left to be done when a search has ended.
func (e *Engine) Finish() {
	e.Stop = nil
	e.solver.Resume()
}

// Guarded reports whether the atomic bit of the shared state is in use.
func (e *Engine) Guarded() bool { return e.guarded }

// Transient reports whether shared is the shared state of a thread that is
// passing through an atomic section that counts as one step.
func (e *Engine) Transient(shared *bitset.BitSet) bool {
	return e.guarded && e.Atomicity == Big && e.inside(shared)
}

// inside reports the atomic bit.
func (e *Engine) inside(shared *bitset.BitSet) bool {
	return shared.Test(uint(e.layout.Atomic()))
}

// visible reports whether a thread at n may be seen, and may move, in a shared
// state with the given atomic bit.
func (e *Engine) visible(n *parser.Node, inside bool) bool {
	if n.Section == nil {
		return !inside
	}
	return inside && !e.closed[outermost(n.Section)]
}

func outermost(s *parser.Section) *parser.Section {
	for s.Outer != nil {
		s = s.Outer
	}
	return s
}

// Post appends the steps of a thread in t.
func (e *Engine) Post(dst *Steps, t State) {
	e.Images++
	n := e.Program.Nodes[t.PC]
	if !e.visible(n, e.guarded && e.inside(t.Shared)) {
		return
	}
	for _, edge := range n.Out {
		if edge.Kind == parser.EnterEdge && e.closed[e.section(edge)] {
			e.closePost(dst, t, edge)
			continue
		}
		e.post(dst, t, edge)
	}
}

// section is the section that an EnterEdge begins.
func (e *Engine) section(enter *parser.Edge) *parser.Section {
	return outermost(e.Program.Nodes[enter.To].Section)
}

// post appends the steps along one edge.
func (e *Engine) post(dst *Steps, t State, edge *parser.Edge) {
	if edge.SP == nil {
		return // a call: programs that reach one are not run
	}
	step := Step{Kind: tts.Move, Edge: edge, PC: edge.From, From: t, To: State{t.Shared, edge.To, t.Local}}
	switch edge.Kind {
	case parser.FailEdge:
		step.Kind = tts.Fail
	case parser.EndEdge:
		step.Kind = tts.End
	}
	flip := e.flips(edge)
	if edge.SP.Trivial {
		if flip {
			step.To.Shared = dst.copyOf(t.Shared)
			e.flip(step.To.Shared)
		}
		e.emit(dst, step)
		return
	}
	e.load(t)
	if len(edge.SP.Unknown) == 0 {
		if edge.SP.Query.Satisfiable(e.val, &e.solver) {
			if flip {
				step.To.Shared = dst.copyOf(t.Shared)
				e.flip(step.To.Shared)
			}
			e.emit(dst, step)
		}
		return
	}
	first := len(dst.words)
	dst.words = edge.SP.Query.AppendModels(dst.words, e.val, &e.solver)
	rows := dst.words[first:]
	for i := 0; i*len(e.val) < len(rows) && !e.stopped(i); i++ {
		row := rows[i*len(e.val):]
		step.To.Shared = dst.wrap(part(row, e.layout.SharedNextAt(), e.layout.SharedWords))
		step.To.Local = dst.wrap(part(row, e.layout.LocalNextAt(), e.layout.LocalWords))
		if flip {
			e.flip(step.To.Shared)
		}
		e.emit(dst, step)
	}
}

// emit appends a step, once for each child if it creates a thread.
func (e *Engine) emit(dst *Steps, step Step) {
	if step.Edge.Kind != parser.SpawnEdge {
		dst.List = append(dst.List, step)
		return
	}
	step.Child = State{step.To.Shared, step.Edge.Child, step.From.Local}
	if step.Edge.ChildLocals == nil {
		dst.List = append(dst.List, step)
		return
	}
	e.load(step.From)
	clear(part(e.val, e.layout.PassiveNextAt(), e.layout.LocalWords)) // the child may have fewer locals
	first := len(dst.words)
	dst.words = step.Edge.ChildLocals.Query.AppendModels(dst.words, e.val, &e.solver)
	rows := dst.words[first:]
	for i := 0; i*len(e.val) < len(rows) && !e.stopped(i); i++ {
		row := rows[i*len(e.val):]
		step.Child.Local = dst.wrap(part(row, e.layout.PassiveNextAt(), e.layout.LocalWords))
		dst.List = append(dst.List, step)
	}
}

// Pre appends the steps whose thread is in t afterwards. Steps in which the thread
// ends have no such t; [Engine.Into] gives them.
func (e *Engine) Pre(dst *Steps, t State) {
	e.Preimages++
	n := e.Program.Nodes[t.PC]
	if !e.visible(n, e.guarded && e.inside(t.Shared)) {
		return
	}
	for _, edge := range n.In {
		if !e.Program.Nodes[edge.From].Reachable {
			continue
		}
		if edge.Kind == parser.LeaveEdge && e.closed[outermost(edge.Node.Section)] {
			e.closePre(dst, t, edge)
			continue
		}
		e.pre(dst, t, edge)
	}
}

// pre appends the steps along one edge that lead to t.
func (e *Engine) pre(dst *Steps, t State, edge *parser.Edge) {
	if edge.WP == nil {
		return
	}
	flip := e.flips(edge)
	if e.visible(edge.Node, (e.guarded && e.inside(t.Shared)) != flip) {
		e.preimage(dst, t, edge, flip)
	}
}

// preimage is pre without regard to atomicity but for the flip of its bit.
func (e *Engine) preimage(dst *Steps, t State, edge *parser.Edge, flip bool) {
	step := Step{Kind: tts.Move, Edge: edge, PC: edge.From, From: State{PC: edge.From}, To: t}
	if edge.Kind == parser.EndEdge {
		step.Kind = tts.End
	}
	e.load(t)
	first := len(dst.words)
	dst.words = edge.WP.Query.AppendModels(dst.words, e.val, &e.solver)
	for row := dst.words[first:]; len(row) > 0; row = row[len(e.val):] {
		step.From.Shared = dst.wrap(part(row, e.layout.SharedAt(), e.layout.SharedWords))
		step.From.Local = dst.wrap(part(row, e.layout.LocalAt(), e.layout.LocalWords))
		if flip {
			e.flip(step.From.Shared)
		}
		e.emit(dst, step)
	}
}

// Into appends every step, but failing ones, that leads to the shared state g,
// whatever thread takes it. It goes through all valuations of the local
// variables: the answer is as large as that.
func (e *Engine) Into(dst *Steps, g *bitset.BitSet) {
	for _, n := range e.Program.Nodes {
		if !n.Reachable {
			continue
		}
		for l := range e.valuations(n) {
			if e.Stop != nil && e.Stop() { // a pre-image may be large
				return
			}
			t := State{g, n.PC, dst.copyOf(l)}
			e.Pre(dst, t)
			for _, edge := range n.Out {
				if edge.Kind == parser.EndEdge && edge.WP != nil {
					inside := e.guarded && n.Section != nil
					if !(e.guarded && e.inside(g)) && e.visible(n, inside) {
						e.preimage(dst, t, edge, inside)
					}
				}
			}
		}
	}
}

// Value returns the values of an edge's transition relation for a thread in t whose
// variables keep their values: for a condition, what it may be.
func (e *Engine) Value(edge *parser.Edge, t State) allsat.Value {
	e.load(t)
	return edge.Relation.Eval(func(v int) allsat.Value {
		return allsat.ValueOf(bitset.From(e.val).Test(uint(v)))
	})
}

// flips reports whether the edge changes the atomic bit.
func (e *Engine) flips(edge *parser.Edge) bool {
	switch edge.Kind {
	case parser.EnterEdge:
		return !e.closed[e.section(edge)]
	case parser.LeaveEdge:
		return !e.closed[outermost(edge.Node.Section)]
	case parser.EndEdge:
		return edge.Node.Section != nil
	}
	return false
}

func (e *Engine) flip(shared *bitset.BitSet) { shared.Flip(uint(e.layout.Atomic())) }

// load writes t to the places of the variables before and after the step, so that
// those which are not assigned keep their values.
func (e *Engine) load(t State) {
	l := e.layout
	copy(e.val[l.SharedAt():], t.Shared.Words())
	copy(e.val[l.LocalAt():], t.Local.Words())
	copy(e.val[l.SharedNextAt():], t.Shared.Words())
	copy(e.val[l.LocalNextAt():], t.Local.Words())
}

func part(row []uint64, at, n int) []uint64 { return row[at : at+n : at+n] }
