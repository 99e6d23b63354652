// This file tests formulas of temporal logic about programs.

package ijit_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/ijit"
)

// TestObserved checks that variables which nothing but the formula reads begin with either
// value, although there are so many that others begin with 0 only.
func TestObserved(t *testing.T) {
	v := make([]string, 40)
	for i := range v {
		v[i] = fmt.Sprint("v", i)
	}
	src := "decl " + strings.Join(v, ",") + ";\nvoid main() begin decl a; v1 := v2; skip; end\n"
	for formula, want := range map[string]ijit.Verdict{
		"!v0":            ijit.Unsafe,
		"!t1.a":          ijit.Unsafe,
		"G F !v1":        ijit.Unsafe,
		"G (v1 -> G v1)": ijit.Unsafe,
		"v0 -> G v0":     ijit.Safe,
	} {
		m, err := ijit.Read("free.bp", strings.NewReader(src))
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.Check(context.Background(), ijit.Options{Algorithm: "ndfs", LTL: formula, Threads: 1, SelfCheck: true, Timeout: time.Minute})
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict != want {
			t.Errorf("%s: %v(%s), want %v", formula, r.Verdict, r.Reason, want)
		}
	}
}

// TestFormulaCalls checks that a variable is that of the procedure in which the thread is,
// whether that was called or not.
func TestFormulaCalls(t *testing.T) {
	const src = `
decl g := 0;
void main() begin decl x := 1; f(); inside: skip; start_thread f(); skip; end
void f() begin decl x := 0; decl y := 0; g := 1; deep: g := 0; x := 1; y := x; y := 0; end
`
	for formula, want := range map[string]ijit.Verdict{
		"G t1.x":                ijit.Unsafe, // not in f
		"G (t1@inside -> t1.x)": ijit.Safe,
		"F (t1@deep & !t1.x)":   ijit.Safe,
		"G (t1.y -> t1.x)":      ijit.Safe,
		"G !t1.y":               ijit.Unsafe,
		"F t1@deep":             ijit.Safe,
		"G (t1@deep -> g)":      ijit.Safe, // it comes there before the other thread is started
		"G (t2@deep -> !t2.x)":  ijit.Safe,
		"G !t2.x":               ijit.Unsafe,
		"G !(t1@deep & t1.x)":   ijit.Safe,
		"F G t2.x":              ijit.Unsafe, // thread 1 need not start it
		"t2.x -> X t2.x":        ijit.Safe,
	} {
		for _, fair := range []bool{false, true} {
			m, err := ijit.Read("calls.bp", strings.NewReader(src))
			if err != nil {
				t.Fatal(err)
			}
			r, err := m.Check(context.Background(), ijit.Options{Algorithm: "ndfs", LTL: formula, Threads: 2, Fair: fair, SelfCheck: true, Timeout: time.Minute})
			if err != nil {
				t.Fatalf("%s: %v", formula, err)
			}
			if r.Verdict != want || want == ijit.Unsafe && !r.Stats.Replayed {
				t.Errorf("%s: %v(%s), replayed %t, want %v", formula, r.Verdict, r.Reason, r.Stats.Replayed, want)
			}
		}
	}
}
