// This file measures the analyses of event-condition-action programs: on the families, and on the
// programs of the RERS challenge where they are at hand.

package family_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca"
	"github.com/ijit/ijit/systems/eca/reactive"
)

// rersFolder has programs of the RERS challenge, Problem01.c and so on. The environment variable
// RERS names another one.
const rersFolder = "../../../shared/suites/rers"

// ecaLimit is how long an analysis may take.
const ecaLimit = 60 * time.Second

// measureECA runs an analysis on the labels that are wanted, in one run, and reports how many
// it decides.
func measureECA(b *testing.B, file *eca.File, run reactive.Analysis, wanted []bool) {
	var r *reactive.Result
	for b.Loop() {
		ctx, cancel := context.WithTimeout(context.Background(), ecaLimit)
		r = run(ctx, file, reactive.Options{Wanted: wanted, MaxBytes: 4 << 30})
		cancel()
	}
	solved, unsafe := 0, 0
	for _, a := range r.Labels {
		if a.Verdict != verdict.Unknown {
			solved++
		}
		if a.Verdict == verdict.Unsafe {
			unsafe++
		}
	}
	b.ReportMetric(float64(solved), "solved")
	b.ReportMetric(float64(unsafe), "false")
	b.ReportMetric(float64(r.Stats.States), "states")
	b.ReportMetric(float64(r.Stats.Depth), "depth")
	b.ReportMetric(float64(r.Stats.Nodes), "nodes")
}

// BenchmarkECAFamilies measures where sets of states beat enumeration and where they do not.
func BenchmarkECAFamilies(b *testing.B) {
	for _, x := range []struct {
		name  string
		sizes []int
	}{
		{"switches", []int{12, 16, 20, 24}},
		{"automaton", []int{1, 5, 25}},
		{"odometer", []int{3, 4, 5}},
		{"intervals", []int{1, 2, 3}},
		{"rers-eq", []int{1, 10, 74}},
		{"rers-mul", []int{1, 8}},
		{"rers-modular", []int{1, 10, 90}},
	} {
		f, _ := family.ECANamed(x.name)
		for _, k := range x.sizes {
			text := f.File(k)
			file, err := eca.Parse(f.Name+".c", []byte(text))
			if err != nil {
				b.Fatal(err)
			}
			for _, e := range ecaEngines() {
				b.Run(fmt.Sprintf("%s/%d/%s", f.Name, k, strings.ReplaceAll(e.name, " ", "-")), func(b *testing.B) {
					measureECA(b, file, e.run, nil)
				})
			}
		}
	}
}

// BenchmarkRERS measures the parser and each analysis on the programs of the challenge: all labels
// in one run (all), and the sum over runs about one label each (each).
func BenchmarkRERS(b *testing.B) {
	folder := os.Getenv("RERS")
	if folder == "" {
		folder = rersFolder
	}
	paths, err := filepath.Glob(filepath.Join(folder, "*.c"))
	if err != nil || len(paths) == 0 {
		b.Skip("there are no programs in " + folder)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".c")
		var file *eca.File
		b.Run(name+"/parse", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if file, err = eca.Parse(path, text); err != nil {
					b.Fatal(err)
				}
			}
		})
		if file == nil { // not selected
			if file, err = eca.Parse(path, text); err != nil {
				b.Fatal(err)
			}
		}
		for _, e := range ecaEngines() {
			engine := strings.ReplaceAll(e.name, " ", "-")
			b.Run(name+"/"+engine+"/all", func(b *testing.B) { measureECA(b, file, e.run, nil) })
			b.Run(name+"/"+engine+"/each", func(b *testing.B) {
				for b.Loop() {
					solved := 0
					for i := range file.Labels {
						wanted := make([]bool, len(file.Labels))
						wanted[i] = true
						ctx, cancel := context.WithTimeout(context.Background(), ecaLimit)
						if r := e.run(ctx, file, reactive.Options{Wanted: wanted, MaxBytes: 4 << 30}); r.Labels[i].Verdict != verdict.Unknown {
							solved++
						}
						cancel()
					}
					b.ReportMetric(float64(solved), "solved")
				}
			})
		}
	}
}
