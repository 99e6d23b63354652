// This file tests small programs of which each needs some condition of this package: without it the answer is another one.

package lower

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randgo"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A small is a program with what is found in it: by a survey with three goroutines, and for any number of them.
type small struct {
	why     string // it is here
	program string
	few     string // empty where there are too many configurations
	any     string
}

// place names a node.
func place(p *skeleton.Program, n *skeleton.Node) string {
	for _, b := range p.Bodies {
		if k := slices.Index(b.Nodes, n); k >= 0 {
			return fmt.Sprintf("%d:%d", b.ID, k)
		}
	}
	return "?"
}

// few returns what a survey finds with three goroutines.
func few(t *testing.T, p *skeleton.Program) string {
	var list []string
	for _, o := range []Options{{Leaks: true}, {Races: true}} {
		l, m := model(t, p, o)
		s := systems.SurveyOptions{Threads: 3, Leaks: o.Leaks && len(l.Waits) > 0}
		for _, w := range l.Waits {
			s.Places = append(s.Places, w.Place+"#")
		}
		for _, pair := range l.Pairs {
			s.Pairs = append(s.Pairs, [2]string{pair.A, pair.B})
		}
		r, err := m.Survey(context.Background(), s)
		if err != nil {
			t.Fatalf("%v\n%s", err, l.Text)
		}
		if !r.Complete {
			t.Fatalf("not complete: %s %s", r.Reason, r.Detail)
		}
		for _, x := range r.Failures {
			at := l.Lines[x.Property.Pos.Line-1]
			k := slices.IndexFunc(l.Failures, func(f Failure) bool { return f.Node == at.Node && (f.Case == at.Case || at.Case < 0) })
			list = append(list, l.Failures[k].Kind+" "+place(p, at.Node))
		}
		for _, x := range r.Leaks {
			k := slices.IndexFunc(l.Waits, func(w Wait) bool { return w.Place == x.Label })
			list = append(list, "leak "+place(p, l.Waits[k].Node))
		}
		for _, x := range r.Pairs {
			a, b := place(p, l.Pairs[x.Pair].First), place(p, l.Pairs[x.Pair].Other)
			list = append(list, "race "+min(a, b)+" "+max(a, b))
		}
		if o.Leaks && !l.Exact {
			list = append(list, "inexact")
		}
		if o.Leaks && len(l.Cuts) > 0 {
			list = append(list, "cut")
		}
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), ", ")
}

// anyNumber returns what is not proved for any number of goroutines.
func anyNumber(t *testing.T, p *skeleton.Program) string {
	var list []string
	options := []Options{{AnyNumber: true, Leaks: true}}
	for _, c := range p.Cells {
		options = append(options, Options{AnyNumber: true, Cell: c})
	}
	for _, o := range options {
		l, m := model(t, p, o)
		if len(l.Failures) == 0 {
			continue
		}
		r, err := m.Check(context.Background(), systems.Options{Algorithm: "bws", All: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range r.Properties {
			if x.Verdict == systems.Safe {
				continue
			}
			for _, f := range l.Failures {
				if pcs, _ := m.Program.Labelled(f.Label); slices.Contains(pcs, x.PC) {
					s := f.Kind + " " + place(p, f.Node)
					if strings.Contains(f.Message, "in a cycle") {
						s = "cycle " + place(p, f.Node)
					}
					if x.Verdict != systems.Unsafe {
						s += "?"
					}
					list = append(list, s)
				}
			}
		}
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), ", ")
}

// inQuestion drops the findings that nobody asks about: where a service waits, and where a goroutine that does not poll goes round.
func inQuestion(p *skeleton.Program, list []randgo.Finding) []randgo.Finding {
	return slices.DeleteFunc(slices.Clone(list), func(f randgo.Finding) bool {
		b := p.Bodies[f.Body]
		return f.Kind == "leak" && (b.Service || f.Polls && !b.Nodes[f.Node].Polls)
	})
}

// found returns what the judge finds with three goroutines.
func found(findings []randgo.Finding) string {
	var list []string
	for _, g := range findings {
		s := fmt.Sprintf("%s %d:%d", g.Kind, g.Body, g.Node)
		if g.Kind == "race" {
			s += fmt.Sprintf(" %d:%d", g.Other.Body, g.Other.Node)
		}
		list = append(list, s)
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), ", ")
}

// The answers about small programs are those that are written down. They agree with the judge: a survey finds the same, and for
// any number nothing is proved that is found with three goroutines. A third of the programs has its turn each day.
func TestConditions(t *testing.T) {
	for i, x := range slices.Concat(smalls(), gates()) {
		if !campaign.Due(t, i%12, 12) {
			continue
		}
		t.Run(x.why, func(t *testing.T) {
			p := randgo.Parse(t, x.program)
			judged, err := randgo.Explore(p, randgo.Limits{Goroutines: 3, Configurations: 3000})
			if err != nil {
				t.Fatal(err)
			}
			findings := inQuestion(p, judged.Findings)
			leaks := slices.ContainsFunc(findings, func(f randgo.Finding) bool { return f.Kind == "leak" })
			var got small
			if judged.Complete {
				got.few = few(t, p)
				if want := found(findings); got.few != want && !judged.Cut && !strings.Contains(got.few, "cut") && !strings.Contains(got.few, "inexact") {
					t.Errorf("few %q, but the judge finds %q", got.few, want)
				}
			}
			got.any = anyNumber(t, p)
			if judged.Stuck && leaks && !strings.Contains(got.any, "leak") && !strings.Contains(got.any, "cycle") {
				t.Errorf("any %q, but all can be blocked", got.any)
			}
			for _, f := range findings {
				at := fmt.Sprintf("%s %d:%d", f.Kind, f.Body, f.Node)
				if f.Kind == "lock" { // of many readers that one fails who holds nothing, not the one that finds too few
					at = f.Kind
				}
				if f.Kind != "leak" && !strings.Contains(got.any, at) {
					t.Errorf("any %q, but the judge finds %s", got.any, at)
				}
			}
			if got.few != x.few || got.any != x.any {
				t.Errorf("few %q, any %q; want %q and %q", got.few, got.any, x.few, x.any)
			}
		})
	}
}

// TestNotKnown checks what is said where a capacity or the argument of an Add is not known. The judge does not say it.
func TestNotKnown(t *testing.T) {
	for _, x := range []small{
		{"a closed channel", "chan c ?\ngo 1; recv c => ok; if ok = true -> x y; x: end; y: panic\nclose c", "inexact, panic 0:4", "panic 0:4"},
		{"a channel that is never closed", "chan c ?\ngo 1; recv c => ok; if ok = true -> x y; x: end; y: panic\nsend c", "inexact", "leak 0:1, leak 1:0"},
		{"a send", "chan c ?\nsend c; close c; send c", "close 0:2, inexact", "leak 0:0"},
		{"who looks again and again until it is closed", "chan q ?, chan c\ngo 1; close q; recv c\nx: select recv q default -> y x; y: send c", "inexact", ""},
		{"an Add", "waitgroup wg\nadd wg ?; go 1; wait wg; panic\nadd wg -1", "cut, inexact, leak 0:2, panic 0:3, waitgroup 1:0", "leak 0:2, panic 0:3, waitgroup 1:0"},
		{"two Adds", "waitgroup wg\nadd wg 1; add wg ?; add wg -1; add wg -1; add wg -1; wait wg", "cut, inexact, leak 0:5, waitgroup 0:2, waitgroup 0:3, waitgroup 0:4", "leak 0:5, waitgroup 0:2, waitgroup 0:3, waitgroup 0:4"},
		{"an Add beside Wait", "waitgroup wg\ngo 1; wait wg\nadd wg ?", "cut, inexact, leak 0:1, waitgroup 1:0", "leak 0:1, waitgroup 1:0"},
	} {
		p := randgo.Parse(t, x.program)
		if few, any := few(t, p), anyNumber(t, p); few != x.few || any != x.any {
			t.Errorf("%s: few %q, any %q; want %q and %q", x.why, few, any, x.few, x.any)
		}
	}
}

// TestGiven checks which values a variable may get by an assignment, where it may have the first one only.
func TestGiven(t *testing.T) {
	v, w := &skeleton.Var{Name: "v", Values: []string{"a", "b", "c"}}, &skeleton.Var{Name: "w", Values: []string{"a", "b", "c"}}
	for _, x := range []struct {
		value skeleton.Value
		want  string
	}{
		{skeleton.Const(1), "[false true false]"},
		{skeleton.Copy{Var: v}, "[true false false]"},
		{skeleton.Copy{Var: w}, "[true true true]"},
		{skeleton.Copy{Var: v, Map: []int{2, 1, 1}}, "[false false true]"},
		{skeleton.Copy{Var: w, Map: []int{2, 1, 1}}, "[false true true]"},
		{skeleton.If{Cond: skeleton.Either{}, Then: skeleton.Const(2), Else: skeleton.Copy{Var: v}}, "[true false true]"},
		{skeleton.Any{}, "[true true true]"},
	} {
		next := make([]bool, len(v.Values))
		if given(next, x.value, v, []bool{true, false, false}); fmt.Sprint(next) != x.want {
			t.Errorf("%v gives %v, want %s", x.value, next, x.want)
		}
	}
}
