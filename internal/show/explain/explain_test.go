// This file tests that what is said of proofs holds in all configurations that are reached, and what is said.

package explain_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/show/explain"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

// read reads a program.
func read(t *testing.T, text string) *systems.Model {
	t.Helper()
	m, err := systems.Read("x.bp", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// prove returns the proof of an algorithm, nil if it makes none.
func prove(t *testing.T, m *systems.Model, o systems.Options) *proof.Document {
	t.Helper()
	o.Certify, o.Memory, o.Timeout = true, 1<<30, time.Second
	r, err := m.Check(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != systems.Safe || r.Certificate == nil || r.Certificate.Err() != nil {
		return nil
	}
	return r.Certificate.Document
}

// TestReached compares what proofs allow with the configurations that a search of two threads meets: all of these are allowed, at
// each line and of each two lines.
func TestReached(t *testing.T) {
	compared := map[string]int{}
	for seed := range uint64(campaign.Size(t, 40, 4000)) {
		config := randprog.Default()
		if seed%4 == 0 {
			config = randprog.Calls()
		}
		text := randprog.Generate(rand.New(rand.NewPCG(seed, 11)), config)
		m := read(t, text)
		exact := prove(t, m, systems.Options{Algorithm: "bfs", Threads: 2, Exact: true})
		if exact == nil || exact.Evidence.States == nil {
			continue
		}
		for _, algorithm := range []string{"bws", "km", "ecut", "bebop", "symbolic"} {
			o := systems.Options{Algorithm: algorithm}
			switch algorithm {
			case "bebop":
				if strings.Contains(text, "start_thread") {
					continue
				}
			case "symbolic":
				o.Threads = 2
			}
			d := prove(t, m, o)
			if d == nil || d.Evidence.Flow != nil {
				continue
			}
			what, err := explain.Misses(t.Context(), exact, d, m.Program)
			if err != nil {
				t.Fatalf("seed %d, %s: %v", seed, algorithm, err)
			}
			if what != "" {
				t.Fatalf("seed %d: the proof of %s does not allow %s\n%s", seed, algorithm, what, text)
			}
			compared[algorithm]++
		}
	}
	t.Log(compared)
	for _, algorithm := range []string{"bws", "km", "ecut", "symbolic"} {
		if compared[algorithm] == 0 {
			t.Errorf("no proof of %s was compared", algorithm)
		}
	}
}
