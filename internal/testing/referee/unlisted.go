// This file defines what an invariant has in shared states that it does not list.

package referee

import (
	"slices"

	"github.com/ijit/ijit/tts"
)

// spellOut adds the shared states that inv passes: what their one step leads to, when
// threads and pairs of threads are looked at, without what leads on to something excluded.
func spellOut[K tts.Key](sys tts.BackwardSystem[K], inv *tts.Invariant[K], p tts.Problem[K]) *tts.Invariant[K] {
	out := *inv
	listed := map[K]bool{}
	for _, w := range inv.Within {
		listed[w.Shared] = true
	}
	back := tts.Reverser[K]{System: sys}
	for i := 0; i < len(out.Within); i++ {
		w := out.Within[i]
		pairs := companionsOf(&tts.Invariant[K]{Within: []tts.Within[K]{w}})
		steps := func(l K, others []K, edges []tts.Edge[K]) {
			for _, e := range edges {
				if e.Kind == tts.Fail || listed[e.To.Shared] {
					continue
				}
				listed[e.To.Shared] = true
				to := tts.Within[K]{Shared: e.To.Shared, Locals: slices.Clone(w.Locals)}
				var made []K
				if e.Kind == tts.Move {
					made = append(made, e.To.Local)
				}
				if e.Effect != nil {
					made = append(made, e.Effect.Child)
				}
				to.Locals = append(to.Locals, made...)
				slices.Sort(to.Locals)
				to.Locals = slices.Compact(to.Locals)
				if w.Together != nil {
					to.Together = [][2]K{}
					for i, a := range others {
						for _, b := range others[i:] {
							if pairs[w.Shared][a][b] {
								to.Together = append(to.Together, [2]K{a, b})
							}
						}
						for _, b := range made {
							to.Together = append(to.Together, [2]K{a, b})
						}
					}
					if len(made) == 2 {
						to.Together = append(to.Together, [2]K{made[0], made[1]})
					}
				}
				out.Within = append(out.Within, to)
			}
		}
		var none K
		steps(none, w.Locals, sys.AppendEnvironment(nil, w.Shared))
		for _, l := range w.Locals {
			others := slices.DeleteFunc(slices.Clone(w.Locals), func(k K) bool { return w.Together != nil && !pairs[w.Shared][l][k] })
			steps(l, others, sys.AppendEdges(nil, tts.ThreadState[K]{Shared: w.Shared, Local: l}))
		}
	}
	passed := map[K]tts.Within[K]{}
	for _, w := range out.Within[len(inv.Within):] {
		passed[w.Shared] = w
	}
	pairs := companionsOf(&out)
	excluded := map[K][]tts.Config[K]{}
	add := func(c tts.Config[K]) {
		w, ok := passed[c.Shared]
		if !ok || pairs.apart(c) || slices.ContainsFunc(excluded[c.Shared], c.Covers) ||
			slices.ContainsFunc(c.Locals, func(x tts.Count[K]) bool { return !slices.Contains(w.Locals, x.Local) }) {
			return
		}
		c = c.Clone()
		excluded[c.Shared] = append(excluded[c.Shared], c)
		out.Excluded = append(out.Excluded, c)
	}
	for _, c := range p.Target.Cover {
		add(c)
	}
	for _, w := range out.Within[len(inv.Within):] {
		for _, l := range w.Locals {
			c := tts.NewConfig(w.Shared, l)
			fails := func(e tts.Edge[K]) bool {
				return e.Kind == tts.Fail && p.Target.Fails != nil && p.Target.Fails(e.Label)
			}
			if isError(p.Target, c) || slices.ContainsFunc(sys.AppendEdges(nil, tts.ThreadState[K]{Shared: w.Shared, Local: l}), fails) {
				add(c)
			}
		}
	}
	into := map[K][]tts.Edge[K]{}
	for i := 0; i < len(out.Excluded); i++ {
		s := out.Excluded[i].Shared
		edges, ok := into[s]
		if !ok {
			for _, e := range sys.AppendEdgesInto(nil, s) {
				if _, ok := passed[e.From.Shared]; ok {
					edges = append(edges, e)
				}
			}
			into[s] = edges
		}
		for k := range edges {
			back.CoverPre(out.Excluded[i], &edges[k], func(d tts.Config[K]) bool {
				add(d)
				return true
			})
		}
	}
	return &out
}
