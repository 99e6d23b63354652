// This file defines the tests of firing, forwards and backwards.

package tts

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func postNames(sys System[uint32], c Config[uint32]) []string {
	names := map[string]bool{}
	for step := range Post(sys, c) {
		names[step.To.String()] = true
	}
	return slices.Sorted(maps.Keys(names))
}

func preNames(sys BackwardSystem[uint32], c Config[uint32]) []string {
	names := map[string]bool{}
	for step := range Pre(sys, c) {
		names[step.From.String()] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// Post agrees with the judge on every configuration of up to 3 threads.
func TestPostAgainstIndividuals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y := drawSystem(t, 3, 3, 6)
		sys := y.table(t)
		for _, c := range y.configs(3) {
			want := slices.Sorted(maps.Keys(y.post(c)))
			if diff := cmp.Diff(want, postNames(sys, c)); diff != "" {
				t.Fatalf("%v\npost of %v (-judge +ours):\n%s", y, c, diff)
			}
			for step := range Post(sys, c) {
				if err := step.To.Check(); err != nil {
					t.Fatalf("%v\npost of %v: %v", y, c, err)
				}
			}
		}
	})
}

// d is in Pre(c) exactly if c is in Post(d).
func TestPreIsPostReversed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y := drawSystem(t, 3, 3, 6)
		sys := y.table(t)
		// A step takes away one thread at most, so predecessors of configurations
		// with 3 threads have 4.
		want := map[string]map[string]bool{}
		for _, d := range y.configs(4) {
			for name := range y.post(d) {
				if want[name] == nil {
					want[name] = map[string]bool{}
				}
				want[name][d.String()] = true
			}
		}
		for _, c := range y.configs(3) {
			if diff := cmp.Diff(slices.Sorted(maps.Keys(want[c.String()])), preNames(sys, c)); diff != "" {
				t.Fatalf("%v\npre of %v (-judge +ours):\n%s", y, c, diff)
			}
		}
	})
}

// CoverPre is the set of minimal elements that trying all configurations gives.
func TestCoverPreAgainstBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y := drawSystem(t, 2, 3, 5)
		sys := y.table(t)
		// At most the active thread and one that is moved come on top of those
		// asked for.
		const asked, extra = 3, 2
		configs := y.configs(asked + extra)
		posts := make([]map[string]Config[uint32], len(configs))
		for i, d := range configs {
			posts[i] = y.post(d)
		}
		for _, c := range y.configs(asked) {
			var steps []BackStep[uint32]
			for i, d := range configs {
				for _, after := range posts[i] {
					if after.Covers(c) {
						steps = append(steps, BackStep[uint32]{From: d})
						break
					}
				}
			}
			var want, got []string
			for _, d := range steps {
				if !slices.ContainsFunc(steps, func(x BackStep[uint32]) bool {
					return d.From.Covers(x.From) && !x.From.Covers(d.From)
				}) {
					want = append(want, d.From.String())
				}
			}
			for _, step := range CoverPre(sys, c) {
				got = append(got, step.From.String())
				if !firesTo(sys, step, c) {
					t.Fatalf("%v\n%v by %s does not lead to what covers %v", y, step.From, sys.EdgeString(&step.Edge), c)
				}
			}
			slices.Sort(want)
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%v\ncovering predecessors of %v (-judge +ours):\n%s", y, c, diff)
			}
		}
	})
}

func firesTo(sys System[uint32], step BackStep[uint32], c Config[uint32]) bool {
	f := Firer[uint32]{System: sys}
	return !f.Fire(step.From, &step.Edge, func(d Config[uint32]) bool { return !d.Covers(c) })
}

// Firing with unboundedly many threads is the limit of firing with many: it
// covers what any number does, and what it yields is reached but for the number.
func TestFireOmega(t *testing.T) {
	replace := func(c Config[uint32], n uint32) Config[uint32] {
		c = c.Clone()
		for i := range c.Locals {
			if c.Locals[i].N == Omega {
				c.Locals[i].N = n
			}
		}
		return c
	}
	covered := func(c Config[uint32], steps []Config[uint32]) bool {
		return slices.ContainsFunc(steps, func(d Config[uint32]) bool { return d.Covers(c) })
	}
	posts := func(sys System[uint32], c Config[uint32]) (out []Config[uint32]) {
		for step := range Post(sys, c) {
			out = append(out, step.To)
		}
		return out
	}
	rapid.Check(t, func(t *rapid.T) {
		y := drawSystem(t, 2, 2, 4)
		sys := y.table(t)
		for _, c := range y.configs(2) {
			for i := range c.Locals {
				c := c.Clone()
				c.Locals[i].N = Omega
				limit := posts(sys, c)
				for _, d := range posts(sys, replace(c, 3)) {
					if !covered(d, limit) {
						t.Fatalf("%v\n%v leads to nothing that covers %v", y, c, d)
					}
				}
				// Each of the two local states may ask for 2 and lose one.
				many := posts(sys, replace(c, 6))
				for _, d := range limit {
					if !covered(replace(d, 2), many) {
						t.Fatalf("%v\n%v leads to %v, which many threads do not reach", y, c, d)
					}
				}
			}
		}
	})
}

// What is yielded may be used to fire with the same Firer or Reverser.
func TestFiringNests(t *testing.T) {
	sys := mustRead(t, `2 3
0 0 -> 0 1
0 0 -> 0 0 +> 1
0 0 -> 0 0 2 ~> 0 2 ~> 1 0 ~> 0 0 ~> 1
0 0 -> 0 0 0 ?> 1 0 ?> 2 2 ?> 1
`)
	c := NewConfig[uint32](0, 0, 0, 0, 1, 2, 2)
	type fire func(c Config[uint32], e *Edge[uint32], yield func(Config[uint32]) bool) bool
	nest := func(outer, inner func() fire) (names []string) {
		for i := range sys.Edges() {
			for j := range sys.Edges() {
				outer()(c, &sys.Edges()[i], func(d Config[uint32]) bool {
					before := d.String()
					if d.Count(0) > 0 {
						inner()(d, &sys.Edges()[j], func(e Config[uint32]) bool {
							names = append(names, before+" "+e.String())
							return true
						})
					}
					if d.String() != before {
						t.Errorf("%s became %v while another edge was fired", before, d)
					}
					return true
				})
			}
		}
		return names
	}
	f := &Firer[uint32]{System: sys}
	r := &Reverser[uint32]{System: sys}
	for name, x := range map[string]struct{ same, fresh func() fire }{
		"post":     {func() fire { return f.Fire }, func() fire { return (&Firer[uint32]{System: sys}).Fire }},
		"pre":      {func() fire { return r.Pre }, func() fire { return (&Reverser[uint32]{System: sys}).Pre }},
		"coverpre": {func() fire { return r.CoverPre }, func() fire { return (&Reverser[uint32]{System: sys}).CoverPre }},
	} {
		want := nest(x.fresh, x.fresh)
		if diff := cmp.Diff(want, nest(x.same, x.same)); diff != "" || len(want) < 5 {
			t.Errorf("%s: %d results, (-fresh +same):\n%s", name, len(want), diff)
		}
	}
}

// Who has seen enough stops the enumeration.
func TestFiringStops(t *testing.T) {
	sys := mustRead(t, "1 3\n0 0 -> 0 1 2 ~> 0 2 ~> 1\n0 0 -> 0 1 2 ?> 0 2 ?> 1\n")
	f := Firer[uint32]{System: sys}
	r := Reverser[uint32]{System: sys}
	c, d := NewConfig[uint32](0, 0, 2, 2), NewConfig[uint32](0, 0, 1, 1, 1)
	for i := range sys.Edges() {
		e := &sys.Edges()[i]
		n := 0
		stop := func(Config[uint32]) bool { n++; return n%2 == 0 }
		if f.Fire(c, e, stop) || r.Pre(d, e, stop) || n != 3 {
			t.Errorf("%s: yielded %d times", sys.EdgeString(e), n)
		}
	}
	// The thread that is moved is one of those asked for, or is one more.
	one := mustRead(t, "1 2\n0 0 -> 0 0 1 ?> 0")
	for want := range 2 {
		n := 0
		r := Reverser[uint32]{System: one}
		more := r.CoverPre(NewConfig[uint32](0, 0, 0, 1), &one.Edges()[0], func(Config[uint32]) bool {
			n++
			return n <= want
		})
		if more || n != want+1 {
			t.Errorf("stopped behind %d of %d", n, want+1)
		}
	}
	n := 0
	for range Post(sys, c) {
		n++
		break
	}
	for range Pre(sys, d) {
		n++
		break
	}
	if n != 2 {
		t.Errorf("%d steps before the breaks", n)
	}
}

// A Fail edge leads nowhere and is a step with an empty configuration.
func TestPostOfFail(t *testing.T) {
	fail := failing{mustRead(t, "1 1\n0 0 -> 0 0\n")}
	var got []string
	for step := range Post[uint32](fail, NewConfig[uint32](0, 0)) {
		got = append(got, step.Edge.String()+" to "+step.To.String())
	}
	if diff := cmp.Diff([]string{"0 0 -> 0 0 to 0|0", "0 0 -> ! to 0|"}, got); diff != "" {
		t.Error(diff)
	}
	f := Firer[uint32]{System: fail}
	r := Reverser[uint32]{System: fail}
	e := Edge[uint32]{Kind: Fail}
	no := func(c Config[uint32]) bool { t.Errorf("leads to %v", c); return true }
	for range Post[uint32](failing{mustRead(t, "1 1")}, NewConfig[uint32](0, 0)) {
		break
	}
	f.Fire(NewConfig[uint32](0, 0), &e, no)
	r.CoverPre(NewConfig[uint32](0, 0), &e, no)
}

// failing is a table and an edge that fails from each thread state.
type failing struct{ *TTS }

func (s failing) AppendEdges(dst []Edge[uint32], t ThreadState[uint32]) []Edge[uint32] {
	return append(s.TTS.AppendEdges(dst, t), Edge[uint32]{From: t, Kind: Fail})
}

// Firing takes no memory once the buffers are there.
func TestFireAllocatesNothing(t *testing.T) {
	sys := mustRead(t, `2 6
0 0 -> 1 1
0 0 -> 1 1 +> 3
0 0 -> 1 -
0 0 -> 1 1 2 ~> 3 2 ~> 4
0 0 -> 1 1 2 ?> 3 2 ?> 4
0 0 +> 1 4
0 1 ~> 1 2
`)
	c := NewConfig[uint32](0, 0, 2, 2, 5)
	d := NewConfig[uint32](1, 1, 3, 3, 5)
	f := Firer[uint32]{System: sys}
	r := Reverser[uint32]{System: sys}
	n := 0
	yield := func(c Config[uint32]) bool { n += len(c.Locals); return true }
	for _, e := range slices.Concat(sys.Edges(), sys.Environment()) {
		for name, fire := range map[string]func(){
			"post":     func() { f.Fire(c, &e, yield) },
			"pre":      func() { r.Pre(d, &e, yield) },
			"coverpre": func() { r.CoverPre(d, &e, yield) },
		} {
			if got := testing.AllocsPerRun(100, fire); got != 0 {
				t.Errorf("%s of %s: %v allocations", name, sys.EdgeString(&e), got)
			}
		}
	}
	if n == 0 {
		t.Error("nothing was fired")
	}
}

// The other kinds of keys work alike; K is a parameter of everything.
func TestWideKeys(t *testing.T) {
	sys := wide{}
	var got []string
	for step := range Post[string](sys, NewConfig("s", "a", "b")) {
		got = append(got, step.Edge.String()+" to "+step.To.String())
	}
	if diff := cmp.Diff([]string{"0x73 0x61 -> 0x74 0x62 to 0x74|0x62,0x62"}, got); diff != "" {
		t.Error(diff)
	}
}

type wide struct{}

func (wide) AppendEdges(dst []Edge[string], t ThreadState[string]) []Edge[string] {
	if t.Local == "a" {
		dst = append(dst, Edge[string]{From: t, To: ThreadState[string]{"t", "b"}})
	}
	return dst
}
func (wide) AppendEnvironment(dst []Edge[string], _ string) []Edge[string] { return dst }
func (wide) AppendMoves(dst []string, _ *Edge[string], l string) []string  { return append(dst, l) }
func (wide) Transient(string) bool                                         { return false }

func mustRead(t tester, text string) *TTS {
	t.Helper()
	sys, err := Read(strings.NewReader(text), "test.tts")
	if err != nil {
		t.Fatal(err)
	}
	if err := sys.Check(); err != nil {
		t.Fatal(err)
	}
	return sys
}
