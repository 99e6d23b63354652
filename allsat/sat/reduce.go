// This file defines which learned clauses are forgotten, and how the arena is collected.

package sat

import (
	"cmp"
	"slices"
)

// Learned clauses are in three tiers by their glue (Oh 2015). Those of the first stay. Those
// of the second stay while they take part in conflicts: for two reductions after the last
// one. Of the others half goes, if they did not take part since the last reduction: those of
// more glue first, of equal glue the longer ones.
const (
	keepGlue = 2
	tierGlue = 6
)

// The conflicts between reductions grow by reduceStep.
const (
	reduceFirst = 300
	reduceStep  = 300
)

// reduce forgets learned clauses and collects the arena, at level 0.
func (s *Solver) reduce() {
	s.stats.Reductions++
	var old []ref
	for _, c := range s.learned {
		h := s.clauses.head(c)
		glue := s.clauses.glue(c)
		switch used := *h & usedMask; {
		case glue <= keepGlue:
		case used > 0:
			*h -= usedOnce
		default:
			old = append(old, c)
		}
	}
	slices.SortFunc(old, func(c, d ref) int {
		return cmp.Or(s.clauses.glue(d)-s.clauses.glue(c), int(s.clauses[d])-int(s.clauses[c]), int(c)-int(d))
	})
	for _, c := range old[:len(old)*3/4] {
		*s.clauses.head(c) |= garbage
	}
	s.collectArena()
	s.nextReduce = s.stats.Conflicts + reduceFirst + reduceStep*s.stats.Reductions
}

// collectArena takes out of the arena what is garbage or satisfied, and out of clauses the
// literals that are false for good. All clauses are watched anew. It is called at level 0
// after propagation, when values have no reason that is a clause.
func (s *Solver) collectArena() {
	changed := len(s.trail) > s.cleaned
	s.cleaned = len(s.trail)
	if changed {
		s.cleanBinary()
	}
	for l := range s.watches {
		s.watches[l] = s.watches[l][:0]
	}
	s.learned = s.learned[:0]
	from := s.clauses
	to := from[:1]
	for c, next := ref(1), ref(0); c < from.end(); c = next {
		next = from.next(c) // the clause is overwritten
		h := *from.head(c)
		lits := from.lits(c)
		if h&garbage != 0 || changed && s.satisfied(lits) {
			s.forget(lits)
			continue
		}
		if changed {
			if lits = s.shorten(lits); len(lits) == 2 {
				s.attachBinary(literal(lits[0]), literal(lits[1]))
				continue
			}
		}
		d := to.end()
		to = append(append(to, uint32(len(lits)), min(h>>glueShift, uint32(len(lits)-1))<<glueShift|h&(1<<glueShift-1)), lits...)
		if h&learned != 0 {
			s.learned = append(s.learned, d)
		}
		s.watch(d)
	}
	s.clauses = to
}

// satisfied reports whether a literal of a clause is true for good.
func (s *Solver) satisfied(lits []uint32) bool {
	return slices.ContainsFunc(lits, func(l uint32) bool { return s.value[l] > 0 })
}

// shorten takes false literals out of a clause, in place.
func (s *Solver) shorten(lits []uint32) []uint32 {
	s.clause = s.clause[:0]
	for _, l := range lits {
		if s.value[l] == 0 {
			s.clause = append(s.clause, literal(l))
		}
	}
	if len(s.clause) == len(lits) {
		return lits
	}
	s.proof.add(s.clause...)
	s.forget(lits)
	for i, l := range s.clause {
		lits[i] = uint32(l)
	}
	return lits[:len(s.clause)]
}

// forget writes to the proof that a clause goes.
func (s *Solver) forget(lits []uint32) {
	if s.proof.w == nil {
		return
	}
	list := make([]literal, len(lits))
	for i, l := range lits {
		list[i] = literal(l)
	}
	s.proof.forget(list...)
}

// cleanBinary takes out satisfied clauses of two literals. They stay in the proof, where they
// do no harm. After propagation a clause with a literal that has a value is satisfied.
func (s *Solver) cleanBinary() {
	for l := range s.implied {
		if s.value[l] != 0 {
			s.implied[l] = nil
			continue
		}
		s.implied[l] = slices.DeleteFunc(s.implied[l], func(m literal) bool { return s.value[m] != 0 })
	}
}

// attach puts a clause of at least three literals into the arena and watches the first two.
func (s *Solver) attach(lits []literal, h head) ref {
	c := s.clauses.add(lits, h)
	s.watch(c)
	return c
}

// watch watches the first two literals of a clause.
func (s *Solver) watch(c ref) {
	lits := s.clauses.lits(c)
	a, b := literal(lits[0]), literal(lits[1])
	s.watches[a^1] = append(s.watches[a^1], watch{c, b})
	s.watches[b^1] = append(s.watches[b^1], watch{c, a})
}

// attachBinary keeps a clause of two literals.
func (s *Solver) attachBinary(a, b literal) {
	s.implied[a^1] = append(s.implied[a^1], b)
	s.implied[b^1] = append(s.implied[b^1], a)
}
