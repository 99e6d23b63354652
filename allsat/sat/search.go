// This file defines the search.

package sat

import "context"

// search decides whether the clauses have a model with the assumptions.
func (s *Solver) search(ctx context.Context) Status {
	begin := s.stats.Conflicts
	if !s.settle() {
		return Unsat
	}
	if s.err = ctx.Err(); s.err != nil {
		return Unknown
	}
	for {
		conflict := reason(0)
		if len(s.levels) > 0 {
			conflict = s.propagate()
		} else if !s.settle() {
			return Unsat
		}
		switch {
		case conflict != 0:
			s.stats.Conflicts++
			room := s.learn(conflict)
			if s.limited(ctx, s.stats.Conflicts-begin, room) {
				return Unknown
			}
		case s.restart.due():
			s.stats.Restarts++
			s.restart.restarted()
			s.backtrack(len(s.assumptions))
		case s.stats.Conflicts >= s.nextReduce:
			s.backtrack(0)
			if s.settle() {
				s.reduce()
			}
		default:
			if s.decide() {
				if s.stats.Decisions%contextDecisions == 0 && ctx.Err() != nil {
					s.err = ctx.Err()
					return Unknown
				}
				continue
			}
			if s.failed != nil {
				return Unsat
			}
			return Sat
		}
	}
}

// decide begins a level with the next assumption, or else with a variable. It returns false
// if all variables have values, or if an assumption is false: then s.failed says why.
func (s *Solver) decide() bool {
	for len(s.levels) < len(s.assumptions) {
		l := s.assumptions[len(s.levels)]
		if s.value[l] < 0 {
			s.fail(l)
			return false
		}
		s.beginLevel()
		if s.value[l] == 0 {
			s.assign(l, 0)
			return true
		}
	}
	// Once all variables have values, those in the heap need not be taken out.
	for len(s.trail) < len(s.place)-1 {
		v := s.order.pop()
		l := literal(v)<<1 | literal(s.phase[v])
		if s.value[l] == 0 {
			s.stats.Decisions++
			s.beginLevel()
			s.assign(l, 0)
			return true
		}
	}
	return false
}

func (s *Solver) beginLevel() {
	s.levels = append(s.levels, len(s.trail))
	for len(s.stamps) <= len(s.levels) { // there may be more assumptions than variables
		s.stamps = append(s.stamps, 0)
	}
}

// fail says which assumptions make assumption l false: those that its falsity rests on.
func (s *Solver) fail(l literal) {
	s.clause = append(s.clause[:0], l^1)
	s.need(l)
	s.decisions()
	s.failed = []Lit{}
	for _, m := range s.clause {
		s.failed = append(s.failed, (m ^ 1).lit())
	}
	if len(s.failed) != 2 || s.failed[0] != -s.failed[1] { // which no proof needs
		s.proof.add(s.clause...)
	}
}

// decisions appends to s.clause the negations of the decisions that marked literals rest on, and
// takes the marks away.
func (s *Solver) decisions() {
	for i := len(s.trail) - 1; len(s.levels) > 0 && i >= s.levels[0]; i-- {
		l := s.trail[i]
		if s.mark[l>>1] == 0 {
			continue
		}
		s.mark[l>>1] = 0
		if why := s.place[l>>1].reason; why != 0 {
			s.rests(why, l)
		} else {
			s.clause = append(s.clause, l^1)
		}
	}
}

// rests marks the literals of a reason but l.
func (s *Solver) rests(why reason, l literal) {
	if why&binary != 0 {
		s.need(literal(why &^ binary))
		return
	}
	for _, k := range s.clauses.lits(ref(why)) {
		if literal(k) != l {
			s.need(literal(k))
		}
	}
}

// need marks a literal unless it has its value for good.
func (s *Solver) need(l literal) {
	if s.place[l>>1].level > 0 {
		s.mark[l>>1] = seen
	}
}
