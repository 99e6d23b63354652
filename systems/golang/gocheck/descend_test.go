// This file tests what is asked and said where a bounded question meets a limit, and where executions are missing.

package gocheck

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// TestDescend checks that a question which meets a limit is asked with smaller bounds until one exploration has seen all.
func TestDescend(t *testing.T) {
	for _, test := range []struct {
		complete bounds // the first bounds within which all is seen
		sized    bool
		asked    []bounds
	}{
		{bounds{3, 2, false, false}, true, []bounds{{3, 2, false, false}}},
		{bounds{2, 2, false, false}, true, []bounds{{3, 2, false, false}, {2, 2, false, false}}},
		{bounds{2, 1, false, false}, true, []bounds{{3, 2, false, false}, {2, 2, false, false}, {2, 1, false, false}}},
		{bounds{1, 2, false, false}, false, []bounds{{3, 2, false, false}, {2, 2, false, false}, {1, 2, false, false}}},
		{bounds{0, 0, false, false}, true, []bounds{{3, 2, false, false}, {2, 2, false, false}, {2, 1, false, false}, {1, 1, false, false}}},
	} {
		code := made{"Test": func() *skeleton.Program {
			worker := body(1, "worker", op(skeleton.Step, nil))
			entry := body(0, "Test", starts(worker), &skeleton.Node{Op: skeleton.Branch, Cond: skeleton.Either{}, Next: []int{0, 2}})
			p := &skeleton.Program{Bodies: []*skeleton.Body{entry, worker}}
			if test.sized {
				p.Sizes = []skeleton.Size{{What: "n", Value: 2}}
			}
			return p
		}}
		q := newRun(code, nil, Options{Threads: 3}).question(&golang.Entry{Name: "Test"}, time.Now().Add(time.Hour))
		q.extract(t.Context())
		var asked []bounds
		q.descend(t.Context(), operations(), golang.Options{}, func(golang.Options, *skeleton.Program, time.Duration) (*survey, error) {
			asked = append(asked, q.within)
			return &survey{complete: q.within == test.complete, reason: "timeout"}, nil
		})
		if !slices.Equal(asked, test.asked) {
			t.Errorf("%+v: it asks with %v", test, asked)
		}
	}
}

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

// TestSmaller checks which bounds come next: of iterations, of loops of a fixed length, of goroutines, of numbers.
func TestSmaller(t *testing.T) {
	all := bounds{3, 2, false, false}
	for _, test := range []struct {
		b                         bounds
		looped, more, long, sized bool
		want                      bounds // the same if there are none
	}{
		{all, true, true, true, true, bounds{3, 2, false, true}},
		{bounds{3, 2, false, true}, true, true, true, true, bounds{3, 2, true, true}},
		{all, true, true, false, true, bounds{3, 2, true, false}},
		{all, true, false, false, true, bounds{2, 2, false, false}},
		{bounds{9, 2, false, false}, true, false, false, true, bounds{5, 2, false, false}},
		{bounds{2, 2, false, false}, true, false, false, true, bounds{2, 1, false, false}},
		{bounds{2, 2, false, false}, true, false, false, false, bounds{1, 2, false, false}},
		{bounds{2, 1, false, false}, true, false, false, true, bounds{1, 1, false, false}},
		{bounds{1, 1, true, true}, true, false, true, true, bounds{1, 1, true, true}},
		{all, false, false, false, true, bounds{3, 1, false, false}},
		{all, false, false, false, false, all},
	} {
		if got, ok := test.b.smaller(test.looped, test.more, test.long, test.sized); got != test.want || ok != (test.b != test.want) {
			t.Errorf("%+v: %v, %v", test, got, ok)
		}
	}
}
