// This file tests that limits are answers, and what is refused.

package reach_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/parser"
)

func parse(t testing.TB, text string) *parser.Program {
	t.Helper()
	p, err := parser.Parse("test.bp", []byte(text), 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestLimits checks that with few nodes there is either the right answer or none.
func TestLimits(t *testing.T) {
	for _, name := range []string{"dekker.bp", "dekker-broken.bp"} {
		text, err := os.ReadFile("../../examples/" + name)
		if err != nil {
			t.Fatal(err)
		}
		p := parse(t, string(text))
		for _, s := range []reach.Strategy{reach.Auto, reach.Frontier, reach.Chaining} {
			for _, all := range []bool{false, true} {
				o := reach.Options{Threads: 3, Strategy: s, All: all}
				want, err := reach.Check(context.Background(), p, o)
				if err != nil {
					t.Fatal(err)
				}
				unknown, early := 0, 0
				for o.MaxNodes = 20; o.MaxNodes < 2*want.Stats.Nodes; o.MaxNodes += o.MaxNodes / 4 {
					r, err := reach.Check(context.Background(), p, o)
					if err != nil {
						t.Fatal(err)
					}
					if (r.Reason == reach.Memory) != errors.Is(r.Err, bdd.ErrNodes) {
						t.Fatalf("%s, %v: reason %q, error %v", name, s, r.Reason, r.Err)
					}
					switch {
					case r.Verdict == reach.Unknown && r.Reason != "":
						unknown++
						if r.States != nil && want.States.Cmp(r.States) < 0 {
							t.Errorf("%s, %v: %v states with %d nodes, %v in all", name, s, r.States, o.MaxNodes, want.States)
						}
					case r.Verdict != want.Verdict:
						t.Errorf("%s, %v: %v with %d nodes, want %v", name, s, r.Verdict, o.MaxNodes, want.Verdict)
					case r.Verdict == reach.Unsafe && r.Trace == nil:
						t.Errorf("%s, %v: no trace with %d nodes", name, s, o.MaxNodes)
					case r.Reason != "":
						early++
					}
				}
				if unknown == 0 {
					t.Errorf("%s, %v: no limit was met", name, s)
				}
				t.Logf("%s, %v, all %v: %d unknown, %d with a verdict before the limit", name, s, all, unknown, early)
			}
		}
	}
}

// TestContextOfManyThreads checks that the end of a context is seen while relations are made,
// of which there are millions.
func TestContextOfManyThreads(t *testing.T) {
	p := parse(t, "decl x; void main() begin assert(x); start_thread w(); start_thread w(); end void w() begin skip; end")
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	begin := time.Now()
	r, err := reach.Check(ctx, p, reach.Options{Threads: 4000})
	if err != nil || r.Reason != reach.Timeout {
		t.Fatalf("%+v, %v", r, err)
	}
	if took := time.Since(begin); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}

// TestContext checks that the end of a context is an answer.
func TestContext(t *testing.T) {
	p := parse(t, register(11))
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	<-ctx.Done()
	r, err := reach.Check(ctx, p, reach.Options{Threads: 3})
	if err != nil || r.Verdict != reach.Unknown || r.Reason != reach.Timeout || !errors.Is(r.Err, context.DeadlineExceeded) {
		t.Errorf("%v(%s), %v, %v; want a timeout", r.Verdict, r.Reason, r.Err, err)
	}
	for images := range 3 {
		ctx, cancel := context.WithCancel(context.Background())
		n := 0
		r, err := reach.Check(ctx, p, reach.Options{Threads: 3, Watch: func(s reach.Stats) {
			if n++; n > images*10 {
				cancel()
			}
		}})
		if err != nil || r.Verdict != reach.Unknown || r.Reason != reach.Interrupted {
			t.Errorf("%v(%s), %v; want interrupted", r.Verdict, r.Reason, err)
		}
		if r.States == nil || r.States.Sign() <= 0 {
			t.Errorf("%v states after %d images", r.States, r.Stats.Images)
		}
	}
}

// TestFoundBeforeLimit checks that an error stays one if a limit is met after it was
// found: while others are searched, and while the nearest is.
func TestFoundBeforeLimit(t *testing.T) {
	text := strings.Replace(register(11), "  goto go;", "  assert(b0 | b1 | b2 | b3 | *);\n  goto go;", 1)
	p := parse(t, text)
	for _, s := range []reach.Strategy{reach.Auto, reach.Frontier, reach.Chaining} {
		ctx, cancel := context.WithCancel(context.Background())
		n := 0
		o := reach.Options{Threads: 2, Strategy: s, All: s != reach.Auto}
		o.Watch = func(x reach.Stats) {
			if n++; s == reach.Auto && x.Depth > 2 || s != reach.Auto && n > 500 {
				cancel()
			}
		}
		r, err := reach.Check(ctx, p, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != reach.Unsafe || r.Reason != reach.Interrupted || len(r.Findings) != 1 || r.Shortest != (s == reach.Frontier) {
			t.Fatalf("%v: %v(%s), %v, shortest %v; want an error and that the search was interrupted", s, r.Verdict, r.Reason, r.Findings, r.Shortest)
		}
		replay(t, question{name: "register", text: text, threads: 2}, p, r)
	}
}

// TestRefused checks what is an error.
func TestRefused(t *testing.T) {
	p := parse(t, "decl x; void f() begin x := !x; end void main() begin f(); assert(x); end")
	_, err := reach.Check(context.Background(), p, reach.Options{Threads: 2})
	if want := (*reach.CallError)(nil); !errors.As(err, &want) || err.Error() != "test.bp:1:55: calls of procedures are not explored symbolically with threads" {
		t.Errorf("a call: %v", err)
	}
	inlined, err := p.WithoutCalls()
	if err != nil {
		t.Fatal(err)
	}
	if r, err := reach.Check(context.Background(), inlined, reach.Options{Threads: 2}); err != nil || r.Verdict != reach.Unsafe {
		t.Errorf("the call inlined: %v, %v", r, err)
	}
	p = parse(t, "void main() begin skip; end")
	for _, o := range []reach.Options{{}, {Threads: -1}, {Threads: 1, Copies: 2}, {Threads: 1, Copies: -2},
		{Threads: 1, Labels: []int{7}}, {Threads: 1, Labels: []int{-1}}, {Threads: 1, Strategy: 9}} {
		if _, err := reach.Check(context.Background(), p, o); err == nil {
			t.Errorf("%+v is not refused", o)
		}
	}
	if _, err := reach.NewSystem(bdd.New(bdd.Options{}), p, 0); err == nil {
		t.Error("no threads are not refused")
	}
}
