// This file defines what any number of copies of the threads reach in several rounds, along
// the explicit control flow.

package getafix

import (
	"errors"
	"slices"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/bdd"
)

// A copySearch takes copy after copy, each through all its turns. Between two copies it knows
// the globals there in each round (the rows), and with which globals the rounds but the first
// began (the guesses); nothing else of the copies before matters to those behind. Where a
// round began is where the one before must end. That is looked at where a copy reaches the
// target in the last round, since that may be the last copy: one behind it may as well come
// before all others and take each of its turns in the next round. It is what the formulas of
// [Parameterised] say, but forwards from copy to copy, with sets of states for relations
// between states of all rounds.
type copySearch struct {
	*configSearch
	rows, guesses [][]bdd.Var // by round, from 0 on; the first has no guess
	// compared has the globals that are compared where a round ends and the next one begins:
	// guesses are about them only. With fewer, more seems to be reached, for less work.
	compared []int
	meet     bdd.Node // each round but the last ends where the next one began
	hit      bool     // the target is reached
}

// newCopySearch begins a search of so many rounds, or returns nil if stacks have no bound.
func newCopySearch(c *checker, limits bdd.Options, rounds int, compared []int) *copySearch {
	base := newConfigSearch(c.base, limits, true, 2*rounds-1)
	if base == nil {
		return nil
	}
	s := &copySearch{
		configSearch: base, rows: base.ends[:rounds], guesses: slices.Concat([][]bdd.Var{nil}, base.ends[rounds:]),
		compared: compared, meet: bdd.True,
	}
	s.m.RegisterVars(&s.meet)
	return s
}

// A leftover has the globals that the last of some rounds may leave behind, by their number
// from 1 on, in a manager of their own, which never collects.
type leftover struct {
	m    *bdd.Manager
	vars []bdd.Var // by global
	sets []bdd.Node
}

func newLeftover(c *checker) *leftover {
	m := bdd.New(c.calculus.Limits)
	return &leftover{m: m, vars: m.NewVars(c.base.program.Layout.Shared)}
}

// add takes over what a set says of a row.
func (l *leftover) add(s *configSearch, set bdd.Node, row []bdd.Var) {
	set = s.m.Exists(set, s.m.Minus(s.m.Support(set), s.m.NewVarSet(pick(row, s.used)...)))
	l.sets = append(l.sets, l.m.Transfer(s.m, set, func(v bdd.Var) bdd.Var { return l.vars[slices.Index(row, v)] }))
}

// in returns the set of a number of rounds over a row.
func (l *leftover) in(s *configSearch, rounds int, row []bdd.Var) bdd.Node {
	return s.m.Transfer(l.m, l.sets[rounds-1], func(v bdd.Var) bdd.Var { return row[slices.Index(l.vars, v)] })
}

// firstCompared is how many globals are compared at first.
var firstCompared = 4

// fewNodes is how many nodes a search may have as long as not all are compared.
const fewNodes = 1 << 22

// several tries from two rounds up to a number of them, until there is an answer, given what
// one round leaves behind. It compares ever more globals at the ends of rounds, those first
// that have most to do with the target, until that is not reached or all are compared. If
// stacks have no bound, nothing is tried.
func (r *RoundResult) several(c *checker, most int, left *leftover) error {
	near := c.base.nearest()
	n := min(firstCompared, len(near))
	for k := 2; k <= most; {
		since, limits := time.Now(), c.calculus.Limits
		if n < len(near) && (limits.MaxNodes <= 0 || limits.MaxNodes > fewNodes) {
			limits.MaxNodes = fewNodes
		}
		s := newCopySearch(c, limits, k, near[:n])
		if s == nil {
			return nil
		}
		known, err := s.explore(left)
		if n < len(near) && (s.hit || errors.Is(err, bdd.ErrNodes)) {
			if n += (n + 1) / 2; err != nil || n > len(near) {
				n = len(near)
			}
			continue
		}
		if err != nil {
			return err
		}
		r.note(RoundStats{Round: k, Reached: s.hit, Rounds: s.visited(), Nodes: s.m.Size(known), Peak: s.m.NodeCount(), Time: time.Since(since)})
		if s.hit {
			r.Verdict = algorithms.Unsafe
			return nil
		}
		left.add(s.configSearch, known, s.rows[k-1])
		k++
	}
	r.Verdict = algorithms.Safe
	return nil
}

// explore takes copies until that leads to nothing new, or one has reached the target in the
// last round, given what fewer rounds leave behind. It returns what is known between copies.
func (s *copySearch) explore(left *leftover) (known bdd.Node, err error) {
	set := s.to(s.rows[0], s.only(s.begin, threadSet{}))
	for r := 1; r < len(s.rows); r++ {
		begin := left.in(s.configSearch, r, s.rows[r])
		set = s.m.And(set, s.m.And(begin, s.equal(s.rows[r], s.guesses[r], s.compared)))
		s.meet = s.m.And(s.meet, s.equal(s.rows[r-1], s.guesses[r], s.compared))
	}
	known, fresh, next := set, set, bdd.False
	roots := s.m.RegisterVars(&known, &fresh, &next)
	defer roots.Unregister()
	for fresh != bdd.False {
		next = bdd.False
		for t := range s.stacks {
			behind, err := s.turns(t, fresh)
			if err != nil || s.hit {
				return known, err
			}
			next = s.m.Or(next, behind)
		}
		fresh = s.m.Diff(next, known)
		known = s.m.Or(known, next)
	}
	return known, s.m.Err()
}

// turns lets a copy of a thread take all its turns.
func (s *copySearch) turns(t int, set bdd.Node) (bdd.Node, error) {
	place := s.stacks[t].place
	set = s.m.And(set, s.is(place, beginning))
	idle := bdd.False
	roots := s.m.RegisterVars(&set, &idle)
	defer roots.Unregister()
	for r, row := range s.rows {
		set = s.from(row, set)
		// It does not go on any more, or not yet.
		idle = s.m.And(set, s.m.Or(s.is(place, nowhere), s.is(place, beginning)))
		last := r == len(s.rows)-1
		if last {
			idle = s.forget(t, idle)
			if err := s.aim(t, set); err != nil || s.hit {
				return bdd.False, err
			}
		}
		if err := s.move(t, set, !last); err != nil {
			return bdd.False, err
		}
		end, err := s.end(t, !last, false)
		if err != nil {
			return bdd.False, err
		}
		set = s.to(row, s.m.Or(end, idle))
	}
	return set, s.m.Err()
}

// aim finds out whether a thread reaches the target in its last turn, and all rounds fit.
func (s *copySearch) aim(t int, set bdd.Node) error {
	if !s.stacks[t].aims {
		return nil
	}
	found, err := s.origins(t, set, bdd.False, false)
	s.hit = err == nil && !s.m.Disjoint(found, s.meet)
	return err
}

// from and to rename the globals of a row to those now, and back.
func (s *copySearch) from(row []bdd.Var, set bdd.Node) bdd.Node {
	return s.m.Rename(set, s.m.NewRenaming(pick(row, s.used), pick(s.now.Globals, s.used)))
}

func (s *copySearch) to(row []bdd.Var, set bdd.Node) bdd.Node {
	return s.m.Rename(set, s.m.NewRenaming(pick(s.now.Globals, s.used), pick(row, s.used)))
}
