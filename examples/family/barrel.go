// This file defines the barrel shifter.

package family

import (
	"fmt"
	"math/bits"
	"strings"
)

// Barrel returns a file of k registers that rotates by one register a step, beside a file
// that stays as it is. Registers are as wide as their number needs. Where two registers of
// the files are equal at first, so are those that follow them; the property is that this stays
// so. It is an inductive invariant, and no run of more than k-1 steps has
// different states.
//
// In the broken one the last register keeps its value.
func Barrel(k int, broken bool) string {
	k = max(k, 2)
	p := &program{}
	p.line("MODULE main")
	p.line("FROZENVAR")
	most := 1<<bits.Len(uint(k-1)) - 1
	p.line("  r : array 0..%d of 0..%d;", k-1, most)
	p.line("VAR")
	p.line("  b : array 0..%d of 0..%d;", k-1, most)
	p.line("ASSIGN")
	for j := range k {
		from, end := (j+1)%k, ""
		if broken && j == k-1 {
			from, end = j, fmt.Sprintf(" -- it should be b[%d]", (j+1)%k)
		}
		p.line("  next(b[%d]) := b[%d];%s", j, from, end)
	}
	p.line("DEFINE")
	var all []string
	for i := range k {
		var pairs []string
		for j := range k {
			pairs = append(pairs, fmt.Sprintf("(r[%d] = b[%d] -> r[%d] = b[%d])", i, j, (i+1)%k, (j+1)%k))
		}
		name := fmt.Sprintf("related_%d", i)
		p.line("  %s := %s;", name, strings.Join(pairs, " & "))
		all = append(all, name)
	}
	p.line("  related := %s;", strings.Join(all, " & "))
	p.line("INIT")
	p.line("  related")
	p.line("")
	length := 0
	if broken {
		length = 1
	}
	p.property("INVARSPEC", "always", length, "related")
	return p.String()
}
