// This file tests what is asked and said about skeletons made by hand.

package gocheck

import (
	"bytes"
	"context"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/ijit/ijit/internal/show/render"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A made is code whose skeletons are made by hand, by the name of the entry.
type made map[string]func() *skeleton.Program

func (m made) Skeleton(_ context.Context, e *golang.Entry, _ golang.Options) (*skeleton.Program, error) {
	return m[e.Name](), nil
}

func (m made) Version() string { return "go1.26" }

func (m made) Uncompiled() *golang.Uncompiled { return nil }

func (m made) TestsBeside(e *golang.Entry) bool { return false }

// check asks about all entries.
func (m made) check(o Options, names ...string) *Report {
	var entries []*golang.Entry
	for _, n := range names {
		entries = append(entries, &golang.Entry{Name: n, Test: true, Site: site(1, "func "+n)})
	}
	return Check(context.Background(), m, entries, o)
}

// A cutForRaces is code of which a loop is cut only where accesses are operations.
type cutForRaces struct{ made }

func (c cutForRaces) Skeleton(ctx context.Context, e *golang.Entry, o golang.Options) (*skeleton.Program, error) {
	p, err := c.made.Skeleton(ctx, e, o)
	if o.Races && !o.AnyNumber {
		p.Sizes = []skeleton.Size{{Site: site(1, "for {"), What: "iterations", Value: 3, Iterations: true}}
	}
	return p, err
}

// TestCutForRaces checks that the answer says what is cut for one of the questions only.
func TestCutForRaces(t *testing.T) {
	c := cutForRaces{made{"TestA": func() *skeleton.Program {
		nodes := []*skeleton.Node{{ID: 0, Op: skeleton.Step, Next: []int{1}}, {ID: 1, Op: skeleton.End}}
		return &skeleton.Program{Entry: "TestA", Bodies: []*skeleton.Body{{Name: "TestA", Nodes: nodes}}}
	}}}
	r := Check(context.Background(), c, []*golang.Entry{{Name: "TestA", Test: true, Site: site(1, "func TestA")}}, Options{})
	if len(r.Sizes) != 1 {
		t.Errorf("sizes: %+v", r.Sizes)
	}
}

func site(line int, text string) skeleton.Site {
	return skeleton.Site{Pos: token.Position{Filename: "a.go", Line: line, Column: 2, Offset: line}, Text: text}
}

// body makes a body of nodes that follow each other, at the lines of their numbers.
func body(id int, name string, nodes ...*skeleton.Node) *skeleton.Body {
	b := &skeleton.Body{ID: id, Name: name}
	for i, n := range append(nodes, &skeleton.Node{Op: skeleton.End}) {
		n.ID = i
		n.Site = site(10*(id+1)+i, n.Op.String())
		if n.Next == nil && n.Op != skeleton.End && n.Op != skeleton.Panic {
			n.Next = []int{i + 1}
		}
		b.Nodes = append(b.Nodes, n)
	}
	return b
}

func op(o skeleton.Op, x *skeleton.Object) *skeleton.Node { return &skeleton.Node{Op: o, Object: x} }

func starts(b *skeleton.Body) *skeleton.Node { return &skeleton.Node{Op: skeleton.Go, Body: b} }

// lockOrder is two goroutines that take two locks in two orders. The entry waits for both, or for none.
func lockOrder(waits bool) func() *skeleton.Program {
	return func() *skeleton.Program {
		a := &skeleton.Object{ID: 0, Kind: skeleton.Mutex, Name: "a"}
		b := &skeleton.Object{ID: 1, Kind: skeleton.Mutex, Name: "b"}
		done := &skeleton.Object{ID: 2, Kind: skeleton.Chan, Name: "done", Cap: 2}
		both := func(id int, name string, x, y *skeleton.Object) *skeleton.Body {
			return body(id, name, op(skeleton.Lock, x), op(skeleton.Lock, y), op(skeleton.Unlock, y), op(skeleton.Unlock, x), op(skeleton.Send, done))
		}
		one, two := both(1, "one", a, b), both(2, "two", b, a)
		nodes := []*skeleton.Node{starts(one), starts(two)}
		if waits {
			nodes = append(nodes, op(skeleton.Recv, done), op(skeleton.Recv, done))
		}
		return &skeleton.Program{Entry: "Test", Objects: []*skeleton.Object{a, b, done}, Bodies: []*skeleton.Body{body(0, "Test", nodes...), one, two}}
	}
}

// isPossible reports whether a finding has an execution, be it one of the code or not.
func isPossible(f render.Finding) bool { return len(f.Trace) > 0 }

// kinds lists the kinds of findings with a verdict.
func (r *Report) kinds(verdict string) (list []string) {
	for _, f := range r.Findings {
		if f.Verdict == verdict && !slices.Contains(list, f.Kind) {
			list = append(list, f.Kind)
		}
	}
	slices.Sort(list)
	return list
}

// found writes findings in a line each.
func found(list []render.Finding) []string {
	var out []string
	for _, f := range list {
		line := f.Kind + " " + strings.TrimPrefix(f.GoPlace.String(), f.File+":") + " " + f.Message
		for _, o := range f.Others {
			line += " +" + strings.TrimPrefix(o.String(), o.File+":")
		}
		out = append(out, line+" in "+strings.Join(f.Entries, ","))
	}
	return out
}

// TestDeadlock checks that a cycle of locks is a deadlock if the entry waits, too, and else a leak; that
// each operation is a finding, one for both entries, with an execution that ends in it.
func TestDeadlock(t *testing.T) {
	code := made{"TestA": lockOrder(true), "TestB": lockOrder(true), "TestC": lockOrder(false)}
	r := code.check(Options{}, "TestA", "TestB")
	want := []string{
		"deadlock 12:2 nobody sends to done or closes it any more: one (goroutine 2) waits at line 21 (lock); two (goroutine 3) waits at line 31 (lock) +21:2 +31:2 in TestA,TestB",
		"deadlock 21:2 two (goroutine 3) locked it at line 30 and waits at line 31 (lock) +12:2 +31:2 in TestA,TestB",
		"deadlock 31:2 one (goroutine 2) locked it at line 20 and waits at line 21 (lock) +12:2 +21:2 in TestA,TestB",
	}
	if diff := cmp.Diff(want, found(r.Findings)); diff != "" {
		t.Error(diff)
	}
	for _, f := range r.Findings {
		if n := len(f.Trace); n == 0 || !f.Trace[n-1].Last || f.Trace[n-1].Line != f.Line {
			t.Errorf("the execution of %v does not end there: %v", f.GoPlace, f.Trace)
		}
	}
	for _, c := range r.Claims {
		if wrong := slices.ContainsFunc(r.Findings, func(f render.Finding) bool { return f.Line == c.Line && c.Kind == ledger.Blocked }); wrong != (c.State == ledger.Refuted) || !wrong && c.State != ledger.Proved {
			t.Errorf("%s of line %d is %s", c.Kind, c.Line, c.State)
		}
	}
	r = code.check(Options{}, "TestC")
	want = []string{
		"leak 21:2 two (goroutine 3) locked it at line 30 and waits at line 31 (lock) +31:2 in TestC",
		"leak 31:2 one (goroutine 2) locked it at line 20 and waits at line 21 (lock) +21:2 in TestC",
	}
	if diff := cmp.Diff(want, found(r.Findings)); diff != "" {
		t.Error(diff)
	}
	if r := code.check(Options{Kinds: []string{"close"}}, "TestA"); len(r.Findings) > 0 {
		t.Errorf("asked about close alone, it finds %v", found(r.Findings))
	}
}

// TestBound checks the bound on goroutines: a go statement in a loop counts N times, one in a goroutine
// of which there are N likewise, and one outside of loops once.
func TestBound(t *testing.T) {
	inner := body(3, "inner", op(skeleton.Step, nil))
	worker := body(1, "worker", starts(inner))
	once := body(2, "once", op(skeleton.Step, nil))
	entry := body(0, "Test", starts(worker), &skeleton.Node{Op: skeleton.Branch, Cond: skeleton.Either{}, Next: []int{0, 2}}, starts(once))
	p := &skeleton.Program{Bodies: []*skeleton.Body{entry, worker, once, inner}}
	for n, want := range map[int]int{1: 4, 3: 8} {
		if got := goroutines(p, n); got != want {
			t.Errorf("with %d of each there are %d, want %d", n, got, want)
		}
	}
	worker.Nodes[0].Body = worker // it starts itself
	if got := goroutines(p, 3); got < 3 || got > mostGoroutines {
		t.Errorf("a goroutine that starts itself is counted %d times", got)
	}
	five := []*skeleton.Node{starts(once), starts(once), starts(once), starts(once), starts(once)} // a loop that is unrolled
	p = &skeleton.Program{Bodies: []*skeleton.Body{body(0, "Test", five...), body(1, "", op(skeleton.Step, nil)), once}}
	if got := goroutines(p, 3); got != 6 {
		t.Errorf("five go statements and the entry are %d goroutines", got)
	}
}

// TestUnjudged checks that a panic which a free choice decides is not reported, and one that a
// lock decides is.
func TestUnjudged(t *testing.T) {
	panics := func(cond func(v *skeleton.Var) skeleton.Expr) func() *skeleton.Program {
		return func() *skeleton.Program {
			v := &skeleton.Var{ID: 0, Name: "ok", Values: []string{"false", "true"}, Init: skeleton.Const(0)}
			mu := &skeleton.Object{ID: 0, Kind: skeleton.Mutex, Name: "mu"}
			try := op(skeleton.TryLock, mu)
			try.Result = v
			b := body(0, "Test", try, &skeleton.Node{Op: skeleton.Branch, Cond: cond(v), Next: []int{2, 3}}, &skeleton.Node{Op: skeleton.Panic, Message: "held"})
			b.Locals = []*skeleton.Var{v}
			return &skeleton.Program{Entry: "Test", Objects: []*skeleton.Object{mu}, Bodies: []*skeleton.Body{b}}
		}
	}
	code := made{
		"TestLock": panics(func(v *skeleton.Var) skeleton.Expr { return skeleton.Is{Var: v, Value: 1} }),
		"TestData": panics(func(*skeleton.Var) skeleton.Expr { return skeleton.Either{} }),
	}
	if r := code.check(Options{}, "TestLock"); len(r.Findings) != 1 || r.Findings[0].Kind != "panic" || len(r.Unjudged) != 0 {
		t.Errorf("a panic behind TryLock: %v, not judged %v", found(r.Findings), r.Unjudged)
	}
	if r := code.check(Options{}, "TestData"); r.Verdict() != ledger.Unknown || len(r.Unjudged) != 1 {
		t.Errorf("a panic behind unknown data: %v, not judged %v", found(r.Findings), r.Unjudged)
	}
}

// TestOpen checks that executions that may be missing, and a limit, leave questions open and
// nothing proved.
func TestOpen(t *testing.T) {
	code := made{"TestA": func() *skeleton.Program {
		p := lockOrder(false)()
		p.Bodies[2].Nodes[1].Object, p.Bodies[2].Nodes[0].Object = p.Objects[1], p.Objects[0] // one order
		p.Bodies[2].Nodes[2].Object, p.Bodies[2].Nodes[3].Object = p.Objects[1], p.Objects[0]
		return p
	}, "TestB": func() *skeleton.Program {
		p := lockOrder(true)()
		p.Notes = []skeleton.Note{{What: "reflection", Effect: "calls are missing", Opens: skeleton.OpensAll}}
		return p
	}}
	if r := code.check(Options{}, "TestA"); r.Verdict() != ledger.Safe || len(r.Proved) == 0 {
		t.Errorf("locks in one order: %v", found(r.Findings))
	}
	r := code.check(Options{Certify: true}, "TestA")
	if len(r.Certificates) == 0 {
		t.Fatalf("there is no certificate: %+v", r.Entries)
	}
	valid(t, r)
	r = code.check(Options{}, "TestB")
	if len(r.Proved) > 0 {
		t.Errorf("executions may be missing, and yet it proves %v", r.Proved)
	}
	if len(r.kinds(unsafe)) > 0 {
		t.Errorf("what is found may be no execution: %v", found(r.Findings))
	}
	if diff := cmp.Diff([]string{"close", "deadlock", "leak", "lock", "panic", "race", "waitgroup"}, r.kinds(unknown)); diff != "" {
		t.Errorf("open questions: %s", diff)
	}
	if r := code.check(Options{Timeout: 1}, "TestA"); r.Verdict() != ledger.Unknown || len(r.Proved) > 0 {
		t.Errorf("within no time: %v, proved %v", found(r.Findings), r.Proved)
	}
}

// TestSteps checks that an operation which is several nodes is one step, and operations of several
// iterations of a loop are several.
func TestSteps(t *testing.T) {
	cond := &skeleton.Object{ID: 0, Kind: skeleton.Cond, Name: "c"}
	mu := &skeleton.Object{ID: 1, Kind: skeleton.Mutex, Name: "mu"}
	never := body(1, "sleeper", op(skeleton.Lock, mu), op(skeleton.CondEnter, cond), op(skeleton.Unlock, mu), op(skeleton.CondWait, cond), op(skeleton.Lock, mu))
	entry := body(0, "Test", starts(never), starts(never))
	entry.Nodes[1].Site = entry.Nodes[0].Site // a loop
	for _, n := range never.Nodes[2:5] {
		n.Site = never.Nodes[1].Site
	}
	code := made{"Test": func() *skeleton.Program {
		return &skeleton.Program{Entry: "Test", Objects: []*skeleton.Object{cond, mu}, Bodies: []*skeleton.Body{entry, never}}
	}}
	r := code.check(Options{}, "Test")
	if len(r.Findings) != 1 || r.Findings[0].Kind != "leak" {
		t.Fatalf("a sleeper that nobody wakes: %v", found(r.Findings))
	}
	started, waiting := 0, 0
	for _, s := range r.Findings[0].Trace {
		if s.Starts > 0 {
			started++
		}
		if s.Line == 21 && s.Event == "" {
			waiting++
		}
	}
	if started != 2 || waiting != 2 {
		t.Errorf("%d goroutines are started and %d begin to wait, not 2: %v", started, waiting, r.Findings[0].Trace)
	}
}

// TestIgnore checks comments that suppress findings, and those that do not.
func TestIgnore(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.go")
	for _, test := range []struct{ line, above, reason, warning string }{
		{line: "//ijit:ignore leak the process ends then", reason: "the process ends then"},
		{above: "//ijit:ignore close,leak it is a daemon", reason: "it is a daemon"},
		{line: "//ijit:ignore race not about this"},
		{line: "//ijit:ignore leak", warning: "it gives no reason"},
		{line: "//ijit:ignore", warning: "it names no kind"},
		{line: "//ijit:ignore leeks because", warning: "there is no kind leeks"},
	} {
		if err := os.WriteFile(file, []byte("package p\n"+test.above+"\nfoo() "+test.line+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		s := &ignores{shown: filepath.Base, files: map[string]map[int]*ignore{}}
		f := &render.Finding{Kind: "leak", GoPlace: render.GoPlace{File: "a.go", Line: 3}}
		if got := s.reason(file, f); got != test.reason {
			t.Errorf("%q and %q: the reason is %q, want %q", test.above, test.line, got, test.reason)
		}
		f.Kind = "deadlock" // which is a leak
		if got := s.reason(file, f); got != test.reason {
			t.Errorf("%q and %q: of a deadlock the reason is %q, want %q", test.above, test.line, got, test.reason)
		}
		if got := strings.Join(s.wrong, "\n"); (test.warning == "") != (got == "") || !strings.Contains(got, test.warning) {
			t.Errorf("%q: the warning is %q, want %q", test.line, got, test.warning)
		}
		if got := s.unused([]string{file}, Kinds()); len(got) > 0 != strings.Contains(test.line, "not about this") {
			t.Errorf("%q and %q: unused are %q", test.above, test.line, got)
		}
	}
}

// workers is an entry that starts any number of goroutines, which take tasks from a channel without buffer, and
// that waits for them. They write a variable with a lock held.
func workers() *skeleton.Program {
	tasks := &skeleton.Object{ID: 0, Kind: skeleton.Chan, Name: "tasks"}
	wg := &skeleton.Object{ID: 1, Kind: skeleton.WaitGroup, Name: "wg"}
	mu := &skeleton.Object{ID: 2, Kind: skeleton.Mutex, Name: "mu"}
	ok := &skeleton.Var{Name: "ok", Values: []string{"false", "true"}, Init: skeleton.Const(0)}
	cell := &skeleton.Cell{ID: 0, Name: "sum"}
	add := func(delta int) *skeleton.Node { return &skeleton.Node{Op: skeleton.Add, Object: wg, Delta: delta} }
	worker := body(1, "worker",
		&skeleton.Node{Op: skeleton.Recv, Object: tasks, Result: ok},
		&skeleton.Node{Op: skeleton.Branch, Cond: skeleton.Is{Var: ok, Value: 1}, Next: []int{2, 5}},
		op(skeleton.Lock, mu),
		&skeleton.Node{Op: skeleton.Access, Cell: cell, Write: true},
		&skeleton.Node{Op: skeleton.Unlock, Object: mu, Next: []int{0}},
		add(-1))
	worker.Locals = []*skeleton.Var{ok}
	entry := body(0, "Test",
		add(1), starts(worker), &skeleton.Node{Op: skeleton.Branch, Cond: skeleton.Either{}, Next: []int{0, 3}},
		&skeleton.Node{Op: skeleton.Branch, Cond: skeleton.Either{}, Next: []int{4, 5}},
		&skeleton.Node{Op: skeleton.Send, Object: tasks, Next: []int{3}},
		op(skeleton.Close, tasks), op(skeleton.Wait, wg))
	return &skeleton.Program{Entry: "Test", Objects: []*skeleton.Object{tasks, wg, mu}, Cells: []*skeleton.Cell{cell}, Bodies: []*skeleton.Body{entry, worker}}
}

// valid checks the certificates of a report.
func valid(t *testing.T, r *Report) {
	t.Helper()
	for _, c := range r.Certificates {
		m, err := systems.Read("certified.bp", bytes.NewReader(c.Program))
		if err != nil {
			t.Fatal(err)
		}
		if v, err := m.Validate(context.Background(), c.Certificate); err != nil || v.Verdict != systems.Safe {
			t.Errorf("the certificate about %s is not valid: %v %v", c.About, v, err)
		}
	}
}

// TestAnyNumber checks what is proved for any number of goroutines, races included, and that the report says what
// the certificate is about.
func TestAnyNumber(t *testing.T) {
	code := made{"Test": workers, "TestLocks": func() *skeleton.Program {
		p := lockOrder(false)()
		p.Bodies[2].Nodes[0].Object, p.Bodies[2].Nodes[1].Object = p.Objects[0], p.Objects[1] // one order
		p.Bodies[2].Nodes[2].Object, p.Bodies[2].Nodes[3].Object = p.Objects[1], p.Objects[0]
		return p
	}}
	r := code.check(Options{Certify: true}, "Test")
	if r.Verdict() != ledger.Safe || r.Entries[0].Any != safe {
		t.Errorf("%s: %v", r.Entries[0].Any, found(r.Findings))
	}
	if diff := cmp.Diff([]ledger.Kind{ledger.Blocked, ledger.Close, ledger.Lock, ledger.WaitGroup, ledger.Race, ledger.Panic}, r.Entries[0].Certified); diff != "" {
		t.Errorf("%+v: %s", r.Entries, diff)
	}
	valid(t, r)
	r = code.check(Options{Certify: true, Kinds: []string{"close", "waitgroup"}}, "Test")
	if diff := cmp.Diff([]ledger.Kind{ledger.Close, ledger.WaitGroup}, r.Entries[0].Certified); r.Verdict() != ledger.Safe || diff != "" {
		t.Errorf("%v: %s", found(r.Findings), diff)
	}
}

// TestAnyNumberOfPlace checks that an operation that is called from several places is not proved for any number of
// goroutines because one of the calls is. The abstraction does not know when a large channel is full.
func TestAnyNumberOfPlace(t *testing.T) {
	code := made{"Test": func() *skeleton.Program {
		large := &skeleton.Object{ID: 0, Kind: skeleton.Chan, Name: "large", Cap: 8}
		a := &skeleton.Object{ID: 1, Kind: skeleton.Chan, Name: "a", Cap: 1}
		b := &skeleton.Object{ID: 2, Kind: skeleton.Chan, Name: "b", Cap: 1}
		mu := &skeleton.Object{ID: 3, Kind: skeleton.Mutex, Name: "mu"}
		worker := body(1, "worker", op(skeleton.Lock, mu), op(skeleton.Unlock, mu))
		entry := body(0, "Test",
			starts(worker), &skeleton.Node{Op: skeleton.Branch, Cond: skeleton.Either{}, Next: []int{0, 2}},
			op(skeleton.Close, a), op(skeleton.Close, b),
			&skeleton.Node{Op: skeleton.Select, Cases: []skeleton.Case{{Send: true, Object: large}}, Default: true, Next: []int{5, 7}},
			op(skeleton.Recv, large), &skeleton.Node{Op: skeleton.Branch, Cond: skeleton.Either{}, Next: []int{4, 8}},
			op(skeleton.Close, b))
		entry.Nodes[7].Site = entry.Nodes[2].Site
		return &skeleton.Program{Entry: "Test", Objects: []*skeleton.Object{large, a, b, mu}, Bodies: []*skeleton.Body{entry, worker}}
	}}
	r := code.check(Options{Kinds: []string{"close"}}, "Test")
	for _, p := range r.Proved {
		if p.Line == 12 {
			t.Errorf("%s:%d is proved for any number of goroutines, though one of its calls is not", p.File, p.Line)
		}
	}
	if r.Verdict() != ledger.UpTo || len(r.Proved) != 2 {
		t.Errorf("%s: %v, %v", r.Verdict(), r.Proved, found(r.Findings))
	}
}
