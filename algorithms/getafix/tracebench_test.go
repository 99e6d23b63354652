// This file measures answers and executions beside those of procedure summaries.

package getafix_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/ijit/ijit/algorithms/bebop"
	"github.com/ijit/ijit/algorithms/getafix"
	"github.com/ijit/ijit/bdd/calculus"
	"github.com/ijit/ijit/examples/family"
)

// BenchmarkBeside measures the verdict when everything is explored, and that with an
// execution, beside procedure summaries:
//
//	go test ./algorithms/getafix -run '^$' -bench Beside -benchtime 3x
func BenchmarkBeside(b *testing.B) {
	type instance struct{ name, text string }
	var list []instance
	for _, n := range []int{10, 40, 160, 800} {
		list = append(list, instance{fmt.Sprintf("levels%d", n), family.Levels(n)})
	}
	for _, n := range []int{4, 8, 12} {
		list = append(list, instance{fmt.Sprintf("counter%d", n), family.RecursiveCounter(n, false)},
			instance{fmt.Sprintf("counter%d-parameters", n), family.RecursiveCounter(n, true)})
	}
	for _, i := range list {
		p := parse(b, i.text)
		target := labels(p)["REACH"]
		for _, trace := range []bool{false, true} {
			what := map[bool]string{false: "all", true: "trace"}[trace]
			b.Run(fmt.Sprintf("%s/%s/bebop", i.name, what), func(b *testing.B) {
				for b.Loop() {
					r, err := bebop.Check(context.Background(), p, bebop.Options{Targets: target, All: !trace, Trace: trace})
					if err != nil {
						b.Fatal(err)
					}
					steps := 0
					if trace {
						err = r.Trace.Walk(context.Background(), func(bebop.Step) bool { steps++; return true })
					}
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(steps), "steps")
				}
			})
			if simple := find(b, "simple"); !trace {
				b.Run(fmt.Sprintf("%s/%s/simple", i.name, what), func(b *testing.B) {
					for b.Loop() {
						if _, _, err := getafix.Check(p, "REACH", simple, calculus.Options{}); err != nil {
							b.Fatal(err)
						}
					}
				})
			}
			for _, name := range forward {
				b.Run(fmt.Sprintf("%s/%s/%s", i.name, what, name), func(b *testing.B) {
					for b.Loop() {
						a := decide(b, p, name, getafix.Question{Label: "REACH", All: !trace, Trace: trace})
						steps := 0
						if trace {
							if a.Trace == nil {
								b.Fatal(a.Detail)
							}
							if err := a.Trace.Walk(context.Background(), func(getafix.Step) bool { steps++; return true }); err != nil {
								b.Fatal(err)
							}
						}
						b.ReportMetric(float64(steps), "steps")
						b.ReportMetric(float64(a.Figures.Rounds), "rounds")
						b.ReportMetric(float64(a.Figures.PeakNodes), "peak")
					}
				})
			}
		}
	}
}
