// This file defines what the just-in-time system answers from memory.

package converter

import "github.com/ijit/ijit/tts"

// Recall implements [tts.RecallingSystem].
func (j *JIT) Recall(missed *bool) tts.System[uint32] { return recall{j, missed} }

// A recall answers from the memory of a system.
type recall struct {
	*JIT
	missed *bool
}

func (r recall) AppendEdges(dst []tts.Edge[uint32], t tts.ThreadState[uint32]) []tts.Edge[uint32] {
	return r.out.recall(dst, pair(t.Shared, t.Local), r.missed)
}

func (r recall) AppendMoves(dst []uint32, e *tts.Edge[uint32], l uint32) []uint32 {
	return r.fwd.recall(dst, pair(e.Effect.ID, l), r.missed)
}

func (r recall) Transient(s uint32) bool {
	if int(s) < len(r.transient) && r.transient[s] != 0 {
		return r.transient[s] == 2
	}
	*r.missed = true
	return false
}

// recall appends the answer for key to dst, or says that there is none yet.
func (m *memo[T]) recall(dst []T, key uint64, missed *bool) []T {
	if m.index == nil {
		*missed = true
		return dst
	}
	row := [1]uint64{key}
	id, ok := m.index.Find(row[:])
	if !ok {
		*missed = true
		return dst
	}
	s := m.spans[id]
	return append(dst, m.items[s.from:s.to]...)
}
