// This file tests traces with calls that return.

package executions_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/ijit/ijit/examples/family"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/show/executions"
	"github.com/ijit/ijit/internal/show/trace"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/bebop"
)

// executed returns a program, and an execution of it that leads to an assertion or to the
// label REACH.
func executed(t *testing.T, text string) (*parser.Program, *bebop.Trace) {
	t.Helper()
	p, err := parser.Parse("test.bp", []byte(text), 0)
	if err != nil {
		t.Fatal(err)
	}
	o := bebop.Options{Trace: true}
	if pcs, _ := p.Labelled("REACH"); len(pcs) > 0 {
		o.Targets = pcs
	}
	r, err := bebop.Check(context.Background(), p, o)
	if err != nil || r.Trace == nil {
		t.Fatalf("%v, %+v", err, r)
	}
	return p, r.Trace
}

func sequential(t *testing.T, text string) (*parser.Program, *trace.Trace) {
	t.Helper()
	p, found := executed(t, text)
	x, err := found.Execution(context.Background(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return p, executions.Sequential(p, x, image.Big)
}

// written writes the steps of a trace: the statement, whether it leads into a section, and
// the state behind it.
func written(tr *trace.Trace) string {
	var b strings.Builder
	for s := range tr.All() {
		fmt.Fprintf(&b, "%s %v %v", s.Statement, s.Passing, s.State.Shared)
		x := &s.State.Threads[0]
		for _, f := range x.Callers() {
			fmt.Fprintf(&b, " %s%d%v", f.Proc, f.Depth, f.Locals)
		}
		fmt.Fprintf(&b, " %s%v\n", x.Proc, x.Locals)
	}
	return b.String()
}

const nested = `decl g := 0;
void main() begin decl m := 1; m := add(0); atomic { add(1); } m := add(m); last(); end
bool add(a) begin g := !g; inner(); return a; end
void inner() begin skip; end
void last() begin assert(0); end`

// TestAll checks the steps of calls that return, and of one that does not: callers,
// values, and steps of a call in an atomic section.
func TestAll(t *testing.T) {
	p, tr := sequential(t, nested)
	inside := func(g, a int, within bool, locals string, behind string) string {
		main := "main1" + locals
		return fmt.Sprintf("g := !g %[5]v [%[1]d] %[3]s add[%[2]d]\n"+
			"inner() %[5]v [%[1]d] %[3]s add2[%[2]d] inner[]\n"+
			"skip %[5]v [%[1]d] %[3]s add2[%[2]d] inner[]\n"+
			"end %[5]v [%[1]d] %[3]s add[%[2]d]\n"+
			"return a %[5]v [%[1]d] %[4]s\n", g, a, main, behind, within)
	}
	want := "m := add(0) false [0] main1[1] add[0]\n" + inside(1, 0, false, "[1]", "main[0]") +
		"atomic { true [1] main[0]\n" +
		"add(1) true [1] main1[0] add[1]\n" + inside(0, 1, true, "[0]", "main[0]") +
		"} false [0] main[0]\n" +
		"m := add(m) false [0] main1[0] add[0]\n" + inside(1, 0, false, "[0]", "main[0]") +
		"last() false [1] main1[0] last[]\nassert(0) false [1] main1[0] last[]\n"
	if got := written(tr); got != want {
		t.Errorf("the steps are:\n%s\nwant:\n%s", got, want)
	}
	if calls := tr.Calls(); len(calls) != 4 { // inner with both values of g, add with both
		t.Errorf("%d calls are kept", len(calls))
	}
	if n := tr.Len().Int64(); n != int64(strings.Count(want, "\n")) {
		t.Errorf("the length is %d", n)
	}
	fails := tr.Steps[len(tr.Steps)-1].PC
	if err := tr.Replay(context.Background(), p.File, trace.Claim{Fails: fails, Copies: 1, Atomicity: image.Big}); err != nil {
		t.Error(err)
	}
}

// TestReplayCalls changes one thing after the other in a trace with calls: the judge refuses
// each.
func TestReplayCalls(t *testing.T) {
	replay := func(change func(*trace.Trace)) error {
		p, tr := sequential(t, nested)
		fails := tr.Steps[len(tr.Steps)-1].PC
		change(tr)
		return tr.Replay(context.Background(), p.File, trace.Claim{Fails: fails, Copies: 1, Atomicity: image.Big})
	}
	for name, change := range map[string]func(*trace.Trace){
		"initial value":   func(tr *trace.Trace) { tr.Initial.Threads[0].Locals = []int{0} },
		"value":           func(tr *trace.Trace) { tr.Steps[1].State.Shared = []int{0} },
		"value inside":    func(tr *trace.Trace) { tr.Steps[0].Inside.Steps[0].State.Shared = []int{0} },
		"entry":           func(tr *trace.Trace) { tr.Steps[0].Inside.Entry.Threads[0].Locals = []int{1} },
		"another call":    func(tr *trace.Trace) { tr.Steps[2].Inside = tr.Steps[0].Inside },
		"another repeat":  func(tr *trace.Trace) { tr.Steps[4].Inside = tr.Steps[2].Inside },
		"value returned":  func(tr *trace.Trace) { tr.Steps[4].State.Threads[0].Locals = []int{1} },
		"place":           func(tr *trace.Trace) { tr.Steps[1].State.Threads[0].PC++ },
		"step left out":   func(tr *trace.Trace) { tr.Steps = append(tr.Steps[:1:1], tr.Steps[2:]...) },
		"return left out": func(tr *trace.Trace) { c := tr.Steps[0].Inside; c.Steps = c.Steps[:len(c.Steps)-1] },
		"end":             func(tr *trace.Trace) { tr.Steps = tr.Steps[:5] },
	} {
		if err := replay(change); err == nil || errors.Is(err, trace.ErrUnknown) {
			t.Errorf("%s: %v", name, err)
		}
	}
	leftOut := func(tr *trace.Trace) { tr.Steps[4].Inside = &trace.Call{} }
	if err := replay(leftOut); !errors.Is(err, trace.ErrUnknown) {
		t.Errorf("a call is left out: %v", err)
	}
	if err := replay(func(*trace.Trace) {}); err != nil {
		t.Error(err)
	}
}

// TestLong makes and replays a trace of more steps than anybody can count.
func TestLong(t *testing.T) {
	const n = 300
	text := "decl g := 0;\nvoid main() begin f0(); REACH: skip; end\n"
	for i := range n {
		text += fmt.Sprintf("void f%d() begin f%d(); f%d(); end\n", i, i+1, i+1)
	}
	p, tr := sequential(t, text+fmt.Sprintf("void f%d() begin g := !g; end\n", n))
	if tr.Len().BitLen() < n || len(tr.Calls()) > 2*n+2 {
		t.Errorf("length %d, %d calls", tr.Len(), len(tr.Calls()))
	}
	if err := tr.Replay(context.Background(), p.File, trace.Claim{Fails: -1, Copies: 1, Atomicity: image.Big}); err != nil {
		t.Error(err)
	}
}

// TestLinear checks that making and replaying a trace with deep calls costs memory in proportion to
// their number: a step does not copy its callers.
func TestLinear(t *testing.T) {
	bytes := func(n int) float64 {
		p, found := executed(t, family.Levels(n))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		x, err := found.Execution(context.Background(), 0)
		if err != nil {
			t.Fatal(err)
		}
		tr := executions.Sequential(p, x, image.Big)
		deepest := 0
		for s := range tr.All() {
			deepest = max(deepest, s.State.Threads[0].Depth())
		}
		if err := tr.Replay(context.Background(), p.File, trace.Claim{Fails: -1, Copies: 1}); err != nil || deepest != n {
			t.Fatalf("%v, %d deep", err, deepest)
		}
		runtime.ReadMemStats(&after)
		return float64(after.TotalAlloc - before.TotalAlloc)
	}
	if small, large := bytes(100), bytes(800); large > 12*small {
		t.Errorf("8 times as deep, %.1f times the memory", large/small)
	}
}
