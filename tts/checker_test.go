// This file defines the sanity check of tables.

package tts

import (
	"errors"
	"fmt"
	"slices"
)

// Check returns an error if t is not what a table should be: its edges in range,
// sorted and without repetition, its effects in their normal form and each held
// once, its indexes complete in both directions.
func (t *TTS) Check() error {
	if t.numShared == 0 || t.numLocal == 0 {
		return fmt.Errorf("%d shared and %d local states", t.numShared, t.numLocal)
	}
	for i, x := range t.effects {
		if err := t.checkEffect(i, x); err != nil {
			return fmt.Errorf("effect %d %w", i, err)
		}
	}
	for i, s := range t.transient {
		if s >= t.numShared || i > 0 && t.transient[i-1] >= s {
			return fmt.Errorf("transient state %d is out of range or of order", s)
		}
	}
	b := t.backward()
	return errors.Join(
		t.checkEdges(t.edges, false, &t.out),
		t.checkEdges(t.env, true, &t.envFrom),
		t.checkBack(t.edges, b.in, &b.into),
		t.checkBack(t.env, b.env, &b.envTo),
	)
}

func (t *TTS) checkEffect(i int, x *transfers) error {
	if x.effect.ID != uint32(i) || x.effect.Kind != All && x.effect.Kind != One {
		return fmt.Errorf("has number %d and kind %d", x.effect.ID, x.effect.Kind)
	}
	if len(x.forward) == 0 || !slices.Equal(x.forward, normalise(x.effect.Kind, slices.Clone(x.forward))) {
		return errors.New("is not in its normal form")
	}
	for _, m := range x.forward {
		if m.From >= t.numLocal || m.To >= t.numLocal && m.To != Blocked {
			return fmt.Errorf("has the transfer %d ~> %d out of range", m.From, m.To)
		}
	}
	if i > 0 {
		prev := t.effects[i-1]
		if prev.effect.Kind == x.effect.Kind && slices.Equal(prev.forward, x.forward) {
			return errors.New("is the same as the one in front of it")
		}
	}
	return nil
}

// checkEdges checks a list of edges and the index by where they leave.
func (t *TTS) checkEdges(edges []Edge[uint32], environment bool, x *index) error {
	for i := range edges {
		e := &edges[i]
		if (e.Kind == Environment) != environment {
			return fmt.Errorf("edge %v is in the wrong list", *e)
		}
		if i > 0 && compareEdges(&edges[i-1], e) >= 0 {
			return fmt.Errorf("edges %v and %v are not in order", edges[i-1], *e)
		}
		if err := t.checkEdge(e); err != nil {
			return fmt.Errorf("edge %v %w", *e, err)
		}
		lo, hi := x.find(e.From.Shared, e.From.Local)
		if i < int(lo) || i >= int(hi) || edges[lo].From != e.From || edges[hi-1].From != e.From {
			return fmt.Errorf("edge %v is not found from where it leaves", *e)
		}
	}
	return nil
}

func (t *TTS) checkEdge(e *Edge[uint32]) error {
	b := Builder{numShared: t.numShared, numLocal: t.numLocal}
	d := *e
	if !b.checkEdge(&d) {
		return b.err
	}
	if d != *e {
		return errors.New("has states where it has no thread")
	}
	switch {
	case e.Effect == nil:
	case e.Effect.Kind == Spawn:
		if e.Effect.Child >= t.numLocal {
			return errors.New("spawns a thread in a state out of range")
		}
	case int(e.Effect.ID) >= len(t.effects) || e.Effect != &t.effects[e.Effect.ID].effect:
		return errors.New("has an effect that is not the table's")
	}
	return nil
}

// checkBack checks the index of a list of edges by where they lead.
func (t *TTS) checkBack(edges []Edge[uint32], positions []uint32, x *index) error {
	seen := make([]bool, len(edges))
	for p, i := range positions {
		if int(i) >= len(edges) || seen[i] {
			return fmt.Errorf("position %d comes twice or does not exist", i)
		}
		seen[i] = true
		e := &edges[i]
		local := e.To.Local
		if e.Kind == End {
			local = none
		}
		lo, hi := x.find(e.To.Shared, local)
		first, last := x.bucket(e.To.Shared)
		if p < int(lo) || p >= int(hi) || lo < first || hi > last ||
			edges[positions[first]].To.Shared != e.To.Shared || edges[positions[last-1]].To.Shared != e.To.Shared {
			return fmt.Errorf("edge %v is not found from where it leads", *e)
		}
	}
	if len(positions) != len(edges) {
		return fmt.Errorf("%d of %d edges are found from where they lead", len(positions), len(edges))
	}
	return nil
}
