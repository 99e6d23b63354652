// This file tests certificates about deadlocks.

package systems_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

// valid reports whether a certificate proves what it claims.
func valid(t *testing.T, m *systems.Model, d *proof.Document) bool {
	t.Helper()
	_, err := m.Validate(t.Context(), &systems.Certificate{Document: d})
	if invalid := (*systems.InvalidError)(nil); err != nil && !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	return err == nil
}

// TestDeadlockCertificates checks certificates of random programs and systems. All configurations, listed because no assertion
// fails, show that there is no deadlock if, and only if, a search finds none; and no list does that lacks one.
func TestDeadlockCertificates(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(campaign.Size(t, 60, 6000)) {
		r := rand.New(rand.NewPCG(seed, 21))
		text, name := randprog.Generate(r, randprog.Default()), "random.bp"
		m, err := systems.Read(name, strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		o := systems.Options{Algorithm: "bfs", Threads: 2, Certify: true, SelfCheck: true, Exact: true, Atomicity: systems.Atomicity(seed % 2)}
		asked := o
		asked.Deadlock = true
		found, err := m.Check(t.Context(), asked)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if found.Verdict != systems.Unknown {
			d := found.Certificate.Document
			if !valid(t, m, d) {
				t.Fatalf("seed %d: the certificate is refused\n%s", seed, text)
			}
			counts[found.Verdict.String()]++
			if found.Verdict == systems.Unsafe && len(d.Evidence.Trace.States) > 1 {
				early := *d
				early.Evidence.Trace = &proof.Trace{States: d.Evidence.Trace.States[:len(d.Evidence.Trace.States)-1]}
				if valid(t, m, &early) {
					t.Fatalf("seed %d: a deadlock before the last step is accepted\n%s", seed, text)
				}
			}
		}
		if found.Verdict == systems.Unsafe && seed%3 == 0 {
			for _, algorithm := range []string{"symbolic", "bmc"} {
				asked.Algorithm = algorithm
				r, err := m.Check(t.Context(), asked)
				if err != nil {
					t.Fatalf("seed %d, %s: %v\n%s", seed, algorithm, err, text)
				}
				if r.Verdict == systems.Unsafe && r.Certificate.Err() == nil {
					if !valid(t, m, r.Certificate.Document) {
						t.Fatalf("seed %d: the certificate of %s is refused\n%s", seed, algorithm, text)
					}
					counts[algorithm]++
				}
			}
		}
		all, err := m.Check(t.Context(), o)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if all.Verdict != systems.Safe || all.Cut || all.Certificate.Err() != nil || len(all.Certificate.Document.Evidence.States) == 0 {
			continue
		}
		d := *all.Certificate.Document
		d.Question.Asks = proof.Deadlock
		if got := valid(t, m, &d); got != (found.Verdict == systems.Safe) {
			t.Fatalf("seed %d: all configurations: accepted is %t, a search says %v\n%s", seed, got, found.Verdict, text)
		}
		counts["listed"]++
		d.Evidence.States = slices.Clone(d.Evidence.States)
		x := &d.Evidence.States[r.IntN(len(d.Evidence.States))]
		i := r.IntN(len(x.Threads))
		if x.Threads = slices.Delete(slices.Clone(x.Threads), i, i+1); valid(t, m, &d) {
			t.Fatalf("seed %d: without a configuration of %s the list is accepted\n%s", seed, x.Shared, text)
		}
	}
	t.Log(counts)
	if counts["SAFE"] == 0 || counts["UNSAFE"] == 0 || counts["listed"]*counts["symbolic"]*counts["bmc"] == 0 {
		t.Errorf("a kind is missing: %v", counts)
	}
}

// TestDeadlockCertificatesOfSystems checks certificates about systems, which do not say where threads end.
func TestDeadlockCertificatesOfSystems(t *testing.T) {
	for text, want := range map[string]systems.Verdict{
		"2 2\n0 0 -> 1 1\n1 1 -> 0 0\n":             systems.Safe,
		"2 2\n0 0 -> 1 1\n1 1 -> 0 0\n1 1 -> 0 1\n": systems.Unsafe,
	} {
		m, err := systems.Read("x.tts", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Check(t.Context(), systems.Options{Deadlock: true, Threads: 1, Certify: true, SelfCheck: true})
		if err != nil || r.Verdict != want || r.Certificate.Err() != nil {
			t.Fatalf("%q: %+v, %v", text, r, err)
		}
		d := r.Certificate.Document
		if !valid(t, m, d) {
			t.Errorf("%q: the certificate is refused", text)
		}
		other, err := systems.Read("x.tts", strings.NewReader("2 2\n0 0 -> 1 1\n"))
		if err != nil {
			t.Fatal(err)
		}
		moved := *d
		moved.Model.SHA256 = other.Sum
		if valid(t, other, &moved) {
			t.Errorf("%q: the certificate is accepted for another system", text)
		}
	}
}
