// This file defines which loops ask for data of which nothing is known.

package reduce

import (
	"slices"

	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// Where data decide that are not known, an execution may go either way. A loop that only asks for data is left so whenever it is
// taken to have an answer, though the program may go round for ever: who is blocked meanwhile is not known.

// asking notes such loops.
func (w *writer) asking() {
	for _, n := range w.s.nodes {
		if n.Op != skeleton.Branch || !n.Polls || w.s.followed(n.Cond, nil) {
			continue
		}
		w.p.Notes = append(w.p.Notes, skeleton.Note{Site: n.Site, What: "loop that asks for data of which nothing is known: " + n.Site.Text,
			Effect: "taken to end at any time", Opens: skeleton.OpensBlocked})
	}
}

// followed reports whether a condition depends on nothing but cells whose values are told apart.
func (s *slicer) followed(c graph.Cond, on []*graph.Loc) bool {
	if graph.Chooses(c) {
		return false
	}
	known := true
	graph.Locs(c, func(l *graph.Loc) {
		if l.Obj != nil || slices.Contains(on, l) {
			known = known && !l.Weak
			return
		}
		for _, a := range s.into[l] {
			from := append(slices.Clip(on), l)
			switch {
			case a.When != nil && !s.followed(a.When, from):
				known = false
			case a.V.Expr != nil:
				known = known && s.followed(a.V.Expr, from)
			case a.V.From != nil:
				known = known && s.followed(graph.Is{Loc: a.V.From}, from)
			default:
				known = known && len(a.V.Set) < 2
			}
		}
	})
	return known
}
