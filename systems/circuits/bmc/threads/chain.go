// This file defines chains: steps that concern nobody but the thread itself, and are one frame
// together with the next step that does.

package threads

import (
	"slices"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser"
)

// chain finds the edges behind which a frame goes on ([Options.Chain]). A step along one commutes
// with all steps of other threads. So it need not be taken before the thread's next step
// that does not, and if there is no such step it need not be taken at all.
func (s *System) chain() {
	nodes := s.program.Nodes
	written := make([]bool, s.program.Layout.Shared)
	for _, n := range nodes {
		if n == nil || !n.Reachable {
			continue
		}
		for _, x := range n.Out {
			if x.Kind == parser.PassiveEdge {
				return // locals are not a thread's own
			}
			for _, v := range x.Assigned {
				if v < len(written) {
					written[v] = true
				}
			}
		}
	}
	for pc, n := range nodes {
		if n == nil || !n.Reachable || !s.private(pc, written) {
			continue
		}
		for _, x := range n.Out {
			s.chained[x] = true
		}
	}
}

// private reports whether the steps that begin at a location neither read nor write what other
// threads may write, and lead to no location that matters to others.
func (s *System) private(pc int, written []bool) bool {
	n := s.program.Nodes[pc]
	if n.Section != nil || n.Wait || len(n.Out) == 0 {
		return false
	}
	f := &footprint{reads: make([]bool, len(written)), writes: make([]bool, len(written))}
	for _, x := range n.Out {
		if x.Kind == parser.FailEdge || (x.To < 0 || s.inside(x.To) || s.program.Nodes[x.To].Wait || slices.Contains(s.Labels, x.To)) {
			return false
		}
		s.touch(f, x)
	}
	for v, w := range written {
		if w && (f.reads[v] || f.writes[v]) {
			return false
		}
	}
	return !f.others
}

// settle finds where threads rest: where main begins, where other threads do, and behind edges
// that are no part of a chain.
func (s *System) settle() {
	s.rests = map[int]bool{s.program.Start: true}
	for _, n := range s.program.Nodes {
		if n == nil || !n.Reachable {
			continue
		}
		for _, x := range n.Out {
			if x.To >= 0 && !s.chained[x] && !s.idle[x] {
				s.rests[x.To] = true
			}
			if x.Kind == parser.SpawnEdge {
				s.rests[x.Child] = true
			}
		}
	}
}

// goesOn reports whether a step goes on behind an edge.
func (s *System) goesOn(x *parser.Edge) bool {
	return x.To >= 0 && (s.chained[x] || !s.visible(x.To))
}

// ahead reports whether steps go on behind a location, whatever happens there.
func (s *System) ahead(pc int) bool {
	return !slices.ContainsFunc(s.program.Nodes[pc].Out, func(x *parser.Edge) bool { return !s.chained[x] })
}

// Weight returns by how much more than one step a frame is, as a number in bits, the lowest one
// first: how many steps of its own the thread takes before the one that concerns others, or before
// the assertion that fails. A frame in which a label is reached is the end.
func (s *System) Weight() []aig.Lit {
	end := aig.False
	if len(s.Labels) > 0 {
		end = s.Reached()
	}
	weight := make([]aig.Lit, len(s.step.before))
	for i, l := range s.step.before {
		weight[i] = s.And(l, end.Not())
	}
	return weight
}

// unwind cuts the loops of chains: edges that lead back end a frame, or are not taken at all if
// all chains that come to the edge have been where it leads, with the same locals. No
// shortest execution takes such an edge. It may be assumed of all edges at once until it turns
// out to be wrong: the first one that is taken is taken behind a location that others lead to.
func (s *System) unwind(back []*parser.Edge) {
	for _, x := range back {
		delete(s.chained, x)
		s.idle[x] = true
	}
	for again := true; again; {
		again = false
		s.settle()
		for _, x := range back {
			if s.idle[x] && !s.wasThere(x) {
				delete(s.idle, x)
				again = true
			}
		}
	}
}

// wasThere reports whether all chains that come to where an edge begins have been where it leads
// to, and assign nothing in between.
func (s *System) wasThere(back *parser.Edge) bool {
	n := len(s.program.Nodes)
	around, behind := make([]bool, n), make([]bool, n) // the location can be come to from elsewhere; from back.To
	behind[back.To] = true
	for _, pc := range s.order {
		around[pc] = (around[pc] || s.rests[pc]) && pc != back.To
		for _, x := range s.program.Nodes[pc].Out {
			if s.chained[x] {
				around[x.To] = around[x.To] || around[pc]
				behind[x.To] = behind[x.To] || behind[pc]
			}
		}
	}
	assigns, leads := len(back.Assigned) > 0, make([]bool, n) // to back.From
	leads[back.From] = true
	for _, pc := range slices.Backward(s.order) {
		for _, x := range s.program.Nodes[pc].Out {
			if s.chained[x] && leads[x.To] {
				leads[pc] = true
				assigns = assigns || behind[pc] && len(x.Assigned) > 0
			}
		}
	}
	return !around[back.From] && !assigns
}
