// This file compares the searches for any number of threads with each other and with
// searches with few threads, on random programs and random systems.

package algorithms_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/algorithms/directed"
	"github.com/ijit/ijit/algorithms/ecut"
	"github.com/ijit/ijit/algorithms/km"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/cases"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/internal/testing/referee"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// A searcher is one of the searches with omegas.
type searcher[K tts.Key] struct {
	name   string
	search func(tts.Problem[K], *algorithms.Meter) algorithms.Result[K]
}

func withOmegas[K tts.Key]() []searcher[K] {
	var list []searcher[K]
	for _, o := range []km.Order{km.DepthFirst, km.BreadthFirst} {
		list = append(list,
			searcher[K]{"km " + o.String(), func(p tts.Problem[K], m *algorithms.Meter) algorithms.Result[K] {
				return km.KM(p, o, m, nil)
			}},
			searcher[K]{"akm " + o.String(), func(p tts.Problem[K], m *algorithms.Meter) algorithms.Result[K] {
				return km.AKM(p, o, m, nil)
			}})
	}
	return list
}

// A count says how often each algorithm gave each answer.
type count map[string]int

func (n count) note(name string, v algorithms.Verdict, r algorithms.Reason) {
	if v == algorithms.Unknown {
		name += " " + string(r)
	}
	n[name+" "+v.String()]++
}

func (n count) log(t *testing.T) {
	t.Helper()
	keys := make([]string, 0, len(n))
	for k := range n {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		t.Logf("%-28s %d", k, n[k])
	}
}

func TestUnboundedPrograms(t *testing.T) {
	n := count{}
	programs := campaign.Size(t, 3, 400)
	for seed := range uint64(programs) {
		cfg := randprog.Default()
		if seed%2 == 0 {
			cfg = randprog.Plain()
		}
		if seed%4 != 3 {
			// The programs for Karp-Miller searches.
			s := &cfg.Statement
			s.Wait, s.Signal, s.Broadcast, s.Passive = 0, 0, 0, 0
		}
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 11)), cfg)
		if err := unboundedProgram(src, n); err != nil {
			small := randprog.Shrink(src, func(s string) bool { return unboundedProgram(s, count{}) != nil })
			t.Fatalf("seed %d: %v\n%s", seed, unboundedProgram(small, count{}), small)
		}
	}
	n.log(t)
	if programs < 6 {
		return // they may be all alike
	}
	for _, name := range []string{"km depth-first", "km breadth-first", "akm depth-first", "akm breadth-first", "ecut"} {
		if n[name+" SAFE"] == 0 || n[name+" UNSAFE"] == 0 {
			t.Errorf("%s gives always the same answer", name)
		}
	}
	if n["directed UNSAFE"] == 0 || n["directed SAFE"] > 0 {
		t.Error("directed finds no error, or proves something")
	}
}

func unboundedProgram(src string, n count) error {
	p, err := parser.Parse("random.bp", []byte(src), parser.Both)
	if err != nil {
		return err
	}
	if len(p.Calls()) > 0 {
		return nil
	}
	for _, atomicity := range []image.Atomicity{image.Big, image.Small} {
		engine := image.New(p, atomicity, nil)
		for _, copies := range []uint32{1, 2, tts.Omega} {
			jit := converter.NewJIT(engine)
			if err := unboundedVersion(jit, jit.System.Initial, copies, n); err != nil {
				return fmt.Errorf("jit, %d copies: %w", copies, err)
			}
			up, err := converter.Translate(engine)
			if err != nil {
				return err
			}
			if err := unboundedVersion(up, up.Program.Initial, copies, n); err != nil {
				return fmt.Errorf("tts, %d copies: %w", copies, err)
			}
			codec, ok := image.NewPacked(p)
			if !ok {
				continue
			}
			bp := image.NewSystem(engine, image.Codec[uint64](codec))
			if err := unboundedVersion(bp, bp.Initial, copies, n); err != nil {
				return fmt.Errorf("bp, %d copies: %w", copies, err)
			}
		}
	}
	return nil
}

func unboundedVersion[K tts.Key](sys tts.BackwardSystem[K], initial func(uint32) iter.Seq[tts.Config[K]], copies uint32, n count) error {
	p := tts.Problem[K]{
		System:  sys,
		Initial: initial(copies),
		Target:  tts.Target[K]{Fails: func(uint32) bool { return true }},
	}
	few := p
	if copies == tts.Omega {
		few.Initial = initial(4)
	}
	return agree(sys, p, few, n)
}

// agree asks all searches the question p and compares what they say, also with what
// at most four threads do from the initial configurations of few.
func agree[K tts.Key](sys tts.BackwardSystem[K], p, few tts.Problem[K], n count) error {
	verdict := algorithms.Unknown
	var errors []int
	hear := func(name string, r algorithms.Result[K]) error {
		n.note(name, r.Verdict, r.Reason)
		if r.Verdict == algorithms.Unknown {
			return nil
		}
		if verdict != algorithms.Unknown && r.Verdict != verdict {
			return fmt.Errorf("%s: %v, others %v", name, r.Verdict, verdict)
		}
		verdict = r.Verdict
		if r.Verdict == algorithms.Safe && r.Invariant().Cover != nil {
			return nil // all covers are compared and checked once
		}
		if err := referee.Jointly(sys, p, r); err != nil {
			return fmt.Errorf("%s: %v: %w", name, r.Verdict, err)
		}
		return nil
	}
	var covers [][]tts.Config[K]
	for _, k := range withOmegas[K]() {
		m := cases.Looks(100_000)
		got := k.search(p, m)
		every := p
		every.All = true
		all := k.search(every, m)
		if err := hear(k.name, got); err != nil {
			return err
		}
		if got.Verdict == algorithms.Unknown || all.Reason != algorithms.NoReason {
			continue
		}
		if all.Verdict != got.Verdict {
			return fmt.Errorf("%s: %v, but %v if all errors are asked for", k.name, got.Verdict, all.Verdict)
		}
		labels := labelsOf(all.Findings)
		if errors != nil && !slices.Equal(errors, labels) {
			return fmt.Errorf("%s: errors %v, others %v", k.name, labels, errors)
		}
		errors = labels
		if all.Invariant != nil {
			covers = append(covers, all.Invariant().Cover)
		}
	}
	for _, c := range covers {
		if !slices.EqualFunc(c, covers[0], func(x, y tts.Config[K]) bool { return x.Compare(y) == 0 }) {
			return fmt.Errorf("there are two minimal covers, %v and %v", covers[0], c)
		}
	}
	if len(covers) > 0 {
		if err := referee.CoverProves(p, covers[0], verdict == algorithms.Safe); err != nil {
			return err
		}
	}
	if err := hear("ecut", ecut.Search(p, cases.Looks(300_000), nil)); err != nil {
		return err
	}
	if err := hear("directed", directed.Search(p, cases.Looks(30_000), nil)); err != nil {
		return err
	}
	back := bws.Search(p, bws.EitherImages, cases.Looks(300_000), nil)
	if back.Verdict != algorithms.Unknown && verdict != algorithms.Unknown && back.Verdict != verdict {
		return fmt.Errorf("bws: %v, others %v", back.Verdict, verdict)
	}
	few.All = true
	for few.Threads = 1; few.Threads <= 4; few.Threads++ {
		found := algorithms.BFS(few, cases.Looks(30_000), nil)
		if found.Verdict == algorithms.Unsafe && verdict == algorithms.Safe {
			return fmt.Errorf("unsafe with %d threads, but safe with any number", few.Threads)
		}
		for _, l := range labelsOf(found.Findings) {
			if errors != nil && !slices.Contains(errors, l) {
				return fmt.Errorf("error %d with %d threads, but not with any number", l, few.Threads)
			}
		}
	}
	return nil
}

func labelsOf(list []algorithms.Finding) []int {
	labels := []int{}
	for _, f := range list {
		labels = append(labels, f.PC)
	}
	slices.Sort(labels)
	return labels
}

// TestUnboundedNets compares the searches on random systems, and shows of each
// element of a cover that it is one: with three threads for each omega, it can be
// covered by an execution.
func TestUnboundedNets(t *testing.T) {
	n := count{}
	nested := 0
	for seed := range uint64(campaign.Size(t, 40, 4000)) {
		sys, p, err := cases.RandomNet(rand.New(rand.NewPCG(seed, 3)))
		if err != nil {
			t.Fatal(err)
		}
		few := p
		few.Initial = func(yield func(tts.Config[uint32]) bool) {
			for c := range p.Initial {
				d := c.Clone()
				for i := range d.Locals {
					if d.Locals[i].N == tts.Omega {
						d.Locals[i].N = 1 + uint32(seed%2)
					}
				}
				yield(d)
			}
		}
		if err := agree(sys, p, few, n); err != nil {
			t.Fatalf("seed %d: %v\n%v", seed, err, sys)
		}
		got := km.AKM(p, km.DepthFirst, cases.Looks(300_000), nil)
		if got.Reason != algorithms.NoReason {
			continue
		}
		cover := got.Invariant().Cover
		if err := referee.Covered(few, cover); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for i, c := range cover {
			if i > 40 {
				break
			}
			for i := range c.Locals {
				if c.Locals[i].N == tts.Omega {
					c.Locals[i].N = 3
				}
			}
			q := p
			q.Target.Cover = []tts.Config[uint32]{c}
			for _, k := range withOmegas[uint32]() {
				m, cancel := cases.Meter(time.Minute)
				got := k.search(q, m)
				cancel()
				if got.Verdict != algorithms.Unsafe {
					t.Fatalf("seed %d: %v is said to be covered, but %s says %v(%s)", seed, c, k.name, got.Verdict, got.Reason)
				}
				if err := referee.Executes(q, got.Trace); err != nil {
					t.Fatalf("seed %d: %s to %v: %v", seed, k.name, c, err)
				}
				if len(got.Trace.Steps) > 30 {
					nested++
				}
			}
		}
	}
	n.log(t)
	t.Logf("%d executions with more than 30 steps", nested)
}
