// This file tests answers: many procedures, several targets, limits.

package getafix_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/recursion/calculus"
	"github.com/ijit/ijit/systems/recursion/getafix"
)

// numbers has n procedures, each of which sets ten globals to its own number. Behind
// calls of all of them, label IS_k is reached where they are k.
func numbers(n int, ks ...int) string {
	var names, labels []string
	for i := range 10 {
		names = append(names, fmt.Sprintf("b%d", i))
	}
	bits := func(k int, zero, one, between string) string {
		var parts []string
		for i, name := range names {
			parts = append(parts, strings.ReplaceAll([]string{zero, one}[k>>i&1], "b", name))
		}
		return strings.Join(parts, between)
	}
	var calls, checks, procs strings.Builder
	for i := range n {
		labels = append(labels, fmt.Sprintf("call%d", i))
		fmt.Fprintf(&calls, "  call%d: f%d(); goto check;\n", i, i)
		fmt.Fprintf(&procs, "void f%d() begin %s := %s; end\n", i, strings.Join(names, ", "), bits(i, "0", "1", ", "))
	}
	for _, k := range ks {
		fmt.Fprintf(&checks, "  if %s then IS_%d: skip; fi\n", bits(k, "!b", "b", " & "), k)
	}
	return fmt.Sprintf("decl %s;\nvoid main() begin\n  goto %s;\n%s  check: skip;\n%send\n%s",
		strings.Join(names, ", "), strings.Join(labels, ", "), &calls, &checks, &procs)
}

// TestModules checks programs with more procedures than a byte can number.
func TestModules(t *testing.T) {
	sizes := []int{300, 1000}
	sizes = sizes[:min(len(sizes), campaign.Size(t, 1, 2))]
	for _, n := range sizes {
		ks := []int{256, n - 1, n}
		p := parse(t, numbers(n, ks...))
		for _, k := range ks {
			label := fmt.Sprintf("IS_%d", k)
			for _, name := range forward {
				a := decide(t, p, name, getafix.Question{Label: label})
				if (a.Verdict == algorithms.Unsafe) != (k < n) {
					t.Errorf("%d procedures: %s says that %s is %s", n, name, label, a.Verdict)
				}
			}
		}
		simple, err := getafix.Find("simple")
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range ks[1:] {
			reached, _, err := getafix.Check(p, fmt.Sprintf("IS_%d", k), simple, calculus.Options{})
			if err != nil || reached != (k < n) {
				t.Errorf("%d procedures: simple: IS_%d reached: %v, %v", n, k, reached, err)
			}
		}
	}
}

// TestTargets checks that every target has its own answer, and the order of findings.
func TestTargets(t *testing.T) {
	p := parse(t, `decl g, h := 0;
void main() begin
  assert(g);
  f(0);
  assert(h);
  assert(g);
  f(1);
end
void f(x) begin
  assert(!h);
  g := x;
  if !x then f(1); h := *; fi
end
`)
	for _, name := range forward {
		a := decide(t, p, name, getafix.Question{All: true})
		var lines []int
		for _, f := range a.Findings {
			lines = append(lines, p.Nodes[f.PC].Pos.Line)
		}
		if a.Verdict != algorithms.Unsafe || !a.Complete || !slices.Equal(lines, []int{3, 5, 10}) {
			t.Errorf("%s: %s, complete %v, at lines %v", name, a.Verdict, a.Complete, lines)
		}
	}
}

// TestDecideLimits checks that limits are answers, whatever they leave room for, and
// that they are no wrong ones.
func TestDecideLimits(t *testing.T) {
	p := parse(t, family.RecursiveCounter(10, false))
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	late, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	f, err := getafix.Find("ef")
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		ctx    context.Context
		q      getafix.Question
		reason algorithms.Reason
	}{
		"canceled": {canceled, getafix.Question{}, algorithms.Interrupted},
		"late":     {late, getafix.Question{}, algorithms.Timeout},
		"nodes":    {context.Background(), getafix.Question{MaxNodes: 500}, algorithms.Memory},
		"bytes":    {context.Background(), getafix.Question{MaxBytes: 40 << 10}, algorithms.Memory},
	} {
		test.q.Formula, test.q.Label = f, "REACH"
		a, err := getafix.Decide(test.ctx, p, test.q)
		if err != nil {
			t.Fatal(err)
		}
		if a.Verdict != algorithms.Unknown || a.Reason != test.reason || a.Detail == "" || a.Complete {
			t.Errorf("%s: %s (%s: %s)", name, a.Verdict, a.Reason, a.Detail)
		}
	}
	safe := parse(t, strings.Replace(family.RecursiveCounter(6, false), "REACH: skip;", "if !b0 then REACH: skip; fi", 1))
	unsafe := parse(t, family.RecursiveCounter(6, false))
	got := map[algorithms.Verdict]int{}
	for nodes := 1; nodes < 20_000; nodes += 1 + nodes/8 {
		q := getafix.Question{Formula: f, Label: "REACH", MaxNodes: nodes}
		a, err := getafix.Decide(context.Background(), unsafe, q)
		if err != nil {
			t.Fatal(err)
		}
		got[a.Verdict]++
		if a.Verdict == algorithms.Safe {
			t.Errorf("%d nodes: %s (%s: %s)", nodes, a.Verdict, a.Reason, a.Detail)
		}
		if a, err = getafix.Decide(context.Background(), safe, q); err != nil || a.Verdict == algorithms.Unsafe {
			t.Errorf("%d nodes: %v, %v", nodes, a, err)
		}
	}
	if got[algorithms.Unknown] == 0 || got[algorithms.Unsafe] == 0 {
		t.Errorf("the limits are not those of interest: %v", got)
	}
}

// TestDecideErrors checks what is no question.
func TestDecideErrors(t *testing.T) {
	simple, err := getafix.Find("simple")
	if err != nil {
		t.Fatal(err)
	}
	ef, err := getafix.Find("ef")
	if err != nil {
		t.Fatal(err)
	}
	p := parse(t, "void main() begin start_thread f(); end\nvoid f() begin assert(0); end")
	if _, err := getafix.Decide(context.Background(), p, getafix.Question{Formula: simple}); err == nil {
		t.Error("simple does not walk forward")
	}
	if _, err := getafix.Decide(context.Background(), p, getafix.Question{Formula: ef}); !errors.Is(err, getafix.ErrThreads) {
		t.Error(err)
	}
	if _, err := getafix.Decide(context.Background(), p, getafix.Question{Formula: ef, Label: "l"}); !errors.Is(err, getafix.ErrLabel) {
		t.Error(err)
	}
}
