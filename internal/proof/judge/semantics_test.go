// This file defines the tests of the rules: programs of a few lines with all
// their reachable configurations, worked out by hand from the semantics.

package judge

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ijit/ijit/parser"
)

func mustParse(t testing.TB, src string) *parser.File {
	t.Helper()
	f, err := parser.ParseFile("test.bp", []byte(src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return f
}

func mustJudge(t testing.TB, src string, mode Mode) *Judge {
	t.Helper()
	j, err := New(mustParse(t, src), mode)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// A rule is a program with what can be reached: its configurations, and for
// each assertion that can fail its program counter and the number of steps.
type rule struct {
	name   string
	src    string
	mode   Mode
	copies int
	bound  int
	depth  int // of stacks; cut says whether it blocks a call
	cut    bool
	want   string // configurations as printed, separated by spaces; the blanks inside left out
	errors map[int]int
}

func TestRules(t *testing.T) {
	for _, rule := range slices.Concat(rules, callRules, atomicRules) {
		t.Run(rule.name, func(t *testing.T) {
			j := mustJudge(t, rule.src, rule.mode).WithDepth(rule.depth)
			got := []string{}
			result := j.Walk(context.Background(), rule.copies, rule.bound, 10_000, func(c Config, _ int) {
				got = append(got, strings.ReplaceAll(c.String(), " ", ""))
			})
			want := strings.Fields(rule.want)
			slices.Sort(got)
			slices.Sort(want)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("configurations (-want +got):\n%s", diff)
			}
			if !maps.Equal(rule.errors, result.Properties) || result.Error != (len(rule.errors) > 0) {
				t.Errorf("failing assertions: got %v (error: %v), want %v", result.Properties, result.Error, rule.errors)
			}
			if !result.Complete || result.States != len(want) || result.Cut != rule.cut {
				t.Errorf("result %+v, want it complete with %d states, cut %v", result, len(want), rule.cut)
			}
			checkLeads(t, j, explore(j, rule.copies, rule.bound, 10_000), rule.bound)
		})
	}
}

var rules = []rule{
	{name: "skip and the end of main",
		src:    `void main() begin skip; end`,
		copies: 1, want: `<|0:> <|1:>`},
	{name: "an empty main",
		src:    `void main() begin end`,
		copies: 2, want: `<|0:,0:>`},
	{name: "no thread at all",
		src:    `decl x; void main() begin skip; end`,
		copies: 0, want: `<0|> <1|>`},
	{name: "initial values",
		src: `decl a := 0, b := 1, c := *; void main() begin decl d := 1, e; end`,
		// a b c | d e, of two threads: three multisets for each c
		copies: 2, want: `<010|0:10,0:10> <010|0:10,0:11> <010|0:11,0:11>
		                  <011|0:10,0:10> <011|0:10,0:11> <011|0:11,0:11>`},
	{name: "initial values by statements",
		src:    `decl a; void main() begin decl d; a := 1; d := 0; PC0: skip; end`,
		copies: 1, want: `<1|0:0> <1|1:0>`},
	{name: "goto",
		src:    `void main() begin goto b, c; a: skip; b: skip; c: skip; end`,
		copies: 1, want: `<|0:> <|2:> <|3:> <|4:>`},
	{name: "if, both ways",
		src:    `decl x; void main() begin PC0: if x then goto l; fi; PC1: goto l; l: skip; end`,
		copies: 1, want: `<0|0:> <1|0:> <0|1:> <0|2:> <1|2:> <0|3:> <1|3:>`},
	{name: "if on a star",
		src:    `void main() begin if * then skip; fi; end`,
		copies: 1, want: `<|0:> <|1:> <|2:>`},
	{name: "elsif and else",
		// 0 if, 1 skip, 2 elsif, 3 and 4 skips, 5 else skip, 6 behind fi, 7 exit
		src: `decl x, y; void main() begin
		        if x then skip; elsif y then skip; skip; else skip; fi; skip; end`,
		copies: 1, want: `<00|0:> <00|2:> <00|5:> <00|6:> <00|7:>
		                  <01|0:> <01|2:> <01|3:> <01|4:> <01|6:> <01|7:>
		                  <10|0:> <10|1:> <10|6:> <10|7:>
		                  <11|0:> <11|1:> <11|6:> <11|7:>`},
	{name: "elsif without else",
		src:    `decl x := 0, y := 0; void main() begin if x then skip; elsif y then skip; fi; skip; end`,
		copies: 1, want: `<00|0:> <00|2:> <00|4:> <00|5:>`},
	{name: "a lone goto in an else part is one step with the branch",
		src:    `decl x := 0; void main() begin a: if x then skip; else goto a, b; fi; skip; b: skip; end`,
		copies: 1, want: `<0|0:> <0|3:> <0|4:>`},
	{name: "while",
		src:    `decl x := 1; void main() begin while x do x := *; od; skip; end`,
		copies: 1, want: `<1|0:> <1|1:> <0|0:> <0|2:> <0|3:>`},
	{name: "while with nothing in it",
		src:    `void main() begin while * do od; end`,
		copies: 1, want: `<|0:> <|1:>`},
	{name: "while with nothing in it goes nowhere",
		src:    `decl x := 1; void main() begin while x do od; skip; end`,
		copies: 1, want: `<1|0:>`},
	{name: "assume",
		src:    `decl x; void main() begin assume(x); assume(*); end`,
		copies: 1, want: `<0|0:> <1|0:> <1|1:> <1|2:>`},
	{name: "assert",
		src:    `decl x; void main() begin skip; assert(x); end`,
		copies: 1, want: `<0|0:> <0|1:> <1|0:> <1|1:> <1|2:>`, errors: map[int]int{1: 2}},
	{name: "assert of a star fails and goes on",
		src:    `void main() begin assert(*); assert(0); assert(0); end`,
		copies: 1, want: `<|0:> <|1:>`, errors: map[int]int{0: 1, 1: 2}},
	{name: "the least number of steps to a failure counts",
		src:    `decl x := 0; void main() begin if * then skip; x := 1; fi; assert(0); end`,
		copies: 1, want: `<0|0:> <0|1:> <0|2:> <0|3:> <1|3:>`, errors: map[int]int{3: 2}},
	{name: "assignment in parallel",
		src:    `decl x := 0, y := 1; void main() begin x, y := y, x; end`,
		copies: 1, want: `<01|0:> <10|1:>`},
	{name: "assignment of one star to two targets",
		src:    `decl x := 0, y := 0; void main() begin x, y := *, *; end`,
		copies: 1, want: `<00|0:> <00|1:> <01|1:> <10|1:> <11|1:>`},
	{name: "constrain with next values, of unassigned variables too",
		src:    `decl x := 0, y := 1; void main() begin x := * constrain ('x = 'y) & !x; end`,
		copies: 1, want: `<01|0:> <11|1:>`},
	{name: "constrain that nothing satisfies blocks",
		src:    `decl x := 0; void main() begin x := 1 constrain !'x; end`,
		copies: 1, want: `<0|0:>`},
	{name: "constrain with a star is satisfiable",
		src:    `decl x := 0; void main() begin x := * constrain ('x & *); end`,
		copies: 1, want: `<0|0:> <1|1:>`},
	{name: "schoose",
		// 1 if x, else 0 if y, else either
		src:    `decl x, y, z := 0; void main() begin z := schoose[x, y]; end`,
		copies: 1, want: `<000|0:> <010|0:> <100|0:> <110|0:> <000|1:> <001|1:> <010|1:> <101|1:> <111|1:>`},
	{name: "conditional expression",
		src:    `decl x, z := 0; void main() begin z := x ? 1 : *; end`,
		copies: 1, want: `<00|0:> <10|0:> <00|1:> <01|1:> <11|1:>`},
	{name: "dead",
		src:    `decl x := 0; void main() begin decl l := 1; dead l; end`,
		copies: 1, want: `<0|0:1> <0|1:0> <0|1:1>`},
	{name: "a local hides a shared variable",
		src:    `decl x := 0; void main() begin decl x := 0; x := 1; end`,
		copies: 1, want: `<0|0:0> <0|1:1>`},

	{name: "start_thread copies the locals in one step",
		src: `decl x := 0; void main() begin decl l := 1; start_thread goto a; goto b; a: x := l; b: skip; end`,
		// 0 start, 1 goto, 2 x := l, 3 skip, 4 end
		copies: 1, bound: 2,
		want: `<0|0:1> <0|1:1,2:1> <0|2:1,3:1> <0|2:1,4:1>
		       <1|1:1,3:1> <1|1:1,4:1> <1|3:1,3:1> <1|3:1,4:1> <1|4:1,4:1>`},
	{name: "start_thread is blocked at the bound",
		src:    `void main() begin a: start_thread goto a; end`,
		copies: 1, bound: 1, want: `<|0:>`},
	{name: "start_thread again once a thread is gone",
		src:    `void main() begin a: start_thread goto b; goto a; b: end_thread; end`,
		copies: 1, bound: 2, want: `<|0:> <|1:,2:> <|0:,2:> <|1:>`},
	{name: "threads at the end of main stay and count",
		src:    `void main() begin a: start_thread goto b; goto a; b: skip; end`,
		copies: 1, bound: 2, want: `<|0:> <|1:,2:> <|0:,2:> <|1:,3:> <|0:,3:>`},
	{name: "a procedure as a thread: arguments, unconstrained locals, return",
		// f: 0 return, 1 exit; main: 2 start, 3 exit
		src: `void f(p, q) begin decl l, m := 1; return; end
		      void main() begin start_thread f(1, *); end`,
		copies: 1,
		want:   `<|2:> <|0:1001,3:> <|0:1011,3:> <|0:1101,3:> <|0:1111,3:> <|3:>`},
	{name: "falling off a procedure is a return of one step",
		src:    `void main() begin start_thread f(); end void f() begin end`,
		copies: 1, want: `<|0:> <|1:,2:> <|1:>`},
	{name: "the SLAM spelling of a start",
		src:    `decl x := 0; void main() begin ASYNC_1: f(1); end void f(p) begin x := p; end`,
		copies: 1, want: `<0|0:> <0|1:,2:1> <1|1:,3:1> <1|1:>`},
	{name: "return in main goes to its end",
		src:    `void main() begin if * then return; fi; skip; end`,
		copies: 1, want: `<|0:> <|1:> <|2:> <|3:>`},
	{name: "main as a thread stays at its end",
		src:    `void main() begin start_thread main(); end`,
		copies: 1, bound: 2, want: `<|0:> <|0:,1:>`},

	{name: "atomic, big steps: inner states are invisible",
		src:    `decl x := 0; void main() begin atomic_begin; x := 1; skip; atomic_end; end`,
		copies: 1, want: `<0|0:> <1|4:>`},
	{name: "atomic, small steps",
		src:    `decl x := 0; void main() begin atomic_begin; x := 1; atomic_end; end`,
		copies: 1, mode: Small, want: `<0|0:> <0|1:> <1|2:> <1|3:>`},
	{name: "atomic block, small steps",
		src:    `decl x := 0; void main() begin atomic { x := 1; }; skip; end`,
		copies: 1, mode: Small, want: `<0|0:> <0|1:> <1|2:> <1|3:> <1|4:>`},
	{name: "atomic block with nothing in it",
		src:    `void main() begin atomic { }; end`,
		copies: 1, mode: Small, want: `<|0:> <|1:> <|2:>`},
	{name: "small steps: only the thread inside moves",
		src:    `void main() begin atomic_begin; atomic_end; end`,
		copies: 2, mode: Small, want: `<|0:,0:> <|0:,1:> <|0:,2:> <|1:,2:> <|2:,2:>`},
	{name: "small steps: a blocked thread inside blocks all",
		src:    `void main() begin skip; atomic_begin; assume(0); atomic_end; end`,
		copies: 2, mode: Small,
		want: `<|0:,0:> <|0:,1:> <|1:,1:> <|0:,2:> <|1:,2:>`},
	{name: "big steps: a blocked section does not begin",
		src:    `void main() begin skip; atomic_begin; assume(0); atomic_end; end`,
		copies: 2, want: `<|0:,0:> <|0:,1:> <|1:,1:>`},
	{name: "big steps: branches, jumps and loops inside, closed by a fixpoint",
		// 0 begin, 1 x:=*, 2 if, 3 y:=*, 4 goto, 5 end
		src: `decl x := 0, y := 0; void main() begin
		        atomic_begin; a: x := *; if x then goto b; fi; y := *; goto a; b: atomic_end; end`,
		copies: 1, want: `<00|0:> <10|6:> <11|6:>`},
	{name: "big steps: a section that never ends",
		src:    `void main() begin atomic_begin; a: goto a; atomic_end; end`,
		copies: 1, want: `<|0:>`},
	{name: "nested sections: only the outermost end releases",
		src:    `decl x := 0; void main() begin atomic_begin; atomic { x := 1; }; x := 0; atomic_end; end`,
		copies: 1, want: `<0|0:> <0|6:>`},
	{name: "nested sections, small steps",
		// 0 begin, 1 {, 2 skip, 3 }, 4 end
		src:    `void main() begin atomic_begin; atomic { skip; }; atomic_end; end`,
		copies: 2, mode: Small,
		want: `<|0:,0:> <|0:,1:> <|0:,2:> <|0:,3:> <|0:,4:> <|0:,5:>
		       <|1:,5:> <|2:,5:> <|3:,5:> <|4:,5:> <|5:,5:>`},
	{name: "big steps: a failing inner assertion is an error of the step",
		src:    `decl x := 0; void main() begin skip; atomic_begin; x := *; assert(x); atomic_end; end`,
		copies: 1, want: `<0|0:> <0|1:> <1|5:>`, errors: map[int]int{3: 2}},
	{name: "small steps: the same assertion fails later",
		src:    `decl x := 0; void main() begin skip; atomic_begin; x := *; assert(x); atomic_end; end`,
		copies: 1, mode: Small, want: `<0|0:> <0|1:> <0|2:> <0|3:> <1|3:> <1|4:> <1|5:>`, errors: map[int]int{3: 4}},
	{name: "big steps: a thread created inside starts outside",
		// 0 begin, 1 start, 2 x := 1, 3 end, 4 skip, 5 exit
		src:    `decl x := 0; void main() begin atomic_begin; start_thread goto a; x := 1; atomic_end; a: skip; end`,
		copies: 1, bound: 2, want: `<0|0:> <1|4:,4:> <1|4:,5:> <1|5:,5:>`},
	{name: "big steps: at the bound a section with a start is blocked",
		src:    `void main() begin atomic_begin; start_thread goto a; atomic_end; a: skip; end`,
		copies: 1, bound: 1, want: `<|0:>`},
	{name: "big steps: a section that creates in a loop stops at the bound",
		src:    `void main() begin atomic { while * do start_thread goto a; od; }; a: assume(0); end`,
		copies: 1, bound: 3, want: `<|0:> <|4:> <|4:,4:> <|4:,4:,4:>`},
	{name: "end_thread inside a section ends it: big steps",
		src:    `decl x := 0; void main() begin atomic_begin; x := 1; end_thread; atomic_end; end`,
		copies: 2, want: `<0|0:,0:> <1|0:> <1|>`},
	{name: "end_thread inside a section after a choice: big steps",
		src:    `decl x := 0; void main() begin decl l := 0; atomic { l, x := *, *; x := x & l; end_thread; }; end`,
		copies: 1, want: `<0|0:0> <0|> <1|>`},
	{name: "end_thread inside a section ends it: small steps",
		src:    `decl x := 0; void main() begin atomic_begin; x := 1; end_thread; atomic_end; end`,
		copies: 2, mode: Small,
		want: `<0|0:,0:> <0|0:,1:> <1|0:,2:> <1|0:> <1|1:> <1|2:> <1|>`},

	{name: "wait blocks",
		src:    `void main() begin wait; end`,
		copies: 1, want: `<|0:>`},
	{name: "signal moves one waiting thread on, or is a skip",
		// 0 if, 1 wait, 2 goto, 3 signal, 4 exit
		src:    `void main() begin if * then wait; goto e; fi; signal; e: skip; end`,
		copies: 2,
		// 0 if, 1 wait, 2 goto, 3 signal, 4 skip, 5 end
		want: `<|0:,0:> <|0:,1:> <|0:,3:> <|1:,1:> <|1:,3:> <|3:,3:> <|0:,4:> <|1:,4:> <|3:,4:>
		       <|0:,5:> <|1:,5:> <|3:,5:> <|4:,4:> <|4:,5:> <|5:,5:>
		       <|2:,4:> <|2:,5:>`},
	{name: "broadcast moves all waiting threads on",
		src: `decl x := 0; void f() begin wait; assume(0); end
		      void main() begin start_thread f(); start_thread f(); broadcast; assume(0); end`,
		// f: 0 wait, 1 assume, 2 exit; main: 3 4 starts, 5 broadcast, 6 assume
		copies: 1, want: `<0|3:> <0|0:,4:> <0|0:,0:,5:> <0|1:,1:,6:>`},
	{name: "signal chooses",
		src: `void f() begin decl l := 0; wait; l := 1; assume(0); end
		      void g() begin wait; assume(0); end
		      void main() begin start_thread f(); start_thread g(); signal; end`,
		// f: 0 wait, 1 l := 1, 2 assume, 3; g: 4 wait, 5 assume, 6; main: 7, 8, 9 signal, 10
		copies: 1, want: `<|7:> <|0:0,8:> <|0:0,4:,9:> <|1:0,4:,10:> <|0:0,5:,10:> <|2:1,4:,10:>`},
	{name: "a wait at the end of a branch continues behind it",
		src: `void f() begin if 1 then wait; fi; assume(0); end
		      void main() begin start_thread f(); broadcast; end`,
		// f: 0 if, 1 wait, 2 assume, 3; main: 4, 5 broadcast, 6
		copies: 1, want: `<|4:> <|0:,5:> <|1:,5:> <|0:,6:> <|1:,6:> <|2:,6:>`},
	{name: "broadcast inside a section, big steps",
		src: `decl x := 0; void f() begin wait; assume(0); end
		      void main() begin start_thread f(); atomic { broadcast; x := 1; }; end`,
		// f: 0 wait, 1 assume, 2; main: 3 start, 4 {, 5, 6, 7 }, 8
		copies: 1, want: `<0|3:> <0|0:,4:> <1|1:,8:>`},

	{name: "passive assignment: only the others, each on its own",
		// 0 {, 1 assume, 2 assignment, 3 }, 4 assume
		src: `decl x := 0; void main() begin decl l := 0;
		        atomic { assume(!x); x, l$ := 1, *; }; assume(0); end`,
		copies: 3,
		want:   `<0|0:0,0:0,0:0> <1|0:0,0:0,4:0> <1|0:0,0:1,4:0> <1|0:1,0:1,4:0>`},
	{name: "passive assignment: y is the active thread's, y$ the other's",
		// The other thread has l = 1 and some m; it gets l = m and m = 0.
		src: `decl x := 0; void main() begin decl l := 1, m;
		        atomic { assume(!x); x, l$, m$ := 1, l & m$, !l; }; assume(0); end`,
		copies: 2,
		want: `<0|0:10,0:10> <0|0:10,0:11> <0|0:11,0:11>
		       <1|0:00,4:10> <1|0:00,4:11> <1|0:10,4:10> <1|0:10,4:11>`},
	{name: "passive assignments of one section, one after the other",
		src: `decl x := 0; void main() begin decl l := 0;
		        atomic { assume(!x); x, l$ := 1, 1; l$ := *; l$ := !l$; }; assume(0); end`,
		copies: 2, want: `<0|0:0,0:0> <1|0:0,6:0> <1|0:1,6:0>`},
	{name: "passive assignment does not touch other procedures",
		src: `void f() begin decl k := 0; assume(0); end
		      void main() begin decl l := 0; start_thread f(); l$ := 1; end`,
		// f: 0, 1; main: 2 start, 3, 4
		copies: 1, want: `<|2:0> <|0:0,3:0> <|0:0,4:0>`},
	{name: "passive constrain cuts each thread's own choice",
		src:    `decl x := 0; void main() begin decl l := 0; assume(!x); x, l$ := 1, * constrain ('l$ = 'x); end`,
		copies: 2,
		// 0 assume, 1 assignment, 2 end
		want: `<0|0:0,0:0> <0|0:0,1:0> <0|1:0,1:0> <1|0:1,2:0> <1|1:1,2:0> <1|2:1,2:1>`},
	{name: "passive constrain that one thread cannot satisfy blocks",
		src:    `decl x := 0; void main() begin decl l; assume(!x & l); x, l$ := 1, l$ constrain 'l$; end`,
		copies: 2,
		want: `<0|0:0,0:0> <0|0:0,0:1> <0|0:1,0:1> <0|0:0,1:1> <0|0:1,1:1> <0|1:1,1:1>
		       <1|0:1,2:1> <1|1:1,2:1> <1|2:1,2:1>`},
	{name: "passive constrain is vacuous without other threads",
		src:    `void main() begin decl l := 0; l$ := 0 constrain 'l$; end`,
		copies: 1, want: `<|0:0> <|1:0>`},
	{name: "constrain of a passive assignment without $ is about the active thread",
		src:    `decl x := 0; void main() begin decl l := 0; x, l$ := *, 1 constrain 'x; assume(0); end`,
		copies: 2, want: `<0|0:0,0:0> <1|0:1,1:0> <1|1:1,1:1>`},

	{name: "passive constrain wherever the $ stands",
		// each alternative is 'l$, which the other thread alone decides
		src: `decl x := 0; void main() begin decl l := 0; atomic { assume(!x);
		        x, l$ := 1, * constrain !(!'l$) & (x ? 0 : 'l$) & schoose['l$, 1]; }; assume(0); end`,
		copies: 2, want: `<0|0:0,0:0> <1|0:1,4:0>`},

	{name: "enforce: before and after each statement",
		src:    `decl x := 1, y := 0; void main() begin enforce x; y := 1; x := *; x := 0; end`,
		copies: 1, want: `<10|0:> <11|1:> <11|2:>`},
	{name: "enforce holds where main begins",
		src:    `decl x := 0; void main() begin enforce x; assert(0); end`,
		copies: 1, want: ``},
	{name: "enforce holds where each copy of main begins",
		src:    `decl x; void main() begin decl l; enforce x & l; assume(0); end`,
		copies: 2, want: `<1|0:1,0:1>`},
	{name: "enforce keeps a thread that is started from moving, not from being there",
		src: `decl x := 0; void f() begin enforce x; assert(0); end
		      void main() begin start_thread f(); end`,
		// f: 0, 1; main: 2, 3
		copies: 1, want: `<0|2:> <0|0:,3:>`},
	{name: "enforce of one procedure does not bind the other",
		src: `decl x := 1; void f() begin enforce x; assert(x); end
		      void main() begin x := 0; assert(x); end`,
		copies: 1, want: `<1|2:> <0|3:>`, errors: map[int]int{3: 2}},
	{name: "enforce with a star never blocks",
		src:    `void main() begin enforce *; skip; end`,
		copies: 1, want: `<|0:> <|1:>`},
	{name: "enforce before the implicit return",
		src: `decl x := 0; void f() begin enforce x; end
		      void main() begin start_thread f(); x := 1; end`,
		// f: 0; main: 1, 2, 3
		copies: 1, want: `<0|1:> <0|0:,2:> <1|0:,3:> <1|3:>`},
	{name: "enforce inside a section",
		src:    `decl x := 1; void main() begin enforce x; atomic { x := 0; x := 1; }; end`,
		copies: 1, want: `<1|0:>`},
	{name: "enforce does not hold back a failing assertion",
		src:    `decl x := 1; void main() begin enforce x; assert(!x); end`,
		copies: 1, want: `<1|0:>`, errors: map[int]int{0: 1}},
}
