// This file defines tests with invariants that are right, and with damaged ones.

package invariant_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/internal/proof/clausal"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randcircuit"
	"github.com/ijit/ijit/systems/circuits/invariant"
	"github.com/ijit/ijit/systems/circuits/pdr"
)

// An oracle checks clauses by evaluation of all frames.
type oracle struct {
	*aig.Circuit
	bad     aig.Lit
	clauses [][]aig.Lit
	value   []bool
}

func (o *oracle) is(l aig.Lit) bool { return o.value[l.Node()] != l.Negated() }

func (o *oracle) all(lits []aig.Lit) bool {
	return !slices.ContainsFunc(lits, func(l aig.Lit) bool { return !o.is(l) })
}

// proof reports whether clauses are a proof.
func (o *oracle) proof() bool {
	n := len(o.Latches)
	in := make([]bool, 1<<n)    // the clauses hold
	first := make([]bool, 1<<n) // the resets agree
	bits := func(state, inputs int) {
		o.value = make([]bool, o.Len())
		for i, x := range o.Latches {
			o.value[x.Lit.Node()] = state>>i&1 != 0
		}
		for i, x := range o.Inputs {
			o.value[x.Lit.Node()] = inputs>>i&1 != 0
		}
		for k := range o.value {
			if a, b, ok := o.Fanins(k); ok {
				o.value[k] = o.is(a) && o.is(b)
			}
		}
	}
	for state := range in {
		bits(state, 0)
		in[state] = !slices.ContainsFunc(o.clauses, func(c []aig.Lit) bool { return !slices.ContainsFunc(c, o.is) })
		first[state] = !slices.ContainsFunc(o.Latches, func(x aig.Latch) bool {
			return x.Reset != x.Lit && o.is(x.Lit) != (x.Reset == aig.True)
		})
	}
	for state := range in {
		for inputs := range 1 << len(o.Inputs) {
			bits(state, inputs)
			if !o.all(o.Constraints) || !in[state] && !(first[state] && o.all(o.Initial)) {
				continue
			}
			next := 0
			for i, x := range o.Latches {
				if o.is(x.Next) {
					next |= 1 << i
				}
			}
			if o.is(o.bad) || o.all(o.Steps) && !in[next] {
				return false
			}
		}
	}
	return true
}

// damaged returns clauses with one change.
func damaged(r *rand.Rand, c *aig.Circuit, clauses [][]aig.Lit) [][]aig.Lit {
	out := make([][]aig.Lit, len(clauses))
	for i := range clauses {
		out[i] = slices.Clone(clauses[i])
	}
	i := r.IntN(len(out))
	latch := c.Latches[r.IntN(len(c.Latches))].Lit.NotIf(r.IntN(2) == 0)
	switch j := r.IntN(len(out[i]) + 1); {
	case r.IntN(4) == 0:
		return slices.Delete(out, i, i+1)
	case r.IntN(3) == 0:
		return append(out, []aig.Lit{latch})
	case j == len(out[i]):
		out[i] = append(out[i], latch)
	case r.IntN(2) == 0:
		out[i][j] ^= 1
	default:
		out[i] = slices.Delete(out[i], j, j+1)
	}
	return out
}

func TestDamagedInvariants(t *testing.T) {
	n := campaign.Size(t, 600, 50000)
	accepted, rejected := 0, 0
	for seed := range n {
		c := randcircuit.New(uint64(seed), randcircuit.Small())
		bad := c.Bads[0].Lit
		result := pdr.Check(t.Context(), c, bad, pdr.Options{})
		if result.Verdict != pdr.Safe {
			continue
		}
		if err := invariant.Check(t.Context(), c, bad, result.Invariant, 0); err != nil {
			t.Fatalf("circuit %d: %v: %v", seed, result.Invariant, err)
		}
		if len(result.Invariant) == 0 {
			continue
		}
		r := rand.New(rand.NewPCG(uint64(seed), 1))
		for range 5 {
			clauses := damaged(r, c, result.Invariant)
			err := invariant.Check(t.Context(), c, bad, clauses, 0)
			if right := (&oracle{Circuit: c, bad: bad, clauses: clauses}).proof(); right != (err == nil) {
				t.Fatalf("circuit %d: %v: a proof: %v, error %v", seed, clauses, right, err)
			}
			var r *invariant.Rejected
			if err == nil {
				accepted++
			} else if errors.As(err, &r) {
				rejected++
			} else {
				t.Fatal(err)
			}
		}
	}
	t.Log(accepted, rejected)
	if accepted < n/100 || rejected < n/10 {
		t.Errorf("of changed proofs %d are still proofs and %d are not", accepted, rejected)
	}
}

func TestWhatIsWrong(t *testing.T) {
	c := aig.New()
	x, in := c.Latch("x", aig.Zero), c.Input("in")
	y := c.Latch("y", aig.Zero)
	c.SetNext(0, c.And(x, in))
	for _, k := range []struct {
		bad     aig.Lit
		clauses [][]aig.Lit
		want    string
	}{
		{x, [][]aig.Lit{{x.Not()}}, ""},
		{x, nil, "the bad literal is true in a frame in which the clauses hold"},
		{x.Not(), [][]aig.Lit{{}}, "the bad literal is true in a first frame"},
		{x, [][]aig.Lit{{y.Not()}, {x}}, "clause 2 is false after a step in a first frame"},
		{x, [][]aig.Lit{{x.Not(), y}}, "the bad literal is true in a frame in which the clauses hold"},
		{x, [][]aig.Lit{{in}}, "clause 1 has literal 4, which is no latch"},
	} {
		got := ""
		if err := invariant.Check(t.Context(), c, k.bad, k.clauses, 0); err != nil {
			got = err.Error()
		}
		if got != k.want {
			t.Errorf("%v %v: %q, want %q", k.bad, k.clauses, got, k.want)
		}
	}
}

func TestLimits(t *testing.T) {
	c := aig.New()
	l := c.Latch("", aig.Zero)
	c.SetNext(0, l)
	if err := invariant.Check(t.Context(), c, l, [][]aig.Lit{{l.Not()}}, 1); err != clausal.ErrMemory {
		t.Errorf("memory: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := invariant.Check(ctx, c, l, [][]aig.Lit{{l.Not()}}, 0); err != context.Canceled {
		t.Errorf("context: %v", err)
	}
}
