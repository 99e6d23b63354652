// This file defines the tests of executions of small programs, and of errors.

package schedule_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/contextbound/schedule"
)

// A programCase is a program with the least number of switches that reach the target.
type programCase struct {
	name, src string
	label     string
	switches  int
	threads   string // first characters of the numbers of threads; "" for those of the file
	rounds    bool   // count rounds instead, but the first
}

var programCases = []programCase{
	{name: "at once", src: `void thread1() begin assert(0); end`},
	{name: "a label where a thread begins", label: "l", switches: 0,
		src: `void thread1() begin skip; end void thread2() begin l: skip; end`},
	{name: "a label at which a thread waits for its turn", label: "l", switches: 2,
		src: `decl x := 0, y := 0;
			void thread1() begin assume(!y); x := 1; assume(y); l: skip; end
			void thread2() begin assume(x); y := 1; end`},
	{name: "a label on an assertion that fails when it is reached", label: "l", switches: 0,
		src: `void thread1() begin l: assert(0); end`},
	{name: "an assertion with a star", src: `void thread1() begin decl l; assert(schoose[l, 0] | *); end`},
	{name: "a stack waits", switches: 2,
		src: `decl x := 0, y := 0;
			void thread1() begin decl l := 1; f(l); assert(!l); end
			void f(p) begin if p then f(0); else x := 1; assume(y); fi end
			void thread2() begin assume(x); y := 1; end`},
	{name: "a thread calls itself, and is interrupted inside", switches: 2,
		src: `decl x := 0, y := 0;
			void thread1() begin decl l; assume(!y | l); if !x then x := 1; thread1(); assume(l); assert(0); fi assume(y); end
			void thread2() begin assume(x); y := 1; end`},
	{name: "a procedure called from inside a section, and from outside", switches: 2, label: "l",
		src: `decl x := 0, y := 0;
			void thread1() begin atomic { f(); } f(); assume(y); l: skip; end
			void f() begin x := !x; x := !x; x := !x; end
			void thread2() begin assume(x); y := 1; assume(0); end`},
	{name: "not interrupted in a procedure called from inside a section", switches: -1,
		src: `decl x := 0;
			void thread1() begin atomic { x := 1; f(); x := 0; } end
			void f() begin g(); end
			void g() begin skip; end
			void thread2() begin assert(!x); end`},
	{name: "a label inside of a section of a callee", label: "l", switches: 1,
		src: `decl x := 0;
			void thread1() begin x := 1; assume(0); end
			void thread2() begin atomic { f(); } end
			void f() begin assume(x); l: skip; end`},
	{name: "a thread ends inside of a section, deep down", switches: 1,
		src: `decl x := 0;
			void thread1() begin decl l; f(1); l := 1; end
			void f(p) begin if p then f(0); fi atomic { x := 1; if !p then end_thread; fi x := 0; } end
			void thread2() begin assert(!x); end`},
	{name: "turns of a thread that has ended", rounds: true, switches: 1, threads: "012",
		src: `decl x := 0, y := 0, z := 0;
			void thread1() begin atomic_begin; x := 1; end_thread; atomic_end; end
			void thread2() begin assume(x); y := 1; assume(z); assert(0); end
			void thread3() begin assume(y); z := 1; end`},
	{name: "what is enforced need not hold while others run", rounds: true, switches: 2, threads: "012",
		src: `decl e := 1, x := 0, y := 0, z := 0, a := 0, b := 0;
			void thread1() begin enforce e; x := 1; assume(z); assert(0); end
			void thread2() begin assume(x); e := 0; a := 1; assume(b); y := 1; assume(0); end
			void thread3() begin assume(a); b := 1; assume(y); e := 1; z := 1; end`},
	{name: "what is enforced need not hold where a thread begins", switches: 1,
		src: `decl e := 0, a := 0;
			void thread1() begin enforce e; assert(0); end
			void thread2() begin a := 1; e := a; end`},
	{name: "the global atomic", switches: 2,
		src: `decl atomic := 0, x := 0, y := 0;
			void thread1() begin assume(!y); atomic := 1; x := 1; x := 0; y := 1; atomic := 0; assume(x); assert(0); end
			void thread2() begin assume(y); atomic := 1; assume(!x); x := 1; atomic := 0; end`},
	{name: "init leaves atomic true", switches: 1,
		src: `decl atomic, x;
			void init() begin atomic, x := 1, 0; end
			void thread1() begin x := 1; atomic := 0; end
			void thread2() begin assert(!x | atomic); end`},
	{name: "init chooses, calls and is recursive", switches: 2,
		src: `decl x, y, z;
			void init() begin decl l; l := choose(0); x, y := l, !l; end
			bool choose(p) begin if p then return 1; fi p := choose(1); return p; end
			void thread1() begin assume(x & !y); z := choose(0); assume(z); z := 0; assume(z); assert(0); end
			void thread2() begin assume(!z); z := 1; z := 1; end`},
	{name: "init fails", src: `void init() begin assert(0); end void thread1() begin skip; end`},
	{name: "a label in init", label: "l", src: `decl x := 1; void init() begin x := 0; f(); end
			void f() begin assume(!x); l: skip; end void thread1() begin skip; end`},
	{name: "an error in a procedure that init calls, too, but only in a thread", switches: 0,
		src: `decl x := 0; void init() begin f(); x := 1; end void f() begin assert(!x); end void thread1() begin f(); end`},
	{name: "parameters of threads have any values",
		src: `void init(a) begin assume(a); end void thread1(a, b) begin decl c := 1; assert(a | !b | !c); end`},
	{name: "many turns", switches: 13,
		src: `decl a := 0, b := 0, c := 0;
			void thread1() begin while 1 do assume(!a); a := 1; od end
			void thread2() begin
			  decl l0 := 0, l1 := 0, l2 := 0;
			  while !(l2 & l1) do assume(a); a := 0; l2, l1, l0 := l2 ^ (l1 & l0), l1 ^ l0, !l0; od
			  assume(a); assert(0);
			end`},
	{name: "three of one procedure", switches: 3, threads: "0001",
		src: `decl x := 0, y := 0;
			void thread1() begin decl l; if !x then l := 0; x := 1; elsif !y then l := 0; y := 1; else l := 1; fi assume(l); x := 0; assume(0); end
			void thread2() begin assume(y & !x); assert(0); end`},
	{name: "without one that would be in the way", switches: 1, threads: "01",
		src: `decl x := 0;
			void thread1() begin assume(x); assert(0); end
			void thread2() begin x := 1; end
			void thread3() begin skip; end`},
}

func TestPrograms(t *testing.T) {
	for _, test := range programCases {
		t.Run(test.name, func(t *testing.T) {
			p := program(t, test.src)
			j, err := judge.New(p.File, judge.Small)
			if err != nil {
				t.Fatal(err)
			}
			w := &way{t: t, f: p.File, judge: j.WithDepth(5), threads: p.File.Threads, most: 13, limit: 20_000, label: test.label, rounds: test.rounds}
			if test.threads != "" {
				w.threads = nil
				for _, c := range test.threads {
					w.threads = append(w.threads, p.File.Threads[c-'0'])
				}
			}
			s, cost := w.find()
			if s == nil {
				cost = -1
			}
			if cost != test.switches {
				t.Fatalf("%d switches", cost)
			}
			if s == nil {
				return
			}
			want := target(p, test.label)
			x, err := schedule.Run(context.Background(), p, *s, want, schedule.Options{})
			if err != nil {
				t.Fatalf("%v: %v", s, err)
			}
			if err := check(x, s, want); err != nil {
				t.Error(err)
			}
			again, err := schedule.Run(context.Background(), p, *s, want, schedule.Options{MaxSteps: len(x.Steps), MaxNodes: 1 << 20, MaxBytes: 1 << 28})
			if err != nil || len(again.Steps) != len(x.Steps) {
				t.Errorf("within limits: %v", err)
			}
			_, err = schedule.Run(context.Background(), p, *s, want, schedule.Options{MaxSteps: len(x.Steps) - 1})
			limited(t, err, algorithms.Bound)
		})
	}
}

func limited(t *testing.T, err error, reason algorithms.Reason) {
	t.Helper()
	if e := (*schedule.LimitError)(nil); !errors.As(err, &e) || e.Reason != reason || e.Detail == "" {
		t.Errorf("%v, want the reason %s", err, reason)
	}
}

func values(s string) []bool {
	var values []bool
	for _, c := range s {
		values = append(values, c == '1')
	}
	return values
}

// TestNone follows schedules that no execution has.
func TestNone(t *testing.T) {
	for _, test := range []struct {
		name, src string
		label     string
		contexts  []schedule.Context
		where     string
	}{
		{"inside of a section", `decl x := 0;
			void thread1() begin atomic { x := 1; skip; x := 0; } end
			void thread2() begin assert(!x); end`, "",
			[]schedule.Context{{Thread: 0, Before: values("0"), After: values("1")}, {Thread: 1, Before: values("1")}}, "thread 0: "},
		{"in a procedure called from inside of a section", `decl x := 0;
			void thread1() begin atomic { x := 1; f(); x := 0; } end
			void f() begin g(); end
			void g() begin skip; end
			void thread2() begin assert(!x); end`, "",
			[]schedule.Context{{Thread: 0, Before: values("0"), After: values("1")}, {Thread: 1, Before: values("1")}}, "thread 0: "},
		{"the target is reached earlier only", `decl x := 0;
			void thread1() begin l: x := 1; assume(0); end
			void thread2() begin skip; end`, "l",
			[]schedule.Context{
				{Thread: 0, Before: values("0"), After: values("1")},
				{Thread: 1, Before: values("1"), After: values("1")},
				{Thread: 0, Before: values("1")},
			}, "thread 0: "},
		{"init leaves atomic true, and nobody changes it", `decl atomic := 0, x := 0;
			void init() begin atomic := 1; end
			void thread1() begin x := 1; end
			void thread2() begin assert(!x); end`, "",
			[]schedule.Context{{Thread: 0, Before: values("00"), After: values("01")}, {Thread: 1, Before: values("01")}}, "before the threads begin: "},
		{"a thread ends while atomic is true", `decl atomic := 0, x := 0;
			void thread1() begin x := 1; atomic := 1; end
			void thread2() begin assert(!atomic); end`, "",
			[]schedule.Context{{Thread: 0, Before: values("00"), After: values("00")}, {Thread: 1, Before: values("00")}}, "thread 1: "},
		{"values that init does not choose", `decl x;
			void init() begin x := 0; end
			void thread1() begin assert(!x); end`, "",
			[]schedule.Context{{Thread: 0, Before: values("1")}}, "before the threads begin: "},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := program(t, test.src)
			x, err := schedule.Run(context.Background(), p, schedule.Schedule{Contexts: test.contexts}, target(p, test.label), schedule.Options{})
			if !errors.Is(err, schedule.ErrNoExecution) || !strings.HasPrefix(err.Error(), test.where) {
				t.Errorf("%v, %v", x, err)
			}
		})
	}
}

func TestUsed(t *testing.T) {
	p := program(t, `decl assumed, asserted, left, right, constrained, tested, tried, looped, result, argument,
			returned, dropped, enforced, either, taken, otherwise, preferred,
			inInit, inOther, nowhere, hidden;
		void init() begin inInit := 1; end
		void thread1() begin
			decl l, hidden;
			hidden := 1;
			assume(assumed);
			left := !right constrain constrained;
			if l then skip; elsif tested then skip; else assume(l & tried); fi
			while looped do skip; od
			result := f(argument);
			dead dropped;
		end
		bool f(p) begin enforce enforced; assert(asserted); p := either ? taken : otherwise; return returned | schoose[preferred, p]; end
		void thread2() begin inOther := 1; end`)
	unused := map[string]bool{"inInit": true, "inOther": true, "nowhere": true, "hidden": true}
	for i, used := range schedule.Used(p, p.File.Threads[:1]) {
		if name := p.File.Globals[i].Name; used == unused[name] {
			t.Errorf("%s: %t", name, used)
		}
	}
}

// TestUnused gives globals that no thread mentions values that they do not have.
func TestUnused(t *testing.T) {
	p := program(t, `decl u := 1, x, v;
		void init() begin x := u; v := !u; end
		void thread1() begin x := 0; end
		void thread2() begin decl v; v := x; assert(v); end`)
	s := schedule.Schedule{Contexts: []schedule.Context{
		{Thread: 0, Before: values("011"), After: values("000")},
		{Thread: 1, Before: values("000")},
	}}
	want := schedule.Assertions(p)
	x, err := schedule.Run(context.Background(), p, s, want, schedule.Options{})
	if err != nil {
		t.Fatal(err)
	}
	real := schedule.Schedule{Contexts: []schedule.Context{
		{Thread: 0, Before: values("110"), After: values("100")},
		{Thread: 1, Before: values("100")},
	}}
	if err := check(x, &real, want); err != nil {
		t.Error(err)
	}
	if s.Contexts[0].Before[0] {
		t.Error("the schedule was changed")
	}
}

// tower is a program whose shortest execution has 2^n steps.
const tower = `decl x := 0;
	void thread1() begin f0(); assert(0); end
	void thread2() begin skip; end
`

func towerOf(n int) string {
	var b strings.Builder
	b.WriteString(tower)
	for i := range n {
		f := func(i int) string { return "f" + string(rune('0'+i/10)) + string(rune('0'+i%10)) }
		b.WriteString("void " + f(i) + "() begin " + f(i+1) + "(); " + f(i+1) + "(); end\n")
		if i == n-1 {
			b.WriteString("void " + f(n) + "() begin skip; end\n")
		}
	}
	return strings.Replace(b.String(), "f0()", "f00()", 1)
}

func TestLimits(t *testing.T) {
	p := program(t, towerOf(60))
	s := schedule.Schedule{Contexts: []schedule.Context{
		{Thread: 0, Before: values("0"), After: values("0")},
		{Thread: 1, Before: values("0"), After: values("0")},
		{Thread: 0, Before: values("0")},
	}}
	_, err := schedule.Run(context.Background(), p, s, schedule.Assertions(p), schedule.Options{MaxSteps: 1000})
	limited(t, err, algorithms.Bound)
	_, err = schedule.Run(context.Background(), p, s, schedule.Assertions(p), schedule.Options{MaxNodes: 10})
	limited(t, err, algorithms.Memory)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = schedule.Run(ctx, p, s, schedule.Assertions(p), schedule.Options{})
	limited(t, err, algorithms.Interrupted)
}

func TestErrors(t *testing.T) {
	plain := program(t, `decl x := 0; void main() begin assert(x); end`)
	p := program(t, `decl atomic := 0, x := 0; void thread1() begin x := 1; end void thread2() begin f(); end void f() begin assert(!x); end`)
	other := program(t, `decl x := 0; void thread1() begin decl l; x := 1; l$ := 0; end void thread2() begin signal; assert(x); end`)
	f := p.File.Procs[2]
	two := func(i, j int, a, b, c string) []schedule.Context {
		return []schedule.Context{{Thread: i, Before: values(a), After: values(b)}, {Thread: j, Before: values(c)}}
	}
	for _, test := range []struct {
		name    string
		program *parser.Program
		s       schedule.Schedule
		target  schedule.Target
		want    string
	}{
		{"no threads", plain, schedule.Schedule{}, schedule.Assertions(plain), "test.bp: the program is not concurrent by convention"},
		{"no thread", p, schedule.Schedule{Threads: []*parser.Proc{f}}, schedule.Assertions(p), "test.bp: procedure f is no thread"},
		{"no such thread", p, schedule.Schedule{Contexts: two(0, 2, "00", "01", "01")}, schedule.Assertions(p), "context 1: there is no thread 2"},
		{"no such thread", p, schedule.Schedule{Contexts: two(-1, 1, "00", "01", "01")}, schedule.Assertions(p), "context 0: there is no thread -1"},
		{"globals", p, schedule.Schedule{Contexts: two(0, 1, "0", "01", "01")}, schedule.Assertions(p), "context 0: there are 2 globals"},
		{"globals", p, schedule.Schedule{Contexts: two(0, 1, "00", "0", "0")}, schedule.Assertions(p), "context 0: there are 2 globals"},
		{"the last", p, schedule.Schedule{Contexts: two(0, 1, "00", "01", "01")[:1]}, schedule.Assertions(p), "context 0: the last one is never left"},
		{"handed over", p, schedule.Schedule{Contexts: two(0, 1, "00", "01", "00")}, schedule.Assertions(p), "context 0: the next one begins with other globals"},
		{"atomic", p, schedule.Schedule{Contexts: two(0, 1, "00", "10", "10")}, schedule.Assertions(p), "context 0: it is left while atomic is true"},
		{"no location", p, schedule.Schedule{}, schedule.Target{PCs: []int{100}}, "test.bp: there is no program counter 100"},
		{"no assertion", p, schedule.Schedule{}, schedule.Target{PCs: []int{0}, Fails: true}, "test.bp:1:48: no assertion can fail at program counter 0"},
		{"not in init", p, schedule.Schedule{}, schedule.Assertions(p), "before the threads begin: no execution has this schedule"},
		{"not at the beginning", p, schedule.Schedule{Contexts: two(0, 1, "01", "01", "01")}, schedule.Assertions(p), "before the threads begin: no execution has this schedule"},
		{"not in the first context", p, schedule.Schedule{Contexts: two(1, 1, "00", "01", "01")}, schedule.Assertions(p), "thread 1: no execution has this schedule"},
		{"not in the last context", p, schedule.Schedule{Contexts: two(0, 1, "00", "00", "00")}, schedule.Assertions(p), "thread 1: no execution has this schedule"},
		{"no target", p, schedule.Schedule{Contexts: two(0, 1, "00", "01", "01")}, schedule.Target{}, "thread 1: no execution has this schedule"},
		{"passive", other, schedule.Schedule{Contexts: two(0, 1, "0", "1", "1")}, schedule.Assertions(other), "test.bp:1:51: l$ := 0: a schedule tells nothing of what threads do to each other but by globals"},
		{"signal", other, schedule.Schedule{Contexts: two(1, 1, "0", "0", "0")}, schedule.Assertions(other), "test.bp:1:85: signal: a schedule tells nothing of what threads do to each other but by globals"},
	} {
		x, err := schedule.Run(context.Background(), test.program, test.s, test.target, schedule.Options{})
		if err == nil || err.Error() != test.want || x != nil {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
		if e := (*schedule.LimitError)(nil); errors.As(err, &e) {
			t.Errorf("%s: a limit", test.name)
		}
		if errors.Is(err, schedule.ErrNoExecution) != strings.HasSuffix(test.want, schedule.ErrNoExecution.Error()) {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	if got := schedule.Label(p, "none").PCs; !slices.Equal(got, nil) {
		t.Errorf("a label that is not there: %v", got)
	}
}
