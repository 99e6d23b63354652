// This file tests that queries find exactly the models that trying everything
// finds, whichever way they are answered.

package allsat

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bits-and-blooms/bitset"
	"pgregory.net/rapid"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// routes are limits that send small formulas every way there is.
func routes() []limits {
	return []limits{
		defaultLimits(),
		{table: 4, sweep: 2},
		{table: 0, sweep: 6},
		{table: 0, sweep: 1},
		{table: 0, sweep: -1},
		{table: 3, sweep: 1},
	}
}

// failer is what the checks need of testing.T and rapid.T.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

// appendCubes appends the words of values and care of each cube.
func appendCubes(q *Query, dst, val []uint64, s *Scratch) []uint64 {
	for c := range q.Cubes(val, s) {
		dst = append(append(dst, c.Values.Words()...), c.Care.Words()...)
	}
	return dst
}

// wordsOf is how many words a valuation of n variables has.
func wordsOf(n int) int { return (n + 63) / 64 }

// has is as fast as can be: the naive solver uses it.
func has(val []uint64, v int) bool { return val[v/64]>>(v%64)&1 != 0 }

func set(val []uint64, v int, b bool) { bitset.From(val).SetTo(uint(v), b) }

// evaluator returns a function that evaluates f.
func evaluator(f *Formula) func(val []uint64) Value {
	w := newWalk(f)
	return func(val []uint64) Value { return w.eval(func(v int) Value { return ValueOf(has(val, v)) }) }
}

// checkQuery compares all answers to a query with the models it should have, in
// increasing order.
func checkQuery(t failer, tr *tree, q *Query, unknown []int, val uint64, want []uint64, s *Scratch) {
	t.Helper()
	fail := func(format string, args ...any) {
		t.Helper()
		t.Fatalf("%v, unknown %v, val %b (%v): %s", tr, unknown, val, q, fmt.Sprintf(format, args...))
	}
	got := q.AppendModels([]uint64{7}, []uint64{val}, s)
	if got[0] != 7 {
		fail("AppendModels changed what was there")
	}
	got = got[1:]
	slices.Sort(got)
	if !slices.Equal(got, want) {
		fail("models %b, want %b", got, want)
	}
	if got := q.Satisfiable([]uint64{val}, s); got != (len(want) > 0) {
		fail("satisfiable: %v, but %d models", got, len(want))
	}
	var each []uint64
	for m := range q.Models([]uint64{val}, s) {
		each = append(each, m.Words()...)
	}
	slices.Sort(each)
	if !slices.Equal(each, want) {
		fail("Models: %b, want %b", each, want)
	}

	var free uint64
	for _, v := range unknown {
		free |= 1 << v
	}
	cubes := appendCubes(q, nil, []uint64{val}, s)
	var covered []uint64
	for i := 0; i < len(cubes); i += 2 {
		values, care := cubes[i], cubes[i+1]
		if ^care&^free != 0 || values&^care != 0 || (values^val)&^free != 0 {
			fail("cube %b care %b", values, care)
		}
		for sub := uint64(0); ; sub = (sub - ^care) & ^care {
			covered = append(covered, values|sub)
			if sub == ^care {
				break
			}
		}
	}
	slices.Sort(covered)
	if !slices.Equal(covered, want) { // equality as lists: disjoint, too
		fail("cubes %b cover %b, want %b", cubes, covered, want)
	}
}

// checkRoutes compares all routes under the given valuations.
func checkRoutes(t failer, tr *tree, unknown []int, vals []uint64, s *Scratch) {
	t.Helper()
	f := tr.formula()
	var queries []*Query
	for _, limit := range routes() {
		queries = append(queries, compile(f, unknown, limit))
	}
	for _, val := range vals {
		want := tr.models(val, unknown)
		for _, q := range queries {
			checkQuery(t, tr, q, unknown, val, want, s)
		}
	}
}

func upTo(n uint64) []uint64 {
	var out []uint64
	for i := range n {
		out = append(out, i)
	}
	return out
}

func subsets(vars int) [][]int {
	var out [][]int
	for set := range 1 << vars {
		var s []int
		for v := range vars {
			if set>>v&1 != 0 {
				s = append(s, v)
			}
		}
		out = append(out, s)
	}
	return out
}

// shapes writes the function of three variables whose value for n is bit n of
// table in several ways.
func shapes(table int) map[string]*tree {
	value := func(n int) bool { return table>>n&1 != 0 }
	literal := func(v int, positive bool) *tree {
		if positive {
			return variable(v)
		}
		return node("not", variable(v))
	}
	dnf, cnf, anf := leaf("0"), leaf("1"), leaf("0")
	for n := range 8 {
		l := func(flip bool, v int) *tree { return literal(v, (n>>v&1 != 0) != flip) }
		if value(n) {
			dnf = node("or", dnf, node("and3", l(false, 0), l(false, 1), l(false, 2)))
		} else {
			cnf = node("and", cnf, node("or3", l(true, 0), l(true, 1), l(true, 2)))
		}
		// The coefficient of a monomial is the parity over all below it.
		odd := false
		for m := range 8 {
			odd = odd != (m&^n == 0 && value(m))
		}
		if odd {
			monomial := leaf("1")
			for v := range 3 {
				if n>>v&1 != 0 {
					monomial = node("and", monomial, variable(v))
				}
			}
			anf = node("xor", anf, monomial)
		}
	}
	var decide func(v, n int) *tree
	decide = func(v, n int) *tree {
		if v == 3 {
			return leaf(map[bool]string{false: "0", true: "1"}[value(n)])
		}
		return node("ite", variable(v), decide(v+1, n|1<<v), decide(v+1, n))
	}
	return map[string]*tree{
		"dnf": dnf, "cnf": cnf, "anf": anf, "ite": decide(0, 0),
		"eq": node("eq", variable(2), node("xor", variable(2), node("not", dnf))),
	}
}

// every says which share of many cases is tried: one of so many.
func every(t testing.TB) int { return campaign.Every(t, 1000, 30) }

func TestAllFunctionsOfThreeVariables(t *testing.T) {
	var s Scratch
	for table := 0; table < 256; table += every(t) {
		for _, tr := range shapes(table) {
			for val := range uint64(8) {
				if got := tr.values(val); got != ValueOf(table>>val&1 != 0) {
					t.Fatalf("%v is not function %08b", tr, table)
				}
			}
			for _, unknown := range subsets(3) {
				checkRoutes(t, tr, unknown, upTo(8), &s)
			}
		}
	}
}

func TestModelsOfSmallFormulas(t *testing.T) {
	campaign.Alone(t)
	var s Scratch
	for i, tr := range smallTrees() {
		if i%every(t) != 0 {
			continue
		}
		for _, unknown := range subsets(2) {
			checkRoutes(t, tr, unknown, upTo(4), &s)
		}
	}
}

func TestModelsOfRandomFormulas(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	var s Scratch
	for range 3000 / every(t) {
		stars := 4
		tr := randomSource(r).tree(12, 1+r.IntN(60), &stars)
		checkRoutes(t, tr, randomSource(r).subset(12), []uint64{r.Uint64N(1 << 12), r.Uint64()}, &s)
	}
}

// The shape of statements: a conjunction of equations and a constraint.
func TestModelsOfRandomStatements(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	draw := randomSource(r)
	var s Scratch
	for range 2000 / every(t) {
		stars := 4
		// Before the step 0 to 5, after it 6 to 11.
		tr := leaf("1")
		var targets, assigned []int
		for v := range 6 {
			if r.IntN(2) == 0 {
				tr = node("and", tr, node("eq", variable(6+v), draw.tree(6, r.IntN(6), &stars)))
				targets = append(targets, 6+v)
				assigned = append(assigned, v)
			}
		}
		if r.IntN(2) == 0 {
			tr = node("and", tr, draw.tree(12, 1+r.IntN(8), &stars))
		}
		vals := []uint64{r.Uint64N(1 << 12), r.Uint64N(1 << 12)}
		checkRoutes(t, tr, targets, vals, &s)
		checkRoutes(t, tr, assigned, vals, &s)
	}
}

// Many small conjuncts that contradict each other often: searches go back far.
func TestModelsOfRandomConstraints(t *testing.T) {
	campaign.Alone(t)
	r := rand.New(rand.NewPCG(6, 1))
	draw := randomSource(r)
	var s Scratch
	count := 0
	literal := func() *tree {
		if draw(2) == 0 {
			return node("not", variable(draw(9)))
		}
		return variable(draw(9))
	}
	n := campaign.Size(t, 30, 300)
	for range n {
		tr := leaf("1")
		for range 15 + draw(40) {
			c := node("or3", literal(), literal(), literal())
			switch draw(8) {
			case 0:
				c = node("or", literal(), node("xor", literal(), literal()))
			case 1:
				c = node("or", literal(), node("ite", literal(), literal(), literal()))
			}
			tr = node("and", c, tr)
		}
		unknown := sequence(0, 9)
		checkRoutes(t, tr, unknown, []uint64{0}, &s)
		if len(tr.models(0, unknown)) > 0 {
			count++
		}
	}
	if count < n/6 || count > n-n/6 {
		t.Errorf("%d of %d have models", count, n)
	}
}

func TestModelsProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := source(func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") })
		stars := 3
		tr := draw.tree(8, draw(30), &stars)
		checkRoutes(t, tr, draw.subset(8), []uint64{uint64(draw(256))}, new(Scratch))
	})
}

func FuzzModels(f *testing.F) {
	f.Add([]byte{})
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17})
	f.Add([]byte{5, 1, 1, 1, 0, 0, 1, 9, 3, 200, 100, 50, 25, 12, 6, 3, 1, 9, 9, 9, 9, 2, 4, 4})
	f.Fuzz(func(t *testing.T, data []byte) {
		draw := byteSource(data)
		unknown := draw.subset(10)
		val := uint64(draw(256)) | uint64(draw(256))<<8
		stars := 4
		tr := draw.tree(10, draw(80), &stars)
		checkRoutes(t, tr, unknown, []uint64{val}, new(Scratch))
	})
}
