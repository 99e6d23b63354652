// This file defines the tests of calls: rules, like those of the other
// statements, worked out by hand, and the replay of executions through calls.

package judge

import (
	"context"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
)

var callRules = []rule{
	{name: "call and implicit return",
		// f: 0 skip, 1 exit; main: 2 call, 3 exit
		src:    `void f() begin skip; end void main() begin f(); end`,
		copies: 1, want: `<|2:> <|2:/0:> <|2:/1:> <|3:>`},
	{name: "arguments by value, unconstrained locals, initial values",
		// f: 0 exit; main: 1 call, 2 exit; locals of f: p q l m
		src: `void f(p, q) begin decl l, m := 1; end
		      void main() begin decl a := 1, b := 0; f(b | *, !a); end`,
		copies: 1,
		want:   `<|1:10> <|1:10/0:0001> <|1:10/0:0011> <|1:10/0:1001> <|1:10/0:1011> <|2:10>`},
	{name: "a parameter is a variable of the callee",
		src:    `void f(p) begin p := !p; end void main() begin decl a := 1; f(a); end`,
		copies: 1, want: `<|2:1> <|2:1/0:1> <|2:1/1:0> <|3:1>`},
	{name: "return values are assigned in parallel, to shared variables and locals",
		// f: 0 return, 1 exit; main: 2 call, 3 exit
		src: `decl x := 0; bool<2> f(p) begin return p, x; end
		      void main() begin decl a := 1; x, a := f(a); end`,
		copies: 1, want: `<0|2:1> <0|2:1/0:1> <1|3:0>`},
	{name: "return values are sets",
		src: `decl x := 0, y := 0; bool<2> f() begin return *, !*; end
		      void main() begin x, y := f(); end`,
		copies: 1, want: `<00|2:> <00|2:/0:> <00|3:> <01|3:> <10|3:> <11|3:>`},
	{name: "_ discards a return value, and so does a call without left sides",
		src: `decl x := 0; bool<2> f() begin return 1, *; end
		      void main() begin x, _ := f(); f(); end`,
		copies: 1, want: `<0|2:> <0|2:/0:> <1|3:> <1|3:/0:> <1|4:>`},
	{name: "missing return values are unconstrained",
		// f: 0 if, 1 return, 2 exit; main: 3 call, 4 exit
		src: `decl x := 0, y := 1; bool f() begin if y then return; fi; end
		      void main() begin x := f(); assume(0); end`,
		copies: 1, want: `<01|3:> <01|3:/0:> <01|3:/1:> <01|4:> <11|4:>`},
	{name: "falling off the end returns unconstrained values",
		src: `decl x := 0; bool f() begin end
		      void main() begin x := f(); end`,
		copies: 1, want: `<0|1:> <0|1:/0:> <0|2:> <1|2:>`},
	{name: "a shared variable assigned by the call, changed by the callee",
		src: `decl x := 0; bool f() begin x := 1; return !x; end
		      void main() begin x := f(); end`,
		// f: 0, 1, 2; main: 3, 4
		copies: 1, want: `<0|3:> <0|3:/0:> <1|3:/1:> <0|4:>`},
	{name: "nested calls keep the locals of those who wait",
		// f: 0 call g, 1 exit; g: 2 exit; main: 3, 4
		src: `void f(p) begin g(!p); end void g(q) begin end
		      void main() begin decl a := 1; f(a); end`,
		copies: 1, want: `<|3:1> <|3:1/0:1> <|3:1/0:1/2:0> <|3:1/1:1> <|4:1>`},
	{name: "two calls of one procedure return each behind its own",
		src: `decl x := 0; void f() begin x := !x; end
		      void main() begin f(); assert(x); f(); assert(x); end`,
		// f: 0, 1; main: 2 3 4 5 6
		copies: 1,
		want:   `<0|2:> <0|2:/0:> <1|2:/1:> <1|3:> <1|4:> <1|4:/0:> <0|4:/1:> <0|5:>`,
		errors: map[int]int{5: 8}},
	{name: "recursion that ends",
		src: `decl x := 1; void f(p) begin if p then f(0); x := 0; fi; end
		      void main() begin f(1); end`,
		// f: 0 if, 1 call, 2 x := 0, 3 exit; main: 4, 5
		copies: 1,
		want:   `<1|4:> <1|4:/0:1> <1|4:/1:1> <1|4:/1:1/0:0> <1|4:/1:1/3:0> <1|4:/2:1> <0|4:/3:1> <0|5:>`},
	{name: "recursion without end is cut at the bound",
		src:    `void f() begin f(); end void main() begin f(); end`,
		copies: 1, depth: 3, cut: true, want: `<|2:> <|2:/0:> <|2:/0:/0:>`},
	{name: "a bound that is just enough cuts nothing",
		src:    `void f() begin g(); end void g() begin end void main() begin f(); end`,
		copies: 1, depth: 3, want: `<|3:> <|3:/0:> <|3:/0:/2:> <|3:/1:> <|4:>`},
	{name: "main calls itself: it returns where it was called, and stays where it was not",
		// 0 if, 1 x := 1, 2 call, 3 return, 4 exit
		src: `decl x := 0; void main() begin
		        if !x then x := 1; main(); return; fi; end`,
		copies: 1,
		want:   `<0|0:> <0|1:> <1|2:> <1|2:/0:> <1|2:/4:> <1|3:> <1|4:>`},
	{name: "a jump stays in its own activation",
		src: `decl x := 0; void f() begin x := 1; goto b; b: skip; end
		      void main() begin a: if !x then f(); goto a; fi; end`,
		// f: 0 x, 1 goto, 2 skip, 3 exit; main: 4 if, 5 f(), 6 goto, 7 exit
		copies: 1,
		want:   `<0|4:> <0|5:> <0|5:/0:> <1|5:/1:> <1|5:/2:> <1|5:/3:> <1|6:> <1|4:> <1|7:>`},
	{name: "a local of the caller hides a shared variable",
		src: `decl x := 0; bool f() begin return !x; end
		      void main() begin decl x := 0; x := f(); end`,
		copies: 1, want: `<0|2:0> <0|2:0/0:> <0|3:1>`},
	{name: "an assertion in a callee",
		src: `void f(p) begin assert(p); end
		      void main() begin f(1); f(0); end`,
		copies: 1, want: `<|2:> <|2:/0:1> <|2:/1:1> <|3:> <|3:/0:0>`, errors: map[int]int{0: 5}},

	{name: "enforce holds at the entry of a callee",
		src: `decl x := 0; void f() begin enforce x; assert(0); end
		      void main() begin f(); end`,
		copies: 1, want: `<0|2:>`},
	{name: "enforce chooses the values of locals and formals at entry",
		src: `void f(p) begin decl l; enforce p & l; end
		      void main() begin f(*); end`,
		copies: 1, want: `<|1:> <|1:/0:11> <|2:>`},
	{name: "enforce of the callee does not hold behind it, nor that of the caller in it",
		// f: 0 x := 0, 1 exit; main: 2 call, 3 exit
		src: `decl x := 1, y := 1; void f() begin enforce y; x := 0; x := 1; y := 0; end
		      void main() begin enforce x; f(); end`,
		copies: 1, want: `<11|4:> <11|4:/0:> <01|4:/1:> <11|4:/2:>`},
	{name: "enforce of the caller holds when the call has returned",
		src: `decl x := 1; bool f() begin x := *; return *; end
		      void main() begin decl a := 0; enforce x & !a; a := f(); end`,
		// f: 0, 1, 2; main: 3, 4
		copies: 1, want: `<1|3:0> <1|3:0/0:> <0|3:0/1:> <1|3:0/1:> <1|4:0>`},

	{name: "threads with frames of their own",
		// f: 0 assume, 1 exit; main: 2 call, 3 exit
		src:    `decl x := 0; void f(p) begin assume(p); end void main() begin decl a; f(a); end`,
		copies: 2,
		want: `<0|2:0,2:0> <0|2:0,2:1> <0|2:1,2:1>
		       <0|2:0/0:0,2:0> <0|2:0/0:0,2:0/0:0>
		       <0|2:0/0:0,2:1> <0|2:1/0:1,2:0> <0|2:0/0:0,2:1/0:1> <0|2:1/1:1,2:0> <0|2:0/0:0,2:1/1:1> <0|2:0,3:1> <0|2:0/0:0,3:1>
		       <0|2:1/0:1,2:1> <0|2:1/1:1,2:1> <0|2:1,3:1> <0|2:1/0:1,2:1/0:1> <0|2:1/0:1,2:1/1:1> <0|2:1/0:1,3:1>
		       <0|2:1/1:1,2:1/1:1> <0|2:1/1:1,3:1> <0|3:1,3:1>`},
	{name: "a thread begins with a procedure that calls, and disappears when that returns",
		// f: 0 call, 1 exit; g: 2 exit; main: 3 start, 4 exit
		src:    `void f() begin g(); end void g() begin end void main() begin start_thread f(); end`,
		copies: 1, want: `<|3:> <|0:,4:> <|0:/2:,4:> <|1:,4:> <|4:>`},
	{name: "start_thread goto in a callee: the child has its locals but not its callers",
		// f: 0 start, 1 assume, 2 skip, 3 exit; main: 4 call, 5 exit
		src: `void f(p) begin start_thread goto a; assume(0); a: skip; end
		      void main() begin f(1); end`,
		copies: 1, want: `<|4:> <|4:/0:1> <|4:/1:1,2:1> <|4:/1:1,3:1> <|4:/1:1>`},
	{name: "end_thread in a callee ends the thread",
		src:    `void f() begin end_thread; end void main() begin f(); end`,
		copies: 1, want: `<|2:> <|2:/0:> <|>`},
	{name: "wait in a callee",
		src: `void f() begin wait; assume(0); end
		      void g() begin signal; end
		      void main() begin start_thread g(); f(); end`,
		// f: 0 wait, 1 assume, 2 exit; g: 3 signal, 4 exit; main: 5 start, 6 call, 7 exit
		copies: 1,
		want:   `<|5:> <|3:,6:> <|4:,6:> <|6:> <|6:/0:> <|6:/0:,3:> <|6:/0:,4:> <|6:/1:,4:> <|6:/1:>`},
	{name: "passive assignment reaches every frame of its procedure in other threads",
		src: `decl x := 0; void f() begin assume(0); end
		      void main() begin decl l := 0; atomic { assume(!x); if * then x, l$ := 1, 1; end_thread; fi; }; f(); end`,
		// f: 0, 1; main: 2 {, 3 assume, 4 if, 5 :=, 6 end, 7 }, 8 call, 9 exit
		copies: 2,
		want: `<0|2:0,2:0> <0|2:0,8:0> <0|8:0,8:0> <0|8:0/0:,2:0> <0|8:0/0:,8:0> <0|8:0/0:,8:0/0:>
		       <1|2:1> <1|8:1> <1|8:1/0:>`},

	{name: "big steps: a call inside a section is inside of it",
		// f: 0 x := 1, 1 exit; main: 2 {, 3 call, 4 x, 5 }, 6 exit
		src: `decl x := 0, y := 0; void f(p) begin decl l; x, y := 1, l; end
		      void main() begin atomic { f(0); x := 0; }; end`,
		copies: 2,
		want:   `<00|2:,2:> <00|2:,6:> <01|2:,6:> <00|6:,6:> <01|6:,6:>`},
	{name: "small steps: while a callee is inside, only its thread moves",
		// f: 0 skip, 1 exit; main: 2 {, 3 call, 4 }, 5
		src:    `void f() begin skip; end void main() begin atomic { f(); }; end`,
		copies: 2, mode: Small,
		want: `<|2:,2:> <|2:,3:> <|3:/0:,2:> <|3:/1:,2:> <|2:,4:> <|2:,5:>
		       <|3:,5:> <|3:/0:,5:> <|3:/1:,5:> <|4:,5:> <|5:,5:>`},
	{name: "big steps: a section in a callee inside a section",
		src: `decl x := 0; void f() begin atomic { x := !x; }; assert(!x); end
		      void main() begin atomic { f(); x := 0; }; end`,
		// f: 0 {, 1, 2 }, 3 assert, 4; main: 5 {, 6 call, 7 x, 8 }, 9
		copies: 1, want: `<0|5:>`, errors: map[int]int{3: 1}},
	{name: "big steps: a section in a callee outside of sections",
		src: `decl x := 0; void f() begin atomic { x := 1; x := 0; }; end
		      void main() begin f(); end`,
		// f: 0 {, 1, 2, 3 }, 4; main: 5, 6
		copies: 1, want: `<0|5:> <0|5:/0:> <0|5:/4:> <0|6:>`},
	{name: "big steps: recursion inside a section",
		src: `decl x := 0; void f(p) begin if p then f(*); fi; x := 1; end
		      void main() begin atomic { f(1); }; end`,
		// f: 0 if, 1 call, 2 x, 3; main: 4 {, 5 call, 6 }, 7
		copies: 1, depth: 4, cut: true, want: `<0|4:> <1|7:>`},
	{name: "big steps: end_thread in a callee ends the section",
		src: `decl x := 0; void f() begin x := *; end_thread; end
		      void main() begin atomic { f(); }; end`,
		copies: 2, want: `<0|3:,3:> <0|3:> <1|3:> <0|> <1|>`},
	{name: "big steps: a return value inside a section is chosen and used",
		src: `decl x := 0; bool f() begin end
		      void main() begin decl a := 0; atomic { a := f(); x := a; a := 0; }; end`,
		// f: 0; main: 1 {, 2 call, 3, 4, 5 }, 6
		copies: 1, want: `<0|1:0> <0|6:0> <1|6:0>`},
	{name: "big steps: a callee creates a thread",
		src: `decl x := 0; void f(p) begin start_thread g(p); x := 1; end void g(q) begin assume(0); end
		      void main() begin atomic { f(*); }; end`,
		// f: 0 start, 1 x, 2; g: 3, 4; main: 5 {, 6, 7 }, 8
		copies: 1, bound: 2, want: `<0|5:> <1|3:0,8:> <1|3:1,8:>`},
	{name: "big steps: what a section chooses, a callee changes",
		src: `decl x := 0; void f() begin x := !x; end
		      void main() begin decl l := 0; atomic { l := *; x := l; f(); assume(x != l); }; end`,
		// f: 0, 1; main: 2 {, 3, 4, 5 call, 6, 7 }, 8
		copies: 1, want: `<0|2:0> <0|8:1> <1|8:0>`},
	{name: "big steps: a call a long way ahead",
		src: `decl x := 0; void f() begin x := !x; end
		      void main() begin atomic { x := *; goto e;
		        a: f(); goto z; b: goto a; c: goto b; d: goto c; e: goto d; z: skip; }; end`,
		// f: 0, 1; main: 2 {, 3 x, 4 goto, 5 call, 6 to 10 goto, 11 skip, 12 }, 13
		copies: 1, want: `<0|2:> <0|13:> <1|13:>`},
	{name: "threads that differ in their callers only, in any order",
		src: `void f() begin assume(0); end
		      void main() begin if * then f(); else f(); fi; end`,
		// f: 0, 1; main: 2 if, 3 call, 4 call, 5
		copies: 2,
		want: `<|2:,2:> <|2:,3:> <|2:,4:> <|3:,3:> <|3:,4:> <|4:,4:>
		       <|3:/0:,2:> <|4:/0:,2:> <|3:/0:,3:> <|3:/0:,4:> <|4:/0:,3:> <|4:/0:,4:>
		       <|3:/0:,3:/0:> <|3:/0:,4:/0:> <|4:/0:,4:/0:>`},
	{name: "big steps: a wait in a callee never returns to the section",
		src:    `void f() begin wait; end void main() begin atomic { f(); }; end`,
		copies: 2, want: `<|2:,2:>`},
}

// Every frame of another thread is a passive of its own: with two frames of f in
// one thread, an assignment of * to p$ has four results.
func TestPassiveFramesChooseIndependently(t *testing.T) {
	j := mustJudge(t, `void f(p) begin f(p); p$ := *; end void main() begin f(0); end`, Big)
	// f: 0 call, 1 assignment, 2 exit; main: 3 call, 4 exit
	deep := Thread{PC: 0, Locals: values("0"), Callers: []Frame{{3, nil}, {0, values("0")}}}
	active := Thread{PC: 1, Locals: values("0"), Callers: []Frame{{3, nil}, {0, values("1")}}}
	found := map[string]bool{}
	for _, s := range j.WithDepth(3).Successors(config("", deep, active), 0) {
		found[s.Next.String()] = true
	}
	for _, want := range []string{
		"<| 3:/0:0/0:0, 3:/0:1/2:0>", "<| 3:/0:0/0:1, 3:/0:1/2:0>",
		"<| 3:/0:1/0:0, 3:/0:1/2:0>", "<| 3:/0:1/0:1, 3:/0:1/2:0>",
	} {
		want = strings.Replace(want, "<|", "< |", 1)
		if !found[want] {
			t.Errorf("%s is missing in %v", want, found)
		}
	}
	if len(found) != 4 {
		t.Errorf("got %d successors, want 4: %v", len(found), found)
	}
}

// Stacks are not shared between the configurations that they branch to.
func TestStacksBranch(t *testing.T) {
	j := mustJudge(t, `void f() begin if * then f(); else f(); fi; end void main() begin f(); end`, Big)
	// f: 0 if, 1 call, 2 call, 3 exit; main: 4 call, 5 exit
	const depth = 6
	seen := map[string]bool{}
	got := j.WithDepth(depth).Walk(context.Background(), 1, 0, 0, func(c Config, _ int) {
		if len(c.Threads[0].Callers) == depth-1 && c.Threads[0].PC == 0 {
			seen[c.String()] = true
		}
	})
	// Nothing returns. Main is at its call, and each frame of f at either of two, but
	// for the last one, which may also be at the if.
	want := 1
	for k := range depth - 1 {
		want += 3 << k
	}
	if got.States != want || len(seen) != 1<<(depth-2) {
		t.Errorf("got %+v with %d deepest stacks, want %d states, %d stacks", got, len(seen), want, 1<<(depth-2))
	}
}

func TestKeyTellsFramesApart(t *testing.T) {
	keys := map[string]Config{}
	for _, c := range []Config{
		config("1", Thread{PC: 1}, Thread{PC: 2}),
		config("1", Thread{PC: 1, Callers: []Frame{{2, nil}}}),
		config("1", Thread{PC: 2, Callers: []Frame{{1, nil}}}),
		config("1", Thread{PC: 2, Callers: []Frame{{1, nil}, {1, nil}}}),
		config("1", Thread{PC: 2, Callers: []Frame{{1, values("0")}, {1, nil}}}),
		config("1", Thread{PC: 2, Callers: []Frame{{1, values("1")}, {1, nil}}}),
		config("1", Thread{PC: 300, Callers: []Frame{{1, nil}}}),
		config("1", Thread{PC: 300}, Thread{PC: 1}),
	} {
		if d, known := keys[c.Key()]; known {
			t.Errorf("%v and %v have the same key", c, d)
		}
		keys[c.Key()] = c
	}
}

// On random programs with calls, too, every path replays, and checking a step is
// the same as listing the steps.
func TestRandomCalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j, bound := randomCalls(t)
		w := explore(j, rapid.IntRange(1, 2).Draw(t, "copies"), bound, 40)
		for _, c := range w.configs {
			if err := j.Replay(context.Background(), w.path(c), -1, -1, bound); err != nil {
				t.Fatal(err)
			}
		}
		checkLeads(t, j, w, bound)
	})
}

// randomCalls draws a program with calls, threaded or recursive, a mode, and a
// bound.
func randomCalls(t *rapid.T) (j *Judge, bound int) {
	cfg := []randprog.Config{randprog.Calls(), randprog.Sequential()}[rapid.IntRange(0, 1).Draw(t, "config")]
	src := randprog.Programs(cfg).Draw(t, "program")
	f, err := parser.ParseFile("random.bp", []byte(src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	j, err = New(f, Mode(rapid.IntRange(0, 1).Draw(t, "mode")))
	if err != nil {
		t.Fatal(err)
	}
	return j.WithDepth(rapid.IntRange(2, 4).Draw(t, "depth")), rapid.IntRange(1, 3).Draw(t, "bound")
}
