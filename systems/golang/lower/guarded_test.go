// This file tests which variables locks protect.

package lower

import (
	"testing"

	"github.com/ijit/ijit/internal/testing/randgo"
)

func TestGuarded(t *testing.T) {
	const many = "x: go 1; if -> x y; y: end\n"
	for _, test := range []struct {
		why, objects, bodies string
		want                 bool
	}{
		{"a lock", "mutex m", many + "lock m; write; unlock m", true},
		{"no lock", "mutex m", many + "write", false},
		{"one goroutine", "mutex m", "go 1\nwrite", false}, // it is not in question
		{"a read lock to read, a lock to write", "rwmutex m", "x: go 1; if -> x y; y: lock m; write; unlock m\nrlock m; read; runlock m", true},
		{"a read lock to write", "rwmutex m", many + "rlock m; write; runlock m", false},
		{"a read lock to write beside a lock", "rwmutex m", "go 1; lock m; write; unlock m\nrlock m; write; runlock m", true},
		{"two locks", "mutex m, mutex n", "go 1; lock m; write; unlock m\nlock n; write; unlock n", false},
		{"one of two locks in common", "mutex m, mutex n", "go 1; lock m; lock n; write; unlock n; unlock m\nlock n; write; unlock n", true},
		{"a lock that is given back", "mutex m", many + "lock m; unlock m; write", false},
		{"a lock that somebody gives back", "mutex m", "x: go 1; if -> x y; y: go 2\nlock m; write; unlock m\nunlock m", false},
		{"a read lock that somebody gives back", "rwmutex m", "x: go 1; if -> x y; y: go 2; lock m; write; unlock m\nrlock m; read; runlock m\nrunlock m", false},
		{"a lock to write that somebody gives back", "rwmutex m", "x: go 1; if -> x y; y: go 2; lock m; write; unlock m\nrlock m; read; runlock m\nunlock m", false},
		{"a lock on one of two ways", "mutex m", many + "if -> p q; p: lock m -> z; q: step -> z; z: write", false},
		{"a lock on the other way", "mutex m", many + "if -> p q; p: step -> z; q: lock m -> z; z: write", false},
		{"a lock on one of two ways to an access", "mutex m", many + "if -> p q; p: lock m; write; unlock m; end; q: write", false},
		{"TryLock", "mutex m", many + "trylock m => ok; if ok = true -> u v; u: write; unlock m; v: end", false},
		{"a copied lock", "mutex m", many + "copied m; lock m; write; unlock m", false},
		{"a Once", "once o", many + "once-begin o -> u v; u: write; once-end o; v: end", true},
		{"behind a Once", "once o", many + "once-begin o -> u v; u: once-end o; write; v: end", false},
		{"beside a Once", "once o", many + "once-begin o -> u v; u: once-end o; end; v: write", false},
	} {
		p := randgo.Parse(t, test.objects+"\n"+test.bodies)
		if got := Guarded(p)[p.Cells[0]]; got != test.want {
			t.Errorf("%s: %t", test.why, got)
		}
	}
}
