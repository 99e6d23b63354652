// This file tests that every algorithm ends when it is told to.

package systems_test

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/systems"
)

// TestCancel cancels every algorithm on programs that some cannot finish. What ends
// early says so, and nothing goes on behind it.
func TestCancel(t *testing.T) {
	interrupted := map[string]bool{}
	for name, k := range map[string]int{"toggles": 14, "tournament": 7, "counter": 30} {
		f, found := family.Named(name)
		if !found {
			t.Fatalf("there is no family %s", name)
		}
		m, err := systems.Read(name+".bp", strings.NewReader(f.Program(k)))
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range systems.Algorithms() {
			before := runtime.NumGoroutine()
			ctx, cancel := context.WithCancel(context.Background())
			time.AfterFunc(10*time.Millisecond, cancel)
			begin := time.Now()
			o := systems.Options{Algorithm: a.Name}
			if a.Formulas() {
				o.LTL = "F FALSE -> F FALSE"
			}
			r, err := m.Check(ctx, o)
			if err != nil {
				t.Fatalf("%s on %s: %v", a.Name, name, err)
			}
			if took := time.Since(begin); took > 20*time.Second {
				t.Errorf("%s on %s ends %s behind the cancellation", a.Name, name, took)
			}
			switch {
			case r.Verdict != systems.Unknown:
			case r.Reason == systems.Interrupted:
				interrupted[a.Name] = true
			case r.Reason == systems.Bound && r.Extent.Unit != "", hides(r): // as far as it goes without being told
			case r.Reason != systems.Unsupported:
				t.Errorf("%s on %s: %s %s", a.Name, name, r.Reason, r.Detail)
			}
			cancel()
			for tries := 0; runtime.NumGoroutine() > before; tries++ { // one may still be ending
				if tries == 6000 {
					t.Fatalf("%s on %s leaves goroutines", a.Name, name)
				}
				time.Sleep(10 * time.Millisecond)
			}
		}
	}
	for _, a := range systems.Algorithms() {
		if !interrupted[a.Name] && !a.Direct() {
			t.Errorf("%s was never interrupted: the programs are too easy", a.Name)
		}
	}
}
