// This file tests bws by images and by pre-images: against each other and other
// algorithms, with the certificates and executions checked.

package systems_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
)

func TestImagesUsage(t *testing.T) {
	for _, o := range []systems.Options{
		{Images: "sideways"},
		{Images: "sideways", Algorithm: "bws"},
		{Images: systems.BackwardImages, Algorithm: "auto"},
		{Images: systems.ForwardImages, Algorithm: "bfs"},
		{Images: systems.ForwardImages, Threads: 3},
	} {
		m, err := systems.Read("x.bp", strings.NewReader("decl g := 0; void main() begin assert(!g); end"))
		if err != nil {
			t.Fatal(err)
		}
		var usage *systems.UsageError
		if _, err := m.Check(context.Background(), o); !errors.As(err, &usage) {
			t.Errorf("%+v: %v, want a wrong use", o, err)
		}
	}
}

// TestImagesStats checks that each direction asks for its own images only, and that
// --images alone chooses bws, for a table as well.
func TestImagesStats(t *testing.T) {
	for _, file := range []string{"x.bp", "x.tts"} {
		text := "decl g := 0; void main() begin g := 1; assert(!g); end"
		o := systems.Options{SelfCheck: true}
		if file == "x.tts" {
			text, o.Target = "3 3\n0 0 -> 1 1\n1 1 -> 2 2\n", "2|2"
		}
		for _, o.Images = range []systems.Images{systems.ForwardImages, systems.BackwardImages} {
			m, err := systems.Read(file, strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			r, err := m.Check(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			s := r.Stats
			if r.Verdict != systems.Unsafe || r.Algorithm != "bws" {
				t.Errorf("%s, %s: %v by %s", file, o.Images, r.Verdict, r.Algorithm)
			}
			// To write an execution down takes images, too.
			if file == "x.bp" && (s.Images == 0 || (s.Preimages > 0) != (o.Images == systems.BackwardImages)) {
				t.Errorf("%s: %d images, %d pre-images", o.Images, s.Images, s.Preimages)
			}
		}
	}
}

// TestImagesAgree compares both directions with each other, with breadth-first search for
// few threads and with km, on random programs.
func TestImagesAgree(t *testing.T) {
	verdicts := map[systems.Verdict]int{}
	for seed := range uint64(campaign.Size(t, 10, 60)) {
		config := randprog.Default()
		if seed%2 == 0 {
			config = randprog.Plain()
		}
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 11)), config)
		m, err := systems.Read("random.bp", strings.NewReader(src))
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []systems.Options{{}, {Initial: "many"}, {Atomicity: systems.Small}, {Via: systems.BP}} {
			check := func(algorithm string, images systems.Images, threads int) *systems.Result {
				o := o
				o.Algorithm, o.Images, o.Threads, o.SelfCheck = algorithm, images, threads, true
				r, err := m.Check(campaign.Looks(20_000), o)
				if err != nil {
					t.Fatalf("seed %d, %s %s: %v\n%s", seed, algorithm, images, err, src)
				}
				return r
			}
			back := check("bws", systems.BackwardImages, 0)
			verdicts[back.Verdict]++
			if back.Verdict == systems.Unknown {
				continue
			}
			for _, x := range []*systems.Result{check("bws", systems.ForwardImages, 0), check("bws", "", 0), check("km", "", 0)} {
				if x.Verdict != systems.Unknown && x.Verdict != back.Verdict {
					t.Fatalf("seed %d: %s: %v, %v by pre-images\n%s", seed, x.Algorithm, x.Verdict, back.Verdict, src)
				}
			}
			for n := 1; n <= 3; n++ {
				x := check("bfs", "", n)
				if x.Verdict == systems.Unsafe && back.Verdict != systems.Unsafe || x.Verdict == systems.Safe && !x.Cut && back.Verdict != systems.Safe {
					t.Fatalf("seed %d: %v with %d threads, %v by pre-images\n%s", seed, x.Verdict, n, back.Verdict, src)
				}
			}
		}
	}
	t.Log(verdicts)
	if verdicts[systems.Safe] == 0 || verdicts[systems.Unsafe] == 0 || verdicts[systems.Unknown] > verdicts[systems.Safe]/10 {
		t.Error("the programs are all alike, or too large")
	}
}

// TestImagesOfFrozenThreads asks for labels at which threads are only while another one is inside of an
// atomic section that it never leaves.
func TestImagesOfFrozenThreads(t *testing.T) {
	for name, text := range map[string]string{
		"created": "void main() begin atomic_begin; l: start_thread goto created; goto l; atomic_end; created: skip; goto created; end",
		"moved": "decl g := 0; void main() begin start_thread goto waits; assume(g); atomic_begin; l: broadcast; goto l; atomic_end; " +
			"waits: g := 1; wait; moved: skip; goto moved; end",
	} {
		for _, o := range []systems.Options{{}, {Atomicity: systems.Small}} {
			m, err := systems.Read("x.bp", strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			o.Label, o.Algorithm, o.SelfCheck = name, "bws", true
			for _, o.Images = range []systems.Images{systems.ForwardImages, systems.BackwardImages} {
				if r, err := m.Check(t.Context(), o); err != nil || r.Verdict != systems.Unsafe {
					t.Errorf("%s, atomicity %v, %s: %v, %v", name, o.Atomicity, o.Images, r, err)
				}
			}
		}
	}
}
