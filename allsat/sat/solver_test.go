// This file defines tests of answers: against all assignments, models, cores and proofs.

package sat_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/internal/proof/drat"
	"github.com/ijit/ijit/internal/testing/campaign"
)

// hasModel tries all assignments in which the assumptions are true.
func (f *formula) hasModel(assumptions ...sat.Lit) bool {
	units := slices.Clone(f.clauses)
	for _, l := range assumptions {
		units = append(units, []sat.Lit{l})
	}
	for m := range 1 << f.vars {
		holds := func(l sat.Lit) bool { return (m>>(l.Var()-1)&1 == 1) == (l > 0) }
		if !slices.ContainsFunc(units, func(c []sat.Lit) bool { return !slices.ContainsFunc(c, holds) }) {
			return true
		}
	}
	return false
}

// A checked solver checks its answers: models by evaluation, and refutations by their proofs,
// from all clauses and the assumptions that failed.
type checked struct {
	*sat.Solver
	formula
	proof *bytes.Buffer
}

func newChecked(o sat.Options) *checked {
	c := &checked{proof: &bytes.Buffer{}}
	o.Proof = c.proof
	c.Solver = sat.New(o)
	return c
}

func (c *checked) addAll(f *formula) {
	c.vars = max(c.vars, f.vars)
	for _, clause := range f.clauses {
		c.add(clause...)
		c.Add(clause...)
	}
}

func (c *checked) solve(t *testing.T, assumptions ...sat.Lit) sat.Status {
	t.Helper()
	status := c.Solve(context.Background(), assumptions...)
	switch status {
	case sat.Sat:
		for _, l := range assumptions {
			if !c.Value(l) {
				t.Fatalf("assumption %d is false in the model", l)
			}
		}
		for _, clause := range c.clauses {
			if !slices.ContainsFunc(clause, c.Value) {
				t.Fatalf("clause %v is false in the model", clause)
			}
		}
	case sat.Unsat:
		for _, l := range c.Failed() {
			if !slices.Contains(assumptions, l) {
				t.Fatalf("%d failed, which is none of %v", l, assumptions)
			}
		}
		if err := check(&c.formula, c.Failed(), c.proof.Bytes()); err != nil {
			t.Fatalf("proof of %v with assumptions %v, failed %v: %v", c.clauses[:min(10, len(c.clauses))], assumptions, c.Failed(), err)
		}
	default:
		t.Fatalf("%v: %v", status, c.Err())
	}
	return status
}

// check checks a proof that a formula has no model with the assumptions.
func check(f *formula, assumptions []sat.Lit, proof []byte) error {
	d := drat.New(0)
	for _, clause := range f.clauses {
		var lits []int32
		for _, l := range clause {
			lits = append(lits, int32(l))
		}
		if err := d.Add(lits...); err != nil {
			return err
		}
	}
	for _, l := range assumptions {
		if err := d.Add(int32(l)); err != nil {
			return err
		}
	}
	return d.Check(context.Background(), bytes.NewReader(proof))
}

// TestAllSmall solves all formulas of up to three different clauses over two variables, and of
// clauses that random bits choose over three.
func TestAllSmall(t *testing.T) {
	clauses := func(vars int) (all [][]sat.Lit) {
		lits := 2 * vars
		for m := range 1 << lits {
			var c []sat.Lit
			for i := range lits {
				if m>>i&1 == 1 {
					c = append(c, sat.Lit(i/2+1)*sat.Lit(1-i%2*2))
				}
			}
			all = append(all, c)
		}
		return all
	}
	try := func(f *formula) {
		c := newChecked(sat.Options{})
		c.addAll(f)
		if got, want := c.solve(t), f.hasModel(); (got == sat.Sat) != want {
			t.Fatalf("%v: %v, but it is %v that there is a model", f.clauses, got, want)
		}
	}
	two := clauses(2)
	for _, a := range two {
		for _, b := range two {
			for _, c := range two {
				try(&formula{2, [][]sat.Lit{a, b, c}})
			}
		}
	}
	r, three := newRand(1), clauses(3)
	for range 3000 {
		f := &formula{vars: 3}
		for range 1 + r.IntN(12) {
			f.clauses = append(f.clauses, three[r.IntN(len(three)-1)+1])
		}
		try(f)
	}
}

// TestRandom solves random formulas of clauses of one to four literals, near where as many
// have a model as have none.
func TestRandom(t *testing.T) {
	r := newRand(2)
	models := 0
	for i := range 600 {
		f := random3(r, 12, 40+r.IntN(25))
		if i%2 == 0 {
			f.add(f.clauses[0][:2]...)
			f.add(f.clauses[1][1:]...)
			f.add(append(slices.Clone(f.clauses[2]), f.clauses[3]...)...)
		}
		c := newChecked(sat.Options{})
		c.addAll(f)
		got := c.solve(t)
		if want := f.hasModel(); (got == sat.Sat) != want {
			t.Fatalf("%v: %v", f.clauses, got)
		} else if want {
			models++
		}
	}
	if models < 100 || models > 500 {
		t.Errorf("%d of 600 have a model", models)
	}
}

// TestIncremental adds clauses and variables between calls with assumptions, and compares each
// answer with that of a new solver.
func TestIncremental(t *testing.T) {
	r := newRand(3)
	count := map[string]int{}
	for range 60 {
		c := newChecked(sat.Options{})
		vars := 20 + r.IntN(60)
		for c.vars < vars {
			more := random3(r, min(vars, c.vars+10), 10)
			more.clauses = more.clauses[:min(len(more.clauses), vars*43/10)]
			for range 3 {
				c.addAll(more)
				more = random3(r, c.vars, 10)
			}
			for range 4 {
				var assumptions []sat.Lit
				for _, v := range r.Perm(c.vars)[:r.IntN(8)] {
					assumptions = append(assumptions, sat.Lit(v+1)*sat.Lit(1-2*r.IntN(2)))
				}
				got := c.solve(t, assumptions...)
				fresh := newChecked(sat.Options{})
				fresh.addAll(&c.formula)
				for _, l := range assumptions {
					fresh.addAll(&formula{c.vars, [][]sat.Lit{{l}}})
				}
				if want := fresh.solve(t); got != want {
					t.Fatalf("%v with %v, but a new solver says %v", got, assumptions, want)
				}
				count[fmt.Sprint(got, len(c.Failed()) > 0)]++
			}
		}
	}
	for _, kind := range []string{"SATISFIABLE false", "UNSATISFIABLE true", "UNSATISFIABLE false"} {
		if count[kind] < 50 {
			t.Errorf("only %d answers %s of %v", count[kind], kind, count)
		}
	}
}

// TestHarder solves formulas that take restarts, reductions and collections, and checks the
// proofs; with clauses that become satisfied between calls.
func TestHarder(t *testing.T) {
	for i, f := range []instance{
		{"pigeons", pigeons(7, 6)},
		{"parity", parity(newRand(1), 16)},
		{"random", random3(newRand(2), 150, 690)},
		{"multiplier", multipliers(5, false)},
		{"counter", counters(5, 16)},
	} {
		if !campaign.Due(t, i%2, 2) {
			continue
		}
		t.Run(f.name, func(t *testing.T) {
			c := newChecked(sat.Options{})
			// All clauses hang on an assumption.
			on := sat.Lit(f.vars + 1)
			guarded := &formula{vars: f.vars + 1}
			for _, clause := range f.clauses {
				guarded.add(append(slices.Clone(clause), -on)...)
			}
			c.addAll(guarded)
			if got := c.solve(t); got != sat.Sat {
				t.Fatalf("without the assumption: %v", got)
			}
			if got := c.solve(t, on); got != sat.Unsat || !slices.Equal(c.Failed(), []sat.Lit{on}) {
				t.Fatalf("with the assumption: %v, failed %v", got, c.Failed())
			}
			c.addAll(&formula{clauses: [][]sat.Lit{{on}}})
			if got := c.solve(t); got != sat.Unsat || c.Failed() != nil {
				t.Fatalf("with the clause: %v, failed %v", got, c.Failed())
			}
			if st := c.Stats(); st.Conflicts < 100 {
				t.Errorf("too easy: %+v", st)
			}
		})
	}
}

// TestModels finds models of formulas that have one by construction.
func TestModels(t *testing.T) {
	r := newRand(5)
	wrong := multipliers(6, true)
	many := random3(r, 3000, 9000)
	for _, f := range []*formula{wrong, many, pigeons(9, 9)} {
		c := newChecked(sat.Options{})
		c.addAll(f)
		if got := c.solve(t); got != sat.Sat {
			t.Errorf("%v", got)
		}
	}
}

// TestCollections solves a formula with so many conflicts that learned clauses are forgotten
// and the arena is collected, and checks the proof.
func TestCollections(t *testing.T) {
	c := newChecked(sat.Options{})
	c.addAll(random3(newRand(2), 180, 830))
	if got := c.solve(t); got != sat.Unsat {
		t.Fatal(got)
	}
	if st := c.Stats(); st.Reductions == 0 {
		t.Errorf("no reduction: %+v", st)
	}
}

// TestDeterministic solves twice, with the same statistics and the same proof.
func TestDeterministic(t *testing.T) {
	var first *checked
	for range 2 {
		c := newChecked(sat.Options{})
		c.addAll(multipliers(4, false))
		c.solve(t)
		if first == nil {
			first = c
		} else if c.Stats() != first.Stats() || !bytes.Equal(c.proof.Bytes(), first.proof.Bytes()) {
			t.Errorf("%+v, then %+v", first.Stats(), c.Stats())
		}
	}
}

// TestMutatedProofs damages proofs. A proof that lacks its last clauses is no longer valid, and
// one with a clause that excludes a model of another formula must not be.
func TestMutatedProofs(t *testing.T) {
	f := parity(newRand(1), 12)
	var text, binary bytes.Buffer
	for _, o := range []sat.Options{{Proof: &text, ProofText: true}, {Proof: &binary}} {
		if got := f.load(sat.New(o)).Solve(context.Background()); got != sat.Unsat {
			t.Fatal(got)
		}
	}
	for _, proof := range [][]byte{text.Bytes(), binary.Bytes()} {
		if err := check(f, nil, proof); err != nil {
			t.Error(err)
		}
		if err := check(f, nil, proof[:len(proof)/3]); err == nil {
			t.Error("a third of the proof is taken")
		}
	}
	weaker := &formula{vars: f.vars, clauses: f.clauses[:len(f.clauses)-1]} // it has a model
	refused := 0
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		proof := bytes.Clone(binary.Bytes())
		for range r.IntN(3) {
			proof[r.IntN(len(proof))] = byte(r.Uint32())
		}
		if check(weaker, nil, proof) == nil {
			t.Fatalf("a proof is taken that a formula with a model has none: %x", proof)
		}
		if check(f, nil, proof) != nil {
			refused++
		}
	}
	if refused < 50 {
		t.Errorf("of 200 damaged proofs only %d are refused", refused)
	}
}
