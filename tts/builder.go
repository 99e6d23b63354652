// This file defines how a table is made, edge by edge.

package tts

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// A Builder makes a [TTS]. What is wrong with an edge is reported by Build, so
// that adding needs no checks. A Builder is for one goroutine and one TTS.
type Builder struct {
	numShared, numLocal uint32

	edges, env edgeList
	transient  []uint32
	effects    *interner
	room       func(bytes uint64) error // asked before much memory is taken
	err        error

	list []Transfer // scratch
}

// NewBuilder returns a builder for a system with the given numbers of states.
func NewBuilder(numShared, numLocal uint32) *Builder {
	b := &Builder{numShared: numShared, numLocal: numLocal, effects: newInterner(), room: anyRoom}
	if numShared == 0 || numLocal == 0 {
		b.fail("a system needs a shared and a local state, this has %d and %d", numShared, numLocal)
	}
	return b
}

// anyRoom is for those who do not limit memory.
func anyRoom(uint64) error { return nil }

// AddMove adds an edge that moves the active thread and does nothing else.
func (b *Builder) AddMove(s, l, s1, l1 uint32) {
	b.Add(Edge[uint32]{From: ThreadState[uint32]{s, l}, To: ThreadState[uint32]{s1, l1}})
}

// Add adds an edge. If its effect is of kind All or One, list says what it does
// to other threads (the effect's ID is the table's own and has no meaning here);
// a list that does nothing is the same as no effect. Fail edges cannot be added:
// in a table an error is a state.
func (b *Builder) Add(e Edge[uint32], list ...Transfer) {
	if !b.checkEdge(&e) {
		return
	}
	switch {
	case e.Effect == nil || e.Effect.Kind == Spawn:
		if len(list) > 0 {
			b.fail("edge %v has transfers but no effect of kind All or One", e)
			return
		}
		if e.Effect != nil {
			if e.Effect.Child >= b.numLocal {
				b.fail("edge %v: there is no local state %d", e, e.Effect.Child)
				return
			}
			e.Effect = b.effects.spawn(e.Effect.Child)
		}
	case e.Effect.Kind == All || e.Effect.Kind == One:
		for _, x := range list {
			if x.From >= b.numLocal || x.To >= b.numLocal && x.To != Blocked {
				b.fail("edge %v: transfer %d ~> %d is out of range", e, x.From, x.To)
				return
			}
		}
		b.list = append(b.list[:0], list...)
		e.Effect = b.effects.transfers(e.Effect.Kind, normalise(e.Effect.Kind, b.list))
	default:
		b.fail("edge %v has an effect of unknown kind %d", e, e.Effect.Kind)
		return
	}
	b.append(e)
}

// SetTransient makes shared states transient ([System.Transient]).
func (b *Builder) SetTransient(states ...uint32) {
	for _, s := range states {
		if s >= b.numShared {
			b.fail("there is no shared state %d to be transient", s)
			return
		}
		b.transient = append(b.transient, s)
	}
}

// Build returns the system of all edges added, sorted and without repetitions;
// of edges that only differ in their labels it keeps the one with the least. The
// builder must not be used afterwards.
func (b *Builder) Build() (*TTS, error) {
	if uint64(max(b.edges.n, b.env.n)) >= math.MaxUint32 {
		b.fail("more than %d edges", uint32(math.MaxUint32))
	}
	if b.err != nil {
		return nil, b.err
	}
	t := &TTS{numShared: b.numShared, numLocal: b.numLocal, effects: b.effects.rank()}
	var err error
	if t.edges, err = b.edges.canonical(t.numShared, b.room); err != nil {
		return nil, err
	}
	if t.env, err = b.env.canonical(t.numShared, b.room); err != nil {
		return nil, err
	}
	slices.Sort(b.transient)
	t.transient = slices.Clip(slices.Compact(b.transient))
	if err := b.room(maxIndex(len(t.edges), t.numShared)); err != nil {
		return nil, err
	}
	t.out = newIndex(len(t.edges), t.numShared, func(i int) (s, l uint32) {
		return t.edges[i].From.Shared, t.edges[i].From.Local
	})
	t.envFrom = newIndex(len(t.env), t.numShared, func(i int) (s, l uint32) {
		return t.env[i].From.Shared, 0
	})
	return t, nil
}

func (b *Builder) append(e Edge[uint32]) {
	if e.Kind == Environment {
		b.env.add(e)
	} else {
		b.edges.add(e)
	}
}

// checkEdge reports whether e is an edge that a table can hold, its effect left
// aside, and clears what has no meaning in it.
func (b *Builder) checkEdge(e *Edge[uint32]) bool {
	switch e.Kind {
	case Move:
	case End:
		e.To.Local = 0
	case Environment:
		e.From.Local, e.To.Local = 0, 0
	case Fail:
		b.fail("edge %v: a table holds no Fail edges", *e)
		return false
	default:
		b.fail("edge of unknown kind %d", e.Kind)
		return false
	}
	if e.From.Shared >= b.numShared || e.To.Shared >= b.numShared || e.From.Local >= b.numLocal || e.To.Local >= b.numLocal {
		b.fail("edge %v is out of range: there are %d shared and %d local states", *e, b.numShared, b.numLocal)
		return false
	}
	return true
}

// fail keeps the first thing that is wrong.
func (b *Builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = errors.New("tts: " + fmt.Sprintf(format, args...))
	}
}
