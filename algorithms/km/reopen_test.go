// This file tests that the cover tree notices what it lacks.

package km

import (
	"context"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/tts"
)

// TestCoverTreeReopens takes each closed vertex in turn, but for the root, out of a
// finished tree, with its descendants, and finds that the search brings them back.
func TestCoverTreeReopens(t *testing.T) {
	b := tts.NewBuilder(3, 4)
	b.AddMove(0, 0, 1, 1)
	b.AddMove(1, 1, 0, 2)
	b.AddMove(1, 0, 2, 0)
	b.AddMove(2, 0, 0, 3)
	b.Add(tts.Edge[uint32]{
		From: tts.ThreadState[uint32]{Shared: 2, Local: 3}, To: tts.ThreadState[uint32]{Shared: 2, Local: 2},
		Effect: &tts.Effect[uint32]{Kind: tts.Spawn, Child: 2},
	})
	sys, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	search := func() *coverTree[uint32] {
		p := tts.Problem[uint32]{
			System:  sys,
			Initial: func(yield func(tts.Config[uint32]) bool) { yield(tts.NewConfig[uint32](0, 0, 0, 0)) },
		}
		a := newCoverTree(p, DepthFirst, algorithms.NewMeter(context.Background(), 0, nil), nil)
		a.run()
		return a
	}
	whole := search()
	want := whole.top.configs()
	if len(want) < 4 {
		t.Fatalf("the cover is only %v", want)
	}
	for id, v := range whole.vertices {
		if v == nil || v.parent == nil {
			continue
		}
		a := search()
		lost := a.vertices[id]
		a.prune(lost)
		a.top.remove(lost.config.Shared, lost.id)
		a.cut(lost)
		if !a.reopen() {
			t.Errorf("nobody missed %v", lost.config)
		}
		a.explore()
		got := a.top.configs()
		if len(got) != len(want) {
			t.Errorf("without %v, the cover is %v instead of %v", lost.config, got, want)
			continue
		}
		for i := range got {
			if got[i].Compare(want[i]) != 0 {
				t.Errorf("without %v, %v is in the cover instead of %v", lost.config, got[i], want[i])
			}
		}
	}
}
