// This file defines how context switches are tried along the explicit control flow.

package getafix

import (
	"errors"
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
	s := newRunSearch(c, to, c.calculus.Limits)
	if err := s.m.Err(); err != nil {
		return false, err
	}
	for k := 0; k <= to; k++ {
		if k > max(c.result.Switches, 1) {
			if done, err := c.prove(s.m.NodeCount()); done || err != nil {
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

// cheapProof is how many nodes a coarse proof may have whatever the search takes.
const cheapProof = 1 << 18

// prove tries to prove coarsely that no number of context switches gets to the target. That
// may take longer than all that is asked, so it may have half as many nodes as the search
// had, or few; if these did not do, it is tried again when it may have twice as many.
func (c *checker) prove(nodes int) (done bool, err error) {
	nodes = max(nodes/2, cheapProof)
	if c.refuted || nodes < 2*c.proof {
		return false, nil
	}
	c.proof = nodes
	limits := c.calculus.Limits
	if limits.MaxNodes <= 0 || limits.MaxNodes > nodes {
		limits.MaxNodes = nodes
	}
	hit, err := c.ever(limits)
	if errors.Is(err, bdd.ErrNodes) {
		return false, nil
	}
	if c.refuted = hit; err != nil || hit {
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
