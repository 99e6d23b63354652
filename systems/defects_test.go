// This file tests what is known to be wrong in an earlier implementation of the
// same interface, so that it does not come back here.

package systems_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/image"
	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems"
	"github.com/ijit/ijit/tts"
)

func read(t testing.TB, src string) *systems.Model {
	t.Helper()
	m, err := systems.Read("test.bp", strings.NewReader(src))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestForwardDefects checks programs whose verdict depends on one construct.
func TestForwardDefects(t *testing.T) {
	for _, test := range []struct{ name, src, verdict string }{
		{"assume in an atomic section", "decl x := 0; void main() begin atomic { assume(x | *); x := 1; assume(x); } assert(!x); end", "UNSAFE"},
		{"a section reads its own values", "decl x := 0, y := 0; void main() begin atomic { x := 1; y := x; } assert(y); end", "SAFE"},
		{"if in a section takes both branches", "decl x := 0; void main() begin atomic { if * then x := 1; else skip; fi; } assert(!x); end", "UNSAFE"},
		{"if in a section takes the else branch", "decl x := 1; void main() begin atomic { if * then skip; else x := 0; fi; } assert(x); end", "UNSAFE"},
		{"assert in a section", "decl x := 0; void main() begin atomic { x := *; assert(!x); } end", "UNSAFE"},
		{"assert in a section that holds", "decl x := 0; void main() begin atomic { x := 1; assert(x); x := 0; } end", "SAFE"},
		{"v$ spares the active thread", "void main() begin decl a := 0; start_thread goto l; a$ := 1; assert(!a); l: skip; end", "SAFE"},
		{"v$ changes the others", "decl g := 0; void main() begin decl a := 0; start_thread goto l; a$ := 1; g := 1; goto e; l: assume(g); assert(!a); e: skip; end", "UNSAFE"},
		{"decl x := 1", "decl x := 1; void main() begin decl a := 1; assert(x & a); end", "SAFE"},
		{"conditional expression", "decl x := 0; void main() begin decl a := 1; x := a ? 1 : 0; assert(x); x := a ? 0 : 1; assert(!x); end", "SAFE"},
		{"assert is no skip", "decl x := 0; void main() begin assert(x); end", "UNSAFE"},
	} {
		m := read(t, test.src)
		for _, via := range []systems.Via{systems.JIT, systems.TTS, systems.BP} {
			for _, a := range []systems.Atomicity{systems.Big, systems.Small} {
				r, err := m.Check(context.Background(), systems.Options{Via: via, Atomicity: a, SelfCheck: true})
				if err != nil {
					t.Errorf("%s: %v", test.name, err)
				} else if r.Verdict.String() != test.verdict {
					t.Errorf("%s, %s, atomicity %d: %v, want %s", test.name, via, a, r.Verdict, test.verdict)
				}
			}
		}
	}
}

// backward gives the covering predecessors of the configuration with the shared
// variable x and threads at the given locations, as their locations.
func backward(t *testing.T, src string, x uint64, pcs ...int) []string {
	m := read(t, src)
	j := converter.NewJIT(image.New(m.Program, image.Big, nil))
	c := tts.Config[uint32]{Shared: j.States.Shared(bitset.From([]uint64{x}))}
	for _, pc := range pcs {
		c.Locals = tts.AddLocal(c.Locals, j.States.Local(pc, bitset.New(64)), 1)
	}
	var out []string
	for _, s := range tts.CoverPre(j, c) {
		p := converter.Configs{States: j.States}.ToProgram(s.From)
		var at []int
		for _, th := range p.Threads {
			at = append(at, th.PC)
		}
		slices.Sort(at)
		out = append(out, fmt.Sprint(p.Shared.Words()[0], at))
	}
	slices.Sort(out)
	return out
}

func TestBackwardDefects(t *testing.T) {
	if got := backward(t, "decl x; void main() begin broadcast; wait; skip; end", 1, 2, 2); !slices.Contains(got, "1 [0 1 1]") {
		t.Errorf("a broadcast that woke two threads is not undone: %v", got)
	}
	got := backward(t, "decl x; void main() begin start_thread goto l; skip; l: skip; end", 0, 1)
	if !slices.Contains(got, "0 [0]") {
		t.Errorf("start_thread with the continuation alone is missing: %v", got)
	}
	if got := backward(t, "decl x; void main() begin start_thread goto l; skip; l: skip; end", 0, 2); !slices.Contains(got, "0 [0]") {
		t.Errorf("start_thread with the child alone is missing: %v", got)
	}
	if got := backward(t, "decl x; void main() begin end_thread; skip; end", 0, 1); slices.Contains(got, "0 [0]") {
		t.Errorf("end_thread is taken for a skip: %v", got)
	}
}

// TestRoundTrip: f and f⁻¹ are inverse on all states of a program with local bits.
func TestRoundTrip(t *testing.T) {
	m := read(t, "decl x, y; void main() begin decl a, b, c; skip; skip; end")
	states := converter.NewInterned(m.Program)
	seen := map[tts.ThreadState[uint32]]bool{}
	for g := range uint64(4) {
		for pc := range m.Program.Nodes {
			for l := range uint64(8) {
				p := image.State{Shared: bitset.From([]uint64{g}), PC: pc, Local: bitset.From([]uint64{l})}
				w := states.ToSystem(p)
				if seen[w] {
					t.Errorf("two states are %v", w)
				}
				seen[w] = true
				back := states.ToProgram(w)
				if back.PC != pc || !back.Shared.Equal(p.Shared) || !back.Local.Equal(p.Local) {
					t.Errorf("%v becomes %v", p, back)
				}
				if again := states.FromBits(states.Bits(w)); again != w {
					t.Errorf("%v becomes %v by way of its bits", w, again)
				}
			}
		}
	}
}

// TestManyVariables: there is no limit on the number of variables, in any version
// that does not translate all of them up front.
func TestManyVariables(t *testing.T) {
	for i, n := range []int{17, 63, 64, 65, 70, 128, 500} {
		if !campaign.Due(t, i%2, 2) {
			continue
		}
		var shared, locals []string
		for i := range n {
			shared = append(shared, fmt.Sprintf("g%d := 0", i))
			locals = append(locals, fmt.Sprintf("l%d := 0", i))
		}
		src := fmt.Sprintf("decl %s;\nvoid main() begin decl %s;\nl%d := 1; g%d := l%d; start_thread goto e; l0 := 1; assert(!(g%d & l0)); e: skip; end",
			strings.Join(shared, ", "), strings.Join(locals, ", "), n-1, n-1, n-1, n-1)
		m := read(t, src)
		for _, via := range []systems.Via{systems.JIT, systems.BP} {
			r, err := m.Check(context.Background(), systems.Options{Via: via, SelfCheck: true})
			if err != nil {
				t.Fatal(err)
			}
			if r.Verdict != systems.Unsafe || r.Depth != 5 {
				t.Errorf("%d variables, %s: %v at depth %d", n, via, r.Verdict, r.Depth)
			}
		}
		r, err := m.Check(context.Background(), systems.Options{Via: systems.TTS, Timeout: 100 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != systems.Unknown || r.Reason == "" {
			t.Errorf("%d variables up front: %v(%s) %s", n, r.Verdict, r.Reason, r.Detail)
		}
	}
}

// TestErrorsHavePlaces: nothing unknown is skipped, and errors know their lines.
func TestErrorsHavePlaces(t *testing.T) {
	for src, want := range map[string]string{
		"decl x;\nvoid main() begin\n  x := 1 @ 0;\nend":         "test.bp:3:10: ",
		"decl x;\nvoid main() begin\n  goto nowhere;\nend":       "test.bp:3:8: undefined label nowhere",
		"decl x;\nvoid main() begin\n  skip;\n  y := 1;\nend":    "test.bp:4:3: ",
		"decl x;\nvoid main() begin\n  skip;\n  x := 1, 0;\nend": "test.bp:4:",
	} {
		_, err := systems.Read("test.bp", strings.NewReader(src))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", src, err, want)
		}
	}
}

// TestNoStaticState: programs are parsed and checked side by side, and nothing is printed.
func TestNoStaticState(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, stderr := os.Stdout, os.Stderr
	os.Stdout, os.Stderr = w, w
	defer func() { os.Stdout, os.Stderr = stdout, stderr }()
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			bit := i % 2
			for range 20 {
				m := read(t, fmt.Sprintf("decl x := %d; void main() begin start_thread goto l; l: assert(x); end", bit))
				res, err := m.Check(context.Background(), systems.Options{SelfCheck: true})
				if err != nil || (res.Verdict == systems.Safe) != (bit == 1) {
					t.Errorf("x = %d: %v, %v", bit, res, err)
				}
			}
		})
	}
	wg.Wait()
	w.Close()
	if out, err := io.ReadAll(r); err != nil || len(out) > 0 {
		t.Errorf("printed %q (%v)", out, err)
	}
}

// TestIrrelevantVariables: variables without influence do not multiply the
// initial configurations beyond what can be stored.
func TestIrrelevantVariables(t *testing.T) {
	var names []string
	for i := range 200 {
		names = append(names, fmt.Sprintf("v%d", i))
	}
	decl := "decl " + strings.Join(names, ", ") + ";\n"
	for src, verdict := range map[string]string{
		"void main() begin v0 := v1; start_thread goto l; v100 := v50; l: assert(!v0 | v2); end":                                 "UNSAFE",
		"void main() begin v0 := v1; v150 := v149; v149 := v151; assert(!v0 | v1 | v2); end":                                     "SAFE",
		"void main() begin v0, v5 := v1, v0 constrain 'v0 = 'v1; assert(!v0 | v1); end":                                          "SAFE",
		"void main() begin v2 := v3; v1 := v2; v0 := v1; if v0 then start_thread f(v5); fi; end\nvoid f(p) begin assert(p); end": "UNSAFE",
	} {
		m := read(t, decl+src)
		r, err := m.Check(context.Background(), systems.Options{Algorithm: "bws", SelfCheck: true, Timeout: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict.String() != verdict || r.Stats.LeftOut < 190 {
			t.Errorf("%s: %v(%s), want %s; %d variables left out", src, r.Verdict, r.Reason, verdict, r.Stats.LeftOut)
		}
	}
}

// TestAllIncomplete: a run that found an error and then reached a limit says
// nothing of the other properties.
func TestAllIncomplete(t *testing.T) {
	var decl, flips []string
	for i := range 20 {
		decl = append(decl, fmt.Sprintf("v%d := 0", i))
		flips = append(flips, fmt.Sprintf("if * then v%d := !v%d; fi;", i, i))
	}
	m := read(t, "decl "+strings.Join(decl, ", ")+", last := 0;\nvoid main() begin\nassert(*);\nwhile 1 do "+
		strings.Join(flips, " ")+" last := v0; od;\nassert(!last);\nend")
	for _, algorithm := range []string{"bfs", "ecut", "km"} {
		r, err := m.Check(campaign.Looks(300), systems.Options{Algorithm: algorithm, All: true, Exact: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != systems.Unsafe || len(r.Properties) != 2 || r.Properties[0].Verdict != systems.Unsafe || r.Properties[1].Verdict != systems.Unknown {
			t.Errorf("%s: %v, properties %+v", algorithm, r.Verdict, r.Properties)
		}
	}
}
