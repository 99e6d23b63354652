package race

import (
	"sync"
	"testing"
)

// Subtests that call Parallel go on at the same time, and do not write before their parent returns.
func TestParallelSubtests(t *testing.T) {
	all, before, apart := 0, 0, 0
	for _, in := range []string{"a", "b", "c"} {
		t.Run(in, func(t *testing.T) {
			before++
			t.Parallel()
			if in == "a" {
				apart++
			}
			all++ // race
		})
		before++
		apart++
	}
	defer func() { apart++ }()
	t.Cleanup(func() { all++ })
}

// One that does not call it is executed at once, before the others go on.
func TestSubtestAtOnce(t *testing.T) {
	n := 0
	t.Run("a", func(t *testing.T) {
		t.Parallel()
		n++
	})
	t.Run("b", func(*testing.T) { n++ })
}

// A helper runs a subtest, and another one calls Parallel.
func TestParallelByHelper(t *testing.T) {
	n := 0
	parallel := func(t testing.TB) {
		t.Helper()
		t.(*testing.T).Parallel()
	}
	run := func(name string, f func(*testing.T)) { t.Run(name, f) }
	run("a", func(t *testing.T) {
		parallel(t)
		n++ // race
	})
	run("b", func(*testing.T) { n++ })
	run("c", func(t *testing.T) {
		parallel(t)
		n++
	})
}

// There are many of them.
func TestManyParallel(t *testing.T) {
	n := 0
	for more() {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			n++ // race
		})
	}
}

// The subtests of a group have ended where it ends, unless it is parallel itself.
func TestGroups(t *testing.T) {
	sum, all := 0, 0
	for _, name := range []string{"a", "b"} {
		t.Run(name, func(t *testing.T) {
			var mu sync.Mutex
			for range 2 {
				t.Run("", func(t *testing.T) {
					t.Parallel()
					mu.Lock()
					defer mu.Unlock()
					sum++
				})
			}
		})
		sum++
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var mu sync.Mutex
			for range 2 {
				t.Run("", func(t *testing.T) {
					t.Parallel()
					mu.Lock()
					defer mu.Unlock()
					all++ // race
				})
			}
		})
	}
}

// A function that each subtest calls: what races in one of them is not proved by another one.
func TestParallelCalls(t *testing.T) {
	golden := map[string]string{}
	match := func(key, got string) {
		if golden[key] == "" {
			golden[key] = got // race
		}
	}
	for _, in := range []string{"a", "b", "b", "c"} {
		t.Run(in, func(t *testing.T) {
			t.Parallel()
			match(in, in)
		})
	}
}
