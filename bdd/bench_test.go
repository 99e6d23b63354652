// This file defines benchmarks: the families of instances, and what single
// operations cost.

package bdd_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/ijit/ijit/bdd"
)

func TestInstances(t *testing.T) {
	for _, in := range instances {
		switch {
		case testing.Short() && in.family != "level":
			continue
		case in.family == "queens" && in.n > 10:
			continue
		case in.family == "queens":
			in.n, in.want = 7, "40"
		case in.family == "milner": // n times 2^(n+1) states
			in.n, in.want = 30, "64424509440"
		case in.family == "philosophers": // 3^n states but one
			in.n, in.want = 16, "43046720"
		}
		m := bdd.New(bdd.Options{})
		if got := in.run(m, in.n); m.Err() != nil || got.String() != in.want {
			t.Errorf("%s %d: %v %v, want %s", in.family, in.n, got, m.Err(), in.want)
		} else {
			t.Log(in.family, in.n, got, m.Stats())
		}
	}
}

func BenchmarkInstances(b *testing.B) {
	for _, in := range instances {
		b.Run(fmt.Sprintf("%s/%d", in.family, in.n), func(b *testing.B) {
			for b.Loop() {
				in.run(bdd.New(bdd.Options{}), in.n)
			}
		})
	}
}

// The time for a level of the template must not depend on how many there are: a
// renaming that is built at each call must not cost anything for other variables.
func BenchmarkLevel(b *testing.B) {
	for _, n := range []int{100, 200, 400, 800, 1600} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				level(bdd.New(bdd.Options{}), n)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/level")
		})
	}
}

func BenchmarkCached(b *testing.B) {
	m := bdd.New(bdd.Options{})
	vars := m.NewVars(40)
	f, g := bdd.False, bdd.False
	for i := range 10 {
		f = m.Or(f, m.And(m.Var(vars[2*i]), m.Var(vars[2*i+3])))
		g = m.Xor(g, m.And(m.Var(vars[2*i+1]), m.Var(vars[2*i+2])))
	}
	set, back := m.NewVarSet(vars[:20]...), m.NewRenaming(vars[20:], vars[:20])
	for name, operation := range map[string]func(){
		"and":       func() { m.And(f, g) },
		"ite":       func() { m.Ite(f, g, m.Not(f)) },
		"exists":    func() { m.Exists(f, set) },
		"andExists": func() { m.AndExists(f, g, set) },
		"image":     func() { m.Image(f, g, set, back) },
		"leq":       func() { m.Leq(f, g) },
		"set":       func() { m.NewVarSet(vars[:8]...) },
		"renaming":  func() { m.NewRenaming(vars[20:28], vars[:8]) },
		"safepoint": func() { m.SafePoint(f, g) },
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				operation()
			}
		})
	}
}

func TestCachedOperationsDoNotAllocate(t *testing.T) {
	m := bdd.New(bdd.Options{})
	vars := m.NewVars(8)
	f, g := m.Xor(m.Var(0), m.Var(4)), m.Or(m.Var(1), m.Var(0))
	set, back := m.NewVarSet(vars[:4]...), m.NewRenaming(vars[4:], vars[:4])
	allocs := testing.AllocsPerRun(100, func() {
		m.And(f, g)
		m.Ite(f, g, m.Var(6))
		m.Forall(f, set)
		m.AndExists(f, g, set)
		m.Image(f, g, m.NewVarSet(vars[:4]...), m.NewRenaming(vars[4:], vars[:4]))
		m.Rename(f, back)
		m.Leq(f, g)
		m.SafePoint(f, g)
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

func TestEmptyManagerIsSmall(t *testing.T) {
	const managers = 64
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range managers {
		bdd.New(bdd.Options{})
	}
	runtime.ReadMemStats(&after)
	if bytes := (after.TotalAlloc - before.TotalAlloc) / managers; bytes > 16<<10 {
		t.Errorf("%d bytes", bytes)
	}
}

// What a long list of variables costs is theirs alone: the tables of a manager with
// many of them grow by a few words for each.
func TestSetsAndRenamingsAreSparse(t *testing.T) {
	m := bdd.New(bdd.Options{})
	vars := m.NewVars(100_000)
	f := m.Var(99_000)
	m.Image(f, m.Var(1), m.NewVarSet(vars[0]), m.NewRenaming(vars[99_000:99_001], vars[:1]))
	before := m.Bytes()
	for i := range 1000 {
		m.Image(f, m.Var(1), m.NewVarSet(vars[i]), m.NewRenaming(vars[i+2:i+3], vars[i:i+1]))
	}
	if grown := m.Bytes() - before; grown > 200_000 {
		t.Errorf("1000 sets and renamings took %d bytes", grown)
	}
}
