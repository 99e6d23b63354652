// This file defines which local states are reached where threads are not counted.

package bws

import (
	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/internal/arcs"
	"github.com/ijit/ijit/tts"
)

// LocalStates returns the local states that threads can be in, and others: a configuration that can be reached has these
// only. It is what prunes the search. It reports false if m has ended it, or if there is more to be done than so much: initial
// configurations, questions to the system and edges; 0 is no limit.
func LocalStates[K tts.Key](p tts.Problem[K], most int, m *algorithms.Meter) ([]K, bool) {
	var budget *arcs.Budget
	if most > 0 {
		budget = &arcs.Budget{Left: most, Over: func() bool { return false }}
	}
	f := arcs.NewForward(p.System, nil, m, budget)
	for c := range p.Initial {
		if f.Begin(c); !budget.Spend(1) || m.Stop() {
			return nil, false
		}
	}
	if !f.Run() {
		return nil, false
	}
	seen := make([]bool, len(f.Local.Keys))
	for _, locals := range f.Reached {
		for l := range locals.All {
			seen[l] = true
		}
	}
	var states []K
	for l, reached := range seen {
		if reached {
			states = append(states, f.Local.Keys[l])
		}
	}
	return states, true
}
