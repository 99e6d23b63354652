// This file tests that answering allocates nothing.

package allsat

import "testing"

func TestNoAllocations(t *testing.T) {
	for _, st := range statements() {
		for _, limit := range routes() {
			q := compile(st.relation, st.unknown, limit)
			vals := randomVals(statementWords)
			var s Scratch
			var dst []uint64
			count := 0
			answer := func() {
				for _, val := range vals[:16] {
					dst = q.AppendModels(dst[:0], val, &s)
					if q.Satisfiable(val, &s) {
						count++
					}
				}
			}
			answer()
			if n := testing.AllocsPerRun(5, answer); n != 0 {
				t.Errorf("%s (%v): %v allocations", st.name, q, n)
			}
		}
	}
}
