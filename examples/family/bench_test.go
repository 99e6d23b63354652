// This file defines the benchmarks: how the time grows with the size, for each
// algorithm in each version.

package family_test

import (
	"cmp"
	"fmt"
	"testing"
	"time"

	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/systems"
)

// limit is the time that a single run may take. Larger members are not tried.
const limit = 10 * time.Second

// BenchmarkFlags measures the versions where translating up front is exponential
// and what is reachable is not, for three threads.
func BenchmarkFlags(b *testing.B) {
	for _, k := range []int{8, 12, 16, 20} {
		for _, via := range []systems.Via{systems.JIT, systems.BP, systems.TTS} {
			b.Run(fmt.Sprintf("%d/%s", k, via), func(b *testing.B) {
				measure(b, family.Flags(k), systems.Options{Algorithm: "bfs", Via: via, All: true, Timeout: time.Minute})
			})
		}
	}
}

// BenchmarkImages measures bws with images, with pre-images and by its own choice, where
// one is exponential and where the other is.
func BenchmarkImages(b *testing.B) {
	for _, x := range []struct {
		family string
		sizes  []int
	}{
		{"options", []int{6, 10, 14, 100}},
		{"startup", []int{6, 8, 10, 100}},
	} {
		f, _ := family.Named(x.family)
		for _, k := range x.sizes {
			for _, images := range []systems.Images{systems.ForwardImages, systems.BackwardImages, ""} {
				b.Run(fmt.Sprintf("%s/%d/%s", f.Name, k, cmp.Or(string(images), "either")), func(b *testing.B) {
					r := measure(b, f.Program(k), systems.Options{Algorithm: "bws", Images: images, Timeout: limit, Memory: 4 << 30})
					b.ReportMetric(float64(r.Stats.Images), "images")
					b.ReportMetric(float64(r.Stats.Preimages), "preimages")
					if r.Verdict == systems.Unknown {
						b.Skip("not decided: ", r.Reason)
					}
				})
			}
		}
	}
}

// BenchmarkFamilies measures each algorithm in each version on growing members of
// each family. Select with -bench, such as -bench 'Families/toggles/(km|bws)/jit'.
func BenchmarkFamilies(b *testing.B) {
	sizes := map[string][]int{
		"flags":      {4, 8, 12, 16, 64, 256},
		"locals":     {4, 8, 12, 16, 64},
		"startup":    {4, 8, 12, 16, 64, 256},
		"counter":    {2, 4, 6, 8, 10},
		"ring":       {2, 4, 6, 8},
		"crowd":      {2, 4, 6, 8, 10},
		"diamonds":   {4, 16, 64, 256},
		"options":    {2, 4, 8, 12, 16, 32, 64},
		"toggles":    {2, 3, 4, 5, 6, 8, 16, 32, 64},
		"tournament": {1, 2, 3, 4, 5, 6, 8, 16, 32},
	}
	for _, f := range family.All() {
		for _, a := range systems.Algorithms() {
			if a.Direct() {
				continue
			}
			for _, via := range []systems.Via{systems.JIT, systems.BP, systems.TTS} {
				tooLong := false
				for _, k := range sizes[f.Name] {
					b.Run(fmt.Sprintf("%s/%s/%s/%d", f.Name, a.Name, via, k), func(b *testing.B) {
						if tooLong {
							b.Skip("smaller ones took too long")
						}
						o := systems.Options{Algorithm: a.Name, Via: via, Timeout: limit, Memory: 4 << 30}
						if a.Bounded {
							o.Threads = f.Threads(k)
						}
						if r := measure(b, f.Program(k), o); r.Verdict == systems.Unknown {
							tooLong = true
							b.Skip("not decided: ", r.Reason)
						}
					})
				}
			}
		}
	}
}

// measure reads and checks a program.
func measure(b *testing.B, program string, o systems.Options) *systems.Result {
	var r *systems.Result
	o.Exact = true // versions differ in what they do with variables that do not matter
	for b.Loop() {
		r = check(b, program, o)
	}
	b.ReportMetric(float64(r.States), "states")
	b.ReportMetric(float64(r.Stats.SharedStates+r.Stats.LocalStates), "met")
	b.ReportMetric(float64(r.Stats.Edges), "edges")
	b.ReportMetric(float64(r.PeakBytes)/(1<<20), "MiB")
	return r
}
