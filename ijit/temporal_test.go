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
