// This file compares breadth-first search on several cores with that on one.

package algorithms_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// TestTeam asks on one core and on several: assertions, all of them or the first, labels, deadlocks, targets, with atomic
// sections and effects on other threads, just in time and up front. All is the same, in the same order: what is visited, what is
// stored and in which order, the numbers of states, executions and counts.
func TestTeam(t *testing.T) {
	programs := campaign.Size(t, 60, 2000)
	differ, large, unsafe := 0, 0, 0
	for seed := range uint64(programs) {
		r := rand.New(rand.NewPCG(seed, 11))
		src := randprog.Generate(r, randprog.Default())
		p, err := parser.Parse("random.bp", []byte(src), parser.Both)
		if err != nil {
			t.Fatal(err)
		}
		q := converter.Question{Code: p, Copies: 2, Threads: 3 + r.IntN(2), All: seed%2 == 0, Atomicity: []image.Atomicity{image.Big, image.Small}[r.IntN(2)]}
		switch r.IntN(4) {
		case 0:
			q.Deadlock = true
		case 1:
			q.Watched = map[int]bool{r.IntN(len(p.Nodes)): true}
		}
		cores, piece, visits, table := 2+r.IntN(4), 1+r.IntN(6), r.IntN(2) == 0, r.IntN(4) == 0
		want := explore(t, q, table, 1, 0, visits)
		got := explore(t, q, table, cores, piece, visits)
		if got != want {
			t.Fatalf("seed %d, %d cores, pieces of %d:\n%s\none core:\n%s\n%s", seed, cores, piece, got, want, src)
		}
		differ++
		if strings.Count(want, "\n") > 200 {
			large++
		}
		if strings.HasPrefix(want, "UNSAFE") {
			unsafe++
		}
	}
	t.Logf("%d questions, %d with many states, %d with an error", differ, large, unsafe)
	if large == 0 || unsafe == 0 || unsafe == differ {
		t.Error("the questions are all alike")
	}
}

// explore tells all of a search.
func explore(t *testing.T, q converter.Question, table bool, cores, piece int, visits bool) string {
	t.Helper()
	var in *converter.Instance[uint32]
	var err error
	if table {
		e := q.NewEngine(nil)
		var translated *converter.Translation
		if translated, err = converter.Translate(e); err == nil {
			in, err = converter.OpenTranslation(q, translated, nil)
		}
	} else {
		in, err = converter.OpenJIT(q, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	m := algorithms.NewMeter(t.Context(), 0, nil)
	m.Cores = cores
	m.SetPiece(piece)
	var told strings.Builder
	if visits {
		in.Problem.Visit = func(c tts.Config[uint32]) { fmt.Fprintln(&told, "visit", c) }
	}
	r := algorithms.BFS(in.Problem, m, nil)
	if s := &r.Stats; r.Verdict == algorithms.Unsafe && !q.All && q.Watched != nil {
		s.Fired, s.MaxThreads = 0, 0 // it is seen a little later that the search has come to the label
	}
	fmt.Fprintln(&told, r.Findings, r.Stats, r.Cut)
	if r.Refused != nil {
		fmt.Fprintln(&told, "refused", *r.Refused)
	}
	if r.Trace != nil {
		fmt.Fprintln(&told, r.Trace.Initial)
		for _, s := range r.Trace.Steps {
			fmt.Fprintln(&told, s.Edge.From, s.Edge.To, s.Edge.Kind, s.Edge.Label, s.To)
		}
	}
	if r.Verdict == algorithms.Safe {
		for _, c := range r.Invariant().States {
			fmt.Fprintln(&told, c)
		}
	}
	return r.Verdict.String() + "\n" + told.String()
}
