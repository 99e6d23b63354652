// This file tests comparisons of values of which something is known.

package extract

import (
	"go/token"
	"testing"

	"github.com/ijit/ijit/systems/golang/graph"
)

// TestRelation checks what is said of numbers, bounds and strings against all that they can be: yes if all of them are
// in the relation, no if none is.
func TestRelation(t *testing.T) {
	const most = 3
	in := graph.NewInterner()
	holds := map[token.Token]func(p, q int64) bool{
		token.EQL: func(p, q int64) bool { return p == q }, token.NEQ: func(p, q int64) bool { return p != q },
		token.LSS: func(p, q int64) bool { return p < q }, token.LEQ: func(p, q int64) bool { return p <= q },
		token.GTR: func(p, q int64) bool { return p > q }, token.GEQ: func(p, q int64) bool { return p >= q },
	}
	type known struct {
		*graph.Atom
		are []int64 // what it can be, up to what is compared with it and beyond
	}
	var all []known
	for n := int64(-most); n <= most; n++ {
		all = append(all, known{in.Int(n), []int64{n}})
		bound := known{Atom: in.Atom(graph.AtomKey{Kind: graph.Other, N: n})}
		for k := int64(-3 * most); k <= 3*most; k++ {
			if n == 0 || n > 0 && k >= n || n < 0 && k <= n {
				bound.are = append(bound.are, k)
			}
		}
		all = append(all, bound)
	}
	for op, is := range holds {
		for _, p := range all {
			for _, q := range all {
				if p.Kind == graph.Other && q.Kind == graph.Other {
					continue
				}
				some, every := false, true
				for _, a := range p.are {
					for _, b := range q.are {
						some, every = some || is(a, b), every && is(a, b)
					}
				}
				want := graph.Maybe
				if some == every {
					want = graph.TruthOf(some)
				}
				if got := Relation(op, p.Atom, q.Atom); got != want && (op != token.EQL && op != token.NEQ || got != graph.Maybe) {
					t.Errorf("%s %s %s is %v, want %v", p.Atom, op, q.Atom, got, want)
				}
			}
		}
		for p, a := range []string{"", "a", "b"} {
			for q, b := range []string{"", "a", "b"} {
				if got, want := Relation(op, in.Str(a), in.Str(b)), graph.TruthOf(is(int64(p), int64(q))); got != want {
					t.Errorf("%q %s %q is %v", a, op, b, got)
				}
			}
		}
	}
	if Relation(token.LSS, in.Other(), in.Other()) != graph.Maybe || Relation(token.LSS, in.Str("a"), in.Other()) != graph.Maybe {
		t.Error("something is said of what is not known")
	}
}
