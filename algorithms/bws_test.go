// This file tests backward search: what it proves and refutes is checked by code
// that shares nothing with it.

package algorithms_test

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/tts"
)

const suites = "../../shared/suites"

// A row is one question with its known answer.
type row struct {
	name, file      string
	initial, target string
	verdict         string
	seconds         string // that bfc took
}

// rows reads the questions of the suites.
func rows(t testing.TB) []row {
	t.Helper()
	var all []row
	read := func(path string, each func(fields []string)) {
		f, err := os.Open(path)
		if err != nil {
			t.Skipf("the real inputs, shared/suites, do not lie beside the checkout: %v", err)
		}
		defer f.Close()
		for in := bufio.NewScanner(f); in.Scan(); {
			fields := strings.Split(in.Text(), "\t")
			if strings.HasPrefix(in.Text(), "#") || fields[0] == "file" {
				continue
			}
			each(fields)
		}
	}
	dir := filepath.Join(suites, "coverability")
	read(filepath.Join(dir, "expected.tsv"), func(x []string) {
		all = append(all, row{x[0] + " " + x[1], filepath.Join(dir, x[0]), x[1], x[2], x[3], x[4]})
	})
	dir = filepath.Join(suites, "satabs")
	read(filepath.Join(dir, "expected-unbounded.tsv"), func(x []string) {
		file := filepath.Join(dir, x[0])
		prop, err := os.ReadFile(strings.TrimSuffix(file, "tts") + "prop")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, row{x[0] + " " + x[1], file, x[1], strings.Fields(string(prop))[0], x[2], x[3]})
	})
	return all
}

// open reads the system of a row and puts its question.
func (r row) open(t testing.TB) (*tts.TTS, algorithms.Problem[uint32]) {
	t.Helper()
	f, err := os.Open(r.file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sys, err := tts.Read(f, r.file)
	if err != nil {
		t.Fatal(err)
	}
	initial, err := sys.ParseInitial(r.initial)
	if err != nil {
		t.Fatal(err)
	}
	target, err := sys.ParseTarget(r.target)
	if err != nil {
		t.Fatal(err)
	}
	return sys, algorithms.Problem[uint32]{
		System:  sys,
		Initial: func(yield func(tts.Config[uint32]) bool) { yield(initial) },
		Target:  algorithms.Target[uint32]{Cover: []tts.Config[uint32]{target}},
	}
}

// meter makes the meter of a search that decides in much less than that time.
func meter(d time.Duration) (*algorithms.Meter, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	return algorithms.NewMeter(ctx, 4<<30, nil), cancel
}

// looks makes the meter of a search that may be left undecided: it ends when it has looked at
// the limits n times. How much is done between two looks depends on the search.
func looks(n int64) *algorithms.Meter {
	return algorithms.NewMeter(campaign.Looks(n), 4<<30, nil)
}

func TestBWSSuites(t *testing.T) {
	var total time.Duration
	list := rows(t)
	every := campaign.Every(t, len(list), len(list)/3)
	for i, r := range list {
		if i%every != 0 {
			continue
		}
		sys, p := r.open(t)
		m, cancel := meter(time.Minute)
		begin := time.Now()
		got := bws.Search(p, bws.EitherImages, m, nil)
		took := time.Since(begin)
		cancel()
		total += took
		t.Logf("%-70s %-7v %8.3fs bfc %6s  %7d elements %8d fired", r.name, got.Verdict, took.Seconds(), r.seconds, got.Stats.States, got.Stats.Fired)
		if got.Verdict.String() != r.verdict {
			t.Errorf("%s: %v(%s), want %s", r.name, got.Verdict, got.Reason, r.verdict)
			continue
		}
		if err := justified(sys, p, got); err != nil {
			t.Errorf("%s: %v", r.name, err)
		}
	}
	t.Logf("total %.2fs", total.Seconds())
}

// TestBWSLimits checks that a search ends when it is told to, and refuses what is
// not its question.
func TestBWSLimits(t *testing.T) {
	for _, r := range rows(t) {
		if r.verdict != "SAFE" || r.name != "16_QRCU-2/satabs.16.tts 0|0" {
			continue
		}
		_, p := r.open(t)
		for _, n := range []int64{0, 1, 10, 100} {
			got := bws.Search(p, bws.EitherImages, looks(n), func(algorithms.Stats) {})
			if got.Verdict != algorithms.Unknown || got.Reason != algorithms.Timeout || got.Invariant != nil {
				t.Errorf("after %d looks: %v(%s)", n, got.Verdict, got.Reason)
			}
		}
		p.Threads = 3
		m, cancel := meter(time.Minute)
		defer cancel()
		if got := bws.Search(p, bws.EitherImages, m, nil); got.Reason != algorithms.Unsupported || got.Detail == "" {
			t.Errorf("with a bound: %v(%s) %q", got.Verdict, got.Reason, got.Detail)
		}
	}
}

// justified checks the trace or the proof that comes with an answer.
func justified[K tts.Key](sys tts.BackwardSystem[K], p algorithms.Problem[K], r algorithms.Result[K]) error {
	switch r.Verdict {
	case algorithms.Unsafe:
		return executes(p, r.Trace)
	case algorithms.Safe:
		return proves(sys, p, r.Invariant())
	}
	return nil
}

// executes checks that t is an execution that ends in an error.
func executes[K tts.Key](p algorithms.Problem[K], t *tts.Trace[K]) error {
	begins := false
	for c := range p.Initial {
		begins = begins || begun(c, t.Initial)
	}
	if !begins {
		return fmt.Errorf("the trace begins in %v", t.Initial)
	}
	c := t.Initial
	failed := false
	for i, s := range t.Steps {
		found := false
		for x := range tts.Post(p.System, c) {
			if x.Edge.Kind == s.Edge.Kind && x.Edge.Label == s.Edge.Label && x.To.Compare(s.To) == 0 {
				found = true
				break
			}
		}
		if !found {
			return fmt.Errorf("step %d of the trace, %v from %v to %v, is none", i+1, s.Edge, c, s.To)
		}
		failed = s.Edge.Kind == tts.Fail && p.Target.Fails != nil && p.Target.Fails(s.Edge.Label)
		c = s.To
	}
	if failed || isError(p.Target, c) {
		return nil
	}
	return fmt.Errorf("the trace ends in %v", c)
}

// begun reports whether c is one of the configurations that initial stands for.
func begun[K tts.Key](initial, c tts.Config[K]) bool {
	for _, x := range c.Locals {
		if initial.Count(x.Local) != tts.Omega && initial.Count(x.Local) != x.N {
			return false
		}
	}
	for _, x := range initial.Locals {
		if x.N != tts.Omega && c.Count(x.Local) != x.N {
			return false
		}
	}
	return c.Shared == initial.Shared
}

func isError[K tts.Key](t algorithms.Target[K], c tts.Config[K]) bool {
	for _, x := range t.Cover {
		if c.Covers(x) {
			return true
		}
	}
	return len(t.Locals) > 0 && slices.ContainsFunc(c.Locals, func(x tts.Count[K]) bool { return t.Locals[0](x.Local) })
}

// proves checks that inv is an inductive invariant without errors.
func proves[K tts.Key](sys tts.BackwardSystem[K], p algorithms.Problem[K], inv *algorithms.Invariant[K]) error {
	inv = spellOut(sys, inv, p)
	within := map[K]map[K]bool{}
	for _, w := range inv.Within {
		within[w.Shared] = map[K]bool{}
		for _, l := range w.Locals {
			within[w.Shared][l] = true
		}
	}
	// What is excluded, by shared state and least local state.
	excluded := map[tts.ThreadState[K]][]tts.Config[K]{}
	all := map[K]bool{}
	for _, x := range inv.Excluded {
		if len(x.Locals) == 0 {
			all[x.Shared] = true
			continue
		}
		t := tts.ThreadState[K]{Shared: x.Shared, Local: x.Locals[0].Local}
		excluded[t] = append(excluded[t], x)
	}
	for _, w := range inv.Linear {
		if err := (weighting[K]{w}).preserved(sys, within); err != nil {
			return err
		}
	}
	pairs := companionsOf(inv)
	outside := func(c tts.Config[K]) bool {
		if within[c.Shared] == nil || all[c.Shared] {
			return true
		}
		if tooHeavy(inv.Linear, c) || pairs.apart(c) {
			return true
		}
		for _, x := range c.Locals {
			t := tts.ThreadState[K]{Shared: c.Shared, Local: x.Local}
			if !within[c.Shared][x.Local] || slices.ContainsFunc(excluded[t], c.Covers) {
				return true
			}
		}
		return false
	}
	for c := range p.Initial {
		if outside(c) {
			return fmt.Errorf("the initial configuration %v is not in the invariant", c)
		}
	}
	for _, c := range p.Target.Cover {
		if !outside(c) {
			return fmt.Errorf("the target %v is in the invariant", c)
		}
	}
	for s, locals := range within {
		for l := range locals {
			c := tts.NewConfig(s, l)
			if outside(c) {
				continue
			}
			if isError(p.Target, c) {
				return fmt.Errorf("the error %v is in the invariant", c)
			}
			for _, e := range sys.AppendEdges(nil, tts.ThreadState[K]{Shared: s, Local: l}) {
				if e.Kind == tts.Fail && p.Target.Fails != nil && p.Target.Fails(e.Label) {
					return fmt.Errorf("%v in the invariant fails", c)
				}
			}
		}
		if err := closed(sys, within, s); err != nil {
			return err
		}
	}
	if err := pairs.closed(sys, within, outside); err != nil {
		return err
	}
	back := tts.Reverser[K]{System: sys}
	into := map[K][]tts.Edge[K]{}
	var err error
	for _, c := range inv.Excluded {
		edges, ok := into[c.Shared]
		if !ok {
			edges = sys.AppendEdgesInto(nil, c.Shared)
			into[c.Shared] = edges
		}
		for i := range edges {
			back.CoverPre(c, &edges[i], func(d tts.Config[K]) bool {
				if !outside(d) {
					err = fmt.Errorf("%v is in the invariant, but leads to the excluded %v by %v", d, c, edges[i])
				}
				return err == nil
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// closed checks that the thread states within are closed under what leaves s.
func closed[K tts.Key](sys tts.System[K], within map[K]map[K]bool, s K) error {
	edges := sys.AppendEnvironment(nil, s)
	for l := range within[s] {
		edges = sys.AppendEdges(edges, tts.ThreadState[K]{Shared: s, Local: l})
	}
	for i := range edges {
		e := &edges[i]
		if e.Kind == tts.Fail {
			continue
		}
		to, ok := within[e.To.Shared]
		if !ok || e.Kind == tts.Move && !to[e.To.Local] || e.Effect != nil && e.Effect.Kind == tts.Spawn && !to[e.Effect.Child] {
			return fmt.Errorf("edge %v leads out of the thread states within", e)
		}
		for l := range within[s] {
			moves := []K{l}
			if e.Effect != nil && e.Effect.Kind == tts.All {
				moves = sys.AppendMoves(nil, e, l)
			}
			if e.Effect != nil && e.Effect.Kind == tts.One {
				moves = sys.AppendMoves(moves, e, l)
			}
			for _, k := range moves {
				if !to[k] {
					return fmt.Errorf("edge %v takes another thread from %v out of the thread states within, to %v", e, l, k)
				}
			}
		}
	}
	return nil
}

// TestBWSAllStates checks that a search for all errors says how many states it stored, although
// the search after the last error stores none.
func TestBWSAllStates(t *testing.T) {
	sys, err := tts.Read(strings.NewReader("2 2\n0 0 -> 1 1\n1 1 -> 0 0\n"), "net.tts")
	if err != nil {
		t.Fatal(err)
	}
	p := algorithms.Problem[uint32]{
		System:  sys,
		Initial: slices.Values([]tts.Config[uint32]{tts.NewConfig[uint32](0, 0)}),
		Target:  algorithms.Target[uint32]{Cover: []tts.Config[uint32]{tts.NewConfig[uint32](1, 1)}},
	}
	one := bws.Search(p, bws.EitherImages, algorithms.NewMeter(context.Background(), 0, nil), nil)
	p.All = true
	all := bws.Search(p, bws.EitherImages, algorithms.NewMeter(context.Background(), 0, nil), nil)
	if one.Stats.States == 0 || all.Stats.States < one.Stats.States {
		t.Errorf("%d states up to the first error, %d for all", one.Stats.States, all.Stats.States)
	}
}
