// This file defines what the Boolean program is asked about: places and pairs of places.

package lower

import (
	"slices"
	"strings"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// pairs lists the operations that block, and the accesses that two goroutines can be about to do.
func (t *translator) pairs() {
	var accesses []*location
	for _, l := range t.order {
		switch {
		case l.node == nil || l.part != "":
		case l.node.Loop > 0 && !l.node.Polls, l.node.Round > 0 && l.node.Op != skeleton.CondWait:
		case l.node.Op.Blocks() && !Quiet(l.node) && !l.Service:
			place, _, _ := strings.Cut(l.base(), "#")
			if !slices.ContainsFunc(t.result.Waits, func(w Wait) bool { return w.Place == place }) {
				t.result.Waits = append(t.result.Waits, Wait{Place: place, Body: l.Body, Node: l.node})
			}
		case t.Races && l.node.Op == skeleton.Access:
			accesses = append(accesses, l)
		}
	}
	for i, a := range accesses {
		for _, b := range accesses[:i+1] {
			same := a.flow == b.flow && t.runs[a.ID] < 2
			if !same && conflict(a.node, b.node) {
				t.result.Pairs = append(t.result.Pairs, Pair{A: b.at(), B: a.at(), First: b.node, Other: a.node, first: b.Body, other: a.Body})
			}
		}
	}
}

// Quiet reports whether no question is asked about a node.
func Quiet(n *skeleton.Node) bool { return n.Object != nil && n.Object.Quiet }
