// This file defines unit propagation by two watched literals (Moskewicz and others 2001),
// with blocking literals (Chu, Harwood, Stuckey 2009) and lists of their own for clauses of
// two literals.

package sat

// A watch is a clause of three and more literals in the list of a literal that it watches. If
// the blocker, another literal of the clause, is true, the clause need not be looked at.
type watch struct {
	clause  ref
	blocker literal
}

// A reason is why a variable has its value: a clause, or for a clause of two literals the other
// literal with the upper bit set. 0 is for decisions, and for what has its value for good.
type reason uint32

const binary reason = 1 << 31

// A place is where in the search a variable got its value.
type place struct {
	level  int32
	reason reason
}

// assign makes a literal true.
func (s *Solver) assign(l literal, why reason) {
	s.value[l], s.value[l^1] = 1, -1
	s.place[l>>1] = place{int32(len(s.levels)), why}
	s.trail = append(s.trail, l)
}

// propagate assigns what follows by unit clauses. It returns a clause all of whose literals
// are false, 0 if there is none; of a clause of two literals s.other is one and the other in
// the result.
func (s *Solver) propagate() reason {
	begin := s.head
	conflict := reason(0)
	value := s.value
	for s.head < len(s.trail) && conflict == 0 {
		l := s.trail[s.head]
		s.head++
		for _, m := range s.implied[l] {
			if v := value[m]; v == 0 {
				s.assign(m, binary|reason(l^1))
			} else if v < 0 {
				s.other, conflict = l^1, binary|reason(m)
				break
			}
		}
		if conflict == 0 {
			conflict = s.visit(l)
		}
	}
	s.stats.Propagations += int64(s.head - begin)
	if conflict != 0 {
		s.head = len(s.trail)
	}
	return conflict
}

// visit looks at the clauses that watch the negation of l, which has become true. Each gets
// another literal to watch, or is satisfied, or unit, or false.
func (s *Solver) visit(l literal) reason {
	no := uint32(l ^ 1)
	list := s.watches[l]
	value := s.value
	clauses := s.clauses
	kept := 0
	s.work += int64(len(list)>>3) + 1
	for i := 0; i < len(list); i++ {
		w := list[i]
		list[kept] = w
		kept++
		if value[w.blocker] > 0 {
			continue
		}
		s.work++
		c := w.clause
		lits := clauses.lits(c)
		if len(lits) < 3 {
			continue // never; it saves checks of bounds
		}
		other := lits[0] ^ lits[1] ^ no
		known := value[other]
		if known > 0 {
			list[kept-1].blocker = literal(other)
			continue
		}
		found := 0
		for k := 2; k < len(lits); k++ {
			if value[lits[k]] >= 0 {
				found = k
				break
			}
		}
		switch {
		case found > 0:
			m := lits[found]
			if value[m] > 0 {
				list[kept-1].blocker = literal(m)
				continue
			}
			lits[0], lits[1], lits[found] = other, m, no
			s.watches[m^1] = append(s.watches[m^1], watch{c, literal(other)})
			kept--
		case known == 0:
			lits[0], lits[1] = other, no
			s.assign(literal(other), reason(c))
		default:
			kept += copy(list[kept:], list[i+1:])
			s.watches[l] = list[:kept]
			return reason(c)
		}
	}
	s.watches[l] = list[:kept]
	return 0
}

// backtrack takes back what was assigned behind a level. Variables remember their value for
// when they are decided next (phase saving: Pipatsrisawat and Darwiche 2007).
func (s *Solver) backtrack(level int) {
	if level >= len(s.levels) {
		return
	}
	begin := s.levels[level]
	for _, l := range s.trail[begin:] {
		s.value[l], s.value[l^1] = 0, 0
		s.phase[l>>1] = uint8(l & 1)
		s.order.insert(Var(l >> 1))
	}
	s.trail = s.trail[:begin]
	s.levels = s.levels[:level]
	s.head = min(s.head, begin)
}

// settle propagates at level 0, where values are for good, and reports whether there is no
// conflict. What follows is a clause of the proof, so that clauses that are satisfied need
// not be kept for it.
func (s *Solver) settle() bool {
	if s.unsat {
		return false
	}
	begin := s.head
	if s.propagate() != 0 {
		s.refute()
		return false
	}
	for _, l := range s.trail[begin:] {
		if p := &s.place[l>>1]; p.reason != 0 {
			p.reason = 0
			s.proof.add(l)
		}
	}
	return true
}

// refute notes that the clauses have no model.
func (s *Solver) refute() {
	s.unsat = true
	s.proof.add()
}
