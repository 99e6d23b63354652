// This file tests where threads are interrupted, in hand-made programs.

package getafix_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/ijit/ijit/algorithms/getafix"
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
	check := func(height int, evaluate bool, formula string) {
		got, r := least(t, p, "ERROR", getafix.SwitchOptions{Most: 10, Height: height, Formula: evaluate})
		if got != 6 {
			t.Errorf("height %d: %d switches", height, got)
		}
		for i, s := range r.Stats {
			if s.Switches != i {
				t.Errorf("height %d: %+v is number %d", height, s, i)
			}
		}
		if last := r.Stats[len(r.Stats)-1]; formula != "" && last.Formula != formula {
			t.Errorf("height %d: the answer is from %s", height, last.Formula)
		}
	}
	check(8, false, "context")
	check(0, false, "")
	for _, height := range []int{-1, 1, 2, 3} {
		check(height, false, "rounds")
	}
	for _, height := range []int{-1, 2} {
		check(height, true, "switches")
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
		for _, height := range []int{0, 1, -1} {
			if got, r := least(t, p, "ERROR", getafix.SwitchOptions{Most: 5, Height: height}); got != c.want {
				t.Errorf("%s, height %d: %d, %+v; want %d", c.name, height, got, r, c.want)
			}
		}
	}
}
