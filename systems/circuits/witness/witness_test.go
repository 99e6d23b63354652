// This file tests witnesses of random circuits, through files, and others that are none.

package witness_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/aig/aiger"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randcircuit"
	"github.com/ijit/ijit/systems/circuits/pdr"
	"github.com/ijit/ijit/systems/circuits/witness"
)

// written returns a circuit as others read it.
func written(t *testing.T, c *aig.Circuit, binary bool) *aig.Circuit {
	t.Helper()
	var b bytes.Buffer
	if err := aiger.Write(&b, c, binary, ""); err != nil {
		t.Fatal(err)
	}
	d, err := aiger.Read(&b, "x.aig", aiger.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// check reports whether a witness is accepted.
func check(t *testing.T, model, w *aig.Circuit) bool {
	t.Helper()
	err := witness.Check(t.Context(), model, model.Bads[0].Lit, w, 0)
	if r := (*witness.Rejected)(nil); err != nil && !errors.As(err, &r) {
		t.Fatal(err)
	}
	return err == nil
}

// some returns any clauses.
func some(r *rand.Rand, c *aig.Circuit) (clauses [][]aig.Lit) {
	for range r.IntN(4) {
		var clause []aig.Lit
		for range 1 + r.IntN(3) {
			clause = append(clause, c.Latches[r.IntN(len(c.Latches))].Lit.NotIf(r.IntN(2) == 0))
		}
		clauses = append(clauses, clause)
	}
	return clauses
}

// TestRandom makes witnesses of circuits that keep their property, and tries those of others, damaged ones and any
// on circuits that do not.
func TestRandom(t *testing.T) {
	made, refused, wrong := 0, 0, 0
	var others []*aig.Circuit
	for seed := range uint64(campaign.Size(t, 300, 20000)) {
		config := randcircuit.Small()
		config.Fairness = false
		c := randcircuit.New(seed, config)
		r := rand.New(rand.NewPCG(seed, 5))
		result := pdr.Check(t.Context(), c, c.Bads[0].Lit, pdr.Options{})
		model := written(t, c, seed%2 == 0)
		if result.Verdict == pdr.Safe {
			w := written(t, witness.Make(c, c.Bads[0].Lit, result.Invariant), seed%3 == 0)
			if !check(t, model, w) {
				t.Fatalf("circuit %d: its witness is refused", seed)
			}
			made++
			others = append(others, w)
			if n := len(result.Invariant); n > 0 { // what is accepted need not be the same, but proves what is true
				i := r.IntN(n)
				if !check(t, model, written(t, witness.Make(c, c.Bads[0].Lit, slices.Delete(slices.Clone(result.Invariant), i, i+1)), false)) {
					refused++
				}
			}
			continue
		}
		tries := []*aig.Circuit{witness.Make(c, c.Bads[0].Lit, some(r, c)), model, c}
		if len(others) > 0 {
			tries = append(tries, others[r.IntN(len(others))])
		}
		never := written(t, witness.Make(c, c.Bads[0].Lit, nil), false)
		never.Bads[0].Lit = aig.False
		for _, w := range append(tries, never) {
			if check(t, model, w) {
				t.Fatalf("circuit %d has an error, and a witness that is accepted", seed)
			}
			wrong++
		}
	}
	t.Logf("%d witnesses, %d damaged ones refused, %d tries to prove what is false", made, refused, wrong)
	if made == 0 || refused == 0 || wrong == 0 {
		t.Error("a kind is missing")
	}
}

// TestNames checks that a witness may have inputs and latches in another order, if it says which ones they are.
func TestNames(t *testing.T) {
	model := aig.New()
	in, a, b := model.Input("in"), model.Latch("a", aig.Zero), model.Latch("b", aig.One)
	model.SetNext(0, model.And(a, in))
	model.SetNext(1, b)
	model.Bads = []aig.Named{{Lit: model.And(a, b)}}
	for _, names := range [][3]string{{"= 2", "= 6", "= 4"}, {"", "", ""}, {"= 2", "= 4", "= 6"}, {"= 2", "= 7", "= 4"}, {"= 2", "= 9", "= 4"}, {"= 2", "= x", "= 4"}} {
		w := aig.New()
		in, b, a := w.Input(names[0]), w.Latch(names[1], aig.One), w.Latch(names[2], aig.Zero)
		w.SetNext(0, b)
		w.SetNext(1, w.And(a, in))
		w.Bads = []aig.Named{{Lit: a}}
		if got, want := check(t, model, w), names[1] == "= 6"; got != want {
			t.Errorf("names %s: accepted is %s", names, strconv.FormatBool(got))
		}
	}
}
