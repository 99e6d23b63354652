// This file tests traces of recursive threads that are made from schedules.

package systems

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/systems/recursion/contextbound/schedule"
)

// show writes a trace down, a step a line: its context if it begins one, the thread,
// the statement, and the thread behind it.
func show(t *trace.Trace) string {
	var b strings.Builder
	for _, s := range t.Steps {
		if s.Context > 0 {
			fmt.Fprintf(&b, "context %d\n", s.Context)
		}
		fmt.Fprintf(&b, "%d: %s", s.Thread, s.Statement)
		if s.Goes.Line > 0 {
			fmt.Fprintf(&b, " -> %v", s.Goes)
		}
		fmt.Fprintf(&b, " %v", s.State.Shared)
		for _, t := range s.State.Threads {
			if t.ID != s.Thread && t.ID != s.Created {
				continue
			}
			fmt.Fprintf(&b, " %d:", t.ID)
			for _, f := range t.Callers() {
				fmt.Fprintf(&b, "%s@%d%v/", f.Proc, f.PC, f.Locals)
			}
			fmt.Fprintf(&b, "%s@%d%v", t.Proc, t.PC, t.Locals)
		}
		for _, x := range []struct {
			name string
			is   bool
		}{{"passing", s.Passing}, {"fails", s.Fails}, {"created", s.Created > 0}, {"ended", s.Ended}} {
			if x.is {
				b.WriteString(" " + x.name)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// followed returns the result of following a schedule.
func followed(t *testing.T, src string, o Options, threads []int, contexts []schedule.Context) *Result {
	t.Helper()
	m, err := Read("test.bp", strings.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	o.SelfCheck = true
	c := checkOf(t, context.Background(), m, o)
	c.asWritten()
	s := schedule.Schedule{Contexts: contexts}
	for _, i := range threads {
		s.Threads = append(s.Threads, m.Program.File.Threads[i])
	}
	target := schedule.Assertions(m.Program)
	if c.Label != "" {
		target = schedule.Label(m.Program, c.Label)
	}
	if err := c.follow(m.Program, s, target); err != nil {
		t.Fatal(err)
	}
	return &c.result
}

// A scheduledCase is a program with a schedule, and what is to be seen of the trace.
type scheduledCase struct {
	name, src string
	options   Options
	threads   []int // by index; nil for those of the file
	contexts  []schedule.Context
	want      string
}

func bits(s string) []bool {
	values := make([]bool, len(s))
	for i := range s {
		values[i] = s[i] == '1'
	}
	return values
}

var scheduledCases = []scheduledCase{
	{
		name: "a stack waits for its next turn",
		src: `decl x, y;
			void init() begin x, y := 0, 0; end
			void thread1() begin decl l := 1; f(l); assert(!l); end
			void f(p) begin if p then f(0); else x := 1; assume(y); fi end
			void thread2() begin assume(x); y := 1; end`,
		contexts: []schedule.Context{
			{Thread: 0, Before: bits("00"), After: bits("10")},
			{Thread: 1, Before: bits("10"), After: bits("11")},
			{Thread: 0, Before: bits("11")},
		},
		want: `1: init() [0 0] 1:(start)@13[]/init@0[]
1: x, y := 0, 0 [0 0] 1:(start)@13[]/init@1[]
1: end [0 0] 1:(start)@14[]
1: start_thread thread1() [0 0] 1:(start)@15[] 2:thread1@2[1] created
1: start_thread thread2() [0 0] 1:(start)@16[] 3:thread2@10[] created
1: end_thread [0 0] ended
context 1
2: f(l) [0 0] 2:thread1@2[1]/f@5[1]
2: if p -> 4:30 [0 0] 2:thread1@2[1]/f@6[1]
2: f(0) [0 0] 2:thread1@2[1]/f@6[1]/f@5[0]
2: if p -> 4:41 [0 0] 2:thread1@2[1]/f@6[1]/f@7[0]
2: x := 1 [1 0] 2:thread1@2[1]/f@6[1]/f@8[0]
context 2
3: assume(x) [1 0] 3:thread2@11[]
3: y := 1 [1 1] 3:thread2@12[]
context 3
2: assume(y) [1 1] 2:thread1@2[1]/f@6[1]/f@9[0]
2: end [1 1] 2:thread1@2[1]/f@9[1]
2: end [1 1] 2:thread1@3[1]
2: assert(!l) [1 1] 2:thread1@3[1] fails
`,
	},
	{
		name: "sections and the end of a thread",
		src: `decl atomic := 0, x := 0;
			void thread1() begin atomic_begin; x := 1; atomic_end; end
			void thread2() begin atomic := 1; x := 0; atomic := 0; atomic { l: skip; } end`,
		options: Options{Label: "l"},
		contexts: []schedule.Context{
			{Thread: 0, Before: bits("00"), After: bits("01")},
			{Thread: 1, Before: bits("01")},
		},
		want: `1: start_thread thread1() [0 0] 1:(start)@12[] 2:thread1@0[] created
1: start_thread thread2() [0 0] 1:(start)@13[] 3:thread2@4[] created
1: end_thread [0 0] ended
context 1
2: atomic_begin [0 0] 2:thread1@1[] passing
2: x := 1 [0 1] 2:thread1@2[] passing
2: atomic_end [0 1] 2:thread1@3[]
context 2
3: atomic := 1 [1 1] 3:thread2@5[]
3: x := 0 [1 0] 3:thread2@6[]
3: atomic := 0 [0 0] 3:thread2@7[]
3: atomic { [0 0] 3:thread2@8[] passing
`,
	},
	{
		name: "several threads of one procedure, none of another, and an empty context",
		src: `decl x := 0, y := 0;
			void thread1() begin if x then y := 1; else x := 1; fi assert(!y); end
			void thread2() begin skip; end`,
		threads: []int{0, 0},
		contexts: []schedule.Context{
			{Thread: 0, Before: bits("00"), After: bits("00")},
			{Thread: 1, Before: bits("00"), After: bits("10")},
			{Thread: 0, Before: bits("10")},
		},
		want: `1: start_thread thread1() [0 0] 1:(start)@8[] 2:thread1@0[] created
1: start_thread thread1() [0 0] 1:(start)@9[] 3:thread1@0[] created
1: end_thread [0 0] ended
context 2
3: if x -> 2:48 [0 0] 3:thread1@2[]
3: x := 1 [1 0] 3:thread1@3[]
context 3
2: if x -> 2:35 [1 0] 2:thread1@1[]
2: y := 1 [1 1] 2:thread1@3[]
2: assert(!y) [1 1] 2:thread1@3[] fails
`,
	},
	{
		name: "before the threads begin",
		src: `decl x := 1;
			void init() begin decl l; assume(l); assert(!l & x); end
			void thread1() begin skip; end`,
		want: `1: init() [1] 1:(start)@5[]/init@0[1]
1: assume(l) [1] 1:(start)@5[]/init@1[1]
1: assert(!l & x) [1] 1:(start)@5[]/init@1[1] fails
`,
	},
}

func TestSchedules(t *testing.T) {
	for _, test := range scheduledCases {
		t.Run(test.name, func(t *testing.T) {
			for _, a := range []image.Atomicity{image.Small, image.Big} {
				o := test.options
				o.Atomicity = a
				r := followed(t, test.src, o, test.threads, test.contexts)
				if r.Trace == nil || !r.Stats.Replayed || r.Property == nil {
					t.Fatalf("%+v", r)
				}
				got := show(r.Trace)
				if a == image.Small && strings.Contains(got, "passing") {
					t.Errorf("sections in small steps:\n%s", got)
				} else if a == image.Big && got != test.want {
					t.Errorf("got:\n%swant:\n%s", got, test.want)
				}
			}
		})
	}
}
