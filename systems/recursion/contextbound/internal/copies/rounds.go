// This file defines what any number of copies of the threads reach in several rounds.

package copies

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/configuration"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/summary"
	"github.com/ijit/ijit/systems/recursion/getafix"
	"github.com/ijit/ijit/systems/recursion/internal/supergraph"
)

// A search takes copy after copy, each through all its turns.
type search struct {
	*configuration.Search
	rows, guesses [][]bdd.Var // by round, from 0 on; the first has no guess
	// compared has the globals that are compared where a round ends and the next one begins:
	// guesses are about them only. With fewer, more seems to be reached, for less work.
	compared []int
	meet     bdd.Node // each round but the last ends where the next one began
	reached  bool     // the target
}

// Rounds finds out whether any number of copies of the threads get to the target in the last
// of so many rounds, if only some globals are compared between rounds; less than all
// of them may make it seem so. If they do not, and all are compared or not, it adds with
// which globals the last round ends. It returns false for ok if stacks have no bound.
func Rounds(g *supergraph.Graph, start getafix.Start, limits bdd.Options, rounds int, compared []int, ends *Ends) (f Figures, reached, ok bool, err error) {
	base := configuration.New(g, start, limits, true, 2*rounds-1)
	if base == nil {
		return Figures{}, false, false, nil
	}
	s := &search{
		Search: base, rows: base.Ends[:rounds], guesses: slices.Concat([][]bdd.Var{nil}, base.Ends[rounds:]),
		compared: compared, meet: bdd.True,
	}
	s.M.RegisterVars(&s.meet)
	known, err := s.explore(start, ends)
	if err != nil {
		return Figures{}, false, true, err
	}
	if !s.reached {
		ends.add(s.Search, known, s.rows[rounds-1])
	}
	return measure(s.Search, known), s.reached, true, nil
}

// explore takes copies until that leads to nothing new, or one has reached the target in the
// last round, given with which globals fewer rounds end. It returns what is known between
// copies.
func (s *search) explore(start getafix.Start, ends *Ends) (known bdd.Node, err error) {
	set := s.Transfer(start.Manager, start.Globals, start.Vars, s.rows[0])
	for r := 1; r < len(s.rows); r++ {
		begin := ends.in(s.Search, r, s.rows[r])
		set = s.M.And(set, s.M.And(begin, s.Equal(s.rows[r], s.guesses[r], s.compared)))
		s.meet = s.M.And(s.meet, s.Equal(s.rows[r-1], s.guesses[r], s.compared))
	}
	known, fresh, next := set, set, bdd.False
	roots := s.M.RegisterVars(&known, &fresh, &next)
	defer roots.Unregister()
	for fresh != bdd.False {
		next = bdd.False
		for t := range s.Threads() {
			behind, err := s.turns(t, fresh)
			if err != nil || s.reached {
				return known, err
			}
			next = s.M.Or(next, behind)
		}
		fresh = s.M.Diff(next, known)
		known = s.M.Or(known, next)
	}
	return known, s.M.Err()
}

// turns lets a copy of a thread take all its turns.
func (s *search) turns(t int, set bdd.Node) (bdd.Node, error) {
	set = s.Unstarted(t, set)
	idle := bdd.False
	roots := s.M.RegisterVars(&set, &idle)
	defer roots.Unregister()
	for r, row := range s.rows {
		set = s.rename(row, s.Now.Globals, set)
		idle = s.Waiting(t, set)
		last := r == len(s.rows)-1
		if last {
			idle = s.WithoutStacks(idle)
			if err := s.aim(t, set); err != nil || s.reached {
				return bdd.False, err
			}
		}
		if err := s.Move(t, set, !last); err != nil {
			return bdd.False, err
		}
		end, err := s.Interrupted(t, !last, false)
		if err != nil {
			return bdd.False, err
		}
		set = s.rename(s.Now.Globals, row, s.M.Or(end, idle))
	}
	return set, s.M.Err()
}

// aim finds out whether a thread reaches the target in its last turn, and all rounds fit.
func (s *search) aim(t int, set bdd.Node) error {
	if !s.Aims(t) {
		return nil
	}
	found, err := s.Origins(t, set)
	s.reached = err == nil && !s.M.Disjoint(found, s.meet)
	return err
}

// rename renames the globals of a row to those of another one.
func (s *search) rename(from, to []bdd.Var, set bdd.Node) bdd.Node {
	return s.M.Rename(set, s.M.NewRenaming(summary.Pick(from, s.Shared), summary.Pick(to, s.Shared)))
}
