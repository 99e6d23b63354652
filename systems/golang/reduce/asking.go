// This file defines which loops ask for data of which nothing is known.

package reduce

import (
	"slices"

	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// Where data decide that are not known, an execution may go either way. A loop that only asks for data is left so
// whenever it is taken to have an answer, though the program may go round for ever: who is blocked meanwhile is not
// known.

// asking returns such loops.
func (w *writer) asking() (list []*graph.Node) {
	for _, n := range w.s.nodes {
		if n.Op != skeleton.Branch || n.Polls == nil {
			continue
		}
		open := func(m *graph.Node) bool { // also which data are asked for may not be known
			return (m == n || m.Region.Within(n.Polls) && w.s.decides(m)) && !w.s.followed(m.Cond, nil)
		}
		if !slices.ContainsFunc(w.s.nodes, open) {
			continue
		}
		i := slices.IndexFunc(list, func(m *graph.Node) bool { return m.Polls == n.Polls })
		switch {
		case i < 0:
			list = append(list, n)
		case !list[i].Site.Pos.IsValid(): // as of a range clause
			list[i] = n
		}
	}
	return list
}

// asked notes loops that ask for data. One that receives meanwhile goes round for ever only if somebody sends for ever,
// or has closed a channel from which it goes on to receive.
func (w *writer) asked(loops []*graph.Node) {
	if len(loops) == 0 {
		return
	}
	sends := len(endless(w.p, sends)) > 0
	closes := slices.ContainsFunc(w.p.Bodies, func(b *skeleton.Body) bool {
		return slices.ContainsFunc(b.Nodes, func(n *skeleton.Node) bool { return n.Op == skeleton.Close })
	})
	for _, n := range loops {
		if n.Fed && !sends && !(n.Closed && closes) {
			continue
		}
		w.p.Notes = append(w.p.Notes, skeleton.Note{Site: n.Site, What: "loop that asks for data of which nothing is known: " + n.Site.Text,
			Effect: "taken to end at any time", Opens: skeleton.OpensBlocked})
	}
}

// sends returns the channels to which a node may send.
func sends(n *skeleton.Node) (list []*skeleton.Object) {
	if n.Op == skeleton.Send {
		list = append(list, n.Object)
	}
	for _, c := range n.Cases {
		if c.Send {
			list = append(list, c.Object)
		}
	}
	return list
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
