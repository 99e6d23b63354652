// This file tests the cutoffs that programs claim: by the algorithm that finds
// them, and by counting what the judge reaches.

package examples_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/systems"
)

// TestCutoffs checks that each cutoff is one, and the least: with a thread less
// there are thread states that are not reached, and two threads more reach no others.
func TestCutoffs(t *testing.T) {
	found := 0
	for _, path := range programs(t) {
		for _, w := range wants(t, path) {
			if w.cutoff == 0 {
				continue
			}
			found++
			t.Run(path, func(t *testing.T) {
				model, err := systems.Open(path)
				if err != nil {
					t.Fatal(err)
				}
				for _, via := range versions(t, path) {
					r, err := model.Check(context.Background(), systems.Options{Algorithm: "ecut", Via: via, Initial: w.initial, All: true})
					if err != nil {
						t.Fatal(err)
					}
					if r.Verdict.String() != w.verdict || r.Cutoff != w.cutoff {
						t.Errorf("%s: %v with cutoff %d, want %s", via, r.Verdict, r.Cutoff, w.text)
					}
				}
				j, err := judge.New(model.Program.File, judge.Big)
				if err != nil {
					t.Fatal(err)
				}
				all := w.threadStates(t, j, w.cutoff)
				if less := w.threadStates(t, j, w.cutoff-1); less == all {
					t.Errorf("%d threads reach %d thread states, and %d no more", w.cutoff-1, less, w.cutoff)
				}
				for n := w.cutoff + 1; n <= w.cutoff+2; n++ {
					if more := w.threadStates(t, j, n); more != all {
						t.Errorf("%d threads reach %d thread states, %d reach %d", w.cutoff, all, n, more)
					}
				}
			})
		}
	}
	if found < 12 {
		t.Errorf("only %d programs claim a cutoff", found)
	}
}

// TestPlateau checks what pairs.bp shows: that one thread more reaches nothing new
// does not make a cutoff.
func TestPlateau(t *testing.T) {
	model, err := systems.Open("pairs.bp")
	if err != nil {
		t.Fatal(err)
	}
	j, err := judge.New(model.Program.File, judge.Big)
	if err != nil {
		t.Fatal(err)
	}
	var reached []int
	w := want{question: question{initial: "many"}}
	for n := 1; n <= 4; n++ {
		reached = append(reached, w.threadStates(t, j, n))
	}
	if !(reached[0] < reached[1] && reached[1] == reached[2] && reached[2] < reached[3]) {
		t.Errorf("1 to 4 threads reach %v thread states, want a plateau from 2 to 3", reached)
	}
}

// threadStates counts what n live threads reach: thread states, and shared states.
// What fewer reach, more reach as well, so equal numbers are equal sets.
func (w want) threadStates(t *testing.T, j *judge.Judge, n int) int {
	t.Helper()
	w.threads = n
	reached := map[string]bool{}
	for _, copies := range w.copies(t) {
		walk(t, j, copies, n, func(c judge.Config, _ int) {
			shared := fmt.Sprint(c.Shared)
			reached[shared] = true
			for _, thread := range c.Threads {
				reached[shared+thread.String()] = true
			}
		})
	}
	return len(reached)
}
