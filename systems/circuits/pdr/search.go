// This file defines the search.

package pdr

import (
	"context"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/internal/verdict"
)

// A search is what is known so far.
type search struct {
	ctx     context.Context
	sys     *system
	options Options
	frames  [][]cube // see frames.go
	// Two solvers have all frames. One is asked about steps, the other one about bad states,
	// so that no question about a step has to give values to what only bad states rest on.
	solver, ends *solver
	asked        *solver // the one that was asked last
	lifter       *lifter
	stats        Stats
	bytes        int64 // of cubes
	err          error // of a query that has no answer

	activity []int // by literal: clauses that had it
	scratch  []sat.Lit
	marks    map[sat.Lit]bool
}

func newSearch(ctx context.Context, sys *system, o Options) *search {
	return &search{
		ctx: ctx, sys: sys, options: o, frames: make([][]cube, 1), lifter: newLifter(sys),
		activity: make([]int, 2*len(sys.Latches)), marks: map[sat.Lit]bool{}, stats: Stats{Bound: -1},
	}
}

// run goes through the bounds one by one.
func (s *search) run() Result {
	s.solver, s.ends = s.newSolver(), s.newSolver()
	if s.violates(0) == sat.Sat {
		return s.unsafe(s.obligation(nil, 0))
	}
	for k := 1; s.err == nil; k++ {
		s.stats.Bound = k - 1
		s.report()
		if s.options.Bound > 0 && k > s.options.Bound {
			return Result{Reason: verdict.Bound, Bound: k - 1}
		}
		if k == 1 {
			s.extend()
		}
		for s.violates(k) == sat.Sat {
			if first := s.block(s.obligation(nil, k)); first != nil {
				return s.unsafe(first)
			}
		}
		if s.err != nil {
			break
		}
		s.extend()
		if i := s.propagate(); i > 0 {
			return Result{Verdict: Safe, Invariant: s.invariant(i + 1), Bound: k}
		}
	}
	return Result{Reason: verdict.ReasonOf(s.err, sat.ErrMemory, sat.ErrLiteral), Bound: s.stats.Bound}
}

func (s *search) unsafe(first *obligation) Result {
	run := s.runOf(first)
	return Result{Verdict: Unsafe, Run: run, Bound: len(run.Inputs) - 1}
}

// invariant returns the clauses of a frame, as they are in all frames of a run but the first.
func (s *search) invariant(k int) [][]aig.Lit {
	clauses := [][]aig.Lit{}
	for _, list := range s.frames[k:] {
	cubes:
		for _, c := range list {
			clause := []aig.Lit{}
			for _, l := range c.lits {
				i := l.latch()
				if i != s.sys.later {
					clause = append(clause, s.sys.whole[i].NotIf(l&1 == 0))
				} else if l&1 != 0 { // the cube is of first frames only
					continue cubes
				}
			}
			clauses = append(clauses, clause)
		}
	}
	return clauses
}

// report tells of progress.
func (s *search) report() {
	if s.options.Event != nil {
		s.options.Event(s.statistics())
	}
}

func (s *search) statistics() Stats {
	st := s.stats
	st.Latches = len(s.sys.Latches)
	for _, list := range s.frames {
		st.Clauses += len(list)
	}
	for _, v := range []*solver{s.solver, s.ends} {
		now := v.Stats()
		st.Conflicts += now.Conflicts
		st.Bytes += now.Bytes
	}
	return st
}
