// This file tests contexts of configurations with stacks, in hand-made programs.

package contextbound_test

import (
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
)

// TestContexts checks what happens to stacks, calls and globals where threads are
// interrupted, in all ways that there are. Procedures have a second call, which is never
// reached: with a single one, they would be part of their callers.
func TestContexts(t *testing.T) {
	const most = 5
	for i, c := range []struct {
		name string
		want int // switches to ERROR, -1 if most do not get there
		text string
	}{
		{"a return goes to its own call", -1, `
decl stop := 0, done := 0;
void f() begin done := 1; assume(stop); done := 0; end
void thread1() begin if (*) then f(); else f(); assume(done); ERROR: skip; fi end
void thread2() begin assume(done); stop := 1; assume(0); f(); end`},
		{"to the one of two that gets on", 2, `
decl stop := 0, done := 0;
void f() begin done := 1; assume(stop); end
void thread1() begin if (*) then f(); else f(); assume(done); ERROR: skip; fi end
void thread2() begin assume(done); stop := 1; assume(0); f(); end`},
		{"locals of callers stay", -1, `
decl stop := 0, done := 0;
void g() begin done := 1; assume(stop); end
void f(x) begin decl y; y := !x; g(); assume(x = y); ERROR: skip; end
void thread1() begin decl a; a := *; f(a); end
void thread2() begin assume(done); stop := 1; assume(0); g(); f(0); end`},
		{"interrupted two calls deep", 1, `
decl done := 0;
void g() begin done := 1; done := 0; end
void f() begin g(); end
void thread1() begin f(); end
void thread2() begin assume(done); ERROR: skip; assume(0); g(); f(); end`},
		{"stuck two calls deep", 1, `
decl done := 0;
void g() begin done := 1; while (1) do skip; od end
void f() begin g(); end
void thread1() begin f(); end
void thread2() begin assume(done); ERROR: skip; assume(0); g(); f(); end`},
		{"gone two calls deep, then the other two", 3, `
decl a := 0, b := 0, c := 0;
void g() begin a := 1; while (1) do skip; od end
void f() begin g(); end
void thread1() begin f(); end
void thread2() begin b := 1; assume(c); ERROR: skip; assume(0); g(); f(); end
void thread3() begin assume(a & b); c := 1; end`},
		{"a result becomes a global that the callee does not use", -1, `
decl g := 1, h := 0;
bool f() begin h := 1; return 0; end
void thread1() begin g := f(); assume(g); assume(h); ERROR: skip; end
void thread2() begin skip; assume(0); f(); end`},
		{"and has that value", 0, `
decl g := 1, h := 0;
bool f() begin h := 1; return 0; end
void thread1() begin g := f(); assume(!g); assume(h); ERROR: skip; end
void thread2() begin skip; assume(0); f(); end`},
		{"and behind an interruption", -1, `
decl g := 1, h := 0, i := 0;
bool f() begin h := 1; assume(i); return 0; end
void thread1() begin g := f(); assume(g); ERROR: skip; end
void thread2() begin assume(h); i := 1; assume(0); f(); end`},
		{"what the caller enforces holds behind a call", -1, `
decl g := 0;
void f() begin g := 1; end
void thread1() begin enforce !g; f(); ERROR: skip; end
void thread2() begin skip; assume(0); f(); end`},
		{"and behind one that was interrupted", -1, `
decl g := 0, h := 0, i := 0;
void f() begin h := 1; assume(i); g := 1; end
void thread1() begin enforce !g; f(); ERROR: skip; end
void thread2() begin assume(h); i := 1; assume(0); f(); end`},
		{"only one beginning leads to the place", 2, `
decl g := *, h := 0, x := 0;
void thread1() begin
  if (g) then g := 0; h := 1; assume(x); ERROR: skip; else g := 0; h := 1; assume(x); fi
end
void thread2() begin assume(h); x := 1; end`},
		{"only one beginning leaves the value in a local", 2, `
decl g := *, h := 0, x := 0;
void thread1() begin decl a; a := g; g := 0; h := 1; assume(x); assume(a); ERROR: skip; end
void thread2() begin assume(h); x := 1; end`},
		{"no interruption while atomic is true", -1, `
decl atomic := 0, g := 0;
void f() begin atomic := 1; g := 1; g := 0; atomic := 0; end
void thread1() begin f(); end
void thread2() begin assume(g); ERROR: skip; assume(0); f(); end`},
		{"three threads pass it on", 4, `
decl a := 0, b := 0, c := 0, d := 0;
void wait() begin assume(d); ERROR: skip; end
void thread1() begin a := 1; wait(); end
void thread2() begin assume(a); b := 1; assume(c); d := 1; assume(0); wait(); end
void thread3() begin assume(b); c := 1; end`},
	} {
		if !campaign.Due(t, i%2, 2) {
			continue
		}
		p := program(t, "contexts.bp", c.text)
		for _, engines := range ways {
			if got, r := least(t, p, "ERROR", most, engines...); got != c.want {
				t.Errorf("%s: %v: %d switches, want %d; %+v", c.name, engines, got, c.want, r)
			}
		}
		if got, _, _ := byContextFormula(t, p, "ERROR", most, 3); got != c.want {
			t.Errorf("%s: the context formula: %d switches, want %d", c.name, got, c.want)
		}
		if got := bySwitchFormula(t, p, "ERROR", most); got != c.want {
			t.Errorf("%s: the switch formula: %d switches, want %d", c.name, got, c.want)
		}
	}
}
