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
// round began is where the one before is to end: that is asked last. It is what the formulas
// of [Parameterised] say, but forwards from copy to copy, with sets of states for relations
// between states of all rounds.
type copySearch struct {
	*configSearch
	rows, guesses [][]bdd.Var // by round, from 0 on; the first has no guess
	// compared has the globals that are compared where a round ends and the next one begins:
	// guesses are about them only. With fewer, more seems to be reached, for less work.
	compared []int
	// hits has where some copy reached the target in the last round, which does not matter
	// any more then: over the rows but the last, and all guesses.
	hits bdd.Node
}

// newCopySearch begins a search of so many rounds, or returns nil if stacks have no bound.
func newCopySearch(c *checker, limits bdd.Options, rounds int, compared []int) *copySearch {
	base := newConfigSearch(c.base, limits, true, 2*rounds-1)
	if base == nil {
		return nil
	}
	s := &copySearch{
		configSearch: base, rows: base.ends[:rounds], guesses: slices.Concat([][]bdd.Var{nil}, base.ends[rounds:]),
		compared: compared, hits: bdd.False,
	}
	s.m.RegisterVars(&s.hits)
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
		reached, known, err := s.explore(left)
		if n < len(near) && (reached || errors.Is(err, bdd.ErrNodes)) {
			if n += (n + 1) / 2; err != nil || n > len(near) {
				n = len(near)
			}
			continue
		}
		if err != nil {
			return err
		}
		r.note(RoundStats{Round: k, Reached: reached, Rounds: s.visited(), Nodes: s.m.Size(known), Peak: s.m.NodeCount(), Time: time.Since(since)})
		if reached {
			r.Verdict = algorithms.Unsafe
			return nil
		}
		left.add(s.configSearch, known, s.rows[k-1])
		k++
	}
	r.Verdict = algorithms.Safe
	return nil
}

// explore reports whether copies get to the target in the last round, given what fewer rounds
// leave behind, and returns what is known between copies.
func (s *copySearch) explore(left *leftover) (reached bool, known bdd.Node, err error) {
	set, meet := s.to(s.rows[0], s.only(s.begin, threadSet{})), bdd.True
	for r := 1; r < len(s.rows); r++ {
		begin := left.in(s.configSearch, r, s.rows[r])
		set = s.m.And(set, s.m.And(begin, s.equal(s.rows[r], s.guesses[r], s.compared)))
		meet = s.m.And(meet, s.equal(s.rows[r-1], s.guesses[r], s.compared))
	}
	tried := bdd.False
	roots := s.m.RegisterVars(&meet, &tried)
	defer roots.Unregister()
	known, err = s.close(set, len(s.rows), func(bdd.Node) (bool, error) {
		fresh := s.m.Diff(s.hits, tried)
		tried = s.hits
		_, err := s.close(fresh, len(s.rows)-1, func(fresh bdd.Node) (bool, error) {
			reached = !s.m.Disjoint(fresh, meet)
			return reached, s.m.Err()
		})
		return reached, err
	})
	return reached, known, err
}

// close lets copies take their turns in so many rounds, one after the other, until that leads
// to nothing new, or behind some copy it is done.
func (s *copySearch) close(set bdd.Node, rounds int, done func(fresh bdd.Node) (bool, error)) (known bdd.Node, err error) {
	known, fresh, next := set, set, bdd.False
	roots := s.m.RegisterVars(&known, &fresh, &next)
	defer roots.Unregister()
	for {
		if end, err := done(fresh); end || err != nil || fresh == bdd.False {
			return known, err
		}
		next = bdd.False
		for t := range s.stacks {
			behind, err := s.turns(t, fresh, rounds)
			if err != nil {
				return bdd.False, err
			}
			next = s.m.Or(next, behind)
		}
		fresh = s.m.Diff(next, known)
		known = s.m.Or(known, next)
	}
}

// turns lets a copy of a thread take its turns in so many rounds.
func (s *copySearch) turns(t int, set bdd.Node, rounds int) (bdd.Node, error) {
	place := s.stacks[t].place
	set = s.m.And(set, s.is(place, beginning))
	idle := bdd.False // it does not go on any more
	roots := s.m.RegisterVars(&set, &idle)
	defer roots.Unregister()
	for r := range rounds {
		last := r == rounds-1
		set = s.from(s.rows[r], set)
		if idle = s.m.And(set, s.is(place, nowhere)); last {
			idle = s.forget(t, idle)
		}
		if r == len(s.rows)-1 && s.stacks[t].aims {
			if err := s.hit(t, set); err != nil {
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
		set = s.to(s.rows[r], s.m.Or(end, idle))
	}
	return set, s.m.Err()
}

// hit notes where a thread reaches the target from a set of configurations.
func (s *copySearch) hit(t int, set bdd.Node) error {
	found, err := s.origins(t, set, bdd.False, false)
	var rest []bdd.Var
	for r := 1; r < len(s.rows); r++ {
		rest = slices.Concat(rest, pick(s.rows[r-1], s.used), pick(s.guesses[r], s.compared))
	}
	found = s.m.Exists(found, s.m.Minus(s.m.Support(found), s.m.NewVarSet(rest...)))
	s.hits = s.m.Or(s.hits, found)
	return err
}

// from and to rename the globals of a row to those now, and back.
func (s *copySearch) from(row []bdd.Var, set bdd.Node) bdd.Node {
	return s.m.Rename(set, s.m.NewRenaming(pick(row, s.used), pick(s.now.Globals, s.used)))
}

func (s *copySearch) to(row []bdd.Var, set bdd.Node) bdd.Node {
	return s.m.Rename(set, s.m.NewRenaming(pick(s.now.Globals, s.used), pick(row, s.used)))
}
