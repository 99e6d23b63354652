// This file defines the tests of mutations and of the shrinker.

package randprog

import (
	"context"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
)

func depths(r judge.Result) []int { return slices.Sorted(maps.Values(r.Properties)) }

// checkMutation checks that a change has the stated effect.
func checkMutation(t interface {
	Helper()
	Fatalf(string, ...any)
}, m Mutation, text string, src Source, mode judge.Mode, copies, bound int) {
	t.Helper()
	changed, err := m.Apply(text, src)
	if err != nil {
		t.Fatalf("%s: %v\n%s", m.Name, err, text)
	}
	const limit = 5_000
	before := explore(t, text, mode, copies, bound, limit)
	if !before.Complete {
		return // too large to say anything
	}
	after := explore(t, changed, mode, copies, bound, 50*limit)
	if before.Error != after.Error || !after.Complete ||
		m.SameStates && (before.States != after.States || !slices.Equal(depths(before), depths(after))) {
		t.Fatalf("%s changes %+v to %+v\n%s\n%s", m.Name, before, after, text, changed)
	}
}

func TestMutationsHaveTheirEffect(t *testing.T) {
	for i, m := range Mutations() {
		if !campaign.Due(t, i%3, 3) {
			continue
		}
		t.Run(m.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				cfg := []Config{Default(), Calls(), Sequential(), Concurrent()}[rapid.IntRange(0, 3).Draw(t, "config")]
				text := Programs(cfg).Draw(t, "program")
				mode := judge.Mode(rapid.IntRange(0, 1).Draw(t, "mode"))
				copies := rapid.IntRange(1, 2).Draw(t, "copies")
				checkMutation(t, m, text, Rapid(t), mode, copies, copies+1)
			})
		})
	}
}

// Some change does change the text: the tests above are not about nothing.
func TestMutationsChangeSomething(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, m := range Mutations() {
		changed := 0
		for range 50 {
			text := Generate(rng, Default())
			got, err := m.Apply(text, rng)
			if err != nil {
				t.Fatal(err)
			}
			if got != Print(parse(t, text)) {
				changed++
			}
		}
		if m.Name == "reprint" {
			continue // it is the identity on what Print has written
		}
		if changed < 5 {
			t.Errorf("%s changed %d of 50 programs", m.Name, changed)
		}
	}
}

func TestMutationsOfRealPrograms(t *testing.T) {
	const suite = "../../../../shared/suites/satabs"
	files, err := filepath.Glob(filepath.Join(suite, "*", "*.1.bp"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skipf("the suite of real programs is not at %s", suite)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range Mutations() {
			checkMutation(t, m, string(text), rng, judge.Big, 1, 2)
		}
	}
}

func TestMutationsTwice(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		text := Generate(rng, Default())
		for _, m := range slices.Concat(Mutations(), Mutations()) {
			changed, err := m.Apply(text, rng)
			if err != nil {
				t.Fatalf("%s: %v\n%s", m.Name, err, text)
			}
			text = changed
		}
		parse(t, text)
	}
}

func TestMutationOfNoProgram(t *testing.T) {
	for _, m := range Mutations() {
		if _, err := m.Apply("void main( begin", zeros{}); err == nil {
			t.Errorf("%s accepts what is no program", m.Name)
		}
	}
}

func TestShrink(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	errs := func(text string) bool { return explore(t, text, judge.Big, 1, 2, 2_000).Error }
	shrunk := 0
	for range 40 {
		text := Generate(rng, Default())
		if !errs(text) {
			continue
		}
		shrunk++
		got := strings.Join(strings.Fields(Shrink(text, errs)), " ")
		// No program that errs is smaller than these: each edit of them ends the
		// failure.
		if got != "void main() begin assert(0); end" &&
			got != "void main() begin start_thread f0(); end void f0() begin assert(0); end" &&
			got != "void f0() begin assert(0); end void main() begin start_thread f0(); end" {
			t.Errorf("stopped at\n%s\nfrom\n%s", got, text)
		}
	}
	if shrunk == 0 {
		t.Error("no program erred")
	}
}

// What does not matter about calls goes: return values, parameters, the calls.
func TestShrinkCalls(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	errs := func(text string) bool { return explore(t, text, judge.Big, 1, 1, 2_000).Error }
	callee := regexp.MustCompile(`f[0-2]\(\)`)
	shrunk := 0
	for range 40 {
		text := Generate(rng, Sequential())
		if !errs(text) {
			continue
		}
		shrunk++
		got := strings.Join(strings.Fields(callee.ReplaceAllString(Shrink(text, errs), "f()")), " ")
		if got != "void main() begin assert(0); end" &&
			got != "void main() begin f(); end void f() begin assert(0); end" &&
			got != "void f() begin assert(0); end void main() begin f(); end" {
			t.Errorf("stopped at\n%s\nfrom\n%s", got, text)
		}
	}
	if shrunk == 0 {
		t.Error("no program erred")
	}
}

// A failure that needs recursion keeps it.
func TestShrinkKeepsRecursion(t *testing.T) {
	const text = `decl x := 0; bool<2> f(p, q) begin decl r; r := q;
	  if p then q, _ := f(0, r); return q, *; fi;
	  x := 1; return x, r; end
	void main() begin decl a, b; a, b := f(1, 1); assert(!a | b & !x); end`
	deep := func(text string) bool {
		j, err := judge.New(parse(t, text), judge.Big)
		if err != nil {
			t.Fatal(err)
		}
		at := func(depth int) bool { return j.WithDepth(depth).Explore(context.Background(), 1, 1, 5_000).Error }
		return !at(2) && at(3)
	}
	if !deep(text) {
		t.Fatal("the program does not do what it shall")
	}
	got := Shrink(text, deep)
	if !deep(got) || len(got) > 150 {
		t.Errorf("got\n%s", got)
	}
}

// A failure that needs two threads keeps what makes the second one.
func TestShrinkKeepsWhatIsNeeded(t *testing.T) {
	const text = `decl x := 0, y := 0; void main() begin
	  y := !x & *;
	  start_thread goto l;
	  if y then x := 0; fi;
	  atomic_begin; x := 1 | y; atomic_end;
	  goto e;
	  l: assert(!x | (y & !y));
	  e: skip;
	end`
	needsTwo := func(text string) bool {
		return !explore(t, text, judge.Big, 1, 1, 2_000).Error && explore(t, text, judge.Big, 1, 2, 2_000).Error
	}
	got := Shrink(text, needsTwo)
	if !needsTwo(got) || len(got) > 120 || !strings.Contains(got, "start_thread goto") {
		t.Errorf("got\n%s", got)
	}
}
