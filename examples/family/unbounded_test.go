// This file tests what the families promise for any number of threads: the
// answers, and what makes one way of exploring explode and another one not.

package family_test

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
)

// check checks a program for any number of threads.
func check(t testing.TB, program string, o systems.Options) *systems.Result {
	t.Helper()
	m, err := systems.Read("family.bp", strings.NewReader(program))
	if err != nil {
		t.Fatal(err)
	}
	r, err := m.Check(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// algorithms returns the names of the algorithms that decide for any number of threads.
func algorithms() []string {
	var names []string
	for _, a := range systems.Algorithms() {
		if !a.Bounded && !a.Direct() && !a.Refutes {
			names = append(names, a.Name)
		}
	}
	return names
}

func TestAnyNumber(t *testing.T) {
	versions := []systems.Via{systems.JIT, systems.BP}
	if !testing.Short() {
		versions = append(versions, systems.TTS)
	}
	for _, f := range family.All() {
		for k := 1; k <= campaign.Size(t, 2, 3); k++ {
			for _, algorithm := range algorithms() {
				for _, via := range versions {
					r := check(t, f.File(k), systems.Options{Algorithm: algorithm, Via: via, SelfCheck: true, Timeout: time.Minute})
					want := systems.Safe
					if f.Errs {
						want = systems.Unsafe
					}
					if r.Verdict != want {
						t.Errorf("%s, k=%d, %s/%s: %v %s, want %v", f.Name, k, algorithm, via, r.Verdict, r.Reason, want)
					}
				}
			}
		}
	}
}

// decided checks a member that an algorithm must decide to be safe.
func decided(t *testing.T, program string, o systems.Options) *systems.Result {
	t.Helper()
	o.Timeout = time.Minute
	r := check(t, program, o)
	if r.Verdict != systems.Safe {
		t.Fatalf("%s/%s: %v %s, want %v", o.Algorithm, o.Via, r.Verdict, r.Reason, systems.Safe)
	}
	return r
}

// TestForwardExplodes checks that the searches with omegas meet all valuations of
// the toggles, and the search backward a linear number of configurations.
func TestForwardExplodes(t *testing.T) {
	for _, algorithm := range []string{"km", "akm", "ecut"} {
		last := 0
		for k := range campaign.Size(t, 3, 4) {
			k++
			r := decided(t, family.Toggles(k), systems.Options{Algorithm: algorithm})
			if r.States < 1<<k || r.States < 4*last {
				t.Errorf("%s: %d states for %d processes, %d for %d", algorithm, last, k-1, r.States, k)
			}
			last = r.States
		}
	}
	for _, k := range []int{1, 4, 16, 64} {
		if r := decided(t, family.Toggles(k), systems.Options{Algorithm: "bws"}); r.States > 200+15*k {
			t.Errorf("bws: %d states for %d processes", r.States, k)
		}
	}
}

// TestBackwardExplodes checks that the search backward meets more and more
// configurations of a tournament, and the searches with omegas only as many as there are
// rounds, for each shared state.
func TestBackwardExplodes(t *testing.T) {
	if campaign.Due(t, 1, 2) {
		few := decided(t, family.Tournament(3), systems.Options{Algorithm: "bws"})
		many := decided(t, family.Tournament(4), systems.Options{Algorithm: "bws"})
		if many.States < 10*few.States {
			t.Errorf("bws: %d states for 3 rounds, %d for 4", few.States, many.States)
		}
	}
	for _, algorithm := range []string{"km", "akm"} {
		for _, k := range []int{1, 4, 12} {
			if r := decided(t, family.Tournament(k), systems.Options{Algorithm: algorithm}); r.States > 40+20*k+4*k*k {
				t.Errorf("%s: %d states for %d rounds", algorithm, r.States, k)
			}
		}
	}
}

// TestImages checks that bws by images asks exponentially many on the options and by
// pre-images linearly many, that it is the other way round on the startup, and that
// by its own choice it asks about as many as the better one.
func TestImages(t *testing.T) {
	asked := func(program string, images systems.Images) int64 {
		s := decided(t, program, systems.Options{Algorithm: "bws", Images: images}).Stats
		if images == systems.ForwardImages && s.Preimages > 0 || images == systems.BackwardImages && s.Images > 0 {
			t.Errorf("--images %s: %d images and %d pre-images", images, s.Images, s.Preimages)
		}
		return s.Images + s.Preimages
	}
	for _, k := range []int{6, 8, 10} {
		if n := asked(family.Options(k), systems.ForwardImages); n < 16<<k {
			t.Errorf("%d options: %d images", k, n)
		}
	}
	for _, k := range []int{2, 10, 100} {
		if n := asked(family.Options(k), systems.BackwardImages); n > int64(100+50*k) {
			t.Errorf("%d options: %d pre-images", k, n)
		}
	}
	if n := asked(family.Options(100), ""); n > 50_000 {
		t.Errorf("100 options: %d images and pre-images", n)
	}
	for _, k := range []int{4, 6} {
		if n := asked(family.Startup(k), systems.BackwardImages); n < 16<<k {
			t.Errorf("startup of %d flags: %d pre-images", k, n)
		}
	}
	for _, k := range []int{6, 100} {
		forward, either := asked(family.Startup(k), systems.ForwardImages), asked(family.Startup(k), "")
		if either > forward+forward/2 {
			t.Errorf("startup of %d flags: %d images and pre-images, %d with images only", k, either, forward)
		}
	}
}

// TestUnconstrained checks that an error is found beyond more initial states than can be
// looked at: by pre-images, by the choice of bws between both directions, and by auto; and
// that what must go through them ends in time.
func TestUnconstrained(t *testing.T) {
	campaign.Turn(t, 0, 2)
	const k = 100
	questions := []systems.Options{
		{Algorithm: "bws", Images: systems.BackwardImages}, {Algorithm: "bws"}, {Algorithm: "auto"},
		{Algorithm: "bws", All: true}, {Algorithm: "bws", Via: systems.BP}, {Algorithm: "bws", Initial: "3"},
	}
	step := campaign.Every(t, len(questions), 2)
	for i := campaign.Today(2*step) / 2; i < len(questions); i += step { // on every second day
		o := questions[i]
		o.SelfCheck, o.Timeout, o.Memory = true, time.Minute, 2<<30
		if r := check(t, family.Unconstrained(k), o); r.Verdict != systems.Unsafe || r.Depth != 4 || !r.Stats.Replayed {
			t.Errorf("%+v: %v %s, depth %d, replayed %v", o, r.Verdict, r.Reason, r.Depth, r.Stats.Replayed)
		}
	}
	const timeout = 100 * time.Millisecond
	algorithms := []string{"bfs", "ecut", "km", "akm", "directed"}
	step = campaign.Every(t, len(algorithms)-1, 2)
	for i := campaign.Today(2*step) / 2; i < len(algorithms); i += step {
		algorithm := algorithms[i]
		r := check(t, family.Unconstrained(k), systems.Options{Algorithm: algorithm, Timeout: timeout})
		if r.Verdict != systems.Unknown || r.Reason != systems.Timeout {
			t.Errorf("%s: %v %s", algorithm, r.Verdict, r.Reason)
		}
		if late := r.Seconds - timeout.Seconds(); late > 10 { // other processes may take time
			t.Errorf("%s ends %.3f s behind the limit", algorithm, late)
		}
	}
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // the limit is one of the process: tests leave much uncollected
	for _, algorithm := range []string{"km", "directed"} {
		debug.FreeOSMemory()
		r := check(t, family.Unconstrained(k), systems.Options{Algorithm: algorithm, Timeout: time.Minute, Memory: 120 << 20})
		if r.Verdict != systems.Unknown || r.Reason != systems.Memory || r.PeakBytes > 240<<20 {
			t.Errorf("%s: %v %s, %d MB", algorithm, r.Verdict, r.Reason, r.PeakBytes>>20)
		}
	}
}

// TestTranslation checks for each algorithm that a translation just in time meets
// few states where the program has exponentially many, and one up front has them
// all. A cutoff is proved by looking one step back from each state reached, and so
// meets k more for each of k.
func TestTranslation(t *testing.T) {
	for _, name := range []string{"flags", "locals", "startup"} {
		f, found := family.Named(name)
		if !found {
			t.Fatalf("no family %s", name)
		}
		for _, a := range systems.Algorithms() {
			if a.Direct() || a.Refutes {
				continue // translation is no question for it
			}
			t.Run(fmt.Sprintf("%s/%s", name, a.Name), func(t *testing.T) {
				const k = 60
				r := decided(t, f.Program(k), systems.Options{Algorithm: a.Name, Via: systems.JIT})
				if met := r.Stats.SharedStates + r.Stats.LocalStates; met > k*k+4*k {
					t.Errorf("%d states met for k=%d", met, k)
				}
				const small = 8
				r = decided(t, f.Program(small), systems.Options{Algorithm: a.Name, Via: systems.TTS})
				if r.Stats.Edges < small<<small {
					t.Errorf("%d edges translated for k=%d", r.Stats.Edges, small)
				}
			})
		}
	}
}
