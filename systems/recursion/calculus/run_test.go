// This file tests what commands answer, limits, and the order of variables.

package calculus

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
)

func evaluator(t testing.TB, text string, o Options) *Evaluator {
	t.Helper()
	f, err := syntax.Parse("test.mu", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	sys, err := Compile(f)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range sys.Warnings() {
		t.Log(w.String())
	}
	return NewEvaluator(sys, o)
}

// chain is reachability along a chain of n places.
func chain(n int) string {
	return fmt.Sprintf(`enum N { 0..%d };
		bool Next(N a, N b);
		mu bool Reach(N a) a = 0 | exists N b. Reach(b) & Next(b, a);
		forall N a. Reach(a);`, n-1)
}

func defineChain(t testing.TB, e *Evaluator, n int) {
	t.Helper()
	var tuples [][]int
	for i := range n - 1 {
		tuples = append(tuples, []int{i, i + 1})
	}
	if err := e.DefineTuples("Next", tuples...); err != nil {
		t.Fatal(err)
	}
}

func TestRun(t *testing.T) {
	const text = `
		enum Colour { red, green, blue };
		enum Small { 3..5 };
		class Car { Colour c; bool fast[2]; };
		bool Fast(Car x) x.fast[0] & x.fast[1];
		bool Red(Car x) x.c = red;
		nu bool All(Colour c) exists Colour d. All(d) & d != c;
		exists Car x. Fast(x) & Red(x);
		forall Car x. Fast(x) -> Red(x);
		if (true) false; // -> false
		forall Small s. s = 3 | s = 4 | s = 5;
		forall bool p, bool q. (p <+> q) = (!(p <-> q));
		forall bool p, bool q, bool r. (if (p) q else r) <-> case p : q; !p : r; esac;
		#size Fast;  #ons Fast;  #ons All;
		#print "a ", "b";
		#wit exists Car x. Red(x) & Fast(x);
		#cex forall Car x, Small s. Red(x) | s != 4;
		#cex forall Car x. true;
	`
	e := evaluator(t, text, Options{})
	var out strings.Builder
	if err := e.Run(&out); err != nil {
		t.Fatal(err)
	}
	const want = `true
false
false
true
true
true
Fast: 4 nodes
Fast: 3 tuples
All: 3 tuples
a b
witness: x = {c=red, fast=[1, 1]}
counterexample: x = {c=green, fast=[0, 0]}, s = 4
no counterexample
`
	if got := out.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestReset checks that values are kept, and computed anew when they must be.
func TestReset(t *testing.T) {
	e := evaluator(t, chain(4)+"#reset Reach; forall N a. Reach(a);", Options{})
	defineChain(t, e, 4)
	value := func() string {
		var out strings.Builder
		if err := e.Run(&out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	if got := value(); got != "true\ntrue\n" {
		t.Errorf("got %q", got)
	}
	for _, p := range e.Profiles() {
		if p.Predicate == "Reach" && p.Evaluations != 2 {
			t.Errorf("Reach was evaluated %d times, want 2", p.Evaluations)
		}
	}
	if err := e.DefineTuples("Next", []int{0, 1}); err != nil {
		t.Fatal(err)
	}
	if got := value(); got != "false\nfalse\n" {
		t.Errorf("with another relation: got %q", got)
	}
}

// TestDefineAgain checks that what mentions nothing but what is given follows that.
func TestDefineAgain(t *testing.T) {
	for _, s := range []Strategy{Together, SemiNaive, Definition} {
		e := evaluator(t, `enum N { 0..3 }; bool R(N a, N b);
			bool Back(N a, N b) R(b, a) & !R(a, b);
			mu bool From(N a) a = 0 | exists N b. From(b) & (R(a, b) & !R(b, a));`, Options{Strategy: s})
		for i := range 4 {
			if err := e.DefineTuples("R", []int{i, 0}, []int{0, 0}); err != nil {
				t.Fatal(err)
			}
			back, err := e.Value("Back")
			if err != nil || back.Contains(0, i) != (i > 0) || back.Count().Int64() != int64(min(i, 1)) {
				t.Errorf("%d leads to 0: %s are turned round, %v", i, back.Count(), err)
			}
			from, err := e.Value("From")
			if n := from.Count().Int64(); err != nil || !from.Contains(i) || n != int64(min(1+i, 2)) {
				t.Errorf("%d leads to 0: %d are from there, %v", i, n, err)
			}
		}
	}
}

// TestFailureBetween checks that what a limit ends between two evaluations is not taken
// for a value, and that it ends the next one only.
func TestFailureBetween(t *testing.T) {
	e := evaluator(t, chain(4), Options{})
	defineChain(t, e, 4)
	e.Manager().Var(bdd.Var(e.Manager().NumVars()))
	if _, err := e.Value("Reach"); !errors.Is(err, bdd.ErrVar) {
		t.Errorf("the error is %v", err)
	}
	if r, err := e.Value("Reach"); err != nil || r.Count().Int64() != 4 {
		t.Errorf("after that: %v", err)
	}
}

// TestRounds checks how many rounds evaluations take and what an observer sees.
func TestRounds(t *testing.T) {
	for _, s := range []Strategy{Together, SemiNaive, Definition} {
		var rounds []Round
		e := evaluator(t, chain(10), Options{Strategy: s, Observe: func(r Round) { rounds = append(rounds, r) }})
		defineChain(t, e, 10)
		if _, err := e.Value("Reach"); err != nil {
			t.Fatal(err)
		}
		if n := len(rounds); n < 10 || n > 11 || rounds[0].Number != 1 || rounds[0].Predicate != "Reach" || rounds[0].Nodes == 0 {
			t.Errorf("strategy %d: rounds %+v", s, rounds)
		}
		var b strings.Builder
		if err := e.Explain(&b); err != nil || !strings.Contains(b.String(), "Reach    mu            1") {
			t.Errorf("strategy %d: %v\n%s", s, err, b.String())
		}
	}
}

// TestNested checks that a stratum is solved at once unless the definition is
// followed: a chain of mutually recursive predicates is quadratic then.
func TestNested(t *testing.T) {
	const text = `enum N { 0..63 };
		bool Next(N a, N b);
		mu bool Even(N a) a = 0 | exists N b. Odd(b) & Next(b, a);
		mu bool Odd(N a) exists N b. Even(b) & Next(b, a);`
	rounds := map[Strategy]int{}
	for _, s := range []Strategy{Together, SemiNaive, Definition} {
		e := evaluator(t, text, Options{Strategy: s})
		defineChain(t, e, 64)
		even, err := e.Value("Even")
		if err != nil {
			t.Fatal(err)
		}
		for i := range 64 {
			if even.Contains(i) != (i%2 == 0) {
				t.Fatalf("strategy %d: Even(%d) is %v", s, i, even.Contains(i))
			}
		}
		for _, p := range e.Profiles() {
			rounds[s] += p.Rounds
		}
	}
	if rounds[Together] > 200 || rounds[SemiNaive] > 200 {
		t.Errorf("rounds: %v", rounds)
	}
}

// TestLimits checks that limits are errors, and that the evaluator works afterwards.
func TestLimits(t *testing.T) {
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	for name, c := range map[string]struct {
		options Options
		want    error
	}{
		"rounds":     {Options{MaxRounds: 5}, ErrRounds},
		"definition": {Options{MaxRounds: 5, Strategy: Definition}, ErrRounds},
		"nodes":      {Options{Limits: bdd.Options{MaxNodes: 300}}, bdd.ErrNodes},
		"memory":     {Options{Limits: bdd.Options{MaxBytes: 1}}, bdd.ErrMemory},
		"cancel":     {Options{Limits: bdd.Options{Context: canceled}}, context.Canceled},
	} {
		e := evaluator(t, chain(1000), c.options)
		defineChain(t, e, 1000)
		if _, err := e.Value("Reach"); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
		if err := e.Run(&strings.Builder{}); !errors.Is(err, c.want) || !strings.HasPrefix(err.Error(), "test.mu:4:3: ") {
			t.Errorf("%s: %v, want the place too", name, err)
		}
	}
	e := evaluator(t, chain(1000), Options{})
	defineChain(t, e, 1000)
	e.Manager().SetOptions(bdd.Options{MaxNodes: 300})
	if _, err := e.Value("Reach"); !errors.Is(err, bdd.ErrNodes) {
		t.Error(err)
	}
	e.Manager().SetOptions(bdd.Options{})
	r, err := e.Value("Reach")
	if err != nil || r.Count().Int64() != 1000 {
		t.Errorf("after the limit is gone: %v, %v", r, err)
	}
}

func TestErrorsOfUse(t *testing.T) {
	e := evaluator(t, chain(4), Options{})
	if _, err := e.Value("Reach"); !errors.Is(err, ErrUndefined) || !strings.Contains(err.Error(), "Next") {
		t.Error(err)
	}
	if _, err := e.Value("Rich"); err == nil {
		t.Error("a predicate that is not there has a value")
	}
	if e.DefineTuples("Reach") == nil || e.DefineTuples("Next", []int{0, 4}) == nil || e.DefineTuples("Next", []int{0}) == nil || e.DefineTuples("Nix") == nil {
		t.Error("a wrong definition is accepted")
	}
}

// TestDivergence checks that what has no fixpoint is found out, unless the rule that
// true ends a least fixpoint comes first.
func TestDivergence(t *testing.T) {
	e := evaluator(t, `enum N { 0..7 }; mu bool P(N x) x = 1 & !P(x); mu bool Q(N x) !Q(x);`, Options{})
	_, err := e.Value("P")
	var d *DivergenceError
	if !errors.As(err, &d) || d.Cycle != 2 || d.Predicate != "P" {
		t.Errorf("%v", err)
	}
	if q, err := e.Value("Q"); err != nil || q.Count().Int64() != 8 {
		t.Errorf("%v", err)
	}
}

// TestCare checks that assume and cofactor agree with their operand where they must.
func TestCare(t *testing.T) {
	e := evaluator(t, `
		enum N { 0..15 };
		bool F(N x, N y) x = 3 | y = x;
		bool C(N x, N y) x != y & y != 7;
		bool A(N x, N y) F(x, y) assume C(x, y);
		bool B(N x, N y) F(x, y) cofactor C(x, y);
		forall N x, N y. C(x, y) -> (A(x, y) <-> F(x, y)) & (B(x, y) <-> F(x, y));`, Options{})
	var out strings.Builder
	if err := e.Run(&out); err != nil || out.String() != "true\n" {
		t.Errorf("%v %q", err, out.String())
	}
	a, _ := e.Value("A")
	size := a.Size()
	if f, _ := e.Value("F"); size >= f.Size() {
		t.Errorf("assume has not made anything simpler: %d and %d nodes", size, f.Size())
	}
}

// TestOrder checks that hints are followed, and what is done without.
func TestOrder(t *testing.T) {
	const text = "enum N { 0..3 }; mu bool P(N x, bool b, N y) %s exists N z, N w. P(z, b, w) & Q(w, z) | b; bool Q(N x, N y);"
	for _, c := range []struct{ hints, want string }{
		{"", "x0 y0 x1 y1 b0"},
		{"x ~+ y", "x0 y0 x1 y1 b0"},
		{"x < y", "x0 x1 b0 y0 y1"},
		{"y < x, y < b", "y0 y1 x0 x1 b0"},
		{"x > y, x < b", "y0 y1 x0 x1 b0"},
		{"b < x", "b0 x0 y0 x1 y1"},
		{"x ~- y", "x0 y1 x1 y0 b0"},
	} {
		e := evaluator(t, fmt.Sprintf(text, c.hints), Options{})
		p := e.sys.byName["P"]
		at := map[bdd.Var]string{}
		var all []bdd.Var
		for _, v := range p.params {
			for i, b := range e.bits[v.id] {
				at[b] = fmt.Sprint(v.name, i)
				all = append(all, b)
			}
		}
		slices.Sort(all)
		var names []string
		for _, v := range all {
			names = append(names, at[v])
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%q: got %s, want %s", c.hints, got, c.want)
		}
	}
	f, err := syntax.Parse("t.mu", []byte("bool P(bool x, bool y) x < y,\n y < x true;"))
	if err != nil {
		t.Fatal(err)
	}
	sys, err := Compile(f)
	if err != nil || len(sys.Warnings()) != 1 || sys.Warnings()[0].Pos.Line != 2 {
		t.Errorf("%v %v", err, sys.Warnings())
	}
}
