// This file tests bws by images and by pre-images: against each other and other
// algorithms, with the certificates and executions checked.

package ijit_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
)

func TestImagesUsage(t *testing.T) {
	for _, o := range []ijit.Options{
		{Images: "sideways"},
		{Images: "sideways", Algorithm: "bws"},
		{Images: ijit.BackwardImages, Algorithm: "auto"},
		{Images: ijit.ForwardImages, Algorithm: "bfs"},
		{Images: ijit.ForwardImages, Threads: 3},
	} {
		m, err := ijit.Read("x.bp", strings.NewReader("decl g := 0; void main() begin assert(!g); end"))
		if err != nil {
			t.Fatal(err)
		}
		var usage *ijit.UsageError
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
		o := ijit.Options{SelfCheck: true}
		if file == "x.tts" {
			text, o.Target = "3 3\n0 0 -> 1 1\n1 1 -> 2 2\n", "2|2"
		}
		for _, o.Images = range []ijit.Images{ijit.ForwardImages, ijit.BackwardImages} {
			m, err := ijit.Read(file, strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			r, err := m.Check(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			s := r.Stats
			if r.Verdict != ijit.Unsafe || r.Algorithm != "bws" {
				t.Errorf("%s, %s: %v by %s", file, o.Images, r.Verdict, r.Algorithm)
			}
			// To write an execution down takes images, too.
			if file == "x.bp" && (s.Images == 0 || (s.Preimages > 0) != (o.Images == ijit.BackwardImages)) {
				t.Errorf("%s: %d images, %d pre-images", o.Images, s.Images, s.Preimages)
			}
		}
	}
}

// TestImagesAgree compares both directions with each other, with breadth-first search for
// few threads and with km, on random programs.
func TestImagesAgree(t *testing.T) {
	verdicts := map[ijit.Verdict]int{}
	for seed := range uint64(campaign.Size(t, 10, 60)) {
		config := randprog.Default()
		if seed%2 == 0 {
			config = randprog.Plain()
		}
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 11)), config)
		m, err := ijit.Read("random.bp", strings.NewReader(src))
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range []ijit.Options{{}, {Initial: "many"}, {Atomicity: ijit.Small}, {Via: ijit.BP}} {
			check := func(algorithm string, images ijit.Images, threads int) *ijit.Result {
				o := o
				o.Algorithm, o.Images, o.Threads, o.SelfCheck = algorithm, images, threads, true
				r, err := m.Check(campaign.Looks(20_000), o)
				if err != nil {
					t.Fatalf("seed %d, %s %s: %v\n%s", seed, algorithm, images, err, src)
				}
				return r
			}
			back := check("bws", ijit.BackwardImages, 0)
			verdicts[back.Verdict]++
			if back.Verdict == ijit.Unknown {
				continue
			}
			for _, x := range []*ijit.Result{check("bws", ijit.ForwardImages, 0), check("bws", "", 0), check("km", "", 0)} {
				if x.Verdict != ijit.Unknown && x.Verdict != back.Verdict {
					t.Fatalf("seed %d: %s: %v, %v by pre-images\n%s", seed, x.Algorithm, x.Verdict, back.Verdict, src)
				}
			}
			for n := 1; n <= 3; n++ {
				x := check("bfs", "", n)
				if x.Verdict == ijit.Unsafe && back.Verdict != ijit.Unsafe || x.Verdict == ijit.Safe && !x.Cut && back.Verdict != ijit.Safe {
					t.Fatalf("seed %d: %v with %d threads, %v by pre-images\n%s", seed, x.Verdict, n, back.Verdict, src)
				}
			}
		}
	}
	t.Log(verdicts)
	if verdicts[ijit.Safe] == 0 || verdicts[ijit.Unsafe] == 0 || verdicts[ijit.Unknown] > verdicts[ijit.Safe]/10 {
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
		for _, o := range []ijit.Options{{}, {Atomicity: ijit.Small}} {
			m, err := ijit.Read("x.bp", strings.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			o.Label, o.Algorithm, o.SelfCheck = name, "bws", true
			for _, o.Images = range []ijit.Images{ijit.ForwardImages, ijit.BackwardImages} {
				if r, err := m.Check(t.Context(), o); err != nil || r.Verdict != ijit.Unsafe {
					t.Errorf("%s, atomicity %v, %s: %v, %v", name, o.Atomicity, o.Images, r, err)
				}
			}
		}
	}
}
