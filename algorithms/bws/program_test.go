// This file tests backward search on random programs and random systems against
// searches with a bounded number of threads.

package bws_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/cases"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/internal/testing/referee"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// A tally counts answers.
type tally struct {
	safe, unsafe, blocked, pre, late int

	soon int64 // how often a search by pre-images may look at the limits
}

// soon returns when to give up a search by pre-images.
func soon(t *testing.T) int64 {
	return int64(campaign.Size(t, 2000, 50_000))
}

func (n *tally) String() string {
	return fmt.Sprintf("%d safe, %d unsafe, %d in which threads block steps; %d by pre-images, %d not",
		n.safe, n.unsafe, n.blocked, n.pre, n.late)
}

// TestBWSPrograms compares random programs in three versions, small and big steps,
// with breadth-first search with few threads, and checks each trace and proof.
func TestBWSPrograms(t *testing.T) {
	n := tally{soon: soon(t)}
	few := int64(campaign.Size(t, 2000, 50_000))
	for seed := range uint64(campaign.Size(t, 6, 1500)) {
		cfg := randprog.Default()
		if seed%3 == 0 {
			cfg = randprog.Plain()
		}
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 7)), cfg)
		if err := backwardProgram(src, &n, few); err != nil {
			small := randprog.Shrink(src, func(s string) bool { return backwardProgram(s, &tally{soon: n.soon}, few) != nil })
			t.Fatalf("seed %d: %v\n%s", seed, backwardProgram(small, &tally{soon: n.soon}, few), small)
		}
	}
	t.Log(n.String())
	if n.safe == 0 || n.unsafe == 0 {
		t.Error("the programs are all alike")
	}
}

// backwardProgram decides a program in all ways; few is how often the search for what few
// threads can do may look at the limits.
func backwardProgram(src string, n *tally, few int64) error {
	p, err := parser.Parse("random.bp", []byte(src), parser.Both)
	if err != nil {
		return err
	}
	if len(p.Calls()) > 0 {
		return nil
	}
	for _, atomicity := range []image.Atomicity{image.Big, image.Small} {
		for _, copies := range []uint32{1, 2, tts.Omega} {
			engine := image.New(p, atomicity, nil)
			jit := converter.NewJIT(engine)
			verdict, err := backward(jit, jit.System.Initial, copies, n, few)
			if err != nil {
				return fmt.Errorf("jit, %d copies: %w", copies, err)
			}
			up, err := converter.Translate(engine)
			if err != nil {
				return err
			}
			again, err := backward(up, up.Program.Initial, copies, &tally{soon: n.soon}, 0)
			if err != nil {
				return fmt.Errorf("tts, %d copies: %w", copies, err)
			}
			if again != verdict {
				return fmt.Errorf("%d copies: %v by translation, %v just in time", copies, again, verdict)
			}
			codec, ok := image.NewPacked(p)
			if !ok {
				continue
			}
			bp := image.NewSystem(engine, image.Codec[uint64](codec))
			again, err = backward(bp, bp.Initial, copies, &tally{soon: n.soon}, 0)
			if err != nil {
				return fmt.Errorf("bp, %d copies: %w", copies, err)
			}
			if again != verdict {
				return fmt.Errorf("%d copies: %v in program states, %v just in time", copies, again, verdict)
			}
		}
	}
	return nil
}

// backward decides whether an assertion can fail and, unless search is 0, which of
// them can, and compares with what few threads can do, as far as that is found with so
// many looks at the limits.
func backward[K tts.Key](sys tts.BackwardSystem[K], initial func(uint32) iter.Seq[tts.Config[K]], copies uint32, n *tally, search int64) (algorithms.Verdict, error) {
	p := tts.Problem[K]{
		System:  sys,
		Initial: initial(copies),
		Target:  tts.Target[K]{Fails: func(uint32) bool { return true }},
	}
	m, cancel := cases.Meter(time.Minute)
	defer cancel()
	got := bws.Search(p, bws.EitherImages, m, nil)
	switch {
	case got.Verdict == algorithms.Safe:
		n.safe++
	case got.Verdict == algorithms.Unsafe:
		n.unsafe++
	case got.Reason == algorithms.Unsupported:
		n.blocked++
		return got.Verdict, nil
	default:
		return got.Verdict, fmt.Errorf("%v(%s)", got.Verdict, got.Reason)
	}
	if err := referee.Justified(sys, p, got); err != nil {
		return got.Verdict, fmt.Errorf("%v: %w", got.Verdict, err)
	}
	if err := preimages(sys, p, got, n); err != nil {
		return got.Verdict, fmt.Errorf("pre-images: %w", err)
	}
	if search == 0 {
		return got.Verdict, nil
	}
	single := map[int]bool{}
	p.All = true
	every := bws.Search(p, bws.EitherImages, m, nil)
	for _, f := range every.Findings {
		single[f.PC] = true
	}
	if every.Verdict != algorithms.Unknown && every.Verdict != got.Verdict {
		return got.Verdict, fmt.Errorf("%v, but %v if all errors are asked for", got.Verdict, every.Verdict)
	}
	if err := referee.Justified(sys, p, every); err != nil {
		return got.Verdict, fmt.Errorf("all errors: %v: %w", every.Verdict, err)
	}
	few := p // that asks for all errors
	few.Threads = 3
	if copies == tts.Omega {
		few.Initial = initial(3)
	}
	found := algorithms.BFS(few, cases.Looks(search), nil)
	for _, f := range found.Findings {
		if every.Reason == algorithms.NoReason && !single[f.PC] {
			return got.Verdict, fmt.Errorf("the assertion at %d fails with 3 threads, but not with any number", f.PC)
		}
	}
	if found.Verdict == algorithms.Unsafe && got.Verdict != algorithms.Unsafe {
		return got.Verdict, fmt.Errorf("unsafe with 3 threads, but %v with any number", got.Verdict)
	}
	if found.Verdict == algorithms.Safe && !found.Cut && got.Verdict == algorithms.Unsafe && copies != tts.Omega {
		return got.Verdict, fmt.Errorf("unsafe, but safe with 3 threads, and there can be no more")
	}
	return got.Verdict, nil
}

// preimages compares an answer with that of a search by pre-images, as far as that has one
// soon.
func preimages[K tts.Key](sys tts.BackwardSystem[K], p tts.Problem[K], want algorithms.Result[K], n *tally) error {
	limit := campaign.Looks(n.soon)
	got := bws.Search(p, bws.BackwardImages, algorithms.NewMeter(limit, 4<<30, nil), nil)
	limit.Reset(1 << 40) // there is time enough for the proof of what is in time
	if got.Verdict == algorithms.Unknown {
		n.late++
		return nil
	}
	n.pre++
	if got.Verdict != want.Verdict {
		return fmt.Errorf("%v, want %v", got.Verdict, want.Verdict)
	}
	return referee.Justified(sys, p, got)
}

// TestBWSSystems compares random systems with breadth-first search, which finds
// all that few threads can do.
func TestBWSSystems(t *testing.T) {
	n := tally{soon: soon(t)}
	for seed := range uint64(campaign.Size(t, 8000, 150_000)) {
		rng := rand.New(rand.NewPCG(seed, 3))
		sys := cases.RandomSystem(rng)
		p := tts.Problem[uint32]{System: sys}
		var c tts.Config[uint32]
		for l := range sys.NumLocal() {
			switch rng.IntN(5) {
			case 0:
				c.Locals = append(c.Locals, tts.Count[uint32]{Local: l, N: tts.Omega})
			case 1:
				c.Locals = append(c.Locals, tts.Count[uint32]{Local: l, N: 1 + rng.Uint32N(2)})
			}
		}
		p.Initial = func(yield func(tts.Config[uint32]) bool) { yield(c) }
		target := tts.Config[uint32]{Shared: rng.Uint32N(sys.NumShared())}
		for range rng.IntN(4) {
			target.Locals = tts.AddLocal(target.Locals, rng.Uint32N(sys.NumLocal()), 1)
		}
		if rng.IntN(4) > 0 {
			p.Target.Cover = []tts.Config[uint32]{target}
		} else {
			p.Target.Locals = []func(uint32) bool{func(l uint32) bool { return l == sys.NumLocal()-1 }}
		}
		if err := backwardSystem(sys, p, c, &n); err != nil {
			t.Errorf("seed %d: initial %v, target %v: %v", seed, c, target, err)
			for _, e := range append(sys.Edges(), sys.Environment()...) {
				t.Log(e, sys.Transfers(&e))
			}
			return
		}
	}
	t.Log(n.String())
	if !testing.Short() && (n.safe == 0 || n.unsafe == 0 || n.blocked == 0) {
		t.Error("the systems are all alike")
	}
}

func backwardSystem(sys *tts.TTS, p tts.Problem[uint32], c tts.Config[uint32], n *tally) error {
	m, cancel := cases.Meter(time.Minute)
	defer cancel()
	got := bws.Search(p, bws.EitherImages, m, nil)
	switch {
	case got.Verdict == algorithms.Safe:
		n.safe++
	case got.Verdict == algorithms.Unsafe:
		n.unsafe++
	case got.Reason == algorithms.Unsupported:
		n.blocked++
		return nil
	default:
		return fmt.Errorf("%v(%s)", got.Verdict, got.Reason)
	}
	if err := referee.Justified(sys, p, got); err != nil {
		return fmt.Errorf("%v: %w", got.Verdict, err)
	}
	if err := preimages(sys, p, got, n); err != nil {
		return fmt.Errorf("pre-images: %w", err)
	}
	p.Threads = 5
	p.Initial = cases.Concrete(c, 5)
	if few := algorithms.BFS(p, cases.Looks(30_000), nil); few.Verdict == algorithms.Unsafe && got.Verdict != algorithms.Unsafe {
		return fmt.Errorf("unsafe with few threads, but %v with any number", got.Verdict)
	}
	return nil
}
