// This file defines the just-in-time system.

package converter

import (
	"iter"

	"github.com/ijit/ijit/image"
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
	effects   uint32
	transient []uint8 // by shared state: 0 not asked yet, 1 no, 2 yes
}

// NewJIT makes the system of an engine's program.
func NewJIT(e *image.Engine) *JIT {
	states := NewInterned(e.Program)
	return &JIT{System: image.NewSystem(e, image.Codec[uint32](states)), States: states}
}

// AppendEdges implements [tts.System].
func (j *JIT) AppendEdges(dst []tts.Edge[uint32], t tts.ThreadState[uint32]) []tts.Edge[uint32] {
	return j.out.get(dst, pair(t.Shared, t.Local), func(dst []tts.Edge[uint32]) []tts.Edge[uint32] {
		return j.named(dst, j.System.AppendEdges(dst, t))
	})
}

// AppendInEdges implements [tts.BackwardSystem].
func (j *JIT) AppendInEdges(dst []tts.Edge[uint32], t tts.ThreadState[uint32]) []tts.Edge[uint32] {
	return j.in.get(dst, pair(t.Shared, t.Local), func(dst []tts.Edge[uint32]) []tts.Edge[uint32] {
		return j.named(dst, j.System.AppendInEdges(dst, t))
	})
}

// AppendEdgesInto implements [tts.BackwardSystem].
func (j *JIT) AppendEdgesInto(dst []tts.Edge[uint32], s uint32) []tts.Edge[uint32] {
	return j.into.get(dst, uint64(s), func(dst []tts.Edge[uint32]) []tts.Edge[uint32] {
		return j.named(dst, j.System.AppendEdgesInto(dst, s))
	})
}

// Entering implements [tts.PreimageSystem]. It is not remembered: it may be long.
func (j *JIT) Entering(s uint32, pause func() bool) iter.Seq[tts.Edge[uint32]] {
	return func(yield func(tts.Edge[uint32]) bool) {
		var one []tts.Edge[uint32]
		for e := range j.System.Entering(s, pause) {
			one = j.named(nil, append(one[:0], e))
			if !yield(one[0]) {
				return
			}
		}
	}
}

// named gives the effects of the edges behind old identifiers of their own.
func (j *JIT) named(old, all []tts.Edge[uint32]) []tts.Edge[uint32] {
	for i := len(old); i < len(all); i++ {
		if all[i].Effect != nil {
			all[i].Effect.ID = j.effects
			j.effects++
		}
	}
	return all
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
	index *image.Table
	spans []span
	items []T
}

type span struct{ from, to uint32 }

// get appends the answer for key to dst; compute is asked for it the first time.
func (m *memo[T]) get(dst []T, key uint64, compute func([]T) []T) []T {
	if m.index == nil {
		m.index = image.NewTable(1)
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
