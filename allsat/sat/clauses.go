// This file defines what a solver holds as a formula.

package sat

import "iter"

// Clauses returns clauses that are equivalent to those that have been added: without what is
// true for good, and with what is known for good as clauses of one literal. The slice is
// used again.
func (s *Solver) Clauses() iter.Seq[[]Lit] {
	return func(yield func([]Lit) bool) {
		if s.unsat {
			yield(nil)
			return
		}
		var clause []Lit
		for _, l := range s.trail {
			if !yield(append(clause[:0], l.lit())) {
				return
			}
		}
		for l, list := range s.implied {
			for _, m := range list {
				// Each clause is in two lists.
				if a := literal(l) ^ 1; a < m && s.value[a] <= 0 && s.value[m] <= 0 &&
					!yield(append(clause[:0], a.lit(), m.lit())) {
					return
				}
			}
		}
		for c := ref(1); c < s.clauses.end(); c = s.clauses.next(c) {
			if *s.clauses.head(c)&(learned|garbage) != 0 {
				continue
			}
			clause = clause[:0]
			satisfied := false
			for _, l := range s.clauses.lits(c) {
				satisfied = satisfied || s.value[l] > 0
				if s.value[l] == 0 {
					clause = append(clause, literal(l).lit())
				}
			}
			if !satisfied && !yield(clause) {
				return
			}
		}
	}
}
