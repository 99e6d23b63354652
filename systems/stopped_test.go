// This file tests what is said of runs that are stopped at any moment.

package systems_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
)

// TestStopped stops every algorithm at moments of all kinds of questions. Whatever is open then
// has a reason, and that is the end of the time, or that of the interruption; unless it is what the
// algorithm says given time. A sample has half of the questions to each algorithm, the other half on the next day.
func TestStopped(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	most := time.Duration(min(campaign.Size(t, 1, 2), 2)) * 30 * time.Millisecond
	asked, stopped := map[string]bool{}, map[string]bool{}
	for i, x := range stoppable(t) {
		for j, a := range systems.Algorithms() {
			if !campaign.Due(t, (i+j)%4, 4) {
				continue
			}
			o := x.options
			o.Algorithm = a.Name
			if a.Formulas() && o.LTL == "" {
				continue
			}
			for range campaign.Size(t, 1, 20) {
				m, err := systems.Read(x.name, strings.NewReader(x.text)) // nothing is known of it from before
				if err != nil {
					t.Fatal(err)
				}
				after := time.Duration(rng.Int64N(int64(most)))
				want := systems.Timeout
				ctx, cancel := context.WithCancel(context.Background())
				if o.Timeout = after; rng.IntN(2) == 0 {
					o.Timeout, want = 0, systems.Interrupted
					time.AfterFunc(after, cancel)
				}
				r, err := m.Check(ctx, o)
				cancel()
				if _, wrong := err.(*systems.UsageError); wrong {
					break // it is no question for this algorithm
				}
				if err != nil {
					t.Fatalf("%s on %s: %v", a.Name, x.name, err)
				}
				asked[a.Name] = true
				about := fmt.Sprintf("%s on %s %q, stopped after %v", a.Name, x.name, o.LTL, after)
				given := func() *systems.Result { // what it says given time
					o := o
					o.Timeout = 2 * time.Second
					r, err := m.Check(context.Background(), o)
					if err != nil {
						t.Fatal(err)
					}
					return r
				}
				check := func(reason systems.Reason, detail string, same func(*systems.Result) systems.Reason) {
					if reason == want {
						stopped[a.Name] = true
						return
					}
					if reason == "" || reason == systems.Crashed || same(given()) != reason {
						t.Errorf("%s: UNKNOWN(%s), %s; want %s", about, reason, detail, want)
					}
				}
				if r.Verdict == systems.Unknown {
					check(r.Reason, r.Detail, func(r *systems.Result) systems.Reason { return r.Reason })
				}
				for i, p := range r.Properties {
					if p.Verdict != systems.Unknown {
						continue
					}
					if p.Found == nil {
						check(r.Reason, r.Detail, func(r *systems.Result) systems.Reason { return r.Reason })
						continue
					}
					check(p.Found.Reason, p.Text+": "+p.Found.Detail, func(r *systems.Result) systems.Reason { return r.Properties[i].Found.Reason })
				}
			}
		}
	}
	all := campaign.Size(t, 1, 2) > 1
	for _, a := range systems.Algorithms() {
		if all && !stopped[a.Name] {
			t.Errorf("%s was never stopped: the questions are too easy", a.Name)
		}
	}
	if 2*len(stopped) < len(asked) {
		t.Errorf("of %d algorithms only %d were stopped: the questions are too easy", len(asked), len(stopped))
	}
}

// A question takes most algorithms some time.
type question struct {
	name, text string
	options    systems.Options
}

func stoppable(t *testing.T) (list []question) {
	program := func(name string, k int) string {
		f, found := family.Named(name)
		if !found {
			t.Fatalf("there is no family %s", name)
		}
		return f.Program(k)
	}
	file := func(name string) string {
		text, err := os.ReadFile(filepath.Join("../examples", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	eca, found := family.ECANamed("rers-eq")
	if !found {
		t.Fatal("there is no family rers-eq")
	}
	machine, found := family.MachineNamed("multiplier")
	if !found {
		t.Fatal("there is no family multiplier")
	}
	text, _ := eca.Program(1)
	for name, o := range map[string]systems.Options{"toggles": {}, "tournament": {}, "counter": {All: true}} {
		k := map[string]int{"toggles": 12, "tournament": 6, "counter": 24}[name]
		list = append(list, question{name + ".bp", program(name, k), o})
	}
	return append(list,
		question{"arguments.bp", program("arguments", 14), systems.Options{}},
		question{"recursion.bp", program("recursion", 14), systems.Options{All: true}},
		question{"peterson.bp", file("peterson.bp"), systems.Options{LTL: "G (want_l -> F in_l)", Fair: true, Threads: 2}},
		question{"counter.bp", program("counter", 24), systems.Options{LTL: "F b23"}},
		question{"multiplier.smv", machine.Model(4), systems.Options{}},
		question{"alternating-bit.smv", file("alternating-bit.smv"), systems.Options{}},
		question{"rers-eq.c", text, systems.Options{}},
	)
}
