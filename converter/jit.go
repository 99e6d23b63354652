// This file defines the just-in-time system.

package converter

import (
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/intern"
	"github.com/ijit/ijit/tts"
)

// A JIT is the thread-transition system of a Boolean program, translated as far
// as it has been asked for. It is a [tts.PreimageSystem].
type JIT struct {
	*image.System[uint32]
	States *Interned

	out, in   memo[tts.Edge[uint32]] // by thread state
	into      memo[tts.Edge[uint32]] // by shared state
	fwd, back memo[uint32]           // by effect and local state
	transient []uint8                // by shared state: 0 not asked yet, 1 no, 2 yes
}

// NewJIT makes the system of an engine's program.
func NewJIT(e *image.Engine) *JIT {
	states := NewInterned(e.Program)
	return &JIT{System: image.NewSystem(e, image.Codec[uint32](states)), States: states}
}

// AppendEdges implements [tts.System].
func (j *JIT) AppendEdges(dst []tts.Edge[uint32], t tts.ThreadState[uint32]) []tts.Edge[uint32] {
	return j.out.get(dst, pair(t.Shared, t.Local), func(dst []tts.Edge[uint32]) []tts.Edge[uint32] {
		return j.System.AppendEdges(dst, t)
	})
}

// AppendInEdges implements [tts.BackwardSystem].
func (j *JIT) AppendInEdges(dst []tts.Edge[uint32], t tts.ThreadState[uint32]) []tts.Edge[uint32] {
	return j.in.get(dst, pair(t.Shared, t.Local), func(dst []tts.Edge[uint32]) []tts.Edge[uint32] {
		return j.System.AppendInEdges(dst, t)
	})
}

// AppendEdgesInto implements [tts.BackwardSystem].
func (j *JIT) AppendEdgesInto(dst []tts.Edge[uint32], s uint32) []tts.Edge[uint32] {
	return j.into.get(dst, uint64(s), func(dst []tts.Edge[uint32]) []tts.Edge[uint32] {
		return j.System.AppendEdgesInto(dst, s)
	})
}

// AppendMoves implements [tts.System].
func (j *JIT) AppendMoves(dst []uint32, e *tts.Edge[uint32], l uint32) []uint32 {
	return j.fwd.get(dst, pair(e.Effect.ID, l), func(dst []uint32) []uint32 {
		return j.System.AppendMoves(dst, e, l)
	})
}

// AppendMovesBack implements [tts.BackwardSystem].
func (j *JIT) AppendMovesBack(dst []uint32, e *tts.Edge[uint32], l uint32) []uint32 {
	return j.back.get(dst, pair(e.Effect.ID, l), func(dst []uint32) []uint32 {
		return j.System.AppendMovesBack(dst, e, l)
	})
}

// Transient implements [tts.System].
func (j *JIT) Transient(s uint32) bool {
	for int(s) >= len(j.transient) {
		j.transient = append(j.transient, 0)
	}
	if j.transient[s] == 0 {
		j.transient[s] = 1
		if j.System.Transient(s) {
			j.transient[s] = 2
		}
	}
	return j.transient[s] == 2
}

func pair(x, y uint32) uint64 { return uint64(x)<<32 | uint64(y) }

// A memo keeps answers that are lists, one behind the other.
type memo[T any] struct {
	index *intern.Table
	spans []span
	items []T
}

type span struct{ from, to uint32 }

// get appends the answer for key to dst; compute is asked for it the first time.
func (m *memo[T]) get(dst []T, key uint64, compute func([]T) []T) []T {
	if m.index == nil {
		m.index = intern.New(1)
	}
	id, fresh := m.index.Intern([]uint64{key})
	if fresh {
		from := len(m.items)
		m.items = compute(m.items)
		m.spans = append(m.spans, span{uint32(from), uint32(len(m.items))})
	}
	s := m.spans[id]
	return append(dst, m.items[s.from:s.to]...)
}
