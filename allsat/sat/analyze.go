// This file defines what is learned from a conflict: the clause of the first unique
// implication point (Marques-Silva and Sakallah 1999; Zhang and others 2001).

package sat

import "slices"

// Marks of a variable while a conflict is analyzed.
const (
	seen        uint8 = 1 << iota // it is in the clause to be learned, or was resolved
	removable                     // its literal follows from others of the clause
	irremovable                   // it does not
)

// learn makes a clause from a conflict above level 0, goes back to the first level at which
// the clause is unit, and draws the conclusion. It returns false if there is no room.
func (s *Solver) learn(conflict reason) bool {
	s.resolve(conflict)
	s.minimize()
	clause := s.clause
	glue := glueOf(s, clause)
	s.bump()
	s.unmark()

	level := 0
	if len(clause) > 1 {
		second := 1
		for i, l := range clause[2:] {
			if s.place[l>>1].level > s.place[clause[second]>>1].level {
				second = i + 2
			}
		}
		clause[1], clause[second] = clause[second], clause[1]
		level = int(s.place[clause[1]>>1].level)
	}
	s.restart.conflict(glue, s.stats.Conflicts, s.work)
	s.backtrack(level)
	if s.overfull(len(clause)) {
		return false
	}
	s.proof.add(clause...)
	s.assign(clause[0], s.attachLearned(clause, glue))
	return true
}

// attachLearned keeps a learned clause and returns it as the reason of its first literal.
func (s *Solver) attachLearned(clause []literal, glue int) reason {
	switch len(clause) {
	case 1:
		return 0
	case 2:
		s.attachBinary(clause[0], clause[1])
		return binary | reason(clause[1])
	}
	c := s.attach(clause, learned|2*usedOnce)
	s.clauses.setGlue(c, glue)
	s.learned = append(s.learned, c)
	return reason(c)
}

// resolve puts into s.clause what remains when the false clause is resolved with the reasons
// of its literals, from the last one back, until one literal of the level is left. That is
// the first literal of the result.
func (s *Solver) resolve(conflict reason) {
	s.clause = append(s.clause[:0], none)
	level := int32(len(s.levels))
	open := 0 // marked literals of the level
	if conflict&binary != 0 {
		open += s.collect(s.other, level)
	}
	at := len(s.trail)
	for why := conflict; ; {
		if why&binary != 0 {
			open += s.collect(literal(why&^binary), level)
		} else {
			c := ref(why)
			s.use(c)
			for _, l := range s.clauses.lits(c) {
				open += s.collect(literal(l), level)
			}
		}
		for at--; s.mark[s.trail[at]>>1] == 0; at-- {
		}
		l := s.trail[at]
		if open--; open == 0 {
			s.clause[0] = l ^ 1
			return
		}
		why = s.place[l>>1].reason
	}
}

// collect marks a literal of a clause that is resolved, and returns 1 if it is of the level
// and was not marked. Those of lower levels, but 0, are part of the result.
func (s *Solver) collect(l literal, level int32) int {
	v := l >> 1
	p := s.place[v].level
	if s.mark[v] != 0 || p == 0 {
		return 0
	}
	s.mark[v] = seen
	s.marked = append(s.marked, Var(v))
	if p == level {
		return 1
	}
	s.clause = append(s.clause, l)
	return 0
}

// use notes that a learned clause took part in a conflict. Its glue may have become smaller.
func (s *Solver) use(c ref) {
	h := *s.clauses.head(c)
	if h&learned == 0 {
		return
	}
	glue := s.clauses.glue(c)
	if glue > keepGlue {
		if g := glueOf(s, s.clauses.lits(c)); g < glue {
			glue = g
			s.clauses.setGlue(c, glue)
		}
	}
	used := usedOnce
	if glue <= tierGlue {
		used = 2 * usedOnce
	}
	p := s.clauses.head(c)
	*p = *p&^usedMask | max(*p&usedMask, used)
}

// unmark forgets all marks.
func (s *Solver) unmark() {
	for _, list := range [][]Var{s.marked, s.extra} {
		for _, v := range list {
			s.mark[v] = 0
		}
	}
	s.marked, s.extra = s.marked[:0], s.extra[:0]
}

// bump makes the variables of a conflict be decided earlier.
func (s *Solver) bump() {
	for _, v := range s.marked {
		s.order.bump(v)
	}
	s.order.inc /= s.restart.decay()
}

// glueOf is the number of levels of a clause (literal block distance: Audemard and Simon,
// "Predicting Learnt Clauses Quality in Modern SAT Solvers", IJCAI 2009).
func glueOf[L ~uint32](s *Solver, clause []L) int {
	s.stamp++
	n := 0
	for _, l := range clause {
		if p := &s.stamps[s.place[l>>1].level]; *p != s.stamp {
			*p = s.stamp
			n++
		}
	}
	return n
}

// minimize takes literals out of s.clause that follow from the others (Sörensson and Biere,
// "Minimizing Learned Clauses", SAT 2009).
func (s *Solver) minimize() {
	s.stamp++ // the levels of the clause
	for _, l := range s.clause {
		s.stamps[s.place[l>>1].level] = s.stamp
	}
	all := s.clause[1:]
	s.stats.Learned += int64(len(s.clause))
	kept := slices.DeleteFunc(all, func(l literal) bool {
		return s.place[l>>1].reason != 0 && s.implies(s.place[l>>1].reason, l, 0)
	})
	s.clause = s.clause[:1+len(kept)]
	s.stats.Minimized += int64(len(all) - len(kept))
}

// maxDepth is how deep reasons of reasons are looked at.
const maxDepth = 1000

// implies reports whether all literals of a reason but l follow from marked ones.
func (s *Solver) implies(why reason, l literal, depth int) bool {
	if why&binary != 0 {
		return s.follows(literal(why&^binary), depth+1)
	}
	for _, m := range s.clauses.lits(ref(why)) {
		if literal(m)>>1 != l>>1 && !s.follows(literal(m), depth+1) {
			return false
		}
	}
	return true
}

// follows reports whether a false literal is one of the clause or follows from them.
func (s *Solver) follows(l literal, depth int) bool {
	v := l >> 1
	p := s.place[v]
	switch m := s.mark[v]; {
	case p.level == 0 || m&(seen|removable) != 0:
		return true
	case p.reason == 0 || m&irremovable != 0 || s.stamps[p.level] != s.stamp || depth > maxDepth:
		return false
	}
	m := irremovable
	ok := s.implies(p.reason, l, depth)
	if ok {
		m = removable
	}
	if s.mark[v] == 0 {
		s.extra = append(s.extra, Var(v))
	}
	s.mark[v] |= m
	return ok
}
