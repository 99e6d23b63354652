// This file tests what is read of a judge.

package judge_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
)

func TestClaim(t *testing.T) {
	f, err := parser.ParseFile("x.bp", []byte("void main() begin L: skip; M: L: assert(1); atomic { skip; N: skip; } end"))
	if err != nil {
		t.Fatal(err)
	}
	at := func(pcs map[int]bool) []int { return slices.Sorted(maps.Keys(pcs)) }
	for _, test := range []struct {
		asks, what string // with what is asked for
		atomic     string
		initial    string
		threads    int
		want       string // what is found, or what is wrong
	}{
		{proof.Assertions, "", proof.Big, "one", 0, "[] [] 1"},
		{proof.Assertions, "", proof.Small, "7", 0, "[] [] 7"},
		{proof.Assertions, "", proof.Small, "many", 3, fmt.Sprint("[] [] ", judge.Many)},
		{proof.Assertions, "", proof.Big, "07", 0, `initial is "07"`},
		{proof.Assertions, "", proof.Big, "0", 0, `initial is "0"`},
		{proof.Assertions, "", proof.Big, "1073741825", 0, `initial is "1073741825"`},
		{proof.Assertions, "", proof.Big, "4", 3, "4 threads begin, more than the bound 3"},
		{proof.Assertions, "", "odd", "one", 0, `atomic is "odd", neither big nor small`},
		{proof.Label, "L", proof.Big, "one", 0, "[0 1] [] 1"},
		{proof.Label, "K", proof.Big, "one", 0, `the program has no label "K"`},
		{proof.Target, "some@M,some@L", proof.Big, "one", 0, "[] [[1] [0 1]] 1"},
		{proof.Target, "|0", proof.Big, "one", 0, "[] [] 1"},
		{proof.Target, "some@M,L", proof.Big, "one", 0, `"L" is no thread at a label, such as some@L`},
		{proof.Target, "some@K", proof.Big, "one", 0, `the program has no label "K"`},
		{proof.Target, "some@N", proof.Big, "one", 0, `label "N" is inside of an atomic section`},
	} {
		q := &proof.Question{Asks: test.asks, Atomic: test.atomic, Initial: test.initial, Threads: test.threads}
		if test.asks == proof.Label {
			q.Label = test.what
		} else {
			q.Target = test.what
		}
		p, err := judge.NewClaim(f, q)
		if err == nil {
			err = p.Begin(q)
		}
		got := fmt.Sprint(err)
		if err == nil {
			var meeting [][]int
			for _, pcs := range p.Meeting {
				meeting = append(meeting, at(pcs))
			}
			got = fmt.Sprint(at(p.Watch), meeting, " ", p.Copies)
			if p.Assertions != (test.asks == proof.Assertions) || p.Targeted != (test.asks == proof.Target) || p.Small != (test.atomic == proof.Small) {
				t.Errorf("%+v: %+v", q, p)
			}
		}
		if got != test.want && (err == nil || !strings.HasPrefix(got, test.want)) {
			t.Errorf("%+v: %s, want %s", q, got, test.want)
		}
	}
	p, err := judge.NewClaim(f, &proof.Question{Asks: proof.Assertions, Atomic: proof.Big})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := p.Op(1).(*parser.Assert); !ok || p.Fails(1) != "the assertion at x.bp:1:34 fails" {
		t.Errorf("%T, %s", p.Op(1), p.Fails(1))
	}
}

// TestIrrelevant checks which variables may be said to have no influence.
func TestIrrelevant(t *testing.T) {
	const src = `
decl a, b, c, d;
void main() begin
  decl l, m;
  a := b;
  b := l;
  l := *;
  c := d constrain ('c | m);
  start_thread f(a);
  if d then goto e; fi;
  e: skip;
end
void f(x) begin
  decl y;
  y := x;
end
`
	f, err := parser.ParseFile("f.bp", []byte(src))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ names, wrong string }{
		{"", ""},
		{"f.y", ""},
		{"f.x f.y", ""},
		{"f.x", "influence at f.bp:15"},
		{"a f.x f.y", ""},
		{"a b main.l f.x f.y", ""},
		{"a", "influence at f.bp:9"},
		{"b a", "influence at f.bp:9"},
		{"b", "influence at f.bp:5"},
		{"main.l", "influence at f.bp:6"},
		{"c", "influence at f.bp:8"},
		{"main.m", "influence at f.bp:8"},
		{"d", "influence at f.bp:8"},
		{"z", `no variable "z"`},
		{"g.x", `no variable "g.x"`},
		{"l", `no variable "l"`},
	} {
		p, err := judge.NewClaim(f, &proof.Question{Asks: proof.Assertions, Atomic: proof.Big})
		if err != nil {
			t.Fatal(err)
		}
		err = p.LeaveOut(strings.Fields(test.names))
		if got := fmt.Sprint(err); (err == nil) != (test.wrong == "") || !strings.Contains(got, test.wrong) {
			t.Errorf("%s: %s, want %q", test.names, got, test.wrong)
		}
	}
}
