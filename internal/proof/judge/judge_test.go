// This file defines the tests of the judge's own promises: what it refuses, its
// limits, its canonical configurations, and its reading of the tree.

package judge

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/ijit/ijit/parser"
)

func TestExploreStopsAtLimit(t *testing.T) {
	j := mustJudge(t, `decl x; void main() begin skip; skip; skip; end`, Big)
	for limit, complete := range map[int]bool{1: false, 7: false, 8: true, 9: true, 0: true} {
		got := j.Explore(context.Background(), 1, 0, limit)
		want := 8
		if !complete {
			want = limit
		}
		if got.Complete != complete || got.States != want {
			t.Errorf("limit %d: got %+v, want %d states, complete %v", limit, got, want, complete)
		}
	}
}

func TestExploreStopsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for name, src := range map[string]string{
		"unboundedly many threads": `void main() begin a: start_thread goto b; goto a; b: assume(0); end`,
		"a section without end":    `void main() begin atomic { a: start_thread goto b; goto a; }; b: assume(0); end`,
		"many initial states":      `decl ` + xs("x%d", ", ") + `; void main() begin end`,
	} {
		if got := mustJudge(t, src, Big).Explore(ctx, 1, 0, 0); got.Complete {
			t.Errorf("%s: got %+v, want it incomplete", name, got)
		}
	}
}

func TestExploreGoesOnAfterAnError(t *testing.T) {
	j := mustJudge(t, `void main() begin a: assert(*); goto b; skip; b: assert(*); end`, Big)
	got := j.Explore(context.Background(), 1, 0, 0)
	if !got.Error || got.Properties[0] != 1 || got.Properties[3] != 3 || len(got.Properties) != 2 {
		t.Errorf("got %+v, want failures after 1 and 3 steps", got)
	}
}

func TestKeyIsThatOfTheMultiset(t *testing.T) {
	a, b := thread(3, "01"), thread(200, "")
	if config("1", a, b, a).Key() != config("1", a, a, b).Key() {
		t.Error("the order of threads changes the key")
	}
	held := a
	held.Holds = true
	if config("1", held, a).Key() != config("1", a, held).Key() {
		t.Error("the place of the thread that holds up others changes the key")
	}
	keys := map[string]Config{}
	for _, c := range []Config{
		config("1", a, b), config("1", a, a, b), config("0", a, b), config("1", a), config("1"),
		config("1", thread(3, "10"), b), config("1", thread(4, "01"), b), config("111111110", a), config("111111111", a),
		config("1", held, b),
	} {
		if d, known := keys[c.Key()]; known {
			t.Errorf("%v and %v have the same key", c, d)
		}
		keys[c.Key()] = c
	}
}

func TestSuccessorsNameTheMover(t *testing.T) {
	j := mustJudge(t, `decl x := 0; void main() begin x := 1; assert(0); end`, Big)
	succs := j.Successors(config("0", thread(1, ""), thread(0, ""), thread(0, "")), 0)
	if len(succs) != 2 {
		t.Fatalf("got %v, want one step for each thread state", succs)
	}
	if s := succs[0]; s.Mover != 0 || s.Error == nil || s.Error.PC != 1 {
		t.Errorf("got %+v, want thread 0 to fail at pc 1", s)
	}
	if s := succs[1]; s.Mover != 1 || s.Next.String() != "<1 | 0:, 1:, 1:>" {
		t.Errorf("got %+v, want thread 1 to go on", s)
	}
}

func TestInsideIsSet(t *testing.T) {
	j := mustJudge(t, `void main() begin skip; atomic { skip; }; end`, Small)
	j.Walk(context.Background(), 2, 0, 0, func(c Config, _ int) {
		want := -1
		for k, th := range c.Threads {
			if th.PC == 2 || th.PC == 3 {
				want = k
			}
		}
		if c.Inside != want {
			t.Errorf("%v: inside %d, want %d", c, c.Inside, want)
		}
	})
}

// A section whose inner paths are longer than what is followed by recursion: it
// counts up to 2^14.
func TestDeepSection(t *testing.T) {
	const width = 14
	var names, next []string
	for k := range width {
		names = append(names, fmt.Sprintf("x%d", k))
		// A bit flips when all lower bits are 1.
		next = append(next, fmt.Sprintf("x%d ^ (%s)", k, strings.Join(append([]string{"1"}, names[:k]...), " & ")))
	}
	all := strings.Join(names, " & ")
	src := fmt.Sprintf(`decl %s := 0; void main() begin atomic { while !(%s) do %s := %s; od; }; end`,
		strings.Join(names, " := 0, "), all, strings.Join(names, ", "), strings.Join(next, ", "))
	if 1<<width <= maxDive {
		t.Fatalf("%d inner steps are not more than %d", 1<<width, maxDive)
	}
	j := mustJudge(t, src, Big)
	succs := j.Successors(config(strings.Repeat("0", width), thread(0, "")), 0)
	if want := "<" + strings.Repeat("1", width) + " | 4:>"; len(succs) != 1 || succs[0].Next.String() != want {
		t.Errorf("got %v, want %s", succs, want)
	}

	r := j.run(context.Background(), 0)
	r.maxInner = 100
	r.successors(config(strings.Repeat("0", width), thread(0, "")), func(s Succ) bool {
		t.Errorf("got %v in spite of the limit", s)
		return true
	})
	if !errors.Is(r.err, ErrSection) {
		t.Errorf("got error %v, want %v", r.err, ErrSection)
	}
}

// With recursion in a section, or threads started without end, few configurations may
// take a lot of memory.
func TestSectionThatGrows(t *testing.T) {
	for _, text := range []string{
		`decl x := 0; void main() begin atomic { f(); } x := 1; end void f() begin f(); end`,
		`decl x := 0; void main() begin atomic { while 1 do start_thread f(); od; } x := 1; end void f() begin skip; end`,
	} {
		r := mustJudge(t, text, Big).run(context.Background(), 0)
		r.maxInner = 10_000
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		r.successors(config("0", thread(0, "")), func(s Succ) bool {
			t.Errorf("got %v", s)
			return true
		})
		runtime.ReadMemStats(&after)
		if !errors.Is(r.err, ErrSection) {
			t.Errorf("got error %v, want %v", r.err, ErrSection)
		}
		if n := after.TotalAlloc - before.TotalAlloc; n > 50<<20 {
			t.Errorf("it took %d bytes: %s", n, text)
		}
	}
}

// The places agree with what the tree itself says about program counters and
// sections.
func TestPlacesMatchTheTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j, _ := randomJudge(t)
		for pc, p := range j.places {
			switch {
			case p.proc == nil:
				t.Fatalf("pc %d has no place", pc)
			case p.op == nil && p.proc.Exit != pc:
				t.Fatalf("pc %d is an exit, but not that of %s", pc, p.proc.Name)
			case p.op == nil:
				continue
			case p.stmt.Proc != p.proc:
				t.Fatalf("pc %d lies in %s, its statement says otherwise", pc, p.proc.Name)
			}
			section := p.stmt.Section
			if block, ok := p.stmt.Op.(*parser.Atomic); ok && block.EndPC == pc {
				section = block.Section
			}
			if p.inside != (section != nil) {
				t.Fatalf("pc %d: inside a section %v, the tree says %v", pc, p.inside, section)
			}
		}
	})
}
