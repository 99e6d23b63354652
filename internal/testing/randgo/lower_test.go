// This file tests the way from skeletons to findings against the judge.

package randgo

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang/lower"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A survey of the Boolean program of a random skeleton finds what the judge finds.
func TestLowerFindsWhatTheJudgeFinds(t *testing.T) {
	compared := 0
	programs := campaign.Size(t, 50, 10_000)
	for seed := range uint64(programs) {
		src := rand.New(rand.NewPCG(seed, 25))
		p := Skeleton(src)
		if seed%3 == 0 {
			Timers(src, p)
		}
		if compare(t, seed, p) {
			compared++
		}
	}
	t.Logf("%d of %d skeletons compared", compared, programs)
	if compared*10 < programs*6 {
		t.Errorf("%d of %d skeletons compared", compared, programs)
	}
}

// What random skeletons have shown.
func TestLowerFindsWhatTheJudgeFindsIn(t *testing.T) {
	for _, text := range []string{
		// A panic is a step of its own, since others may fail before it.
		`chan c
go 1; close c; panic
send c`,
		// An argument of a go statement is read when it is executed.
		`chan c 1, chan d, var v a b
go 1; send c; go 2 ok = v
recv c; set v = b
if ok = true -> x y; x: recv d; y: end`,
	} {
		if !compare(t, 0, Parse(t, text)) {
			t.Errorf("not compared:\n%s", text)
		}
	}
}

// compare reports what differs, and whether the two could be compared.
func compare(t *testing.T, seed uint64, p *skeleton.Program) bool {
	t.Helper()
	threads := 3 + int(seed)%3
	judged, err := Explore(p, Limits{Goroutines: threads, Configurations: 20_000})
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	if !judged.Complete {
		return false
	}
	// Several go statements may be one step with what stands before them. At the limit a survey then
	// finds less.
	least := judged
	if judged.Cut {
		least = &Result{}
	}
	var print bytes.Buffer
	skeleton.Fprint(&print, p)
	for _, races := range []bool{false, true} {
		got, exact := survey(t, p, threads, races)
		if !exact {
			return false
		}
		missing, wrong := minus(least.places(races), got.places(races)), minus(got.places(races), judged.places(races))
		if judged.Cut && len(wrong) > 0 { // the goroutine that starts the last one may end in the same step
			wider, err := Explore(p, Limits{Goroutines: threads + 1, Configurations: 100_000})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			wrong = minus(wrong, wider.places(races))
		}
		if len(missing)+len(wrong) > 0 {
			t.Errorf("seed %d, races %t: missing %v, wrong %v\n%s", seed, races, missing, wrong, &print)
			return true
		}
	}
	return true
}

// places returns the findings that a survey reports, with races or with leaks, by node.
func (r *Result) places(races bool) []string {
	var list []string
	for _, f := range r.Findings {
		if (f.Kind != "race" || races) && (f.Kind != "leak" || !races) {
			list = append(list, fmt.Sprint(f.Kind, f.Place, f.Case, f.Other))
		}
	}
	return list
}

func minus(a, b []string) (list []string) {
	for _, x := range a {
		if !slices.Contains(b, x) {
			list = append(list, x)
		}
	}
	return list
}

// survey returns what a survey of the skeleton's Boolean program finds, with races or with leaks:
// an access is a place of its own only if races are asked. Exact says that it has to find what the
// judge finds.
func survey(t *testing.T, p *skeleton.Program, threads int, races bool) (r *Result, exact bool) {
	t.Helper()
	code, err := lower.Lower(p, lower.Options{Leaks: !races, Races: races})
	if err != nil {
		t.Fatal(err)
	}
	m, err := systems.Read("random.bp", bytes.NewReader(code.Text))
	if err != nil {
		t.Fatalf("%v\n%s", err, code.Text)
	}
	o := systems.SurveyOptions{Threads: threads, Leaks: !races && len(code.Waits) > 0}
	for _, w := range code.Waits {
		o.Places = append(o.Places, w.Place+"#")
	}
	for _, pair := range code.Pairs {
		o.Pairs = append(o.Pairs, [2]string{pair.A, pair.B})
	}
	s, err := m.Survey(context.Background(), o)
	if err != nil {
		t.Fatalf("%v\n%s", err, code.Text)
	}
	if !s.Complete {
		t.Fatalf("%s %s", s.Reason, s.Detail)
	}
	places := map[*skeleton.Node]Place{}
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			places[n] = Place{Body: b.ID, Node: n.ID}
		}
	}
	r = &Result{Cut: s.Cut}
	for _, e := range s.Failures {
		at := code.Lines[e.Property.Pos.Line-1]
		k := slices.IndexFunc(code.Failures, func(f lower.Failure) bool { return f.Node == at.Node && (f.Case == at.Case || at.Case < 0) })
		if k < 0 {
			t.Fatalf("no failure at line %d: %s\n%s", e.Property.Pos.Line, e.Label, code.Text)
		}
		f := code.Failures[k]
		r.Findings = append(r.Findings, Finding{Kind: f.Kind, Place: places[f.Node], Case: f.Case})
	}
	for _, e := range s.Leaks {
		k := slices.IndexFunc(code.Waits, func(w lower.Wait) bool { return w.Place == e.Label })
		if k < 0 {
			t.Fatalf("no place %q\n%s", e.Label, code.Text)
		}
		r.Findings = append(r.Findings, Finding{Kind: "leak", Place: places[code.Waits[k].Node], Case: -1})
	}
	for _, e := range s.Pairs {
		first, other := places[code.Pairs[e.Pair].First], places[code.Pairs[e.Pair].Other]
		if other.compare(first) < 0 {
			first, other = other, first
		}
		r.Findings = append(r.Findings, Finding{Kind: "race", Place: first, Case: -1, Other: other})
	}
	return r, code.Exact && len(code.Cuts) == 0
}
