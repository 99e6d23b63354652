package sat_test

import (
	"slices"
	"testing"

	"github.com/ijit/ijit/allsat/sat"
)

// TestClauses checks that what a solver gives away has the models of what it was given, before
// and after it has been asked.
func TestClauses(t *testing.T) {
	r := newRand(9)
	for range 300 {
		f := random3(r, 10, 20+r.IntN(25))
		f.add(f.clauses[0][:2]...)
		if r.IntN(2) == 0 {
			f.add(f.clauses[1][:1]...)
		}
		s := f.load(sat.New(sat.Options{}))
		for range 2 {
			g := &formula{vars: f.vars}
			for c := range s.Clauses() {
				g.add(slices.Clone(c)...)
			}
			for x := range 1 << f.vars {
				var assumptions []sat.Lit
				for v := range f.vars {
					l := sat.Lit(v + 1)
					if x>>v&1 != 0 {
						l = -l
					}
					assumptions = append(assumptions, l)
				}
				if f.satisfied(assumptions) != g.satisfied(assumptions) {
					t.Fatalf("%v and %v have different models", f.clauses, g.clauses)
				}
			}
			s.Solve(t.Context())
		}
	}
}

// satisfied reports whether each clause has one of some literals.
func (f *formula) satisfied(lits []sat.Lit) bool {
	for _, c := range f.clauses {
		if !slices.ContainsFunc(c, func(l sat.Lit) bool { return slices.Contains(lits, l) }) {
			return false
		}
	}
	return true
}
