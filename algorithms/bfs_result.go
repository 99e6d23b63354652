// This file defines what a breadth-first search tells of what it has explored: the states, and the execution to an error.

package algorithms

import (
	"context"
	"slices"

	"github.com/ijit/ijit/algorithms/internal/store"
	"github.com/ijit/ijit/tts"
)

// invariant returns the states that were reached, those inside atomic sections, too.
func (b *bfs[K]) invariant() *tts.Invariant[K] {
	if b.inner != nil {
		return Reachable(b.Problem)
	}
	inv := &tts.Invariant[K]{States: make([]tts.Config[K], 0, b.store.Len())}
	if b.store.Len() > 0 {
		for pos := uint32(0); pos != store.NoPos; pos = b.store.Next(pos) {
			inv.States = append(inv.States, b.store.Get(pos, nil))
		}
	}
	return inv
}

// Reachable returns all configurations that are reached, those inside atomic
// sections, too. It searches without limits, so it is for problems that were decided: that
// takes no longer than it did.
func Reachable[K tts.Key](p tts.Problem[K]) *tts.Invariant[K] {
	p.System = visible[K]{p.System}
	p.Target.Stuck = nil // a thread may be stuck inside of a section that it does not begin for that
	inv := &tts.Invariant[K]{States: []tts.Config[K]{}}
	p.Visit = func(x tts.Config[K]) { inv.States = append(inv.States, x.Clone()) }
	newBFS(p, NewMeter(context.Background(), 0, nil), nil).run()
	return inv
}

// A visible system has no states that are only passing.
type visible[K tts.Key] struct{ tts.System[K] }

func (visible[K]) Transient(K) bool { return false }

// trace rebuilds the execution to an error: the chain of parents gives
// its configurations, firing each one again the edges between them.
func (b *bfs[K]) trace(x *encounter[K]) *tts.Trace[K] {
	if x.pos == store.NoPos {
		return &tts.Trace[K]{Initial: x.goal.config}
	}
	var chain []tts.Config[K]
	for pos := x.pos; pos != store.NoPos; pos = b.store.Parent(pos) {
		chain = append(chain, b.store.Get(pos, nil))
	}
	slices.Reverse(chain)
	t := &tts.Trace[K]{Initial: chain[0]}
	for i := range chain[1:] {
		t.Steps = append(t.Steps, b.between(chain[i], goal[K]{config: chain[i+1]})...)
	}
	if !x.goal.reached {
		t.Steps = append(t.Steps, b.between(chain[len(chain)-1], x.goal)...)
	}
	return t
}
