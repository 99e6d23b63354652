// This file tests what can be asked of which algorithm.

package systems_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/ijit/ijit/systems"
)

const (
	spawning  = "decl g := 0; void main() begin start_thread f(); assert(!g); end void f() begin g := 1; end"
	unending  = "decl g := 0; void main() begin start_thread f(); assert(!g); end void f() begin g := 1; f(); end"
	convented = "decl g := 0; void thread1() begin g := 1; end void thread2() begin assert(!g); end"
	lonely    = "decl g := 0; void main() begin f(); assert(!g); end void f() begin g := 1; end"
)

// TestBoundsAreUsed: no algorithm takes a bound on context switches or on rounds that it
// does not heed, and one that counts them stops at the bound.
func TestBoundsAreUsed(t *testing.T) {
	two, none := 2, 0
	for _, a := range append([]systems.Algorithm{{Name: ""}}, systems.Algorithms()...) {
		for _, x := range []struct {
			program string
			o       systems.Options
			counts  bool
		}{
			{convented, systems.Options{ContextSwitches: &two}, true},
			{convented, systems.Options{Parameterized: true}, true},
			{convented, systems.Options{Parameterized: true, Rounds: 2}, true},
			{spawning, systems.Options{ContextSwitches: &none}, true},
			{unending, systems.Options{ContextSwitches: &none}, true},
			{unending, systems.Options{ContextSwitches: &two, Threads: 2}, true},
			{lonely, systems.Options{ContextSwitches: &two}, false},
			{convented, systems.Options{Rounds: 2}, false},
		} {
			x.o.Algorithm = a.Name
			r, err := read(t, x.program).Check(context.Background(), x.o)
			wrong := new(systems.UsageError)
			if counts := x.counts && (a.Name == "" || a.Name == "getafix"); counts != (err == nil) {
				t.Errorf("%s: %+v: %v, %v", a.Name, x.o, r, err)
			} else if err != nil && !errors.As(err, &wrong) {
				t.Errorf("%s: %v is no wrong use", a.Name, err)
			} else if err == nil && r.Extent.Unit == "" {
				t.Errorf("%s: %+v: %+v counts nothing", a.Name, x.o, r)
			}
		}
	}
}

// TestWrongUse: what an algorithm does not take is said, with one that does.
func TestWrongUse(t *testing.T) {
	tts := func() *systems.Model {
		m, err := systems.Read("x.tts", strings.NewReader("2 2\n0 0 -> 1 1\n"))
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	plain := func() *systems.Model { return read(t, spawning) }
	for _, x := range []struct {
		model func() *systems.Model
		o     systems.Options
		want  string
	}{
		{plain, systems.Options{Algorithm: "magic"}, `unknown algorithm "magic"; the algorithms are auto, bfs`},
		{plain, systems.Options{Cover: true, Algorithm: "bws"}, "bws does not find what --print-cover prints; --algorithm akm does"},
		{plain, systems.Options{Cover: true, Threads: 2}, "akm takes no bound on threads, such as --threads 2; --algorithm bfs does"},
		{plain, systems.Options{Summaries: true, Algorithm: "auto"}, "auto has no summaries of procedures; --algorithm bebop does"},
		{plain, systems.Options{Threads: 3, Algorithm: "km"}, "--threads 3"},
		{plain, systems.Options{Threads: -1}, "at least 1"},
		{plain, systems.Options{Via: "air"}, "jit, tts or bp"},
		{plain, systems.Options{Via: systems.BP, Algorithm: "symbolic"}, "symbolic works on the program itself and has no versions, such as --via bp"},
		{plain, systems.Options{Target: "1|1", Algorithm: "symbolic"}, "answers for assertions and labels, not for --target 1|1"},
		{plain, systems.Options{Target: "1|1", Label: "L"}, "two questions"},
		{plain, systems.Options{Images: "sideways"}, "choose forward or backward"},
		{plain, systems.Options{Images: systems.BackwardImages, Algorithm: "km"}, "has no choice, such as --images backward; --algorithm bws has"},
		{plain, systems.Options{Initial: "many", Algorithm: "bebop"}, "is for one thread, not for --initial many"},
		{plain, systems.Options{Initial: "3", Threads: 2}, "more threads than"},
		{plain, systems.Options{All: true, Algorithm: "getafix"}, "--all: getafix stops at the least bound"},
		{plain, systems.Options{Label: "nowhere"}, "no such label"},
		{tts, systems.Options{Target: "1|1", Algorithm: "bebop"}, "x.tts is a transition system; --algorithm auto takes both"},
		{tts, systems.Options{Target: "1|1", Via: systems.JIT}, "use --via tts"},
		{tts, systems.Options{Label: "L"}, "a .tts file has no labels"},
		{tts, systems.Options{}, "has no target"},
		{tts, systems.Options{Target: "1|1", Initial: "0|0,0,0", Threads: 2}, "starts 3 threads"},
	} {
		r, err := x.model().Check(context.Background(), x.o)
		if wrong := new(systems.UsageError); !errors.As(err, &wrong) || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%+v: %v, %v; want %s", x.o, r, err, x.want)
		}
	}
}

// TestDefaultAlgorithm: it is the first that takes the question.
func TestDefaultAlgorithm(t *testing.T) {
	two := 2
	for _, x := range []struct {
		program, want string
		o             systems.Options
	}{
		{spawning, "auto", systems.Options{}},
		{spawning, "bfs", systems.Options{Threads: 2}},
		{unending, "getafix", systems.Options{Threads: 2}},
		{spawning, "akm", systems.Options{Cover: true}},
		{spawning, "bws", systems.Options{Images: systems.BackwardImages}},
		{lonely, "bebop", systems.Options{Summaries: true}},
		{spawning, "getafix", systems.Options{ContextSwitches: &two, Threads: 2}},
	} {
		r, err := read(t, x.program).Check(context.Background(), x.o)
		if err != nil || r.Algorithm != x.want {
			t.Errorf("%+v: %v, %v; want %s", x.o, r, err, x.want)
		}
	}
}

// TestLabelInProcedures: a label that stands in two procedures is reached where one of them is.
func TestLabelInProcedures(t *testing.T) {
	m := read(t, "decl g := 0;\nvoid main() begin start_thread f(); L: assume(0); end\nvoid f() begin assume(0); L: skip; end")
	twice := read(t, "decl g := 0;\nvoid main() begin start_thread f(); assume(0); L: skip; end\nvoid f() begin skip; L: skip; end")
	for _, a := range systems.Algorithms() {
		if a.Formulas() || a.Proves {
			continue
		}
		for _, x := range []struct {
			m    *systems.Model
			line int
		}{{m, 2}, {twice, 3}} {
			r, err := x.m.Check(context.Background(), systems.Options{Algorithm: a.Name, Label: "L", SelfCheck: true})
			if err != nil {
				t.Fatalf("%s: %v", a.Name, err)
			}
			if r.Reason == systems.Unsupported {
				continue
			}
			if r.Verdict != systems.Unsafe || r.Property == nil || r.Property.Pos.Line != x.line {
				t.Errorf("%s: %v(%s) %+v, want line %d", a.Name, r.Verdict, r.Reason, r.Property, x.line)
			}
		}
	}
}

// TestRecursiveThreadsUnsupported: what no part of auto takes is unsupported, with a reason.
func TestRecursiveThreadsUnsupported(t *testing.T) {
	r, err := read(t, unending).Check(context.Background(), systems.Options{All: true})
	if err != nil || r.Reason != systems.Unsupported || !strings.Contains(r.Detail, "no algorithm that runs recursive threads takes this question") {
		t.Errorf("%+v, %v", r, err)
	}
	r, err = read(t, unending).Check(context.Background(), systems.Options{Initial: "many"})
	if err != nil || r.Reason != systems.Incomplete || !strings.Contains(r.Detail, "return behind any call") {
		t.Errorf("many copies: %+v, %v", r, err)
	}
}
