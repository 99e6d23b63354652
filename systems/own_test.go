// This file tests what somebody writes who searches a space himself: answers of his, right and wrong ones.

package systems_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/tts"
)

// search is what a user has: breadth-first search, here with a path to the error.
func search(s *ijit.Space, limit int) (run, reached []ijit.Config, complete bool) {
	type node struct {
		ijit.Config
		parent int
	}
	var nodes []node
	known := map[string]bool{}
	add := func(c ijit.Config, parent int) {
		if !known[c.Key()] {
			known[c.Key()] = true
			nodes = append(nodes, node{c, parent})
			reached = append(reached, c)
		}
	}
	for c := range s.Init() {
		add(c, -1)
	}
	for at := 0; at < len(nodes); at++ {
		if s.Final(nodes[at].Config) {
			for i := at; i >= 0; i = nodes[i].parent {
				run = append(run, nodes[i].Config)
			}
			slices.Reverse(run)
			return run, nil, true
		}
		if len(nodes) > limit {
			return nil, nil, false
		}
		for c := range s.Post(nodes[at].Config) {
			add(c, at)
		}
	}
	return nil, reached, true
}

// TestOwnAlgorithm runs a search of a user's over spaces of random programs, with each
// question. Its answers agree with those of bfs, and are checked.
func TestOwnAlgorithm(t *testing.T) {
	ctx := context.Background()
	count := map[systems.Verdict]int{}
	for seed := range uint64(campaign.Size(t, 15, 1000)) {
		m, err := systems.Read("x.bp", strings.NewReader(randprog.Generate(rand.New(rand.NewPCG(seed, 5)), randprog.Default())))
		if err != nil {
			t.Fatal(err)
		}
		questions := []systems.Options{{Threads: 2}, {Threads: 2, Atomicity: systems.Small}, {Threads: 2, Via: systems.TTS}, {Threads: 2, Deadlock: true}}
		for _, n := range m.Program.Nodes {
			if n != nil && n.Stmt != nil && len(n.Stmt.Labels) > 0 {
				questions = append(questions, systems.Options{Threads: 2, Label: n.Stmt.Labels[0].Name})
				break
			}
		}
		for _, o := range questions {
			want, err := m.Check(ctx, o)
			if err != nil {
				t.Fatal(err)
			}
			s, err := m.Space(o)
			if err != nil {
				t.Fatal(err)
			}
			run, reached, complete := search(s, 5000)
			if !complete || want.Verdict == systems.Unknown {
				continue
			}
			var got *ijit.Answer
			if run != nil {
				got, err = s.Unsafe(ctx, run)
			} else {
				got, err = s.Safe(ctx, slices.Values(reached))
			}
			if err != nil {
				t.Fatalf("seed %d, %+v: %v", seed, o, err)
			}
			count[got.Verdict]++
			if got.Verdict != want.Verdict {
				t.Errorf("seed %d, %+v: %v, bfs says %v", seed, o, got.Verdict, want.Verdict)
			}
			if !got.Checked && !o.Deadlock {
				t.Errorf("seed %d, %+v: %v was not checked: %v", seed, o, got.Verdict, got.Certificate.Err())
			}
			if got.Verdict == systems.Unsafe {
				var b bytes.Buffer
				if err := m.Render(&b, got, "table"); err != nil || b.Len() == 0 {
					t.Errorf("seed %d: %v", seed, err)
				}
			}
		}
	}
	t.Log(count)
	if count[systems.Safe] == 0 || count[systems.Unsafe] == 0 {
		t.Error("the answers are all alike")
	}
}

// TestOwnMistakes has answers that are wrong.
func TestOwnMistakes(t *testing.T) {
	ctx := context.Background()
	m, err := systems.Read("x.bp", strings.NewReader(`decl x := 0;
		void main() begin
			x := 1;
			x := 0;
			assert(!x);
		end`))
	if err != nil {
		t.Fatal(err)
	}
	s, err := m.Space(systems.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, reached, _ := search(s, 100)
	if _, err := s.Safe(ctx, slices.Values(reached)); err != nil {
		t.Errorf("a proof is refused: %v", err)
	}
	if _, err := s.Safe(ctx, slices.Values(reached[:2])); err == nil {
		t.Error("a set that is not closed is a proof")
	}
	if _, err := s.Safe(ctx, slices.Values(reached[1:])); err == nil {
		t.Error("a set without the initial configuration is a proof")
	}
	for name, run := range map[string][]ijit.Config{
		"no error": reached, "a gap": {reached[0], reached[2]}, "late": reached[1:], "empty": nil,
	} {
		if _, err := s.Unsafe(ctx, run); err == nil {
			t.Errorf("%s: the run leads to an error", name)
		}
	}
	if s, err = m.Space(systems.Options{Deadlock: true}); err != nil {
		t.Fatal(err)
	}
	_, reached, _ = search(s, 100)
	if a, err := s.Safe(ctx, slices.Values(reached)); err != nil || a.Verdict != ijit.Safe || a.Checked {
		t.Errorf("no deadlock: %+v, %v", a, err)
	}
	for name, set := range map[string][]ijit.Config{"part": reached[:2], "without the first": reached[1:], "empty": nil} {
		if a, err := s.Safe(ctx, slices.Values(set)); err == nil {
			t.Errorf("%s: there is no deadlock: %+v", name, a)
		}
	}
	if got, want := s.Describe(reached[1]), "x=1 | main:4"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestOwnUnbounded has runs that begin with any number of threads: the execution has as many
// as it takes. What a run has that accelerates is refused.
func TestOwnUnbounded(t *testing.T) {
	ctx := context.Background()
	open := func(source string, o systems.Options) *ijit.Space {
		t.Helper()
		m, err := systems.Read("x.bp", strings.NewReader(source))
		if err != nil {
			t.Fatal(err)
		}
		s, err := m.Space(o)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	for _, x := range []struct {
		source  string
		threads int
	}{
		{"decl x := 0; void main() begin x := 1 constrain !x; assert(0); end", 1},
		{"decl x := 0, y := 0; void main() begin decl a; assume(a); if !x then x := 1; else if !y then y := 1; else assert(0); fi fi end", 3},
		{"decl x := 0; void main() begin if x then signal; assume(0); fi x := 1; wait; assert(0); end", 2},
	} {
		s := open(x.source, systems.Options{Initial: "many"})
		run, _, _ := search(s, 1000)
		if run == nil {
			t.Fatalf("%s: no run", x.source)
		}
		r, err := s.Unsafe(ctx, run)
		if err != nil {
			t.Errorf("%s: %v", x.source, err)
			continue
		}
		if n := len(r.Trace.Final().Threads); n != x.threads || !r.Checked {
			t.Errorf("%s: %d threads, want %d; replayed: %v", x.source, n, x.threads, r.Checked)
		}
	}
	s := open("void main() begin while * do start_thread goto l; od l: assert(0); end", systems.Options{})
	var run []ijit.Config
	for c := range s.Init() {
		run = append(run, c)
		c = c.Clone()
		c.Locals[0].N = tts.Omega
		run = append(run, c)
	}
	if _, err := s.Unsafe(ctx, run); err == nil || !strings.Contains(err.Error(), "acceleration") {
		t.Errorf("a run that accelerates: %v", err)
	}
}

// TestOwnMaximal has a proof that consists of maximal configurations, none of which has
// unboundedly many threads.
func TestOwnMaximal(t *testing.T) {
	s, err := ijit.OpenJIT("../examples/cas-counter.bp")
	if err != nil {
		t.Fatal(err)
	}
	_, reached, _ := search(s, 1000)
	var maximal []ijit.Config
	for _, c := range reached {
		if !slices.ContainsFunc(reached, func(d ijit.Config) bool { return d.Covers(c) && d.Compare(c) != 0 }) {
			maximal = append(maximal, c)
		}
	}
	if len(maximal) == len(reached) {
		t.Fatal("all configurations are maximal")
	}
	if _, err := s.Safe(context.Background(), slices.Values(maximal)); err != nil {
		t.Error(err)
	}
	if _, err := s.Safe(context.Background(), slices.Values(maximal[1:])); err == nil {
		t.Error("a set that lacks an element is a proof")
	}
}
