// This file tests which targets are found, against procedure summaries.

package getafix_test

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/bebop"
	"github.com/ijit/ijit/systems/recursion/getafix"
)

// forward are the names of the formulas that walk forward.
var forward = []string{"ef", "ef-opt"}

func parse(t testing.TB, text string) *parser.Program {
	t.Helper()
	p, err := parser.Parse("program.bp", []byte(text), 0)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

func find(t testing.TB, name string) getafix.Formula {
	t.Helper()
	f, err := getafix.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func decide(t testing.TB, p *parser.Program, name string, q getafix.Question) *getafix.Answer {
	t.Helper()
	q.Formula = find(t, name)
	a, err := getafix.Decide(context.Background(), p, q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestFindings compares the answers for random programs with those of procedure
// summaries, target by target, for assertions and for labels.
func TestFindings(t *testing.T) {
	n := campaign.Size(t, 12, 2000)
	unsafe := 0
	for seed := range uint64(n) {
		r := rand.New(rand.NewPCG(seed, 17))
		text := randprog.Generate(r, randprog.Sequential())
		p := parse(t, text)
		places := labels(p)
		for _, label := range append([]string{""}, slices.Sorted(maps.Keys(places))...) {
			want, err := bebop.Check(context.Background(), p, bebop.Options{Targets: places[label], All: true})
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range forward {
				all := decide(t, p, name, getafix.Question{Label: label, All: true})
				if a, b := found(all.Findings), reached(want.Findings); !slices.Equal(a, b) || all.Verdict != want.Verdict || !all.Complete {
					t.Fatalf("seed %d: %s, label %q: %s %v, want %s %v\n%s", seed, name, label, all.Verdict, a, want.Verdict, b, text)
				}
				one := decide(t, p, name, getafix.Question{Label: label})
				if one.Verdict != want.Verdict {
					t.Fatalf("seed %d: %s, label %q: %s, want %s\n%s", seed, name, label, one.Verdict, want.Verdict, text)
				}
				if want.Verdict == algorithms.Unsafe {
					unsafe++
					if f := one.Findings[0]; f != all.Findings[0] {
						t.Fatalf("seed %d: %s, label %q: %+v first, or %+v\n%s", seed, name, label, f, all.Findings[0], text)
					}
				}
			}
		}
	}
	t.Logf("%d unsafe answers", unsafe)
	if unsafe < n {
		t.Errorf("%d unsafe answers are not enough to say anything", unsafe)
	}
}

// labels returns the places of the labels of a program.
func labels(p *parser.Program) map[string][]int {
	places := map[string][]int{}
	for _, n := range p.Nodes {
		if n.Stmt != nil && n.Stmt.PC == n.PC {
			for _, l := range n.Stmt.Labels {
				places[l.Name] = append(places[l.Name], n.PC)
			}
		}
	}
	return places
}

func found(list []getafix.Finding) []int {
	var pcs []int
	for _, f := range list {
		pcs = append(pcs, f.PC)
	}
	slices.Sort(pcs)
	return pcs
}

func reached(list []bebop.Finding) []int {
	var pcs []int
	for _, f := range list {
		pcs = append(pcs, f.PC)
	}
	slices.Sort(pcs)
	return pcs
}
