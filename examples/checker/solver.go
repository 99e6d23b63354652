// This file defines a small SAT solver.

package main

import (
	"slices"
)

// A solver decides whether clauses have a model, by learning clauses from conflicts.
type solver struct {
	watches  [][][]int // for each literal, the clauses with it as one of their first two
	value    []int8    // of each literal: 1 true, -1 false, 0 open
	level    []int     // of each variable: how many decisions there were
	reason   [][]int   // the clause that made it true or false, its literal first
	activity []float64
	step     float64
	trail    []int
	marks    []int // lengths of the trail before each decision
	head     int   // in the trail: who watches those before it has been asked
	no       bool  // there is no model at all
}

func newSolver(variables int) *solver {
	return &solver{
		watches: make([][][]int, 2*variables), value: make([]int8, 2*variables), level: make([]int, variables),
		reason: make([][]int, variables), activity: make([]float64, variables), step: 1,
	}
}

func (s *solver) add(clause ...int) {
	s.back(0)
	slices.Sort(clause)
	clause = slices.Compact(clause)
	var open []int
	for _, lit := range clause {
		if s.value[lit] == 1 || slices.Contains(clause, lit^1) {
			return
		}
		if s.value[lit] == 0 {
			open = append(open, lit)
		}
	}
	switch len(open) {
	case 0:
		s.no = true
	case 1:
		s.assign(open[0], nil)
		s.no = s.no || s.propagate() != nil
	default:
		s.watch(open)
	}
}

func (s *solver) watch(clause []int) {
	for _, lit := range clause[:2] {
		s.watches[lit] = append(s.watches[lit], clause)
	}
}

func (s *solver) assign(lit int, reason []int) {
	s.value[lit], s.value[lit^1] = 1, -1
	s.level[lit/2], s.reason[lit/2] = len(s.marks), reason
	s.trail = append(s.trail, lit)
}

// back takes back all decisions but some.
func (s *solver) back(level int) {
	if level < len(s.marks) {
		for _, lit := range s.trail[s.marks[level]:] {
			s.value[lit], s.value[lit^1] = 0, 0
		}
		s.trail, s.marks = s.trail[:s.marks[level]], s.marks[:level]
		s.head = len(s.trail)
	}
}

// propagate makes true what is the last open literal of a clause. It returns a clause that is false, or nil.
func (s *solver) propagate() []int {
	for s.head < len(s.trail) {
		lit := s.trail[s.head] ^ 1 // is false
		s.head++
		all := s.watches[lit]
		keep := all[:0]
		for i, clause := range all {
			if clause[0] == lit {
				clause[0], clause[1] = clause[1], lit
			}
			if s.value[clause[0]] != 1 {
				if k := slices.IndexFunc(clause[2:], func(lit int) bool { return s.value[lit] >= 0 }); k >= 0 {
					clause[1], clause[k+2] = clause[k+2], lit
					s.watches[clause[1]] = append(s.watches[clause[1]], clause)
					continue
				}
			}
			if keep = append(keep, clause); s.value[clause[0]] == -1 {
				s.watches[lit] = append(keep, all[i+1:]...)
				return clause
			}
			if s.value[clause[0]] == 0 {
				s.assign(clause[0], clause)
			}
		}
		s.watches[lit] = keep
	}
	return nil
}

// analyze returns what follows from a clause that is false: a clause with one literal of the last decision, its first,
// and the number of decisions after which the others are false, the second of them not before.
func (s *solver) analyze(clause []int) (learned []int, level int) {
	seen, open := map[int]bool{}, 0
	learned = []int{0}
	for i := len(s.trail) - 1; ; i-- {
		for _, lit := range clause {
			if v := lit / 2; s.value[lit] == -1 && !seen[v] && s.level[v] > 0 {
				seen[v] = true
				if s.activity[v] += s.step; s.level[v] == len(s.marks) {
					open++
				} else if learned = append(learned, lit); s.level[v] > level {
					level = s.level[v]
					learned[1], learned[len(learned)-1] = lit, learned[1]
				}
			}
		}
		for !seen[s.trail[i]/2] {
			i--
		}
		if open--; open == 0 {
			learned[0] = s.trail[i] ^ 1
			return learned, level
		}
		clause = s.reason[s.trail[i]/2]
	}
}

// solve reports whether there is a model in which these literals are true.
func (s *solver) solve(literals ...int) bool {
	s.back(0)
	for !s.no {
		if clause := s.propagate(); clause != nil {
			if len(s.marks) == 0 {
				s.no = true
				break
			}
			learned, level := s.analyze(clause)
			s.back(level)
			if s.step *= 1.05; s.step > 1e100 {
				for v := range s.activity {
					s.activity[v] /= 1e100
				}
				s.step /= 1e100
			}
			if len(learned) > 1 {
				s.watch(learned)
			}
			s.assign(learned[0], learned)
			continue
		}
		lit := -1 // the next decision
		if d := len(s.marks); d < len(literals) {
			if lit = literals[d]; s.value[lit] == -1 {
				return false
			}
		} else {
			for v, a := range s.activity {
				if s.value[2*v] == 0 && (lit < 0 || a > s.activity[lit/2]) {
					lit = 2*v + 1
				}
			}
			if lit < 0 {
				return true
			}
		}
		if s.marks = append(s.marks, len(s.trail)); s.value[lit] == 0 {
			s.assign(lit, nil)
		}
	}
	return false
}
