// This file tests that inlined programs respect the global atomic, on real drivers.

package parser_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/tts"
)

// TestInlineBluetooth explores drivers with any number of context switches: the
// label is reached if it is with some number of them, and where it is not there are
// as many states as the judge finds.
func TestInlineBluetooth(t *testing.T) {
	dir := filepath.Join("..", "..", "shared", "suites", "bluetooth")
	table, err := os.Open(filepath.Join(dir, "expected.tsv"))
	if err != nil {
		t.Skipf("the drivers, shared/suites/bluetooth, do not lie beside the checkout: %v", err)
	}
	defer table.Close()
	ctx := context.Background()
	safe, rows := 0, 0
	for lines := bufio.NewScanner(table); lines.Scan(); {
		name, switches, _ := strings.Cut(lines.Text(), "\t")
		if !strings.HasSuffix(name, ".bp") || strings.Contains(name, "_2a2s") || testing.Short() && strings.Contains(name, "_2a") {
			continue // the largest ones
		}
		if rows++; !testing.Short() && !campaign.Due(t, rows%2, 2) { // of the small ones few are safe
			continue
		}
		src, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		in, err := inline(string(src))
		if err != nil {
			t.Fatal(err)
		}
		bad, _ := in.Labelled("SLIC_ERROR")
		s := newStates(in, image.Big)
		problem := s.problem(0, false)
		problem.Target = tts.Target[string]{Locals: []func(string) bool{func(l string) bool {
			return slices.Contains(bad, s.PC(l))
		}}}
		got := algorithms.BFS(problem, algorithms.NewMeter(ctx, 0, nil), nil)
		if reached := len(got.Findings) > 0; reached != (switches != "none") {
			t.Errorf("%s: reached: %t, with %s context switches", name, reached, switches)
			continue
		}
		if switches != "none" {
			continue
		}
		safe++
		j, err := judge.New(in.Source.File, judge.Big)
		if err != nil {
			t.Fatal(err)
		}
		if want := j.Explore(ctx, 1, 0, 0); got.Stats.States != want.States {
			t.Errorf("%s: %d states, the judge finds %d", name, got.Stats.States, want.States)
		}
	}
	if safe == 0 {
		t.Error("no driver is safe")
	}
}

// TestInlineSteps compares the steps one by one: each configuration leads to as many
// others as the judge says.
func TestInlineSteps(t *testing.T) {
	for _, name := range []string{
		"threads by convention", "the global atomic", "the global atomic without calls", "the global atomic in callees",
		"init that fails while atomic is true", "threads that are equal", "sections and atomic",
	} {
		in, err := inline(inlinable[name])
		if err != nil {
			t.Fatal(err)
		}
		s := newStates(in, image.Big)
		var configs []tts.Config[string]
		known := map[string]bool{}
		reach := func(c tts.Config[string]) {
			if key := fmt.Sprint(c); !known[key] {
				known[key] = true
				configs = append(configs, c)
			}
		}
		for c := range s.Initial(1) {
			reach(c)
		}
		got := 0
		for k := 0; k < len(configs); k++ {
			next := map[string]bool{}
			for step := range tts.Post(s, configs[k]) {
				if step.Edge.Kind != tts.Fail {
					next[fmt.Sprint(step.To)] = true
					reach(step.To)
				}
			}
			got += len(next)
		}
		j, err := judge.New(in.Source.File, judge.Big)
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		j.Walk(context.Background(), 1, 0, 0, func(c judge.Config, _ int) {
			next := map[string]bool{}
			for _, step := range j.Successors(c, 0) {
				if step.Error == nil {
					next[step.Next.Key()] = true
				}
			}
			want += len(next)
		})
		if got != want || got == 0 {
			t.Errorf("%s: %d steps between configurations, the judge finds %d", name, got, want)
		}
	}
}

// TestInlineHolds checks that no view of a thread shows the local that inlining adds.
func TestInlineHolds(t *testing.T) {
	in, err := inline(`decl atomic := 0;
		void thread1() begin decl l; f(l); end
		void thread2() begin skip; end
		void f(p) begin decl q; q := p; end`)
	if err != nil {
		t.Fatal(err)
	}
	var layouts []string
	for _, n := range in.Nodes {
		var stack, names []string
		for _, f := range in.Stack(n.PC) {
			for k, v := range f.Proc.Locals {
				stack = append(stack, f.Proc.Name+"."+v.Name)
				if at := n.Proc.Locals[f.First+k]; at.Name != v.Name && at.Name != f.Proc.Name+"."+v.Name {
					t.Errorf("%s is held by %s", v.Name, at.Name)
				}
			}
		}
		for _, v := range n.Proc.Locals {
			names = append(names, v.Name)
		}
		layouts = append(layouts, strings.Join(stack, " ")+": "+strings.Join(names, " "))
	}
	slices.Sort(layouts)
	want := []string{": ", ": (holds)", "thread1.l f.p f.q: l (holds) f.p f.q", "thread1.l: l (holds) f.p f.q"}
	if got := slices.Compact(layouts); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if in.File.Atomic != nil || in.Source.File.Atomic == nil {
		t.Error("the inlined program still has a global that keeps threads from moving, or the source has none")
	}
}
