// This file tests small programs, one for each way in which procedures and their
// callers meet.

package bebop_test

import (
	"context"
	"slices"
	"testing"

	"github.com/ijit/ijit/systems/recursion/bebop"
)

// TestProcedures checks which locations with a label can be reached: those with a
// label yes or yes2, and none with no or no2.
func TestProcedures(t *testing.T) {
	for name, text := range map[string]string{
		"value parameters": `
void main() begin decl l; l := 1; f(l); assume(l); yes: skip; assume(!l); no: skip; end
void f(a) begin assume(a); a := 0; yes: if a then no: skip; fi end`,
		"entry value of a parameter that changes": `
void main() begin decl r; r := f(1); assume(r); yes: skip; r := f(0); assume(r); no: skip; end
bool f(a) begin decl b; b := a; a := *; return b; end`,
		"locals of the caller": `
void main() begin decl l; l := *; if l then f(); assume(!l); no: skip; else f(); assume(!l); yes: skip; fi end
void f() begin decl l; l := *; end`,
		"locals begin unconstrained": `
void main() begin f(); end
void f() begin decl a, b := 1; assume(!a); yes: skip; assume(!b); no: skip; end`,
		"parameters that swap": `
void main() begin f(1, 0); end
void f(a, b) begin if a then f(b, a); else assume(b); yes: skip; assume(!b); no: skip; fi end`,
		"a result for a global that the callee changes": `
decl g;
void main() begin g := f(); assume(g); yes: skip; assume(!g); no: skip; end
bool f() begin g := 0; return 1; end`,
		"results in parallel": `
decl g := 1;
void main() begin decl l := 0; l, g := f(g, l); assume(l & !g); yes: skip; assume(g); no: skip; end
bool<2> f(a, b) begin return a, b; end`,
		"results of which one is discarded": `
void main() begin decl l; _, l := f(); assume(l); yes: skip; assume(!l); no: skip; end
bool<2> f() begin return 0, 1; end`,
		"a result that is not given": `
void main() begin decl l; l := f(); assume(l); yes: skip; l := f(); assume(!l); yes2: skip; end
bool f() begin skip; end`,
		"a global that only a callee of the callee changes": `
decl g := 0, h := 0;
void main() begin f(); assume(g & !h); yes: skip; assume(!g); no: skip; end
void f() begin f1(); end void f1() begin f2(); end void f2() begin g := 1; end`,
		"a global that only a callee of the callee reads": `
decl g := *;
void main() begin if g then f(); no: skip; else f(); yes: skip; fi end
void f() begin f1(); end void f1() begin f2(); end void f2() begin assume(!g); end`,
		"a global that is changed on one way": `
decl g;
void main() begin g := 0; f(*); assume(!g); yes: skip; f(1); assume(!g); no: skip; end
void f(a) begin if a then g := 1; fi end`,
		"calls keep apart": `
decl g;
void main() begin g := 0; f(); assume(!g); yes: skip; g := 1; f(); assume(g); yes2: skip; assume(!g); no: skip; end
void f() begin skip; end`,
		"recursion that goes back": `
decl g := 0;
void main() begin f(); assume(g); yes: skip; end
void f() begin if * then g := !g; f(); g := !g; else g := 1; return; no: skip; fi end`,
		"recursion that does not end": `
void main() begin f(); no: skip; end
void f() begin f(); no: skip; end`,
		"main calls itself": `
decl g := 0;
void main() begin if !g then g := 1; main(); yes: skip; assume(!g); no: skip; fi end`,
		"main is left early": `
decl g := 0;
void main() begin if g then return; fi g := 1; main(); yes: skip; return; no: skip; end`,
		"enforced in the callee": `
decl g;
void main() begin g := *; f(); assume(g); yes: skip; assume(!g); no: skip; end
void f() begin enforce g; skip; end`,
		"enforced in the caller, but not during the call": `
decl g := 1;
void main() begin enforce g; f(0); yes: skip; f(1); no: skip; end
void f(a) begin g := 0; assume(!g); yes: skip; g := !a; end`,
		"enforced where a procedure ends": `
decl g := 0;
void main() begin f(); yes: skip; assume(!g); no: skip; end
void f() begin enforce g | !g; goto a, b; a: g := 1; goto c; b: assume(0); c: skip; end`,
		"enforced with a star": `
decl g := 0;
void main() begin enforce g | *; yes: skip; assume(g); no: skip; end`,
		"enforced at the entry of main": `
decl g := 0;
void main() begin enforce g; no: skip; end`,
		"the thread ends": `
void main() begin f(); no: skip; end
void f() begin yes: end_thread; end`,
		"a branch with several targets": `
decl g;
void main() begin decl a := 1; if a then goto x, y; else goto z, w; fi
  z: no: skip; w: no2: skip; x: yes: goto done; y: yes2: goto done; done: skip; end`,
	} {
		t.Run(name, func(t *testing.T) {
			p := parse(t, text)
			yes, no := append(labelled(p, "yes"), labelled(p, "yes2")...), append(labelled(p, "no"), labelled(p, "no2")...)
			for what, opts := range options() {
				opts.All = true
				r, err := bebop.Check(context.Background(), p, opts)
				if err != nil {
					t.Fatal(err)
				}
				for pc := range p.Nodes {
					if got := r.Reached(pc); got && slices.Contains(no, pc) || !got && slices.Contains(yes, pc) {
						t.Errorf("%s: location %d (%s) reached: %v", what, pc, p.Nodes[pc].Text(), got)
					}
				}
			}
			for _, pc := range yes {
				r, err := bebop.Check(context.Background(), p, bebop.Options{Trace: true, Targets: []int{pc}})
				if err != nil {
					t.Fatal(err)
				}
				if _, err := replay(p, r); err != nil {
					t.Errorf("trace to %d: %v", pc, err)
				}
			}
		})
	}
}
