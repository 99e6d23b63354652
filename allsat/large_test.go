// This file tests queries with hundreds of variables, stopping, and what happens
// at the borders of words.

package allsat

import (
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// sequence returns n variables from the first on.
func sequence(first, n int) []int {
	var out []int
	for i := range n {
		out = append(out, first+i)
	}
	return out
}

func variables(vars []int) []*Formula {
	var out []*Formula
	for _, v := range vars {
		out = append(out, Var(v))
	}
	return out
}

// fold combines formulas in a row.
func fold(f func(x, y *Formula) *Formula, xs []*Formula) *Formula {
	r := xs[0]
	for _, x := range xs[1:] {
		r = f(r, x)
	}
	return r
}

func TestFiveHundredTargets(t *testing.T) {
	const n = 500
	r := rand.New(rand.NewPCG(6, 1))
	var conjuncts []*Formula
	rhs := make([]*Formula, n)
	for i := range rhs {
		x := func() *Formula { return Var(r.IntN(n)) }
		switch {
		case i%100 == 7:
			rhs[i] = Star()
		case i%100 == 50: // too many known variables for a table
			rhs[i] = fold(Xor, []*Formula{x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x(), x()})
		default:
			rhs[i] = Ite(x(), And(x(), x()), Or(x(), Not(x())))
		}
		conjuncts = append(conjuncts, Eq(Var(n+i), rhs[i]))
	}
	unknown := sequence(n, n)
	slices.Reverse(unknown)
	unknown = append(unknown, unknown[3])
	q := Compile(And(conjuncts...), unknown)
	val := make([]uint64, wordsOf(2*n))
	for i := range val {
		val[i] = r.Uint64()
	}
	var s Scratch
	got := q.AppendModels(nil, val, &s)
	if want := 32 * len(val); len(got) != want {
		t.Fatalf("%d words, want %d", len(got), want)
	}
	seen := make(map[[5]bool]bool)
	for m := range slices.Chunk(got, len(val)) {
		var choice [5]bool
		for i := range n {
			if has(m, i) != has(val, i) {
				t.Fatalf("known variable %d has changed", i)
			}
			want := rhs[i].Eval(func(v int) Value { return ValueOf(has(val, v)) })
			if !want.May(has(m, n+i)) {
				t.Fatalf("target %d is %v, want %v", i, has(m, n+i), want)
			}
			if want == Both {
				choice[i/100] = has(m, n+i)
			}
		}
		seen[choice] = true
	}
	if len(seen) != 32 {
		t.Fatalf("%d different models, want 32", len(seen))
	}
	cubes := appendCubes(q, nil, val, &s)
	if len(cubes) != 2*len(val) {
		t.Fatalf("%d cubes, want 1", len(cubes)/2/len(val))
	}
}

func TestChainOfEquations(t *testing.T) {
	const n = 500
	var conjuncts []*Formula
	for i := range n - 1 {
		conjuncts = append(conjuncts, Eq(Var(i), Not(Var(i+1))))
	}
	q := Compile(And(conjuncts...), sequence(0, n))
	got := q.AppendModels(nil, make([]uint64, wordsOf(n)), nil)
	if len(got) != 2*wordsOf(n) {
		t.Fatalf("%d words", len(got))
	}
	for m := range slices.Chunk(got, wordsOf(n)) {
		for i := range n {
			if has(m, i) != (has(m, 0) == (i%2 == 0)) {
				t.Fatalf("model %x is wrong at %d", m, i)
			}
		}
	}
}

func TestParityOfManyVariables(t *testing.T) {
	const n = 300
	f := Eq(Var(n), fold(Xor, variables(sequence(0, n))))
	val := make([]uint64, wordsOf(n+1))
	// With one unknown variable it is determined, whichever it is.
	for _, v := range []int{0, 63, 64, 299, 300} {
		ms := Compile(f, []int{v}).AppendModels(nil, val, nil)
		if !slices.Equal(ms, make([]uint64, len(val))) {
			t.Fatalf("variable %d: %x", v, ms)
		}
	}
	// With all unknown there are 2^300 models. The first ones are different
	// models.
	e := evaluator(f)
	seen := make(map[[words300]uint64]bool)
	for m := range Compile(f, sequence(0, n+1)).Models(val, nil) {
		m := m.Words()
		if e(m) != One {
			t.Fatalf("%x is no model", m)
		}
		seen[[words300]uint64(m)] = true
		if len(seen) == 1000 {
			break
		}
	}
	if len(seen) != 1000 {
		t.Fatalf("%d models", len(seen))
	}
}

// words300 is wordsOf(301) as a constant.
const words300 = 5

// atMostOne has len(vars)+1 models, and the search for them goes deeper than 64
// decisions.
func atMostOne(vars []int) *Formula {
	var conjuncts []*Formula
	for i, v := range vars {
		for _, w := range vars[:i] {
			conjuncts = append(conjuncts, Not(And(Var(v), Var(w))))
		}
	}
	return And(conjuncts...)
}

func TestAtMostOne(t *testing.T) {
	campaign.Alone(t)
	const n = 100
	r := rand.New(rand.NewPCG(7, 1))
	for range campaign.Size(t, 2, 10) {
		// Constraints that only some of the models satisfy.
		f := atMostOne(sequence(0, n))
		for range r.IntN(6) {
			var clause []*Formula
			for v := range n {
				if r.IntN(3) > 0 {
					clause = append(clause, Var(v))
				}
			}
			f = And(f, Or(clause...))
		}
		e := evaluator(f)
		var want [][]uint64
		for one := -1; one < n; one++ {
			m := make([]uint64, wordsOf(n))
			if one >= 0 {
				set(m, one, true)
			}
			if e(m) == One {
				want = append(want, m)
			}
		}
		q := Compile(f, sequence(0, n))
		got := slices.Collect(slices.Chunk(q.AppendModels(nil, make([]uint64, wordsOf(n)), nil), wordsOf(n)))
		slices.SortFunc(got, slices.Compare)
		slices.SortFunc(want, slices.Compare)
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatalf("%d models, want %d", len(got), len(want))
		}
	}
}

// Pre-images of random circuits: all cubes consist of models, and the state that
// the image was computed from is in exactly one of them.
func TestPreImagesOfRandomCircuits(t *testing.T) {
	campaign.Alone(t)
	r := rand.New(rand.NewPCG(8, 1))
	for range campaign.Size(t, 2, 30) {
		n := 20 + r.IntN(100)
		var conjuncts []*Formula
		old := make([]uint64, wordsOf(2*n))
		for i := range old {
			old[i] = r.Uint64()
		}
		literal := func() *Formula {
			x := Var(r.IntN(n))
			if r.IntN(2) == 0 {
				return Not(x)
			}
			return x
		}
		for i := range n {
			var e *Formula
			switch r.IntN(4) {
			case 0:
				e = And(literal(), Or(literal(), literal()))
			case 1:
				e = Choose(literal(), And(literal(), literal()))
			case 2:
				e = Ite(literal(), literal(), literal())
			default:
				e = Xor(literal(), literal())
			}
			conjuncts = append(conjuncts, Eq(Var(n+i), e))
			set(old, n+i, evaluator(e)(old)&One != 0)
		}
		f := And(conjuncts...)
		e := evaluator(f)
		q := Compile(f, sequence(0, n))
		if !q.Satisfiable(old, nil) {
			t.Fatalf("%v: no pre-image", q)
		}
		count, containing := 0, 0
		for c := range q.Cubes(old, nil) {
			inside := true
			model := slices.Clone(c.Values.Words())
			for i, care := range c.Care.Words() {
				inside = inside && (old[i]^c.Values.Words()[i])&care == 0
				model[i] |= r.Uint64() &^ care
			}
			if inside {
				containing++
			}
			if !e(model).May(true) {
				t.Fatalf("%v: cube %x contains %x", q, c, model)
			}
			if count++; count == 20000 {
				break
			}
		}
		if containing > 1 || containing == 0 && count < 20000 {
			t.Fatalf("%v: %d of %d cubes contain the state", q, containing, count)
		}
	}
}

// Satisfying the first conjuncts, in one of 3^n ways, does not help with the
// last ones, which have no model unless z is 1.
func TestRefutationIsNotRepeated(t *testing.T) {
	const n = 60
	z := Var(0)
	conjuncts := []*Formula{}
	next := 1
	fresh := func() *Formula {
		next++
		return Var(next - 1)
	}
	for range n {
		conjuncts = append(conjuncts, Or(fresh(), fresh(), z))
	}
	// Four pigeons in three holes.
	var in [4][3]*Formula
	for i := range in {
		for j := range in[i] {
			in[i][j] = fresh()
		}
		conjuncts = append(conjuncts, Or(in[i][0], in[i][1], in[i][2], z))
	}
	for j := range 3 {
		for i := range in {
			for k := range i {
				conjuncts = append(conjuncts, Or(Not(in[i][j]), Not(in[k][j]), z))
			}
		}
	}
	val := make([]uint64, wordsOf(next))
	asked := 0
	s := &Scratch{Stop: func() bool { asked++; return asked > 100 }}
	if f := And(And(conjuncts...), Not(z)); Compile(f, sequence(0, next)).Satisfiable(val, s) || s.Stopped() {
		t.Errorf("with z = 0: a model, or stopped: %v", s.Stopped())
	}
	q := Compile(And(conjuncts...), sequence(0, next))
	if !q.Satisfiable(val, s) || s.Stopped() {
		t.Errorf("with z open: no model, or stopped: %v", s.Stopped())
	}
	if cubes := appendCubes(q, nil, val, s); s.Stopped() || len(cubes) == 0 {
		t.Errorf("%d cubes, stopped: %v", len(cubes)/2/len(val), s.Stopped())
	}
}

// Parts that share no unknown variable: no model of the first helps the second.
func TestPartsWithoutModel(t *testing.T) {
	vars := sequence(0, 80)
	f := And(fold(Xor, variables(vars[:40])), atMostOne(vars[40:]), Or(variables(vars[40:])...))
	for _, v := range vars[40:] {
		f = And(f, Or(Not(Var(v)), Var(vars[40+(v+1)%40])))
	}
	asked := 0
	s := &Scratch{Stop: func() bool { asked++; return asked > 1000 }}
	q := Compile(f, vars)
	if q.Satisfiable(make([]uint64, 2), s) || s.Stopped() {
		t.Errorf("%v: satisfiable or stopped: %v", q, s.Stopped())
	}
}

func TestStop(t *testing.T) {
	for name, f := range map[string]*Formula{
		"free":   Const(true),
		"cube":   Or(variables(sequence(0, 45))...),
		"parts":  And(Or(Var(0), Var(1)), Or(Var(2), Var(3)), Or(Var(4), Var(5)), Or(Var(6), Var(7)), Or(Var(8), Var(9))),
		"parity": fold(Xor, variables(sequence(0, 45))),
	} {
		q := Compile(f, sequence(0, 45))
		for _, patience := range []int{0, 1, 5} {
			asked := 0
			s := &Scratch{Stop: func() bool { asked++; return asked > patience }}
			start := time.Now()
			models := q.AppendModels(nil, make([]uint64, 1), s)
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("%s: stopping took %v", name, took)
			}
			if !s.Stopped() {
				t.Errorf("%s: not stopped", name)
			}
			if n := len(models); n > (patience+1)*pollEvery || patience > 0 && n < pollEvery/64 {
				t.Errorf("%s: %d models before stop number %d", name, n, patience+1)
			}
			if asked != patience+1 {
				t.Errorf("%s: asked %d times after saying stop", name, asked-patience-1)
			}
			for range q.Models(make([]uint64, 1), s) {
				t.Fatalf("%s: a model although stopped", name)
			}
		}
		s := &Scratch{Stop: func() bool { return false }}
		count := 0
		for range q.Models(make([]uint64, 1), s) {
			if count++; count == 10000 {
				break
			}
		}
		if count != 10000 || s.Stopped() {
			t.Errorf("%s: %d models, stopped: %v", name, count, s.Stopped())
		}
	}
	// The parity has 2^44 cubes.
	asked := 0
	s := &Scratch{Stop: func() bool { asked++; return asked > 2 }}
	q := Compile(fold(Xor, variables(sequence(0, 45))), sequence(0, 45))
	if appendCubes(q, nil, make([]uint64, 1), s); !s.Stopped() {
		t.Error("the cubes were not stopped")
	}
}

func TestEarlyBreak(t *testing.T) {
	for name, f := range map[string]*Formula{
		"table": Or(Var(0), Var(1)),
		"many":  Or(variables(sequence(0, 50))...),
	} {
		q := Compile(f, f.Vars())
		count := 0
		for range q.Models(make([]uint64, 1), nil) {
			if count++; count == 2 {
				break
			}
		}
		for range q.Cubes(make([]uint64, 1), nil) {
			count++
			break
		}
		if count != 3 {
			t.Errorf("%s: %d models and cubes, want 3", name, count)
		}
	}
}

// Open bits are counted across words.
func TestModelsAcrossWords(t *testing.T) {
	q := Compile(Or(Var(5), Not(Var(5))), sequence(60, 10))
	seen := make(map[[3]uint64]bool)
	for m := range q.Models([]uint64{7, ^uint64(0), 9}, nil) {
		m := m.Words()
		seen[[3]uint64(m)] = true
		if m[0]&^(15<<60) != 7 || m[1]|63 != ^uint64(0) || m[2] != 9 {
			t.Fatalf("model %x", m)
		}
	}
	if len(seen) != 1024 {
		t.Errorf("%d models, want 1024", len(seen))
	}
}

func TestDeepFormulas(t *testing.T) {
	campaign.Alone(t)
	const n = 10_000
	f := Var(0)
	for i := range n {
		f = Xor(f, And(Var(i%300), Or(Not(f), Var((i+7)%300))))
	}
	val := make([]uint64, wordsOf(300))
	val[2] = 12345
	want := f.Eval(func(v int) Value { return ValueOf(has(val, v)) })
	q := Compile(Eq(Var(300), f), []int{300})
	ms := q.AppendModels(nil, append(val, 0), nil)
	if len(ms) != len(val)+1 || has(ms, 300) != (want == One) {
		t.Errorf("models %x, want variable 300 in %v", ms, want)
	}
	if len(f.String()) > 100*n {
		t.Errorf("%d bytes", len(f.String()))
	}
}

func TestQueriesAreSharedByGoroutines(t *testing.T) {
	vars := sequence(0, 20)
	f := And(atMostOne(vars[:10]), Or(Var(10), Var(11), Var(12), Var(30)), Eq(fold(Xor, variables(vars)), Var(31)))
	q, e := Compile(f, vars), evaluator(f)
	want := q.AppendModels(nil, make([]uint64, 1), nil)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			var s Scratch
			for range 5 {
				got := q.AppendModels(nil, make([]uint64, 1), &s)
				if !slices.Equal(got, want) {
					t.Error("models differ")
				}
				for _, m := range got[:100] {
					if e([]uint64{m}) != One {
						t.Errorf("%x is no model", m)
					}
				}
			}
		})
	}
	group.Wait()
}
