// This file defines a check of linear constraints that shares no code with what finds
// them.

package referee

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/tts"
)

// A weighting is a linear constraint.
type weighting[K tts.Key] struct{ tts.Linear[K] }

// tooHeavy reports whether c violates one of the constraints.
func tooHeavy[K tts.Key](list []tts.Linear[K], c tts.Config[K]) bool {
	return slices.ContainsFunc(list, func(w tts.Linear[K]) bool { return weighting[K]{w}.violated(c) })
}

// violated reports whether c is too heavy.
func (w weighting[K]) violated(c tts.Config[K]) bool {
	sum := int64(w.Shared[c.Shared])
	for _, x := range c.Locals {
		n := int64(w.Local[x.Local])
		if n > 0 && x.N == tts.Omega {
			return true
		}
		sum += n * int64(x.N)
	}
	return sum > int64(w.Most)
}

// preserved checks that more threads weigh more and that no step from the thread states
// within makes a configuration heavier. That initial configurations are not too heavy is
// checked with the rest.
func (w weighting[K]) preserved(sys tts.System[K], within map[K]map[K]bool) error {
	for l, n := range w.Local {
		if n < 0 {
			return fmt.Errorf("local state %v has the weight %d", l, n)
		}
	}
	for s, locals := range within {
		edges := sys.AppendEnvironment(nil, s)
		for l := range locals {
			edges = sys.AppendEdges(edges, tts.ThreadState[K]{Shared: s, Local: l})
		}
		for i := range edges {
			e := &edges[i]
			gain := w.Shared[e.To.Shared] - w.Shared[s]
			switch e.Kind {
			case tts.Fail:
				continue
			case tts.Move:
				gain += w.Local[e.To.Local] - w.Local[e.From.Local]
			case tts.End:
				gain -= w.Local[e.From.Local]
			}
			if e.Effect != nil && e.Effect.Kind == tts.Spawn {
				gain += w.Local[e.Effect.Child]
			} else if e.Effect != nil {
				for l := range locals {
					for _, k := range sys.AppendMoves(nil, e, l) {
						if w.Local[k] > w.Local[l] {
							return fmt.Errorf("edge %v makes another thread in %v heavier, which goes to %v", e, l, k)
						}
					}
				}
			}
			if gain > 0 {
				return fmt.Errorf("edge %v makes a configuration heavier by %d", e, gain)
			}
		}
	}
	return nil
}
