// This file defines how summaries are computed: until nothing is new.

package summary

import (
	"container/heap"

	"github.com/ijit/ijit/bdd"
)

// Run explores all states until there are no more.
func (s *Summaries) Run() error {
	for len(s.queue) > 0 && s.M.Err() == nil {
		s.M.SafePoint()
		s.Visits++
		n := heap.Pop(&s.queue).(int)
		p, d := s.Places[n/(s.Most+1)], n%(s.Most+1)
		fresh, _ := s.Grow(&p.explored[d], p.States[d])
		for _, x := range p.Steps {
			s.Add(x.To, d, x.Image(s.M, fresh))
		}
		for _, c := range p.Calls {
			s.enter(c, d, fresh)
		}
		if p.Values != bdd.Invalid {
			s.leave(p, d, fresh)
		}
	}
	return s.M.Err()
}

// Idle reports whether there is nothing to explore.
func (s *Summaries) Idle() bool { return len(s.queue) == 0 }
