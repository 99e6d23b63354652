// This file measures families of programs with procedures.

package bebop_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/bebop"
)

func parse(t testing.TB, text string) *parser.Program {
	t.Helper()
	p, err := parser.Parse("program.bp", []byte(text), 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func check(t testing.TB, p *parser.Program, opts bebop.Options) *bebop.Result {
	t.Helper()
	opts.Targets = labelled(p, "REACH")
	r, err := bebop.Check(context.Background(), p, opts)
	if err != nil {
		t.Fatal(err)
	}
	if r.Verdict != algorithms.Unsafe {
		t.Fatalf("%s (%s %s)", r.Verdict, r.Reason, r.Detail)
	}
	return r
}

func measure(b *testing.B, text string, opts bebop.Options) {
	p := parse(b, text)
	var r *bebop.Result
	for b.Loop() {
		r = check(b, p, opts)
	}
	b.ReportMetric(float64(r.Stats.Iterations), "iterations")
	b.ReportMetric(float64(r.Stats.PeakNodes), "peak-nodes")
	b.ReportMetric(float64(r.Stats.PathNodes), "path-nodes")
}

func BenchmarkLevels(b *testing.B) {
	for _, n := range []int{100, 800, 1600, 3200, 10000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			measure(b, family.Levels(n), bebop.Options{All: true})
		})
	}
}

// BenchmarkLarge measures large programs of which few globals matter.
func BenchmarkLarge(b *testing.B) {
	for _, s := range []family.LargeSize{{Lines: 12_500, Globals: 20}, {Lines: 50_000, Globals: 200}} {
		for _, s.Safe = range []bool{false, true} {
			p := parse(b, family.Large(s))
			b.Run(fmt.Sprintf("lines=%d/globals=%d/safe=%t", s.Lines, s.Globals, s.Safe), func(b *testing.B) {
				var r *bebop.Result
				for b.Loop() {
					var err error
					r, err = bebop.Check(b.Context(), p, bebop.Options{Targets: labelled(p, "SLIC_ERROR"), Trace: true, Localize: true})
					if err != nil || (r.Verdict == algorithms.Safe) != s.Safe || r.Verdict == algorithms.Unknown {
						b.Fatalf("%v, %v", r, err)
					}
				}
				b.ReportMetric(float64(r.Tracked()), "globals")
				b.ReportMetric(float64(r.Stats.PeakNodes), "peak-nodes")
			})
		}
	}
}

func BenchmarkCounter(b *testing.B) {
	for _, parameters := range []bool{false, true} {
		for _, n := range []int{8, 12} {
			b.Run(fmt.Sprintf("parameters=%v/n=%d", parameters, n), func(b *testing.B) {
				measure(b, family.RecursiveCounter(n, parameters), bebop.Options{All: true})
			})
		}
	}
}

// copies has n variables with a copy of each. As long as the originals are
// remembered, all copies are remembered with them, in an order in which that takes
// 2^n nodes.
func copies(n int) string {
	var a, b []string
	text := ""
	for i := range n {
		a, b = append(a, fmt.Sprintf("a%d", i)), append(b, fmt.Sprintf("b%d", i))
		text += fmt.Sprintf("  b%d := a%d;\n", i, i)
	}
	return "void main() begin\n  decl " + strings.Join(append(a, b...), ", ") + ";\n" + text + "  REACH: skip;\nend\n"
}

// modules has n procedures, each with a global of its own.
func modules(n int) string {
	var globals, labels []string
	calls, procs := "", ""
	for i := range n {
		globals, labels = append(globals, fmt.Sprintf("g%d", i)), append(labels, fmt.Sprintf("l%d", i))
		calls += fmt.Sprintf("  l%d: f%d(*); goto loop;\n", i, i)
		procs += fmt.Sprintf("void f%d(a) begin if a then g%d := !g%d; else skip; fi end\n", i, i, i)
	}
	return "decl " + strings.Join(globals, ", ") + ";\nvoid main() begin\n  loop: goto REACH, " +
		strings.Join(labels, ", ") + ";\n" + calls + "  REACH: skip;\nend\n" + procs
}

// BenchmarkOptimisations compares the search with and without each optimisation.
func BenchmarkOptimisations(b *testing.B) {
	for _, text := range []struct{ name, text string }{
		{"levels800", family.Levels(800)},
		{"counter12", family.RecursiveCounter(12, false)},
		{"copies12", copies(12)},
		{"modules200", modules(200)},
	} {
		for _, o := range []struct {
			name string
			opts bebop.Options
		}{
			{"all", bebop.Options{}},
			{"breadth-first", bebop.Options{Order: bebop.BreadthFirst}},
			{"no-live", bebop.Options{NoLiveRanges: true}},
			{"none", bebop.Options{NoLiveRanges: true, Order: bebop.BreadthFirst}},
		} {
			b.Run(text.name+"/"+o.name, func(b *testing.B) {
				o.opts.All = true
				measure(b, text.text, o.opts)
			})
		}
	}
}

// TestOptimisations checks that each optimisation does what it is for, by the nodes
// of path edges, and that work grows no faster than the program.
func TestOptimisations(t *testing.T) {
	figures := func(text string, opts bebop.Options) bebop.Stats {
		opts.All = true
		return check(t, parse(t, text), opts).Stats
	}
	if with, without := figures(copies(10), bebop.Options{}), figures(copies(10), bebop.Options{NoLiveRanges: true}); with.PathNodes > 10 || without.PathNodes < 1<<10 {
		t.Errorf("live ranges: %d path nodes, %d without", with.PathNodes, without.PathNodes)
	}
	if few, many := figures(modules(50), bebop.Options{}), figures(modules(500), bebop.Options{}); many.PathNodes > 11*few.PathNodes {
		t.Errorf("mod and ref: %d path nodes, and %d for ten times as many procedures", few.PathNodes, many.PathNodes)
	}
	small, large := figures(family.Levels(50), bebop.Options{}), figures(family.Levels(500), bebop.Options{})
	if large.Iterations > 10*small.Iterations || large.PathNodes > 12 || large.PeakNodes > 2*small.PeakNodes || large.Variables != 12 {
		t.Errorf("levels: %+v, and ten times as many: %+v", small, large)
	}
}

func BenchmarkTrace(b *testing.B) {
	for _, n := range []int{100, 800, 1600} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			p := parse(b, family.Levels(n))
			steps := 0
			for b.Loop() {
				steps = 0
				r := check(b, p, bebop.Options{Trace: true})
				x, err := r.Trace.Execution(context.Background(), 0)
				if err != nil {
					b.Fatal(err)
				}
				for range x.All() {
					steps++
				}
			}
			b.ReportMetric(float64(steps), "steps")
		})
	}
}
