// This file tests that changes which keep the meaning of a program keep the
// answer, and that more threads never undo an error.

package systems_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

func TestMetamorphic(t *testing.T) {
	campaign.Alone(t)
	sources := map[string]string{}
	files, err := filepath.Glob("../examples/*.bp")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	every := campaign.Every(t, len(files), 6)
	for i, file := range files {
		if i%every != 0 {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		sources[filepath.Base(file)] = string(src)
	}
	for seed := range uint64(campaign.Size(t, 15, 100)) {
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 4)), randprog.Default())
		sources[src] = src
	}
	rng := rand.New(rand.NewPCG(1, 5))
	for name, src := range sources {
		before := answer(t, name, src, 2)
		if more := answer(t, name, src, 3); before.Verdict == systems.Unsafe && more.Verdict != systems.Unsafe {
			t.Errorf("%s: UNSAFE with 2 threads, %v with 3", name, more.Verdict)
		}
		for _, m := range randprog.Mutations() {
			changed, err := m.Apply(src, rng)
			if err != nil {
				t.Fatal(err)
			}
			after := answer(t, m.Name+" of "+name, changed, 2)
			if after.Verdict != before.Verdict || m.SameStates && (after.States != before.States || after.Depth != before.Depth) {
				t.Errorf("%s of %s: %v, %d states, depth %d; before %v, %d, %d", m.Name, name,
					after.Verdict, after.States, after.Depth, before.Verdict, before.States, before.Depth)
			}
		}
	}
}

func answer(t *testing.T, name, src string, threads int) *systems.Result {
	t.Helper()
	m, err := systems.Read(name, strings.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Check(context.Background(), systems.Options{Threads: threads, All: true, SelfCheck: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}
