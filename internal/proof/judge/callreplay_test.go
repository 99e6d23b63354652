// This file defines the tests of Replay on executions through calls.

package judge

import (
	"context"
	"errors"
	"strings"
	"testing"
)

func TestReplayRejectsFrames(t *testing.T) {
	const src = `decl x := 0; bool f(p) begin x := p; return !p; end
	  void main() begin decl a := 1; a := f(a); skip; assert(a); end`
	// f: 0 x, 1 return, 2 exit; main: 3 call, 4 skip, 5 assert, 6 exit
	in := func(shared string, pc int, p string, callers ...Frame) Config {
		return config(shared, Thread{PC: pc, Locals: values(p), Callers: callers})
	}
	at := Frame{3, values("1")}
	start := config("0", thread(3, "1"))
	whole := []Config{start, in("0", 0, "1", at), in("1", 1, "1", at), config("1", thread(4, "0")), config("1", thread(5, "0"))}
	for _, test := range []struct {
		name  string
		steps []Config
		final int
		want  string // part of the message; "" if there is no error
	}{
		{"the whole execution", whole, 5, ""},
		{"it cannot fail earlier", whole[:4], 5, "cannot fail"},
		{"the argument is another one", []Config{start, in("0", 0, "0", at)}, -1, "no step leads"},
		{"the locals of the caller change", []Config{start, in("0", 0, "1", Frame{3, values("0")})}, -1, "no step leads"},
		{"the caller is forgotten", []Config{start, in("0", 0, "1")}, -1, "no step leads"},
		{"the return value is another one", append(whole[:3:3], config("1", thread(4, "1"))), -1, "no step leads"},
		{"it returns elsewhere", append(whole[:3:3], config("1", thread(5, "0"))), -1, "no step leads"},
		{"it returns before it is called", []Config{start, config("0", thread(4, "1"))}, -1, "no step leads"},
		{"the caller is at no call", []Config{start, in("0", 0, "1", Frame{4, values("1")})}, -1, "step 1: pc 4 calls nothing"},
		{"the caller calls another procedure", []Config{start, in("0", 4, "1", at)}, -1, "step 1: pc 4 lies in main, but f was called"},
		{"the caller is nowhere", []Config{start, in("0", 0, "1", Frame{-1, nil})}, -1, "step 1: there is no pc -1"},
		{"the caller lacks locals", []Config{start, in("0", 0, "1", Frame{3, nil})}, -1, "step 1: 0 local values for 1"},
		{"it starts in a call", []Config{in("0", 0, "1", at)}, -1, "step 0: a thread starts at pc 0"},
		{"main starts in a call", []Config{in("0", 3, "1", at)}, -1, "step 0: pc 3 lies in main, but f was called"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := mustJudge(t, src, Big).Replay(context.Background(), test.steps, test.final, 1, 0)
			var wrong *ReplayError
			switch {
			case test.want == "" && err != nil:
				t.Error(err)
			case test.want != "" && !errors.As(err, &wrong):
				t.Errorf("got %v, want a ReplayError", err)
			case test.want != "" && !strings.Contains(err.Error(), test.want):
				t.Errorf("got %q, want it to contain %q", err, test.want)
			}
		})
	}
	// Main may be called, but not from the start.
	j := mustJudge(t, `void main() begin main(); end`, Big)
	err := j.Replay(context.Background(), []Config{config("", Thread{Callers: []Frame{{0, nil}}})}, -1, 1, 0)
	if err == nil || !strings.Contains(err.Error(), "starts inside of a call") {
		t.Errorf("got %v for an execution that starts inside of a call", err)
	}
}

// Steps through calls with at least 2^30 results are checked without listing them.
func TestReplayDoesNotEnumerateCalls(t *testing.T) {
	zeros, some := strings.Repeat("0", 30), strings.Repeat("10", 15)
	stars := strings.Repeat("*, ", 29) + "*"
	in := func(shared, callers, locals string) Config {
		return config(shared, Thread{PC: 0, Locals: values(locals), Callers: []Frame{{2, values(callers)}}})
	}
	for _, test := range []struct {
		name, src string
		steps     []Config
		ok        bool
	}{
		{"arguments and locals",
			"void f(" + xs("x%d", ", ") + ") begin decl " + xs("y%d", ", ") + "; return; end void main() begin f(" + stars + "); end",
			[]Config{config("", thread(2, "")), in("", "", some+some)}, true},
		{"return values",
			"decl " + xs("x%d := 0", ", ") + "; bool<30> f() begin return " + stars + "; end void main() begin " + xs("x%d", ", ") + " := f(); end",
			[]Config{config(zeros, thread(2, "")), in(zeros, "", ""), config(some, thread(3, ""))}, true},
		{"missing return values, kept locals",
			"bool<30> f() begin skip; end void main() begin decl l := 0, " + xs("x%d := 0", ", ") + "; " + xs("x%d", ", ") + " := f(); end",
			[]Config{config("", thread(2, "0"+zeros)), in("", "0"+zeros, ""),
				config("", Thread{PC: 1, Callers: []Frame{{2, values("0" + zeros)}}}), config("", thread(3, "0"+some))}, true},
		{"missing return values, another local changes",
			"bool<30> f() begin skip; end void main() begin decl l := 0, " + xs("x%d := 0", ", ") + "; " + xs("x%d", ", ") + " := f(); end",
			[]Config{config("", thread(2, "0"+zeros)), in("", "0"+zeros, ""),
				config("", Thread{PC: 1, Callers: []Frame{{2, values("0" + zeros)}}}), config("", thread(3, "1"+some))}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := mustJudge(t, test.src, Big).Replay(context.Background(), test.steps, -1, -1, 0)
			var wrong *ReplayError
			if test.ok && err != nil || !test.ok && !errors.As(err, &wrong) {
				t.Errorf("got %v, want ok %v", err, test.ok)
			}
		})
	}
}

// A stack may be deep.
func TestReplayDeepRecursion(t *testing.T) {
	const depth = 300
	j := mustJudge(t, `decl x := 0; void f(p) begin if * then f(!p); fi; assert(p | x); end void main() begin f(0); end`, Big)
	// f: 0 if, 1 call, 2 assert, 3 exit; main: 4, 5
	th := thread(4, "")
	path := []Config{config("0", th)}
	for k := range depth {
		callers := append(append([]Frame(nil), th.Callers...), th.frame())
		th = Thread{PC: 0, Locals: []bool{k%2 == 1}, Callers: callers}
		path = append(path, config("0", th))
		if k < depth-1 {
			th = th.at(1)
			path = append(path, config("0", th))
		}
	}
	th = th.at(2)
	path = append(path, config("0", th)) // depth is even: here p is 1
	th = th.at(3)
	path = append(path, config("0", th))
	n := len(th.Callers)
	th = Thread{PC: 2, Locals: th.Callers[n-1].Locals, Callers: th.Callers[:n-1]}
	path = append(path, config("0", th))
	if err := j.Replay(context.Background(), path, 2, 1, 0); err != nil {
		t.Fatal(err)
	}
	if err := j.WithDepth(depth).Replay(context.Background(), path, 2, 1, 0); err == nil {
		t.Error("the bound on the depth of the stack does not hold")
	}
}
