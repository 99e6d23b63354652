// This file compares programs with their calls inlined with what the judge, which
// runs calls, finds in them.

package parser_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// inline parses and inlines a program.
func inline(src string) (*parser.Inlined, error) {
	p, err := parser.Parse("test.bp", []byte(src), parser.Both)
	if err != nil {
		return nil, err
	}
	return p.Inline(parser.InlineLimit)
}

// states turns states of the inlined program into those of the program as written.
type states struct {
	*image.System[string]
	in *parser.Inlined
}

func newStates(in *parser.Inlined, a image.Atomicity) states {
	return states{image.NewSystem(image.New(in.Program, a, nil), image.Codec[string](image.PackedWide{})), in}
}

func (s states) thread(l string) judge.Thread {
	pc, slots := s.Local(l)
	var frames []judge.Frame
	for _, f := range s.in.Stack(pc) {
		frames = append(frames, judge.Frame{PC: f.PC, Locals: bits(slots, f.First, len(f.Proc.Locals))})
	}
	last := len(frames) - 1
	return judge.Thread{PC: frames[last].PC, Locals: frames[last].Locals, Callers: frames[:last:last]}
}

func (s states) config(c tts.Config[string]) judge.Config {
	out := judge.Config{Shared: bits(s.Shared(c.Shared), 0, len(s.in.File.Globals)), Inside: -1}
	for _, x := range c.Locals {
		for range x.N {
			out.Threads = append(out.Threads, s.thread(x.Local))
		}
	}
	return out
}

func bits(b *bitset.BitSet, first, n int) []bool {
	out := make([]bool, n)
	for i := range out {
		out[i] = b.Test(uint(first + i))
	}
	return out
}

func (s states) problem(threads int, all bool) tts.Problem[string] {
	return tts.Problem[string]{
		System:  s,
		Initial: s.Initial(1),
		Threads: uint32(threads),
		All:     all,
		Target:  tts.Target[string]{Fails: func(uint32) bool { return true }},
	}
}

var atomicities = map[judge.Mode]image.Atomicity{judge.Big: image.Big, judge.Small: image.Small}

// compare compares a program with itself, its calls inlined: the number of states,
// the depth of each assertion, and whether the judge accepts a trace. It returns
// the number of comparisons and of those with an error.
func compare(src string, threads, limit int) (checks, unsafe int, err error) {
	in, err := inline(src)
	if err != nil {
		return 0, 0, err
	}
	ctx := context.Background()
	for mode, atomicity := range atomicities {
		j, err := judge.New(in.Source.File, mode)
		if err != nil {
			return checks, unsafe, err
		}
		for n := 1; n <= threads; n++ {
			want := j.Explore(ctx, 1, n, limit)
			if !want.Complete {
				continue
			}
			checks++
			fail := func(format string, args ...any) error {
				return fmt.Errorf("n=%d mode %v: %s", n, mode, fmt.Sprintf(format, args...))
			}
			s := newStates(in, atomicity)
			got := algorithms.BFS(s.problem(n, true), algorithms.NewMeter(ctx, 0, nil), nil)
			depths := map[int]int{}
			for _, f := range got.Findings {
				pc := in.Written(f.PC)
				if d, ok := depths[pc]; !ok || f.Depth < d {
					depths[pc] = f.Depth
				}
			}
			if got.Stats.States != want.States || len(depths) != len(want.Properties) {
				return checks, unsafe, fail("%d states, errors %v; the judge says %+v", got.Stats.States, depths, want)
			}
			for pc, depth := range want.Properties {
				if depths[pc] != depth {
					return checks, unsafe, fail("errors at depths %v; the judge says %+v", depths, want)
				}
			}
			if !want.Error {
				continue
			}
			unsafe++
			found := algorithms.BFS(s.problem(n, false), algorithms.NewMeter(ctx, 0, nil), nil)
			path := []judge.Config{s.config(found.Trace.Initial)}
			for _, step := range found.Trace.Steps {
				if step.Edge.Kind != tts.Fail && !s.Transient(step.To.Shared) {
					path = append(path, s.config(step.To))
				}
			}
			final := in.Written(found.Findings[0].PC)
			if err := j.Replay(ctx, path, final, 1, n); err != nil {
				return checks, unsafe, fail("the trace: %v", err)
			}
		}
	}
	return checks, unsafe, nil
}

// inlinable are programs with one feature each.
var inlinable = map[string]string{
	"arguments, locals, initial values": `decl x := 0; void f(p, q) begin decl l, m := 1; x := p & l; assert(m); assert(!q | !l); end
		void main() begin decl a := 1; f(a, !a); f(x | *, a); assert(!x); end`,
	"return values": `decl x := 0, y := 0; bool<3> f(p) begin return p, *, !p; end
		void main() begin decl a := 1; x, _, a := f(a); a, x, y := f(a); assert(x = y); assert(a); end`,
	"return values that the callee's variables have": `decl x := 0; bool<2> f(p, q) begin if x then return q, p; fi; x := 1; p, q := f1(q, p); return p, q; end
		bool<2> f1(p, q) begin return !q, p; end
		void main() begin decl a := 1, b := 0; a, b := f(a, b); assert(a & b); a, b := f(a, b); assert(a); end`,
	"missing return values": `decl x := 0, y; bool f() begin if y then return; fi; if x then return 0; fi; end
		void main() begin x := f(); assert(x); x := f(); assert(!x); end`,
	"calls of one procedure at two depths": `decl x := 0; void f(p) begin decl l := 1; g(!p, l); end void g(p, q) begin decl m; x := p & q & m; assert(!x); end
		void main() begin decl a, b; g(0, a); f(b); assert(a | b | x); end`,
	"many jumps": `decl x; void f() begin a: x := *; if x then goto a, b; elsif * then return; else skip; fi; while x do x := !x; od; b: assert(x); end
		void main() begin c: f(); if x then goto c; fi; f(); end`,
	"enforce in every place": `decl x := 1; bool f(p) begin decl l; enforce p | l; enforce x; x := l; l := !p; return l & x; end
		void main() begin decl a; enforce !a | x; a := f(a); a := f(!a); x := *; assert(a); end`,
	"the caller enforces what the callee breaks": `decl x := 1; void f() begin x := 0; assert(x); x := *; end
		void main() begin enforce x; f(); assert(0); end`,
	"enforce where assertions fail":                  `decl x; void f() begin enforce x; assert(!x); end void main() begin f(); end`,
	"another thread breaks what the callee enforces": `decl x := 1; void f() begin enforce x; skip; end void main() begin start_thread goto t; f(); assert(x); t: x := 0; x := 1; end`,
	"labels and shadowing": `decl x := 0; void f() begin decl x := 1; l: x := !x; if x then goto l; fi; assert(x); end
		void main() begin l: f(); x := !x; if x then goto l; fi; assert(x); end`,
	"a wait that nothing leads to":    `decl x := 0; void f() begin goto e; wait; e: x := !x; end void main() begin atomic { f(); } assert(!x); end`,
	"unreachable calls":               `void f() begin f(); end void main() begin goto e; f(); e: assert(0); end`,
	"recursion that nothing leads to": `void f() begin goto e; f(); start_thread g(); e: skip; end void g() begin g(); end void main() begin f(); assert(0); end`,
	"main as a callee": `decl x := 0; void f() begin main(); assert(!x); end
		void main() begin if !x then x := 1; start_thread f(); return; fi; end`,
	"threads that call": `decl x := 0, y := 0; void f(p) begin x := p; g(); end void g() begin decl l; l := x; y := l; assert(y = x); end
		void main() begin start_thread f(1); f(0); assert(x); end`,
	"a thread begins inside of a callee": `decl x := 0; void f(p, q) begin decl l := 1; g(q); start_thread goto t; p := 0; return; t: g(!q); assert(p & l & !q); x := 1; end
		void g(r) begin decl m; x := m & r; end
		void main() begin decl a := 1; f(a, 0); assert(!x); end`,
	"a callee that begins threads with itself": `decl x := 0; void f(p) begin decl l; start_thread f(!p); x := p; assert(x = (p | l)); end
		void main() begin f(1); end`,
	"end_thread and wait in a callee": `decl x := 0; void f() begin wait; x := 1; g(); end void g() begin if * then end_thread; fi; assert(!x); end
		void main() begin start_thread f(); h(); h(); assert(!x); end void h() begin if * then signal; else broadcast; fi; end`,
	"calls in sections": `decl x := 0, y; bool f(p) begin decl l; x := l; if p then return x; fi; atomic { y := x; x := !l; } return !l; end
		void main() begin decl a; start_thread goto t; atomic { a := f(a); a := f(!a); }; assert(a | x); t: atomic_begin; x := !x; atomic_end; assert(x); end`,
	"sections in callees": `decl x := 0; void f() begin atomic_begin; x := 1; if * then atomic { x := 0; assert(!x); } fi; x := 0; atomic_end; assert(!x); end
		void main() begin start_thread f(); f(); x := 1; end`,
	"sections whose callee begins and ends threads": `decl x := 0; void f(p) begin start_thread g(p); x := 1; if * then end_thread; fi; end void g(q) begin assert(!q | x); assert(q); end
		void main() begin atomic { f(*); x := 0; }; assert(x); end`,
	"a section that a call begins with": `decl x := 0; void f() begin x := !x; end
		void main() begin start_thread goto t; t: atomic { f(); f(); } assert(x); end`,
	"passive assignment by main, while others are in callees": `decl x := 0; void f(p) begin decl m := 0; assert(!p | !m); m := p; assert(!m); end
		void main() begin decl l := 0; start_thread goto t; f(l); assert(!l); goto e;
		  t: x, l$ := *, !l$ | x; f(x); e: skip; end`,
	"passive assignment in a thread of its own": `decl x := 0; void f(p) begin decl m; x := m; end
		void h(p) begin decl q; f(q); q$ := p constrain 'q$ | x; assert(q | p); f(q); end
		void main() begin start_thread h(1); start_thread h(0); f(x); end`,
	"threads by convention": `decl x := 0; void thread1() begin decl l; f(l); assert(!l | x); end
		void thread2() begin x := 0; end void f(p) begin x := p; end void init() begin x := *; end`,
	"the global atomic": `decl atomic, x, y; void init() begin atomic, x, y := 0, 0, 0; end
		void thread1() begin decl l := 1; atomic := 1; x := l; y := 1; atomic := 0; end
		void main() begin assert(x = y); assert(!x); assert(!atomic); end`,
	"the global atomic without calls": `decl atomic := 0, x := 0;
		void thread1() begin atomic, x := 1, 1; x := 0; atomic := 0; x := 1; end
		void thread2() begin assert(!x); if x then atomic := 1; assert(0); fi; end`,
	"the global atomic in callees": `decl atomic := 1, x, y; void enter(p) begin decl m; atomic := p; m := p; end
		void init() begin decl l; enter(1); x, y, l := 0, 0, 1; atomic := !l; enter(0); atomic := 0; end
		void thread1() begin decl a, b; x := a; f(a); enter(0); assert(!x | y); assert(!a | x); end
		void thread2() begin decl a := 0; f(!a); assert(atomic & y); x := a; enter(a); end
		void f(p) begin decl q; enter(1); x := p; g(); assert(x = p); end void g() begin y := x; end`,
	"init that fails while atomic is true": `decl atomic, x; void thread1() begin assert(!x); end
		void init() begin atomic, x := 1, *; assert(!x); signal; f(); atomic := 0; end void f() begin assert(x); end`,
	"threads that are equal": `decl atomic := 0, x := 0; void thread1() begin f(); end void thread2() begin f(); end
		void f() begin atomic := 1; x := !x; assert(x); x := !x; atomic := 0; assert(!x); x := 1; x := 0; end`,
	"threads that end, loop or wait while atomic is true": `decl atomic := 0, x := 0;
		void thread1() begin if * then atomic := 1; assert(!x); return; elsif * then atomic { atomic := 1; end_thread; } fi; end
		void thread2() begin x := !x; assert(!atomic); if * then atomic := *; wait; fi; atomic := 0; end
		void thread3() begin signal; while * do atomic := !atomic; assert(!x); od; end`,
	"sections and atomic": `decl atomic := 0, x := 0, y := 0;
		void thread1() begin atomic { x := 1; atomic := 1; y := 1; } y := 0; x := 0; atomic := 0; end
		void thread2() begin atomic_begin; assert(x = y); atomic := *; assert(!x); atomic_end; y := !y; assert(y); atomic := 0; y := 0; end`,
	"dead and constrain": `decl x := 0, y; void f(p) begin decl l; l, x := *, * constrain ('l != 'x) & (l | 'p); dead l, y; assert(l | p); end
		void main() begin f(1); f(*); end`,
}

func TestInlineAgreesWithTheJudge(t *testing.T) {
	for name, src := range inlinable {
		t.Run(name, func(t *testing.T) {
			checks, unsafe, err := compare(src, 3, 30_000)
			if err != nil {
				t.Fatal(err)
			}
			if checks == 0 || unsafe == 0 {
				t.Errorf("%d comparisons, %d with an error", checks, unsafe)
			}
		})
	}
}

// Random programs whose calls are not recursive have the same states, inlined.
func TestInlineRandom(t *testing.T) {
	const limit = 2_000
	sequential := randprog.Sequential()
	sequential.Recursive = false
	concurrent := randprog.Concurrent()
	concurrent.Recursive, concurrent.AtomicGlobal, concurrent.ErrorLabel = false, 80, 0
	concurrent.Statement.EndThread, concurrent.Statement.Signal = 1, 1
	for name, cfg := range map[string]randprog.Config{"threads": randprog.Calls(), "sequential": sequential, "by convention": concurrent} {
		programs, threads := 60, 3
		if name == "sequential" {
			programs, threads = 30, 1
		}
		if name == "by convention" {
			programs, threads = 25, 4
		}
		programs = campaign.Size(t, programs/2, 20*programs)
		compared, unsafe, calls := 0, 0, 0
		for seed := range uint64(programs) {
			src := randprog.Generate(rand.New(rand.NewPCG(seed, 12)), cfg)
			checks, errs, err := compare(src, threads, limit)
			if err != nil {
				small := randprog.Shrink(src, func(s string) bool { _, _, err := compare(s, threads, limit); return err != nil })
				_, _, err = compare(small, threads, limit)
				t.Fatalf("seed %d: %v\n%s", seed, err, small)
			}
			compared += checks
			unsafe += errs
			if in, _ := inline(src); len(in.Source.Calls()) > 0 {
				calls++
			}
		}
		t.Logf("%s: %d programs, %d with calls, %d comparisons, %d with an error", name, programs, calls, compared, unsafe)
		if unsafe == 0 || unsafe == compared || calls*2 < programs {
			t.Errorf("%s: the programs are all alike", name)
		}
	}
}

// An edge leads from one thread state to another forward if and only if it does
// backward: that of a call and of a return, too.
func TestInlineBackward(t *testing.T) {
	for name, src := range inlinable {
		in, err := inline(src)
		if err != nil {
			t.Fatal(err)
		}
		s := newStates(in, image.Small)
		seen := map[tts.ThreadState[string]]bool{}
		var work []tts.ThreadState[string]
		reach := func(c tts.Config[string]) {
			for _, x := range c.Locals {
				if at := (tts.ThreadState[string]{Shared: c.Shared, Local: x.Local}); !seen[at] {
					seen[at] = true
					work = append(work, at)
				}
			}
		}
		for c := range s.Initial(1) {
			reach(c)
		}
		for k := 0; k < len(work) && k < 1000; k++ {
			for step := range tts.Post(s, tts.NewConfig(work[k].Shared, work[k].Local)) {
				if step.Edge.Kind != tts.Fail {
					reach(step.To)
				}
			}
			for _, e := range s.AppendEdges(nil, work[k]) {
				if e.Kind == tts.Move && !slices.ContainsFunc(s.AppendInEdges(nil, e.To), same(e)) {
					t.Fatalf("%s: backward, no edge leads from %v to %v", name, s.State(e.From), s.State(e.To))
				}
			}
			for _, e := range s.AppendInEdges(nil, work[k]) {
				from := s.State(e.From)
				if unused := in.Layout.Local - len(in.Nodes[from.PC].Proc.Locals); slices.Contains(bits(from.Local, in.Layout.Local-unused, unused), true) {
					t.Fatalf("%s: backward, a variable of a procedure that %v is not in is 1", name, from)
				}
				if !slices.ContainsFunc(s.AppendEdges(nil, e.From), same(e)) {
					t.Fatalf("%s: forward, no edge leads from %v to %v", name, s.State(e.From), s.State(e.To))
				}
			}
		}
	}
}

func same(e tts.Edge[string]) func(tts.Edge[string]) bool {
	return func(f tts.Edge[string]) bool { return f.From == e.From && f.To == e.To && f.Label == e.Label }
}
