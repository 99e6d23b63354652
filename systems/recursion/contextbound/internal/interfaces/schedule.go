// This file defines how a schedule is found from a composition that reaches the target.

package interfaces

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/recursion/contextbound/internal/summary"
	"github.com/ijit/ijit/systems/recursion/contextbound/schedule"
)

// Schedule returns a schedule that is one of a composition.
func (s *Search) Schedule(c Composition) *schedule.Schedule {
	var vars []bdd.Var
	for i := range c.threads {
		vars = append(vars, summary.Pick(s.Ends[i], s.Shared)...)
	}
	one := s.M.PickNode(c.globals, s.M.NewVarSet(vars...))
	contexts := make([]schedule.Context, len(c.threads))
	for i, t := range c.threads {
		contexts[i].Thread = t
		contexts[i].Before = make([]bool, len(s.Ends[i]))
		for _, g := range s.Shared {
			contexts[i].Before[g] = s.M.Leq(one, s.M.Var(s.Ends[i][g]))
		}
		if i > 0 {
			contexts[i-1].After = slices.Clone(contexts[i].Before)
		}
	}
	return &schedule.Schedule{Contexts: contexts}
}
