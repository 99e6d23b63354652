// This file tests the detection of cutoffs on the suites and the examples.

package algorithms_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/algorithms/ecut"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

func TestECUTSuites(t *testing.T) {
	campaign.Alone(t)
	decided, all := 0, 0
	list := rows(t)
	every := campaign.Every(t, len(list), len(list)/6)
	const limit = 80_000 // in short tests, too: it decides how many are decided
	for i, r := range list {
		if i%every != 0 {
			continue
		}
		sys, p := r.open(t)
		begin := time.Now()
		got := ecut.Search(p, looks(limit), nil)
		took := time.Since(begin)
		all++
		t.Logf("%-70s %-7v %-8s n=%d %8.3fs bfc %6s  %7d states", r.name, got.Verdict, got.Reason, got.Cutoff, took.Seconds(), r.seconds, got.Stats.States)
		if got.Verdict == algorithms.Unknown {
			continue
		}
		decided++
		if got.Verdict.String() != r.verdict {
			t.Errorf("%s: %v, want %s", r.name, got.Verdict, r.verdict)
		}
		if err := jointly(sys, p, got); err != nil {
			t.Errorf("%s: %v", r.name, err)
		}
	}
	t.Logf("%d of %d decided", decided, all)
	if decided*10 < all*8 {
		t.Errorf("only %d of %d decided", decided, all)
	}
}

func TestECUTExamples(t *testing.T) {
	campaign.Alone(t)
	files, err := filepath.Glob("../examples/*.bp")
	if err != nil || len(files) == 0 {
		t.Fatal("no examples: ", err)
	}
	every := campaign.Every(t, len(files), len(files)/2)
	for i, file := range files {
		if i%every != 0 {
			continue
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		prog, err := parser.Parse(file, src, parser.Both)
		if err != nil {
			t.Fatal(err)
		}
		if len(prog.Calls()) > 0 {
			continue
		}
		sys := converter.NewJIT(image.New(prog, image.Big, nil))
		for _, copies := range []uint32{1, tts.Omega} {
			p := algorithms.Problem[uint32]{
				System:  sys,
				Initial: sys.Initial(copies),
				Target:  algorithms.Target[uint32]{Fails: func(uint32) bool { return true }},
			}
			begin := time.Now()
			got := ecut.Search(p, looks(1_000_000), nil)
			took := time.Since(begin)
			name := filepath.Base(file)
			t.Logf("%-22s initial %-10d %-7v %-8s n=%d %.3fs %d states", name, copies, got.Verdict, got.Reason, got.Cutoff, took.Seconds(), got.Stats.States)
			if err := jointly(sys, p, got); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			m, cancel := meter(time.Minute)
			want := bws.Search(p, bws.EitherImages, m, nil)
			cancel()
			if got.Verdict != algorithms.Unknown && got.Verdict != want.Verdict {
				t.Errorf("%s with %d: %v, backward %v", name, copies, got.Verdict, want.Verdict)
			}
			if copies == 1 && got.Verdict == algorithms.Unsafe && !strings.Contains(string(src), "// want: UNSAFE") {
				t.Errorf("%s: UNSAFE", name)
			}
		}
	}
}

// jointly checks the trace or the proof that comes with an answer. Of a proof, the
// thread states within and what is excluded hold together: a step may lead to a
// thread state that is excluded by itself.
func jointly[K tts.Key](sys tts.BackwardSystem[K], p algorithms.Problem[K], r algorithms.Result[K]) error {
	switch {
	case r.Verdict == algorithms.Unsafe:
		return executes(p, r.Trace)
	case r.Verdict == algorithms.Unknown:
		return nil
	}
	inv := r.Invariant()
	if inv.States != nil {
		return statesProve(p, inv.States)
	}
	if inv.Cover != nil {
		return coverProves(p, inv.Cover, true)
	}
	within := map[K]map[K]bool{}
	for _, w := range inv.Within {
		within[w.Shared] = map[K]bool{}
		for _, l := range w.Locals {
			within[w.Shared][l] = true
		}
	}
	for _, w := range inv.Linear {
		if err := (weighting[K]{w}).preserved(sys, within); err != nil {
			return err
		}
	}
	excluded := func(c tts.Config[K]) bool {
		return slices.ContainsFunc(inv.Excluded, c.Covers) || tooHeavy(inv.Linear, c)
	}
	made := func(c tts.Config[K]) bool {
		locals, ok := within[c.Shared]
		for _, x := range c.Locals {
			ok = ok && locals[x.Local]
		}
		return ok
	}
	for c := range p.Initial {
		if !made(c) || excluded(c) {
			return fmt.Errorf("the initial configuration %v is not in the invariant", c)
		}
	}
	for _, c := range p.Target.Cover {
		if made(c) && !excluded(c) {
			return fmt.Errorf("the target %v is in the invariant", c)
		}
	}
	for s, locals := range within {
		edges := p.System.AppendEnvironment(nil, s)
		for l := range locals {
			c := tts.NewConfig(s, l)
			if isError(p.Target, c) && !excluded(c) {
				return fmt.Errorf("the error %v is in the invariant", c)
			}
			edges = p.System.AppendEdges(edges, tts.ThreadState[K]{Shared: s, Local: l})
		}
		for i := range edges {
			e := &edges[i]
			if e.Kind == tts.Fail {
				if p.Target.Fails != nil && p.Target.Fails(e.Label) && !excluded(tts.NewConfig(s, e.From.Local)) {
					return fmt.Errorf("%v in the invariant fails", e.From)
				}
				continue
			}
			to := []tts.Config[K]{tts.NewConfig(e.To.Shared)}
			if e.Kind == tts.Move {
				to = append(to, tts.NewConfig(e.To.Shared, e.To.Local))
			}
			if e.Effect != nil && e.Effect.Kind == tts.Spawn {
				to = append(to, tts.NewConfig(e.To.Shared, e.Effect.Child))
			}
			for l := range locals {
				moves := []K{l}
				if e.Effect != nil && e.Effect.Kind != tts.Spawn {
					if e.Effect.Kind == tts.All {
						moves = nil
					}
					moves = p.System.AppendMoves(moves, e, l)
				}
				for _, k := range moves {
					to = append(to, tts.NewConfig(e.To.Shared, k))
				}
			}
			for _, c := range to {
				if !made(c) && !excluded(c) {
					return fmt.Errorf("edge %v leads from the invariant to %v, which is not excluded", e, c)
				}
			}
		}
	}
	for _, c := range inv.Excluded {
		for _, d := range tts.CoverPre(sys, c) {
			if made(d.From) && !excluded(d.From) {
				return fmt.Errorf("%v is in the invariant, but leads to the excluded %v by %v", d.From, c, d.Edge)
			}
		}
	}
	return nil
}

// statesProve checks that list is closed under steps and has no error.
func statesProve[K tts.Key](p algorithms.Problem[K], list []tts.Config[K]) error {
	known := map[string]bool{}
	for _, c := range list {
		known[c.String()] = true
	}
	for c := range p.Initial {
		if !known[c.String()] {
			return fmt.Errorf("the initial configuration %v is not among the states", c)
		}
	}
	for _, c := range list {
		if isError(p.Target, c) {
			return fmt.Errorf("%v is an error", c)
		}
		for s := range tts.Post(p.System, c) {
			if s.Edge.Kind == tts.Fail {
				if p.Target.Fails != nil && p.Target.Fails(s.Edge.Label) {
					return fmt.Errorf("%v fails", c)
				}
			} else if !known[s.To.String()] {
				return fmt.Errorf("%v leads to %v, which is not among the states", c, s.To)
			}
		}
	}
	return nil
}

// TestECUTStops gives a little time to a system in which the candidates beyond the thread
// states reached by few threads are many, and all in one shared state.
func TestECUTStops(t *testing.T) {
	const locals = 60_000
	var text strings.Builder
	fmt.Fprintf(&text, "3 %d\n0 %d -> 1 %d\n", locals, locals-1, locals-1)
	for l := 1; l < locals; l++ {
		fmt.Fprintf(&text, "0 0 -> 0 %d\n", l)
	}
	sys, err := tts.Read(strings.NewReader(text.String()), "wide.tts")
	if err != nil {
		t.Fatal(err)
	}
	p := algorithms.Problem[uint32]{
		System: sys,
		Initial: func(yield func(tts.Config[uint32]) bool) {
			yield(tts.Config[uint32]{Locals: []tts.Count[uint32]{{Local: 0, N: tts.Omega}}})
		},
		Target: algorithms.Target[uint32]{Cover: []tts.Config[uint32]{tts.NewConfig[uint32](2)}},
	}
	m, cancel := meter(100 * time.Millisecond)
	defer cancel()
	begin := time.Now()
	r := ecut.Search(p, m, nil)
	if took := time.Since(begin); took > 10*time.Second || r.Verdict == algorithms.Unknown && r.Reason != algorithms.Timeout {
		t.Errorf("%v(%s) after %s", r.Verdict, r.Reason, took)
	}
}
