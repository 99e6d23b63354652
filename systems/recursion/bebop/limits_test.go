// This file tests limits and what cannot be answered.

package bebop_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/systems/recursion/bebop"
)

func TestLimits(t *testing.T) {
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	late, cancel := context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	p := parse(t, family.RecursiveCounter(10, false))
	for name, test := range map[string]struct {
		ctx    context.Context
		opts   bebop.Options
		reason algorithms.Reason
	}{
		"canceled": {canceled, bebop.Options{}, algorithms.Interrupted},
		"late":     {late, bebop.Options{}, algorithms.Timeout},
		"nodes":    {context.Background(), bebop.Options{MaxNodes: 500}, algorithms.Memory},
		"bytes":    {context.Background(), bebop.Options{MaxBytes: 40 << 10}, algorithms.Memory},
		"trace":    {context.Background(), bebop.Options{MaxNodes: 500, Trace: true}, algorithms.Memory},
	} {
		test.opts.Targets = labelled(p, "REACH")
		r, err := bebop.Check(test.ctx, p, test.opts)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != algorithms.Unknown || r.Reason != test.reason || r.Detail == "" || r.Complete {
			t.Errorf("%s: %s (%s: %s)", name, r.Verdict, r.Reason, r.Detail)
		}
		if len(r.Summaries()) != 0 {
			t.Errorf("%s: there are summaries", name)
		}
	}
}

// TestNoRoom checks that limits that leave no room at all do no harm.
func TestNoRoom(t *testing.T) {
	p := parse(t, family.RecursiveCounter(6, true))
	// Each assertion forgets two variables, which needs new nodes.
	text, asserts := strings.TrimSuffix(copies(7), "  REACH: skip;\nend\n"), ""
	for i := range 7 {
		asserts += fmt.Sprintf("  assert(a%d = b%d);\n", i, i)
	}
	safe := parse(t, text+asserts+"end\n")
	for nodes := 1; nodes < 1200; nodes += 3 {
		for _, opts := range []bebop.Options{{MaxNodes: nodes, Trace: true}, {MaxBytes: 256 * int64(nodes), Summaries: true}} {
			opts.Targets = labelled(p, "REACH")
			r, err := bebop.Check(context.Background(), p, opts)
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict == algorithms.Safe {
				t.Fatalf("%+v: %s", opts, r.Verdict)
			}
			r.Summaries()
			opts.Targets = nil
			if r, err = bebop.Check(context.Background(), safe, opts); err != nil {
				t.Fatal(err)
			}
			if r.Verdict == algorithms.Unsafe {
				t.Fatalf("%+v: %s", opts, r.Verdict)
			}
		}
	}
}

// TestTightTrace checks that a limit that only the search for a trace meets leaves
// the verdict as it is.
func TestTightTrace(t *testing.T) {
	p := parse(t, family.RecursiveCounter(8, false))
	without := 0
	for nodes := 300; nodes < 8000; nodes += 100 {
		r, err := bebop.Check(context.Background(), p, bebop.Options{MaxNodes: nodes, Trace: true, Targets: labelled(p, "REACH")})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict == algorithms.Unsafe && r.Trace == nil {
			without++
			if r.Detail == "" {
				t.Error("no trace, and nothing says why")
			}
		}
	}
	if without == 0 {
		t.Error("the limit never met only the search for a trace")
	}
}

func TestThreads(t *testing.T) {
	_, err := bebop.Check(context.Background(), parse(t, `
void main() begin
  f();
end
void f() begin
  start_thread goto l;
  l: skip;
end
`), bebop.Options{})
	var unsupported *bebop.UnsupportedError
	if !errors.As(err, &unsupported) || err.Error() != "program.bp:6:3: start_thread: procedure summaries are for sequential programs" {
		t.Errorf("%v", err)
	}
	// A procedure that is never called does no harm.
	r, err := bebop.Check(context.Background(), parse(t, `
void main() begin
  skip;
end
void f() begin
  start_thread goto l;
  l: skip;
end
`), bebop.Options{})
	if err != nil || r.Verdict != algorithms.Safe {
		t.Errorf("%v, %v", r, err)
	}
}

func TestWrongTarget(t *testing.T) {
	p := parse(t, "void main() begin skip; end")
	for _, opts := range []bebop.Options{{Targets: []int{99}}, {Assertions: []int{-1}}} {
		if _, err := bebop.Check(context.Background(), p, opts); err == nil {
			t.Errorf("%+v is accepted", opts)
		}
	}
}

// apart returns an assumption that n pairs of variables are equal, which takes 2^n nodes,
// and the declaration of these variables.
func apart(n int) (decl, assume string) {
	var a, b, equal []string
	for i := range n {
		a, b = append(a, fmt.Sprintf("a%d", i)), append(b, fmt.Sprintf("b%d", i))
		equal = append(equal, fmt.Sprintf("(a%d = b%d)", i, i))
	}
	return "decl " + strings.Join(append(a, b...), ", ") + ";\n", "assume(" + strings.Join(equal, " & ") + ");\n"
}

// TestUnreachedRelations checks that statements that are not reached take no room, whatever
// their relations.
func TestUnreachedRelations(t *testing.T) {
	decl, assume := apart(20)
	p := parse(t, decl+`
void main() begin decl l; l := f(0); REACH: skip; `+assume+` l := f(*); end
bool f(a) begin if a then `+assume+` g(); fi return a; end
void g() begin enforce `+strings.TrimSuffix(strings.TrimPrefix(assume, "assume"), "\n")+` skip; end`)
	r := check(t, p, bebop.Options{MaxNodes: 20000, Trace: true})
	if r.Trace == nil {
		t.Error(r.Detail)
	}
}

// TestNear checks that a target nearby is found although there is a callee in which a
// search that takes callees first does not get to an end.
func TestNear(t *testing.T) {
	decl, assume := apart(20)
	p := parse(t, decl+`
void main() begin goto far, near; far: f(); near: REACH: skip; end
void f() begin `+assume+` end`)
	r := check(t, p, bebop.Options{MaxNodes: 300000, Trace: true})
	if r.Trace == nil || r.Findings[0].Depth != 1 {
		t.Errorf("%+v %s", r.Findings, r.Detail)
	}
}

// TestTraceFar checks that there is a trace to a target in a callee although a shortest one
// cannot be looked for, because something nearer takes too many nodes.
func TestTraceFar(t *testing.T) {
	decl, assume := apart(20)
	p := parse(t, decl+`
void main() begin goto far, near; far: f(); goto done; near: `+assume+` done: skip; end
void f() begin g(); end
void g() begin h(); end
void h() begin REACH: skip; end`)
	r := check(t, p, bebop.Options{MaxNodes: 300000, Trace: true})
	if r.Trace == nil {
		t.Fatal(r.Detail)
	}
	if x, err := r.Trace.Execution(context.Background(), 5); err != nil || length(x).Int64() != 4 {
		t.Errorf("%v, %v", x, err)
	}
}

// TestShort checks that a search that was given up proves nothing.
func TestShort(t *testing.T) {
	r, err := bebop.Check(t.Context(), parse(t, "decl g := 0; void main() begin skip; assert(!g); end"), bebop.Short())
	if err != nil || r.Verdict != algorithms.Unknown || r.Complete {
		t.Errorf("%v, %v", r.Verdict, err)
	}
}
