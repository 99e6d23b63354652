// This file measures how much longer the formulas take than procedure summaries.

package getafix_test

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/systems/recursion/bebop"
	"github.com/ijit/ijit/systems/recursion/calculus"
	"github.com/ijit/ijit/systems/recursion/getafix"
)

// BenchmarkRatio measures what each formula takes when everything is explored, in
// multiples of what procedure summaries take. One after the other they take turns, and
// the least time of each counts, so that what else the machine does matters little:
//
//	go test ./systems/recursion/getafix -run '^$' -bench Ratio -benchtime 20x
func BenchmarkRatio(b *testing.B) {
	type named[T any] struct {
		name string
		is   T
	}
	var instances []named[string]
	for _, n := range []int{10, 40, 160, 800} {
		instances = append(instances, named[string]{fmt.Sprintf("levels%d", n), family.Levels(n)})
	}
	for _, n := range []int{4, 8, 12} {
		instances = append(instances,
			named[string]{fmt.Sprintf("counter%d", n), family.RecursiveCounter(n, false)},
			named[string]{fmt.Sprintf("counter%d-parameters", n), family.RecursiveCounter(n, true)})
	}
	for _, instance := range instances {
		b.Run(instance.name, func(b *testing.B) {
			p := parse(b, instance.is)
			target := labels(p)["REACH"]
			runs := []named[func() error]{
				{"bebop", func() error {
					_, err := bebop.Check(context.Background(), p, bebop.Options{Targets: target, All: true})
					return err
				}},
				{"simple", func() error {
					_, _, err := getafix.Check(p, "REACH", find(b, "simple"), calculus.Options{})
					return err
				}},
			}
			for _, f := range forward {
				runs = append(runs, named[func() error]{f, func() error {
					decide(b, p, f, getafix.Question{Label: "REACH", All: true})
					return nil
				}})
			}
			least := make([]float64, len(runs))
			for i := range least {
				least[i] = math.Inf(1)
			}
			for b.Loop() {
				for i, r := range runs {
					runtime.GC()
					start := time.Now()
					if err := r.is(); err != nil {
						b.Fatal(err)
					}
					least[i] = min(least[i], float64(time.Since(start).Nanoseconds()))
				}
			}
			for i, r := range runs[1:] {
				b.ReportMetric(least[i+1]/least[0], r.name)
			}
			b.ReportMetric(least[0]/1e3, "bebop-µs")
		})
	}
}
