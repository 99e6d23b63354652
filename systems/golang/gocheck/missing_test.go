// This file tests what is said where executions are missing.

package gocheck

import (
	"strings"
	"testing"

	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// TestEnds checks that nothing is proved where the skeleton knows of no execution behind an operation.
func TestEnds(t *testing.T) {
	code := made{"Test": func() *skeleton.Program {
		mu := &skeleton.Object{ID: 0, Kind: skeleton.Mutex, Name: "mu"}
		b := body(0, "Test", op(skeleton.Lock, mu), &skeleton.Node{Op: skeleton.Hang, Open: true, Next: []int{}})
		b.Nodes[1].Site, b.Nodes[1].Next = skeleton.Site{}, nil
		return &skeleton.Program{Entry: "Test", Objects: []*skeleton.Object{mu}, Bodies: []*skeleton.Body{b}}
	}}
	r := code.check(Options{}, "Test")
	if r.Verdict() != ledger.Unknown || len(r.Proved) > 0 {
		t.Errorf("%s, proved %v", r.Verdict(), r.Proved)
	}
	if len(r.Unmodelled) != 1 || !strings.HasPrefix(r.Unmodelled[0].What, "what follows lock") {
		t.Errorf("it lists %+v", r.Unmodelled)
	}
}

// TestEndsAtOnce checks the same of a goroutine of which nothing is known.
func TestEndsAtOnce(t *testing.T) {
	code := made{"Test": func() *skeleton.Program {
		mu := &skeleton.Object{ID: 0, Kind: skeleton.Mutex, Name: "mu"}
		worker := body(1, "worker", &skeleton.Node{Op: skeleton.Hang, Open: true})
		worker.Nodes[0].Site, worker.Nodes[0].Next = skeleton.Site{}, nil
		entry := body(0, "Test", &skeleton.Node{Op: skeleton.Go, Body: worker}, op(skeleton.Lock, mu), op(skeleton.Unlock, mu))
		return &skeleton.Program{Entry: "Test", Objects: []*skeleton.Object{mu}, Bodies: []*skeleton.Body{entry, worker}}
	}}
	if r := code.check(Options{}, "Test"); r.Verdict() != ledger.Unknown || len(r.Proved) > 0 {
		t.Errorf("%s, proved %v", r.Verdict(), r.Proved)
	}
}

// TestChosen checks that a case which changes nothing is known by what follows, and is not called a default.
func TestChosen(t *testing.T) {
	tick := &skeleton.Object{ID: 0, Kind: skeleton.Chan, Name: "tick"}
	b := body(0, "Test", &skeleton.Node{Op: skeleton.Select, Cases: []skeleton.Case{{Object: tick}, {Object: tick}}, Next: []int{1, 2}}, op(skeleton.Step, nil), op(skeleton.Step, nil))
	for next, want := range map[int]int{1: 0, 2: 1, 3: -1} {
		x := &execution{visits: []visit{{goroutine: 1, body: b, node: b.Nodes[0], of: -1}, {goroutine: 1, body: b, node: b.Nodes[next]}}}
		if got := x.chosen(0); got != want {
			t.Errorf("before node %d it is case %d, want %d", next, got, want)
		}
	}
}
