// This file tests certificates about formulas.

package systems_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

// TestFormulaCertificates checks certificates of random programs and formulas, of all algorithms: they are accepted, and nowhere for the
// negation of the formula.
func TestFormulaCertificates(t *testing.T) {
	counts := map[string]int{}
	algorithms := []string{"ndfs", "bmc", "pdr", "symbolic", "kind", "auto"}
	for seed := range uint64(campaign.Size(t, 60, 4000)) {
		r := rand.New(rand.NewPCG(seed, 41))
		cfg := randprog.Default()
		cfg.Initialised = 90
		if seed%3 == 0 {
			cfg = randprog.Calls()
		}
		text := randprog.Generate(r, cfg)
		m, err := systems.Read("random.bp", strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		o := systems.Options{
			Algorithm: algorithms[seed%uint64(len(algorithms))], Threads: 2, LTL: randprog.Formula(r, m.Program, 2), Fair: r.IntN(2) == 0,
			Atomicity: systems.Atomicity(r.IntN(2)), Certify: true, SelfCheck: true,
		}
		if o.Algorithm == "bmc" || o.Algorithm == "kind" {
			o.Bound = 8
		}
		found, err := m.Check(t.Context(), o)
		if _, usage := errors.AsType[*systems.UsageError](err); err != nil && !usage {
			t.Fatalf("seed %d: %s with %+v: %v\n%s", seed, o.LTL, o, err, text)
		}
		if err != nil || found.Verdict == systems.Unknown {
			continue
		}
		if err := found.Certificate.Err(); err != nil {
			counts["none"]++
			continue
		}
		d := found.Certificate.Document
		if !valid(t, m, d) {
			t.Fatalf("seed %d: %s: the certificate of %s is refused\n%s", seed, o.LTL, o.Algorithm, text)
		}
		counts[found.Verdict.String()+" "+o.Algorithm]++
		counts[found.Verdict.String()]++
		negation := *d
		negation.Question.Formula = "!(" + o.LTL + ")"
		if found.Verdict == systems.Unsafe && valid(t, m, &negation) {
			t.Fatalf("seed %d: one run refutes %s and its negation\n%s", seed, o.LTL, text)
		}
		other := *d
		other.Verdict, other.Evidence = proof.Safe, proof.Evidence{Product: &proof.Product{}}
		if found.Verdict == systems.Unsafe && valid(t, m, &other) {
			t.Fatalf("seed %d: nothing shows that %s holds\n%s", seed, o.LTL, text)
		}
	}
	t.Log(counts)
	kinds := []string{"SAFE", "UNSAFE"}
	if !testing.Short() {
		kinds = append(kinds, "SAFE ndfs", "UNSAFE ndfs", "SAFE symbolic", "UNSAFE bmc", "SAFE auto")
	}
	for _, kind := range kinds {
		if counts[kind] == 0 {
			t.Errorf("there is none that is %s", kind)
		}
	}
	if counts["none"]*10 > counts["SAFE"]+counts["UNSAFE"] {
		t.Errorf("%d answers have no certificate", counts["none"])
	}
}
