// This file tests what becomes of answers where the bound on threads kept a thread from being
// created, and which bound there is if none is given.

package systems_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
)

// hides reports whether an answer says that the bound on threads hides what was asked.
func hides(r *systems.Result) bool {
	return r.Verdict == systems.Unknown && r.Reason == systems.Bound && r.Cut && r.Refused != nil && strings.Contains(r.Detail, "was refused")
}

// A philosopher needs as many others as there are to be stuck.
const philosophers = `decl a := 0, b := 0, c := 0;
void main() begin
  start_thread first();
  start_thread second();
  start_thread third();
end
void first() begin a := 1 constrain !a; b := 1 constrain !b; a, b := 0, 0; end
void second() begin b := 1 constrain !b; c := 1 constrain !c; b, c := 0, 0; end
void third() begin c := 1 constrain !c; a := 1 constrain !a; c, a := 0, 0; end
`

// TestRefused asks with bounds that hide the error, and with one that does not. Whatever the
// algorithm, an answer that hides something says where. A third of the questions is asked each day.
func TestRefused(t *testing.T) {
	for i, x := range []struct {
		name, program string
		o             systems.Options
		enough        int    // threads that show the error
		at            string // where a thread is refused with one thread less
	}{
		{"deadlock", philosophers, systems.Options{Deadlock: true}, 4, "5:3"},
		{"leak", philosophers, systems.Options{Leak: true}, 4, "5:3"},
		{"formula", philosophers, systems.Options{LTL: "G F !(a & b & c)"}, 4, "5:3"},
		{"fair formula", philosophers, systems.Options{LTL: "G F !(a & b & c)", Fair: true}, 4, "5:3"},
		{"section", "decl a := 0; void main() begin\natomic { start_thread f(); a := 1; }\nassume(!a); end\nvoid f() begin assume(0); end", systems.Options{Deadlock: true}, 2, "2:10"},
		{"callee", "void main() begin f(); end\nvoid f() begin if * then\nstart_thread g(); fi end void g() begin assume(0); end", systems.Options{Deadlock: true}, 2, "3:1"},
		{"label", "decl a := 0; void main() begin\nstart_thread goto l; goto m; l: assume(a); m: skip; end", systems.Options{Leak: true}, 2, "2:1"},
	} {
		if !campaign.Due(t, i%7, 7) {
			continue
		}
		m := read(t, x.program)
		for _, algorithm := range []string{"", "bfs", "symbolic", "ndfs", "pdr", "kind"} {
			o := x.o
			switch formula := o.LTL != ""; {
			case algorithm == "bfs" && formula, algorithm == "ndfs" && !formula, (algorithm == "pdr" || algorithm == "kind") && o.Leak,
				(algorithm == "kind" || algorithm == "pdr") && x.program == philosophers: // it takes long
				continue
			}
			o.Algorithm, o.SelfCheck, o.Timeout = algorithm, true, time.Minute
			for o.Threads = 1; o.Threads <= x.enough+1; o.Threads++ {
				if o.Threads > 1 && o.Threads < x.enough-1 {
					continue
				}
				r, err := m.Check(context.Background(), o)
				if err != nil {
					t.Fatalf("%s: %+v: %v", x.name, o, err)
				}
				what := fmt.Sprintf("%s, %s with %d threads: %v(%s) %s", x.name, r.Algorithm, o.Threads, r.Verdict, r.Reason, r.Detail)
				switch {
				case o.Threads >= x.enough:
					if r.Verdict != systems.Unsafe || !r.Stats.Replayed {
						t.Errorf("%s, want UNSAFE, replayed", what)
					}
				case !hides(r) || r.Refused.Kind != "start_thread":
					t.Errorf("%s, want UNKNOWN(bound)", what)
				case o.Threads == x.enough-1 && (r.Refused.Pos.String() != x.at || !strings.Contains(r.Detail, x.at)):
					t.Errorf("%s: refused at %v, want %s", what, r.Refused.Pos, x.at)
				}
			}
		}
	}
}

// TestRefusedMatters has questions on whose answers it does not rest that a thread is refused, or
// that are about as many threads as are asked for.
func TestRefusedMatters(t *testing.T) {
	const program = `decl x := 0, done := 0;
void main() begin
  x := 1;
  skip;
  start_thread f();
  done := 1;
end
void f() begin assert(x); end
`
	m := read(t, program)
	for _, x := range []struct {
		o    systems.Options
		want systems.Verdict
	}{
		{systems.Options{Algorithm: "bfs"}, systems.Safe},
		{systems.Options{Algorithm: "bmc"}, systems.Safe},
		{systems.Options{LTL: "X x"}, systems.Safe},                // whatever is beyond
		{systems.Options{LTL: "G !x"}, systems.Unsafe},             // likewise: no loop is needed
		{systems.Options{LTL: "G !x", Fair: true}, systems.Unsafe}, // likewise
		{systems.Options{LTL: "F done"}, systems.Unknown},          // main has to wait, but only because of the bound
		{systems.Options{LTL: "F done", Fair: true}, systems.Unknown},
		{systems.Options{LTL: "G !done"}, systems.Unknown},
		{systems.Options{Deadlock: true}, systems.Unknown},
	} {
		x.o.Threads, x.o.SelfCheck, x.o.Timeout = 1, true, time.Minute
		r, err := m.Check(context.Background(), x.o)
		if err != nil {
			t.Fatalf("%+v: %v", x.o, err)
		}
		if r.Verdict != x.want || x.want == systems.Unknown && !hides(r) {
			t.Errorf("%+v: %v(%s) %s, want %v", x.o, r.Verdict, r.Reason, r.Detail, x.want)
		}
	}
}

// TestRefusedFair: a thread that only the bound keeps from creating another one could move, so a
// run on which it waits for ever is not fair.
func TestRefusedFair(t *testing.T) {
	m := read(t, `decl x := 0;
void main() begin start_thread f(); start_thread f(); x := 1; end
void f() begin while 1 do skip; od end
`)
	for _, algorithm := range []string{"ndfs", "pdr", "symbolic"} {
		for threads, want := range map[int][2]systems.Verdict{2: {systems.Unsafe, systems.Unknown}, 3: {systems.Unsafe, systems.Safe}} {
			for i, fair := range []bool{false, true} {
				r, err := m.Check(context.Background(), systems.Options{Algorithm: algorithm, LTL: "F x", Threads: threads, Fair: fair, SelfCheck: true, Timeout: time.Minute})
				if err != nil {
					t.Fatal(err)
				}
				if r.Verdict != want[i] {
					t.Errorf("%s with %d threads, fair %v: %v(%s), want %v", algorithm, threads, fair, r.Verdict, r.Reason, want[i])
				}
			}
		}
	}
}

// TestDefaultThreads tests which bound there is if none is given.
func TestDefaultThreads(t *testing.T) {
	starts := func(n int) string {
		return "void main() begin " + strings.Repeat("start_thread f(); ", n) + "end void f() begin skip; end"
	}
	for _, x := range []struct {
		program, initial string
		want             int
	}{
		{starts(0), "", 1},
		{starts(1), "", 2},
		{starts(7), "", 8},
		{starts(8), "", 3},
		{starts(1), "2", 4},
		{starts(1), "4", 8},
		{starts(1), "5", 5},
		{starts(0), "9", 9},
		{starts(0), "many", 3},
		{"void main() begin while * do start_thread f(); od end void f() begin skip; end", "", 3},
		{"void main() begin start_thread f(); end void f() begin start_thread main(); end", "", 3},
		{"void main() begin if * then start_thread f(); else start_thread f(); fi end void f() begin skip; end", "", 2},
		{"void main() begin start_thread goto l; l: start_thread goto m; m: skip; end", "", 4},
		{"void thread1() begin skip; end void thread2() begin skip; end", "", 3},
	} {
		m := read(t, x.program)
		o := systems.Options{Deadlock: true, Initial: x.initial}
		r, err := m.Check(context.Background(), o)
		if err != nil {
			t.Fatalf("%s: %v", x.program, err)
		}
		if _, threads, err := o.Resolve(m); r.Threads != x.want || threads != x.want || err != nil {
			t.Errorf("%s, initial %q: at most %d threads, %d before, want %d: %v", x.program, x.initial, r.Threads, threads, x.want, err)
		}
	}
}

// TestEndsAtBound: a step by which a thread ends and another one begins does not lead to more threads, so no bound keeps it from
// being taken.
func TestEndsAtBound(t *testing.T) {
	m, err := systems.Read("x.tts", strings.NewReader("3 3\n0 2 -> 2 - +> 1\n2 1 -> 1 1 +> 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	for target, want := range map[string]systems.Verdict{"2|1,1,1": systems.Unsafe, "2|2": systems.Safe, "1|1": systems.Safe} {
		r, err := m.Check(t.Context(), systems.Options{Algorithm: "bfs", Threads: 3, Initial: "0|2,1,1", Target: target, SelfCheck: true, Certify: true})
		if err != nil || r.Verdict != want || r.Cut != (want == systems.Safe) {
			t.Fatalf("%s: %+v, %v", target, r, err)
		}
		if _, err := m.Validate(t.Context(), r.Certificate); err != nil {
			t.Errorf("%s: %v", target, err)
		}
	}
}
