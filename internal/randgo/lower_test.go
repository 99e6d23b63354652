// This file tests the way from skeletons to findings against the judge.

package randgo

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/campaign"
	"github.com/ijit/ijit/parser/golang/lower"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

// A survey of the Boolean program of a random skeleton finds what the judge finds.
func TestLowerFindsWhatTheJudgeFinds(t *testing.T) {
	compared := 0
	programs := campaign.Size(t, 50, 10_000)
	for seed := range uint64(programs) {
		p := Skeleton(rand.New(rand.NewPCG(seed, 25)))
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
	} {
		if !compare(t, 0, parse(t, text)) {
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
	// Leaks and races are asked apart: an access is a place only if races are asked.
	for _, races := range []bool{false, true} {
		code, err := lower.Lower(p, lower.Options{Leaks: !races, Races: races})
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, &print)
		}
		if !code.Exact || len(code.Cuts) > 0 {
			return false
		}
		got := findings(t, seed, p, code, threads, races)
		if missing, wrong := minus(least.texts(races), got), minus(got, judged.texts(races)); len(missing)+len(wrong) > 0 {
			t.Errorf("seed %d, races %t: missing %v, wrong %v\n%s", seed, races, missing, wrong, &print)
			return true
		}
	}
	return true
}

// texts returns the findings that a survey reports, with races or with leaks.
func (r *Result) texts(races bool) []string {
	var list []string
	for _, f := range r.Findings {
		if (f.Kind != "race" || races) && (f.Kind != "leak" || !races) {
			list = append(list, text(f.Kind, f.Body, f.Node, f.Case, f.Other))
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

func text(kind string, body, node, number int, other Place) string {
	s := fmt.Sprintf("%s %d:%d", kind, body, node)
	if number >= 0 {
		s += fmt.Sprintf(".%d", number)
	}
	if kind == "race" {
		s += fmt.Sprintf(" %d:%d", other.Body, other.Node)
	}
	return s
}

// findings returns what a survey finds.
func findings(t *testing.T, seed uint64, p *skeleton.Program, code *lower.Program, threads int, races bool) []string {
	t.Helper()
	m, err := ijit.Read("random.bp", bytes.NewReader(code.Text))
	if err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, code.Text)
	}
	o := ijit.SurveyOptions{Threads: threads, Leaks: !races}
	for _, w := range code.Waits {
		o.Places = append(o.Places, w.Place+"#")
	}
	for _, pair := range code.Pairs {
		o.Pairs = append(o.Pairs, [2]string{pair.A, pair.B})
	}
	if o.Leaks && len(o.Places) == 0 {
		o.Leaks = false
	}
	s, err := m.Survey(context.Background(), o)
	if err != nil {
		t.Fatalf("seed %d: %v\n%s", seed, err, code.Text)
	}
	if !s.Complete {
		t.Fatalf("seed %d: %s %s", seed, s.Reason, s.Detail)
	}
	places := map[*skeleton.Node]Place{}
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			places[n] = Place{Body: b.ID, Node: n.ID}
		}
	}
	var list []string
	for _, e := range s.Failures {
		at := code.Lines[e.Property.Pos.Line-1]
		k := slices.IndexFunc(code.Failures, func(f lower.Failure) bool { return f.Node == at.Node && (f.Case == at.Case || at.Case < 0) })
		if k < 0 {
			t.Fatalf("seed %d: no failure at line %d: %s\n%s", seed, e.Property.Pos.Line, e.Label, code.Text)
		}
		f := code.Failures[k]
		list = append(list, text(f.Kind, f.Body.ID, f.Node.ID, f.Case, Place{}))
	}
	for _, e := range s.Leaks {
		k := slices.IndexFunc(code.Waits, func(w lower.Wait) bool { return w.Place == e.Label })
		if k < 0 {
			t.Fatalf("seed %d: no place %q\n%s", seed, e.Label, code.Text)
		}
		list = append(list, text("leak", code.Waits[k].Body.ID, code.Waits[k].Node.ID, -1, Place{}))
	}
	for _, e := range s.Pairs {
		first, other := places[code.Pairs[e.Pair].First], places[code.Pairs[e.Pair].Other]
		if other.Body < first.Body || other.Body == first.Body && other.Node < first.Node {
			first, other = other, first
		}
		list = append(list, text("race", first.Body, first.Node, -1, other))
	}
	return list
}
