// This file defines how context switches are tried along the explicit control flow.

package getafix

import (
	"slices"
	"time"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/getafix/schedule"
	"github.com/ijit/ijit/bdd"
)

// rounds tries more context switches than were tried before, up to a number, until
// there is an answer (done). It is SwitchFormula as an algorithm.
func (c *checker) rounds(to int) (done bool, err error) {
	since, visits := time.Now(), 0
	s := newRunSearch(c, to)
	if err := s.m.Err(); err != nil {
		return false, err
	}
	for k := 0; k <= to; k++ {
		if k > max(c.result.Switches, 1) {
			if done, err := c.prove(); done || err != nil {
				return done, err
			}
		}
		if err := s.summarise(); err != nil {
			return false, err
		}
		last := k/2 + 1
		var found roundRun
		hit := false
		if near := s.near(); near || k < to {
			if err := s.turns(last); err != nil {
				return false, err
			}
			if near {
				if found, hit, err = s.goal(last); err != nil {
					return false, err
				}
			}
		}
		if hit && c.options.Schedule {
			c.result.Schedule = s.schedule(found)
		}
		if !hit && k < to {
			if err := s.next(last); err != nil {
				return false, err
			}
		}
		if k > c.result.Switches {
			var sets []bdd.Node
			for _, x := range s.runs {
				sets = append(sets, x.globals)
			}
			c.note(SwitchStats{
				Switches: k, Formula: "rounds", Rounds: s.visits - visits, Nodes: s.m.Size(sets...),
				Peak: s.m.NodeCount(), Time: time.Since(since),
			}, hit)
			since, visits = time.Now(), s.visits
		}
		if hit {
			return true, nil
		}
		if len(s.runs) == 0 && k < to {
			c.result.Verdict, c.result.Complete = algorithms.Safe, true
			return true, nil
		}
	}
	return false, nil
}

// prove proves coarsely that no number of context switches gets to the target, once: before
// threads go on with what they knew, which takes long.
func (c *checker) prove() (done bool, err error) {
	if c.tried {
		return false, nil
	}
	c.tried = true
	hit, err := c.ever()
	if err != nil || hit {
		return false, err
	}
	c.result.Verdict, c.result.Complete, c.result.Coarse = algorithms.Safe, true, true
	return true, nil
}

// schedule returns a schedule that is a run.
func (s *runSearch) schedule(x roundRun) *schedule.Schedule {
	var vars []bdd.Var
	for i := range x.threads {
		vars = append(vars, pick(s.ends[i], s.used)...)
	}
	one := s.m.PickNode(x.globals, s.m.NewVarSet(vars...))
	contexts := make([]schedule.Context, len(x.threads))
	for i, t := range x.threads {
		contexts[i].Thread = t
		contexts[i].Before = make([]bool, len(s.ends[i]))
		for _, g := range s.used {
			contexts[i].Before[g] = s.m.Leq(one, s.m.Var(s.ends[i][g]))
		}
		if i > 0 {
			contexts[i-1].After = slices.Clone(contexts[i].Before)
		}
	}
	return &schedule.Schedule{Contexts: contexts}
}
