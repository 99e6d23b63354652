// This file defines the tests of files that are concurrent by convention: rules
// worked out by hand, and replay that finds out itself who holds up whom.

package judge

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ijit/ijit/internal/testing/randprog"
	"github.com/ijit/ijit/parser"
)

// In all of these the starter comes last: with threads f and g it has the counters
// k start f, k+1 start g, k+2 end, k+3 behind it.
var atomicRules = []rule{
	{name: "threads without init",
		// thread1: 0, 1 end; starter: 2, 3
		src:    `decl x := 0; void thread1() begin x := !x; end`,
		copies: 1, want: `<0|2:> <0|0:,3:> <1|1:,3:> <1|3:> <0|0:> <1|1:> <1|>`},
	{name: "init runs first, as a call",
		// init: 0, 1; thread1: 2 assert, 3; starter: 4 call, 5 start, 6 end
		src:    `decl x := 0; void init() begin x := 1; end void thread1() begin assert(x); end`,
		copies: 1, want: `<0|4:> <0|4:/0:> <1|4:/1:> <1|5:> <1|2:,6:> <1|3:,6:> <1|6:> <1|2:> <1|3:> <1|>`},
	{name: "who makes atomic true holds up the others",
		// thread1: 0 atomic := 1, 1 atomic := 0, 2; thread2: 3 assert, 4; starter: 5, 6, 7
		src: `decl atomic := 0;
		      void thread1() begin atomic := 1; atomic := 0; end
		      void thread2() begin assert(!atomic); end`,
		copies: 1,
		want: `<0|5:> <0|0:,6:> <1|1:!,6:> <0|2:,6:> <0|6:>
		       <0|0:,3:,7:> <1|1:!,3:,7:> <0|2:,3:,7:> <0|3:,7:>
		       <0|0:,3:> <1|1:!,3:> <0|2:,3:> <0|3:>
		       <0|0:,4:,7:> <1|1:!,4:,7:> <0|2:,4:,7:> <0|4:,7:>
		       <0|0:,4:> <1|1:!,4:> <0|2:,4:> <0|4:>
		       <0|0:,7:> <1|1:!,7:> <0|2:,7:> <0|7:>
		       <0|0:> <1|1:!> <0|2:> <0|>`},
	{name: "an ordinary variable of that name in a file with main holds up nobody",
		// f: 0 atomic := 1, 1; main: 2 start, 3 assert, 4
		src: `decl atomic := 0; void f() begin atomic := 1; end
		      void main() begin start_thread f(); assert(!atomic); end`,
		copies: 1,
		want:   `<0|2:> <0|0:,3:> <1|1:,3:> <1|3:> <0|0:,4:> <1|1:,4:> <1|4:>`, errors: map[int]int{3: 3}},
	{name: "a thread does not end while atomic is true",
		// thread1: 0 atomic := 1, 1; thread2: 2 assert, 3 end_thread, 4; starter: 5, 6, 7
		src: `decl atomic := 0;
		      void thread1() begin atomic := 1; end
		      void thread2() begin assert(!atomic); end_thread; end`,
		copies: 1,
		want: `<0|5:> <0|0:,6:> <1|1:!,6:> <0|0:,2:,7:> <1|1:!,2:,7:> <0|0:,3:,7:> <1|1:!,3:,7:>
		       <0|0:,7:> <1|1:!,7:> <0|0:,2:> <1|1:!,2:> <0|0:,3:> <1|1:!,3:> <0|0:> <1|1:!>`},
	{name: "atomic is true when the threads begin: each of them may be the first",
		// thread1: 0 atomic := 0, 1 atomic := 1, 2; thread2: 3 assert, 4; starter: 5, 6, 7
		src: `decl atomic := 1;
		      void thread1() begin atomic := 0; atomic := 1; end
		      void thread2() begin assert(0); end`,
		copies: 1,
		want:   `<1|5:> <1|0:,6:!> <1|0:,3:,7:!> <1|0:,3:> <0|1:,3:> <1|2:!,3:>`, errors: map[int]int{3: 4}},
}

// TestAtomic runs programs in which exactly those assertions can fail whose line has
// the comment FAILS.
func TestAtomic(t *testing.T) {
	for name, src := range map[string]string{
		"a section made by atomic": `
			decl atomic, x, y;
			void init() begin atomic, x, y := 0, 0, 0; end
			void thread1() begin atomic := 1; x := 1; y := 1; atomic := 0; end
			void thread2() begin
				assert(x = y);
				assert(!x); // FAILS
				assert(!atomic);
			end`,
		"the same without": `
			decl atomic, x, y;
			void init() begin atomic, x, y := 0, 0, 0; end
			void thread1() begin x := 1; y := 1; end
			void thread2() begin
				assert(x = y); // FAILS
				assert(!x); // FAILS
			end`,
		"through calls and returns": `
			decl atomic, x, y;
			void init() begin atomic, x, y := 0, 0, 0; end
			void thread1() begin enter(); set(); atomic := 0; end
			void thread2() begin
				assert(x = y);
				assert(!y); // FAILS
			end
			void enter() begin atomic := 1; end
			void set() begin x := 1; y := 1; end`,
		"among threads in the same place": `
			decl atomic, x;
			void init() begin atomic, x := 0, 0; end
			void thread1() begin f(); end
			void thread2() begin f(); end
			void f() begin
				atomic := 1;
				x := !x;
				assert(x);
				x := !x;
				assert(!x);
				atomic := 0;
				x := 0;
			end`,
		"two threads in one place, one of them in front": `
			decl atomic, x;
			void init() begin atomic, x := 0, 0; end
			void thread1() begin f(); end
			void thread2() begin f(); end
			void f() begin
				atomic := 1;
				assert(!x); // FAILS
				x := 1;
				atomic := 0;
			end`,
		"blocked with atomic true": `
			decl atomic, x;
			void init() begin atomic, x := 0, 0; end
			void thread1() begin atomic := 1; assume(x); assert(0); end
			void thread2() begin assume(atomic); x := 1; assert(0); end`,
		"within an atomic section": `
			decl atomic, x;
			void init() begin atomic, x := 0, 0; end
			void thread1() begin atomic { atomic := 1; x := 1; } x := 0; atomic := 0; end
			void thread2() begin assert(!x); end`,
		"left true by a section that ends the thread": `
			decl atomic, x;
			void init() begin atomic, x := 0, 0; end
			void thread1() begin atomic { x := 1; atomic := 1; end_thread; } end
			void thread2() begin assert(!x); end`,
		"recursion": `
			decl atomic, x;
			void init() begin atomic, x := 0, 0; end
			void thread1() begin
				if x then
					assert(atomic); // FAILS
					atomic := 0;
				else
					atomic := 1;
					x := 1;
					thread1();
				fi
			end
			void thread2() begin
				assert(!atomic);
				x := 1;
			end`,
	} {
		t.Run(name, func(t *testing.T) {
			for _, mode := range []Mode{Big, Small} {
				j := mustJudge(t, src, mode).WithDepth(4)
				result := j.Explore(context.Background(), 1, 0, 100_000)
				if !result.Complete {
					t.Fatalf("%s: %+v", mode.name(), result)
				}
				lines := strings.Split(src, "\n")
				for pc, p := range j.places {
					if !p.asserts() {
						continue
					}
					_, fails := result.Properties[pc]
					if line := lines[p.stmt.Pos.Line-1]; fails != strings.HasSuffix(line, "// FAILS") {
						t.Errorf("%s: %s fails: %t", mode.name(), line, fails)
					}
				}
			}
		})
	}
}

// TestReplayFindsWhoHolds replays executions that do not say which thread holds up
// the others.
func TestReplayFindsWhoHolds(t *testing.T) {
	ctx := context.Background()
	// f: 0 atomic := 1, 1 atomic := 0, 2; thread1: 3 call, 4; thread2: 5 call, 6;
	// starter: 7, 8, 9
	j := mustJudge(t, `decl atomic := 0;
		void f() begin atomic := 1; assert(0); end
		void thread1() begin f(); end
		void thread2() begin f(); end`, Big)
	at := func(caller, pc int) Thread {
		th := thread(pc, "")
		if caller >= 0 {
			th.Callers = []Frame{{PC: caller}}
		}
		return th
	}
	start := []Config{
		config("0", at(-1, 7)),
		config("0", at(-1, 3), at(-1, 8)),
		config("0", at(-1, 3), at(-1, 5), at(-1, 9)),
		config("0", at(-1, 3), at(-1, 5)),
		config("0", at(3, 0), at(-1, 5)),
		config("0", at(3, 0), at(5, 0)),
		config("1", at(3, 0), at(5, 1)),
	}
	if err := j.Replay(ctx, start, 1, 1, 0); err != nil {
		t.Error(err)
	}
	var wrong *ReplayError
	err := j.Replay(ctx, append(start, config("1", at(3, 1), at(5, 1))), -1, 1, 0)
	if !errors.As(err, &wrong) || !strings.Contains(err.Error(), "as atomic is true") {
		t.Errorf("the other thread moves: %v", err)
	}
}

// TestReplayFindsWhoHoldsLater replays executions with a step of which only the
// next one shows which thread took it.
func TestReplayFindsWhoHoldsLater(t *testing.T) {
	ctx := context.Background()
	// thread1: 0 goto, 1 skip, 2; thread2: 3 goto, 4 assert, 5; starter: 6, 7, 8
	j := mustJudge(t, `decl atomic := 1;
		void thread1() begin a: goto a, b; b: skip; end
		void thread2() begin a: goto a, b; b: assert(0); end`, Big)
	start := []Config{
		config("1", thread(6, "")),
		config("1", thread(0, ""), thread(7, "")),
		config("1", thread(0, ""), thread(3, ""), thread(8, "")),
		config("1", thread(0, ""), thread(3, "")),
		config("1", thread(0, ""), thread(3, "")), // one of them has moved
	}
	first, second := config("1", thread(1, ""), thread(3, "")), config("1", thread(0, ""), thread(4, ""))
	replay := func(final int, more ...Config) error {
		return j.Replay(ctx, append(slices.Clip(start), more...), final, 1, 0)
	}
	if err := replay(-1, first); err != nil {
		t.Error(err)
	}
	if err := replay(4, second); err != nil {
		t.Error(err)
	}
	both := config("1", thread(1, ""), thread(4, ""))
	if replay(-1, first, both) == nil || replay(-1, second, both) == nil {
		t.Error("both have moved while atomic was true")
	}
}

// randomThreads draws a program that is concurrent by convention.
func randomThreads(t *rapid.T, mode Mode) (j *Judge, src string) {
	src = randprog.Programs(randprog.Concurrent()).Draw(t, "program")
	f, err := parser.ParseFile("random.bp", []byte(src))
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	j, err = New(f, mode)
	if err != nil {
		t.Fatal(err)
	}
	return j.WithDepth(3), src
}

// TestRandomThreads checks on random programs that every path replays, whether or
// not it says who holds up the others, and that checking a step is the same as
// listing the steps.
func TestRandomThreads(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		j, _ := randomThreads(t, Mode(rapid.IntRange(0, 1).Draw(t, "mode")))
		bound := rapid.IntRange(0, 4).Draw(t, "bound")
		w := explore(j, 1, bound, 50)
		for _, c := range w.configs {
			path := w.path(c)
			if err := j.Replay(ctx, path, -1, 1, bound); err != nil {
				t.Fatal(err)
			}
			for k, c := range path {
				path[k] = j.unheld(c)
			}
			if err := j.Replay(ctx, path, -1, 1, bound); err != nil {
				t.Fatal(err)
			}
		}
		checkLeads(t, j, w, bound)
	})
}
