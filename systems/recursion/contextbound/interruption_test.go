// This file tests where threads are interrupted, in hand-made programs.

package contextbound_test

import (
	"fmt"
	"strings"
	"testing"
)

// tower is a program whose error is n calls deep in a thread that is interrupted in
// each of them; the other thread counts.
func tower(n int) string {
	return fmt.Sprintf(`
decl a := 0, b := 0, up := 0;
void climb()
begin
  assume(a = b);
  a := !a;
  if (up) then
    goto TOP;
  fi
  climb();
  TOP: skip;
  assume(a != b);
  ERROR: skip;
end
void thread1()
begin
  climb();
end
void thread2()
begin
%s  assume(a != b); up := 1; b := a; assume(a != b); b := b; b := !b; b := !b;
end
`, strings.Repeat("  assume(a != b); b := a;\n", n))
}

// TestTower checks that stacks that are too low do not hide an error: each call needs
// two context switches.
func TestTower(t *testing.T) {
	p := program(t, "tower.bp", tower(2))
	for _, engines := range ways {
		got, r := least(t, p, "ERROR", 10, engines...)
		if got != 6 {
			t.Errorf("%v: %d switches", engines, got)
		}
		for i, s := range r.Stats {
			if s.Switches != i {
				t.Errorf("%v: %+v is number %d", engines, s, i)
			}
		}
		if last := r.Stats[len(r.Stats)-1]; last.Engine != "interfaces" {
			t.Errorf("%v: the answer is from %s", engines, last.Engine)
		}
	}
	if got, _, _ := byContextFormula(t, p, "ERROR", 10, 8); got != 6 {
		t.Errorf("the context formula: %d switches", got)
	}
	if _, known, _ := byContextFormula(t, p, "ERROR", 10, 2); known > 5 {
		t.Errorf("the context formula, with low stacks: known for %d switches", known)
	}
	if got := bySwitchFormula(t, p, "ERROR", 6); got != 6 {
		t.Errorf("the switch formula: %d switches", got)
	}
}

// TestUnrolled checks programs with recursion in which threads may be interrupted, but not
// with high stacks: there is an answer for any number of context switches.
func TestUnrolled(t *testing.T) {
	for name, text := range map[string]string{
		"one procedure": `
decl lock := 0, in := 0;
void enter(again) begin
  lock := 1 constrain !lock; assert(!in); in := 1; in := 0; lock := 0;
  if (again) then enter(0); fi
end
void thread1() begin enter(1); end
void thread2() begin enter(1); end`,
		"two procedures": `
decl lock := 0, in := 0;
void even(again) begin lock := 1 constrain !lock; assert(!in); in := 1; if (again) then in := 0; lock := 0; odd(); else in := 0; lock := 0; fi end
void odd() begin even(0); end
void thread1() begin even(1); end
void thread2() begin even(1); end`,
	} {
		p := program(t, "unrolled.bp", text)
		got, r := least(t, p, "", 8)
		if got != -1 || !r.Complete || r.ThreadModular {
			t.Errorf("%s: %d, %+v", name, got, r)
		}
		if got, r := least(t, p, "", 8, "interfaces"); got != -1 || r.Complete {
			t.Errorf("%s, by interfaces: %d, %+v", name, got, r)
		}
		if got, _, complete := byContextFormula(t, p, "", 8, 4); got != -1 || !complete {
			t.Errorf("%s, by the formula: %d, %v", name, got, complete)
		}
	}
}

// TestInterruptions checks where threads can be interrupted.
func TestInterruptions(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       int
	}{
		{"before a section", `
decl a := 0, b := 0;
void thread1() begin a := 1; atomic_begin; if (b) then ERROR: skip; fi atomic_end; end
void thread2() begin assume(a); b := 1; end`, 2},
		{"not in a section", `
decl g := 0;
void thread1() begin atomic_begin; g := 1; g := 0; atomic_end; end
void thread2() begin assume(g); ERROR: skip; end`, -1},
		{"not in what is called from a section", `
decl g := 0;
void f() begin g := 1; g := 0; end
void thread1() begin atomic_begin; f(); atomic_end; end
void thread2() begin assume(g); ERROR: skip; end`, -1},
		{"in what is called from elsewhere, too", `
decl g := 0;
void f() begin g := 1; g := 0; end
void thread1() begin atomic_begin; f(); atomic_end; f(); end
void thread2() begin assume(g); ERROR: skip; end`, 1},
		{"not while atomic is true", `
decl atomic := 0, g := 0;
void thread1() begin atomic := 1; g := 1; g := 0; atomic := 0; end
void thread2() begin assume(g); ERROR: skip; end`, -1},
		{"before a result is assigned", `
decl a := 0, b := 0, g := 0;
bool f() begin skip; return 1; end
void thread1() begin a := 1; g := f(); end
void thread2() begin assume(a); assume(!g); b := 1; assume(g); if (b) then ERROR: skip; fi end`, 3},
		{"in what returns later", `
decl a := 0, b := 0;
void f() begin a := 1; assume(b); end
void thread1() begin f(); if (b) then ERROR: skip; fi end
void thread2() begin assume(a); b := 1; end`, 2},
		{"at the end", `
decl g := 0;
void thread1() begin g := 1; end
void thread2() begin assume(g); ERROR: skip; end`, 1},
		{"at the end that is in a section", `
decl g := 0;
void thread1() begin atomic_begin; g := 1; end_thread; atomic_end; end
void thread2() begin assume(g); ERROR: skip; end`, 1},
		{"where it is stuck", `
decl g := 0;
void thread1() begin g := 1; assume(0); g := 0; end
void thread2() begin assume(g); ERROR: skip; end`, 1},
		{"where it goes round and round", `
decl g := 0;
void thread1() begin g := 1; L: goto L; end
void thread2() begin assume(g); ERROR: skip; end`, 1},
		{"with its locals, those of callers too", `
decl a := 0;
void f() begin a := 1; assume(!a); end
void thread1() begin decl l := 0, k := 0; l := 1; f(); if (l & !k) then ERROR: skip; fi end
void thread2() begin assume(a); a := 0; end`, 2},
		{"while it calls something that returns to another local", `
decl a := 0;
bool f(x) begin a := 1; assume(!a); return !x; end
void thread1() begin decl l := 0, k := 0; k := 1; l := f(l); if (l & k) then ERROR: skip; fi end
void thread2() begin assume(a); a := 0; end`, 2},
	} {
		p := program(t, "interruption.bp", c.text)
		for _, engines := range ways {
			if got, r := least(t, p, "ERROR", 5, engines...); got != c.want {
				t.Errorf("%s, %v: %d, %+v; want %d", c.name, engines, got, r, c.want)
			}
		}
		if got, _, _ := byContextFormula(t, p, "ERROR", 5, 2); got != c.want {
			t.Errorf("%s, by the context formula: %d, want %d", c.name, got, c.want)
		}
	}
}
