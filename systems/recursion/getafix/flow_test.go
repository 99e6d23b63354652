// This file tests what states need not have: values that nothing reads any more, and what
// main began with.

package getafix_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/ijit/ijit/systems/recursion/bebop"
	"github.com/ijit/ijit/systems/recursion/getafix"
)

// copies has n globals without initial values, which procedures copy to each other.
func copies(n int, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 5))
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("g%d", i))
	}
	var b strings.Builder
	fmt.Fprintf(&b, "decl %s;\nvoid main() begin\n", strings.Join(names, ", "))
	assign := func() { fmt.Fprintf(&b, "  %s := %s;\n", names[r.IntN(n)], names[r.IntN(n)]) }
	for range 6 {
		fmt.Fprintf(&b, "  p%d();\n", r.IntN(4))
		assign()
	}
	b.WriteString("  if g0 & !g1 & g2 then REACH: skip; fi\nend\n")
	for i := range 4 {
		fmt.Fprintf(&b, "void p%d() begin\n", i)
		for range 5 {
			assign()
		}
		if i < 3 {
			fmt.Fprintf(&b, "  if %s then p%d(); fi\n", names[r.IntN(n)], i+1)
		}
		for range 5 {
			assign()
		}
		b.WriteString("end\n")
	}
	return b.String()
}

// TestCopies checks programs in which the relation between the values at an entry and
// those now is too large to be kept for all globals.
func TestCopies(t *testing.T) {
	for seed := range uint64(3) {
		p := parse(t, copies(70, seed))
		want, err := bebop.Check(context.Background(), p, bebop.Options{Targets: labels(p)["REACH"], All: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range forward {
			a := decide(t, p, name, getafix.Question{Label: "REACH", MaxNodes: 2_000_000})
			if a.Verdict != want.Verdict {
				t.Errorf("seed %d: %s: %s (%s), want %s", seed, name, a.Verdict, a.Detail, want.Verdict)
			}
		}
	}
}
