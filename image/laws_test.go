// This file tests the laws of images: exhaustively over all thread states and all
// small configurations of small programs, whether they can be reached or not.

package image_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// statements are programs over two shared variables x, y and two locals a, b, each
// around one kind of statement.
var statements = []string{
	"skip;",
	"l: goto l, m; m: skip;",
	"x := 0;", "x := *;", "a := !a;", "x, a := a, x;", "x, y := *, x & a constrain 'x | 'y;",
	"a, b := *, * constrain 'a = x & 'b != y;", "y := schoose[x, a];", "b := x ? a : *;", "x := a => b; y := a ^ b;",
	"_, x := a, *;", "x := * & *;", "a := x constrain *;", "x := 1 constrain 'x = 'y;",
	"assume(x | *);", "assume(a = x);", "assume(0);",
	"assert(x);", "assert(a | *);", "assert(x = a); assert(y);",
	"if x then a := 1; elsif a then y := 0; else skip; fi;", "if * then goto m; fi; x := a; m: skip;",
	"while a do a := *; od;",
	"start_thread goto m; m: a := x;", "start_thread f(a, *);", "start_thread f(x & *, 1); skip;", "ASYNC_1: f(0, 1);",
	"end_thread;", "if a then end_thread; fi; x := 1;",
	"wait; x := 1;", "signal; wait; a := 1;", "broadcast; wait;", "m: wait; wait; signal; goto m;",
	"x$ := 0;", "a$ := x;", "a$, b$ := b$, *;", "a$ := * constrain 'a$ | x;", "x, a$ := *, x constrain 'x = 'a$;",
	"a, b$ := a$ , 1;", "b$ := a$ & a constrain 'b$ = b$;",
	"atomic { x := a; y := *; }", "atomic { if x then y := 1; else a := *; fi; assert(y | a); }",
	"atomic { while * do a := !a; x := *; od; assume(x); }", "atomic_begin; x := 1; atomic_begin; y := x; atomic_end; a := y; atomic_end; skip;",
	"atomic { goto m, k; m: x := 1; goto e; k: assume(a); y := 1; e: skip; }",
	"atomic { x := 1; start_thread goto m; y := 0; } m: a := 1;", "atomic { x := *; if x then end_thread; fi; y := 1; }",
	"wait; atomic { signal; x := !x; broadcast; }", "atomic { a$ := x; x := b; }",
	"dead x, a;", "return; x := 1;",
}

// program makes a program of statements, nil if they are no program: x$ is not.
func program(body, enforce string, mode parser.Mode) *parser.Program {
	src := "decl x, y;\nvoid main() begin decl a, b; " + enforce + body + " end\n" +
		"void f(p, q) begin decl r; r := p; x := q ^ r; assert(y | p); end\n"
	p, err := parser.Parse("law.bp", []byte(src), mode)
	if err != nil {
		return nil
	}
	return p
}

// modes are those of programs with all states, and of those in which dead locals are 0.
var modes = map[string]parser.Mode{"": parser.Both, "dead locals are 0: ": parser.Both | parser.Live}

// programs yields the programs to test: every statement with and without an
// invariant, and random ones.
func programs(t *testing.T, random int) map[string]*parser.Program {
	ps := map[string]*parser.Program{}
	for name, mode := range modes {
		for _, s := range statements {
			for _, enforce := range []string{"", "enforce x | !a;"} {
				if p := program(s, enforce, mode); p != nil {
					ps[name+enforce+s] = p
				}
			}
		}
	}
	if len(ps) < 4*len(statements)-12 {
		t.Fatalf("only %d of %d programs parse", len(ps), 4*len(statements))
	}
	small := randprog.Default()
	small.Shared, small.Locals, small.Statements = 2, 1, 6
	for seed := range uint64(random) {
		src := randprog.Generate(rand.New(rand.NewPCG(seed, 2)), small)
		for name, mode := range modes {
			p, err := parser.Parse("random.bp", []byte(src), mode)
			if err != nil {
				t.Fatal(err)
			}
			ps[name+src] = p
		}
	}
	return ps
}

// forAll runs a test on each program, in big and small steps.
func forAll(t *testing.T, random int, test func(t *testing.T, w *world)) {
	for src, p := range programs(t, campaign.Size(t, random/6, random)) {
		for _, a := range []image.Atomicity{image.Big, image.Small} {
			w := newWorld(t, p, a)
			test(t, w)
			if t.Failed() {
				t.Fatalf("atomicity %d:\n%s", a, src)
			}
		}
	}
}

// A world is a program with all its states, but for those in which a dead local is 1.
type world struct {
	*image.System[uint64]
	shared []uint64
	locals []uint64
}

func newWorld(t *testing.T, p *parser.Program, a image.Atomicity) *world {
	codec, ok := image.NewPacked(p)
	if !ok {
		t.Fatal("the program is too wide")
	}
	w := &world{System: image.NewSystem(image.New(p, a, nil), image.Codec[uint64](codec))}
	bits := p.Layout.Shared
	if w.Engine.Guarded() {
		bits++
	}
	for g := range uint64(1) << bits {
		w.shared = append(w.shared, g)
	}
	for _, n := range p.Nodes {
		if !n.Reachable {
			continue
		}
		for l := range uint64(1) << len(n.Proc.Locals) {
			if slices.ContainsFunc(n.Dead, func(v *parser.Var) bool { return l>>v.Index&1 != 0 }) {
				continue
			}
			w.locals = append(w.locals, codec.Local(n.PC, bitset.From([]uint64{l})))
		}
	}
	return w
}

func name(e tts.Edge[uint64]) string {
	s := fmt.Sprint(e.From, e.To, e.Kind, e.Label)
	if e.Kind == tts.End {
		s = fmt.Sprint(e.From, e.To.Shared, e.Kind, e.Label)
	}
	if e.Effect != nil {
		s += fmt.Sprint(e.Effect.Kind, e.Effect.Child)
	}
	return s
}

// TestPostPre: the edges out of all thread states are the edges into all of
// them, and the edges into all shared states.
func TestPostPre(t *testing.T) {
	forAll(t, 150, func(t *testing.T, w *world) {
		out, in, into := map[string]bool{}, map[string]bool{}, map[string]bool{}
		ends := map[string]bool{}
		for _, s := range w.shared {
			for _, l := range w.locals {
				for _, e := range w.AppendEdges(nil, tts.ThreadState[uint64]{Shared: s, Local: l}) {
					if e.Kind != tts.Fail {
						out[name(e)] = true
						ends[name(e)] = e.Kind == tts.End
					}
				}
				for _, e := range w.AppendInEdges(nil, tts.ThreadState[uint64]{Shared: s, Local: l}) {
					in[name(e)] = true
				}
			}
			for _, e := range w.AppendEdgesInto(nil, s) {
				into[name(e)] = true
			}
		}
		for e := range out {
			if !ends[e] && !in[e] {
				t.Errorf("%s is an edge forward, not backward", e)
			}
			if !into[e] {
				t.Errorf("%s does not lead into its shared state", e)
			}
		}
		for e := range in {
			if !out[e] {
				t.Errorf("%s is an edge backward, not forward", e)
			}
		}
		for e := range into {
			if !out[e] {
				t.Errorf("%s leads into a shared state but is no edge", e)
			}
		}
	})
}

// TestMoves: what an edge does to other threads is the same in both directions.
func TestMoves(t *testing.T) {
	forAll(t, 50, func(t *testing.T, w *world) {
		for _, s := range w.shared {
			for _, active := range w.locals {
				for _, e := range w.AppendEdges(nil, tts.ThreadState[uint64]{Shared: s, Local: active}) {
					if e.Effect == nil || e.Effect.Kind == tts.Spawn {
						continue
					}
					movable := w.AppendMovable(nil, &e)
					for _, l := range w.locals {
						moves := w.AppendMoves(nil, &e, l)
						if e.Effect.Kind == tts.One && (len(moves) > 0) != slices.Contains(movable, l) {
							t.Errorf("%v: %d has moves %v but movable are %v", e, l, moves, movable)
						}
						for _, k := range w.locals {
							back := slices.Contains(w.AppendMovesBack(nil, &e, k), l)
							if forth := slices.Contains(moves, k); forth != back {
								t.Errorf("%v moves %d to %d: %v forward, %v backward", e, l, k, forth, back)
							}
						}
					}
				}
			}
		}
	})
}

// TestEffects: an edge has the same effect whichever way it is asked for, and effects
// with one name move others alike, whatever edges have them.
func TestEffects(t *testing.T) {
	forAll(t, 50, func(t *testing.T, w *world) {
		moves := map[uint32]string{}
		names := map[string]uint32{}
		note := func(e *tts.Edge[uint64]) {
			if e.Effect == nil || e.Effect.Kind == tts.Spawn {
				return
			}
			id := e.Effect.ID
			if old, known := names[name(*e)]; known && id != old {
				t.Errorf("%s has the effects %d and %d", name(*e), old, id)
			}
			names[name(*e)] = id
			got := fmt.Sprint(e.Effect.Kind)
			for _, l := range w.locals {
				got += fmt.Sprint(w.AppendMoves(nil, e, l), w.AppendMovesBack(nil, e, l))
			}
			if old, known := moves[id]; known && got != old {
				t.Errorf("effect %d moves others in two ways:\n%s\n%s", id, old, got)
			}
			moves[id] = got
		}
		for _, s := range w.shared {
			for _, e := range w.AppendEdgesInto(nil, s) {
				note(&e)
			}
			for _, l := range w.locals {
				ts := tts.ThreadState[uint64]{Shared: s, Local: l}
				for _, e := range slices.Concat(w.AppendEdges(nil, ts), w.AppendInEdges(nil, ts)) {
					note(&e)
				}
			}
		}
	})
}

// configs yields all configurations of w with up to n threads that can be seen: at
// most one thread inside an atomic section, and the bit says so.
func (w *world) configs(n int, yield func(tts.Config[uint64])) {
	var add func(c tts.Config[uint64], from, left, inside int)
	for _, s := range w.shared {
		bit := 0
		if w.Engine.Guarded() && s>>w.Engine.Program.Layout.Shared != 0 {
			bit = 1
		}
		add = func(c tts.Config[uint64], from, left, inside int) {
			if inside == bit {
				yield(c)
			}
			if left == 0 {
				return
			}
			for i := from; i < len(w.locals); i++ {
				in := inside
				if w.Engine.Program.Nodes[w.PC(w.locals[i])].Section != nil {
					in++
				}
				if in <= bit {
					d := c.Clone()
					d.Locals = tts.AddLocal(d.Locals, w.locals[i], 1)
					add(d, i, left-1, in)
				}
			}
		}
		add(tts.Config[uint64]{Shared: s}, 0, n, 0)
	}
}

// toJudge converts a configuration.
func (w *world) toJudge(c tts.Config[uint64]) judge.Config {
	p := w.Engine.Program
	out := judge.Config{Shared: bits(w.Shared(c.Shared), p.Layout.Shared), Inside: -1}
	for _, x := range c.Locals {
		pc, l := w.Local(x.Local)
		for range x.N {
			out.Threads = append(out.Threads, judge.Thread{PC: pc, Locals: bits(l, len(p.Nodes[pc].Proc.Locals))})
		}
	}
	return out
}

// live returns a configuration with 0 for dead locals.
func (w *world) live(c judge.Config) judge.Config {
	c.Threads = slices.Clone(c.Threads)
	for i, x := range c.Threads {
		c.Threads[i].Locals = slices.Clone(x.Locals)
		for _, v := range w.Engine.Program.Nodes[x.PC].Dead {
			c.Threads[i].Locals[v.Index] = false
		}
	}
	return c
}

func bits(b *bitset.BitSet, n int) []bool {
	bs := make([]bool, n)
	for i := range bs {
		bs[i] = b.Test(uint(i))
	}
	return bs
}

// TestPostJudge: the successors of every configuration with up to two threads are
// those that the judge finds.
func TestPostJudge(t *testing.T) {
	forAll(t, 40, func(t *testing.T, w *world) {
		if w.Engine.Guarded() && w.Engine.Atomicity == image.Big {
			return // such a section is a step of the search, not of the system
		}
		mode := judge.Big
		if w.Engine.Atomicity == image.Small {
			mode = judge.Small
		}
		j, err := judge.New(w.Engine.Program.File, mode)
		if err != nil {
			t.Fatal(err)
		}
		w.configs(2, func(c tts.Config[uint64]) {
			got, want := map[string]bool{}, map[string]bool{}
			for s := range tts.Post(w, c) {
				if s.Edge.Kind == tts.Fail {
					got[fmt.Sprint("fail ", s.Edge.Label)] = true
				} else {
					got[w.toJudge(s.To).Key()] = true
				}
			}
			for _, s := range j.Successors(w.toJudge(c), 0) {
				if s.Error != nil {
					want[fmt.Sprint("fail ", s.Error.PC)] = true
				} else {
					want[w.live(s.Next).Key()] = true
				}
			}
			if fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%v has %d successors, the judge says %d", w.toJudge(c), len(got), len(want))
			}
		})
	})
}

// TestCoverPre: the covering predecessors of every configuration with one thread
// are the minimal ones of all configurations with up to two threads more that have a
// successor which covers it.
func TestCoverPre(t *testing.T) {
	small := []string{
		"x := a;", "x, a := *, x constrain 'x != 'a;", "assume(x); x := 0;", "start_thread goto m; m: a := x;", "end_thread;",
		"wait; x := 1; signal;", "broadcast; wait; x := a;", "a$ := x;", "x, a$ := *, a$ ^ x;", "atomic { x := *; a := x; }",
	}
	for _, s := range small {
		p, err := parser.Parse("law.bp", []byte("decl x; void main() begin decl a; "+s+" end"), parser.Both)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range []image.Atomicity{image.Big, image.Small} {
			w := newWorld(t, p, a)
			covered := map[string][]tts.Config[uint64]{}
			var targets []tts.Config[uint64]
			w.all(1, func(c tts.Config[uint64]) { targets = append(targets, c) })
			w.all(3, func(d tts.Config[uint64]) {
				for step := range tts.Post(w, d) {
					for _, c := range targets {
						if step.Edge.Kind != tts.Fail && step.To.Covers(c) {
							covered[c.String()] = append(covered[c.String()], d)
						}
					}
				}
			})
			for _, c := range targets {
				var got []string
				for _, step := range tts.CoverPre(w, c) {
					got = append(got, step.From.String())
				}
				if want := minimal(covered[c.String()]); strings.Join(sorted(got), " ") != strings.Join(want, " ") {
					t.Fatalf("%s, atomicity %d: covering predecessors of %v are %v, want %v", s, a, c, sorted(got), want)
				}
			}
		}
	}
}

// all yields every configuration with up to n threads, whatever the bit says.
func (w *world) all(n int, yield func(tts.Config[uint64])) {
	var add func(c tts.Config[uint64], from, left int)
	add = func(c tts.Config[uint64], from, left int) {
		yield(c)
		for i := from; i < len(w.locals) && left > 0; i++ {
			d := c.Clone()
			d.Locals = tts.AddLocal(d.Locals, w.locals[i], 1)
			add(d, i, left-1)
		}
	}
	for _, s := range w.shared {
		add(tts.Config[uint64]{Shared: s}, 0, n)
	}
}

func minimal(cs []tts.Config[uint64]) []string {
	var out []string
	for i, c := range cs {
		if !slices.ContainsFunc(cs, func(d tts.Config[uint64]) bool { return c.Covers(d) && d.Compare(c) != 0 }) {
			out = append(out, cs[i].String())
		}
	}
	return sorted(out)
}

func sorted(s []string) []string {
	s = slices.Clone(s)
	slices.Sort(s)
	return slices.Compact(s)
}

// TestEntering: the edges that enter a shared state are those of the edges into it that
// come from another one or touch other threads, but for those that end a thread and
// keep the shared state.
func TestEntering(t *testing.T) {
	forAll(t, 150, func(t *testing.T, w *world) {
		for _, s := range w.shared {
			want, got := map[string]bool{}, map[string]bool{}
			for _, e := range w.AppendEdgesInto(nil, s) {
				if e.From.Shared != s || e.Effect != nil {
					want[name(e)] = true
				}
			}
			for e := range w.Entering(s, func() bool { return true }) {
				if got[name(e)] {
					t.Errorf("%v enters twice", e)
				}
				got[name(e)] = true
			}
			if !maps.Equal(got, want) {
				t.Errorf("shared state %d is entered by %v, want %v", s, got, want)
			}
		}
	})
}

// TestFailing: the failing edges are those out of all thread states.
func TestFailing(t *testing.T) {
	forAll(t, 150, func(t *testing.T, w *world) {
		every := func(uint32) bool { return true }
		w.Engine.Watch = map[int]bool{}
		for _, n := range w.Engine.Program.Nodes {
			w.Engine.Watch[n.PC] = n.PC%3 == 0
		}
		want, got := map[string]bool{}, map[string]bool{}
		states := map[tts.ThreadState[uint64]]bool{}
		for _, s := range w.shared {
			for _, l := range w.locals {
				for _, e := range w.AppendEdges(nil, tts.ThreadState[uint64]{Shared: s, Local: l}) {
					if e.Kind == tts.Fail {
						want[fmt.Sprint(e.From, e.Label)] = true
					}
				}
			}
		}
		for e := range w.Failing(every, func() bool { return true }) {
			got[fmt.Sprint(e.From, e.Label)] = true
		}
		if !maps.Equal(got, want) {
			t.Errorf("failing are %v, want %v", got, want)
		}
		for x := range w.ThreadStates(func(uint64) bool { return true }, func() bool { return true }) {
			states[x] = true
		}
		for _, s := range w.shared {
			for _, l := range w.locals {
				x := tts.ThreadState[uint64]{Shared: s, Local: l}
				if len(w.AppendEdges(nil, x)) > 0 && !states[x] {
					t.Errorf("%v is missing among the thread states", x)
				}
			}
		}
	})
}

// TestInitialAbove: a configuration is below an initial one if and only if one of those that
// are enumerated covers it.
func TestInitialAbove(t *testing.T) {
	yes := 0
	test := func(t *testing.T, w *world) {
		for _, copies := range []uint32{1, 2, tts.Omega} {
			var initial []tts.Config[uint64]
			for c := range w.Initial(copies) {
				initial = append(initial, c.Clone())
			}
			ask := func(c tts.Config[uint64]) {
				above, ok := w.InitialAbove(c, copies)
				want := slices.ContainsFunc(initial, func(x tts.Config[uint64]) bool { return x.Covers(c) })
				if ok != want {
					t.Errorf("%d copies: %v is below an initial configuration: %v, want %v", copies, c, ok, want)
				}
				if !ok {
					return
				}
				yes++
				is := func(x tts.Config[uint64]) bool {
					return x.Compare(above) == 0 || copies == tts.Omega && x.Covers(above)
				}
				if !above.Covers(c) || !slices.ContainsFunc(initial, is) {
					t.Errorf("%d copies: %v above %v is not initial", copies, above, c)
				}
			}
			for _, s := range w.shared {
				ask(tts.NewConfig[uint64](s))
				for i, l := range w.locals {
					ask(tts.NewConfig(s, l))
					ask(tts.NewConfig(s, l, w.locals[i/2]))
					ask(tts.NewConfig(s, l, l, w.locals[0]))
				}
			}
		}
	}
	forAll(t, 50, test)
	for _, src := range []string{
		"decl x, y := 1; void main() begin decl a, b := 0; x := a; assert(y); end",
		"decl x, y; void main() begin decl a, b := 0; x := a; assert(x); end",
	} {
		p, err := parser.Parse("law.bp", []byte(src), parser.Both)
		if err != nil {
			t.Fatal(err)
		}
		w := newWorld(t, p, image.Big)
		test(t, w)
	}
	if yes == 0 {
		t.Error("no configuration is below an initial one")
	}
}
