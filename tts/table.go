// This file defines explicit systems: tables of edges over dense identifiers.

package tts

import (
	"iter"
	"sync"
)

// A TTS is a thread-transition system held as a table of edges. [Read] reads one
// from a file, a [Builder] makes one edge by edge. Its shared states are 0 to
// NumShared()-1, its local states 0 to NumLocal()-1. It holds no Fail edges.
//
// Its memory is in proportion to its edges and transfers, whatever the number of
// states. A TTS does not change and may be used by several goroutines at once.
type TTS struct {
	numShared, numLocal uint32

	edges []Edge[uint32] // those with an active thread, sorted by compareEdges
	out   index          // of edges by From

	env     []Edge[uint32] // those without, sorted likewise
	envFrom index          // of env by From.Shared

	effects   []*transfers // at the position Effect.ID
	transient []uint32     // sorted

	// What only a backward search asks for is made when it first asks.
	backOnce sync.Once
	back     backIndex
}

// A backIndex finds edges by where they lead.
type backIndex struct {
	in    []uint32 // positions in edges, sorted by To; End edges have the local state none
	into  index    // of in
	env   []uint32 // positions in env, sorted by To.Shared
	envTo index    // of env
}

var (
	_ PreimageSystem[uint32] = (*TTS)(nil)
	_ SparseSystem[uint32]   = (*TTS)(nil)
)

// NumShared returns the number of shared states.
func (t *TTS) NumShared() uint32 { return t.numShared }

// NumLocal returns the number of local states.
func (t *TTS) NumLocal() uint32 { return t.numLocal }

// NumEdges returns the number of edges, those without an active thread included.
func (t *TTS) NumEdges() int { return len(t.edges) + len(t.env) }

// Edges returns the edges with an active thread, sorted by From. The caller must
// not change them.
func (t *TTS) Edges() []Edge[uint32] { return t.edges }

// Environment returns the edges without an active thread, sorted by From.Shared.
// The caller must not change them.
func (t *TTS) Environment() []Edge[uint32] { return t.env }

// TransientStates returns the transient shared states in ascending order. The
// caller must not change them.
func (t *TTS) TransientStates() []uint32 { return t.transient }

// Transfers returns what e, an edge of t, does to other threads if its effect is
// of kind All or One: all of its transfers, sorted. With All, a thread in a local
// state that is not listed stays. The caller must not change them.
func (t *TTS) Transfers(e *Edge[uint32]) []Transfer {
	if x := t.transfersOf(e); x != nil {
		return x.forward
	}
	return nil
}

func (t *TTS) transfersOf(e *Edge[uint32]) *transfers {
	if e.Effect == nil || e.Effect.Kind == Spawn {
		return nil
	}
	return t.effects[e.Effect.ID]
}

// AppendEdges implements [System].
func (t *TTS) AppendEdges(dst []Edge[uint32], s ThreadState[uint32]) []Edge[uint32] {
	lo, hi := t.out.find(s.Shared, s.Local)
	return append(dst, t.edges[lo:hi]...)
}

// EdgesFrom implements [SparseSystem].
func (t *TTS) EdgesFrom(s uint32) []Edge[uint32] {
	lo, hi := t.out.bucket(s)
	return t.edges[lo:hi]
}

// AppendEnvironment implements [System].
func (t *TTS) AppendEnvironment(dst []Edge[uint32], s uint32) []Edge[uint32] {
	if len(t.env) == 0 {
		return dst
	}
	lo, hi := t.envFrom.bucket(s)
	return append(dst, t.env[lo:hi]...)
}

// AppendMoves implements [System].
func (t *TTS) AppendMoves(dst []uint32, e *Edge[uint32], l uint32) []uint32 {
	if x := t.transfersOf(e); x != nil {
		return x.appendMoves(dst, l)
	}
	return append(dst, l)
}

// Transient implements [System].
func (t *TTS) Transient(s uint32) bool {
	_, ok := search(t.transient, s)
	return ok
}

// AppendInEdges implements [BackwardSystem].
func (t *TTS) AppendInEdges(dst []Edge[uint32], s ThreadState[uint32]) []Edge[uint32] {
	if s.Local >= t.numLocal {
		return dst
	}
	b := t.backward()
	lo, hi := b.into.find(s.Shared, s.Local)
	for _, i := range b.in[lo:hi] {
		dst = append(dst, t.edges[i])
	}
	return dst
}

// AppendEdgesInto implements [BackwardSystem].
func (t *TTS) AppendEdgesInto(dst []Edge[uint32], s uint32) []Edge[uint32] {
	b := t.backward()
	lo, hi := b.into.bucket(s)
	for _, i := range b.in[lo:hi] {
		dst = append(dst, t.edges[i])
	}
	if len(b.env) == 0 {
		return dst
	}
	lo, hi = b.envTo.bucket(s)
	for _, i := range b.env[lo:hi] {
		dst = append(dst, t.env[i])
	}
	return dst
}

// Entering implements [PreimageSystem].
func (t *TTS) Entering(s uint32, _ func() bool) iter.Seq[Edge[uint32]] {
	return func(yield func(Edge[uint32]) bool) {
		for _, e := range t.AppendEdgesInto(nil, s) {
			if (e.From.Shared != s || e.Effect != nil) && !yield(e) {
				return
			}
		}
	}
}

// Failing implements [PreimageSystem]: a table has no such edges.
func (t *TTS) Failing(func(uint32) bool, func() bool) iter.Seq[Edge[uint32]] {
	return func(func(Edge[uint32]) bool) {}
}

// ThreadStates implements [PreimageSystem].
func (t *TTS) ThreadStates(wanted func(uint32) bool, pause func() bool) iter.Seq[ThreadState[uint32]] {
	return func(yield func(ThreadState[uint32]) bool) {
		for l := range t.numLocal {
			if !wanted(l) {
				continue
			}
			for s := range t.numShared {
				if !yield(ThreadState[uint32]{s, l}) {
					return
				}
			}
			if !pause() {
				return
			}
		}
	}
}

// AppendMovesBack implements [BackwardSystem].
func (t *TTS) AppendMovesBack(dst []uint32, e *Edge[uint32], l uint32) []uint32 {
	t.backward()
	if x := t.transfersOf(e); x != nil {
		return x.appendMovesBack(dst, l)
	}
	return append(dst, l)
}

// AppendMovable implements [BackwardSystem].
func (t *TTS) AppendMovable(dst []uint32, e *Edge[uint32]) []uint32 {
	if x := t.transfersOf(e); x != nil {
		return x.appendMovable(dst)
	}
	return dst
}

// backward returns the backward index, made when it is first needed.
func (t *TTS) backward() *backIndex {
	t.backOnce.Do(func() {
		for _, x := range t.effects {
			x.back = reversed(x.forward)
		}
		b := &t.back
		b.in, b.into = sortedByTarget(t.edges, t.numShared)
		b.env, b.envTo = sortedByTarget(t.env, t.numShared)
	})
	return &t.back
}
