// This file defines the shortest way to a place.

package simulate

import (
	"context"
	"slices"

	"github.com/ijit/ijit/internal/proof/judge"
)

// MostStates is how many configurations [Simulation.Reach] visits before it gives up.
const MostStates = 200_000

// Reach goes on, on a shortest way, until a thread is at one of some places, and reports
// whether there is one; complete says whether all configurations were visited. A thread
// that is there now must come again. If there is no way, nothing changes.
func (s *Simulation) Reach(ctx context.Context, pcs []int) (found, complete bool, err error) {
	type node struct {
		*State
		parent int
	}
	nodes := []node{{s.Now(), -1}}
	known := map[string]bool{s.Now().Key(): true}
	arrives := func(was *State, m Move) bool {
		for i, t := range m.Next.Threads {
			k := slices.Index(was.IDs, m.Next.IDs[i])
			if slices.Contains(pcs, t.PC) && (k < 0 || was.Threads[k].PC != t.PC || m.Thread == m.Next.IDs[i]) {
				return true
			}
		}
		return false
	}
	for at := 0; at < len(nodes) && !s.Now().failed(); at++ {
		from := nodes[at].State
		for i := range from.IDs {
			err := s.judge.Moves(ctx, from.Config, i, s.options.Threads, func(o judge.Outcome) bool {
				if o.Error != nil {
					return true
				}
				m := s.move(from, i, o)
				if key := m.Next.Key(); !known[key] || arrives(from, m) {
					known[key] = true
					m.Next.Move = &m
					nodes = append(nodes, node{m.Next, at})
					found = arrives(from, m)
				}
				return !found && len(nodes) < MostStates
			})
			switch {
			case err != nil:
				return false, false, err
			case found:
				var way []*State
				for n := len(nodes) - 1; n > 0; n = nodes[n].parent {
					way = append(way, nodes[n].State)
				}
				slices.Reverse(way)
				s.states = append(s.states, way...)
				return true, true, nil
			case len(nodes) >= MostStates:
				return false, false, nil
			}
		}
	}
	return false, true, nil
}
