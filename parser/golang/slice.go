// This file defines which branches and which data matter.

package golang

import (
	"slices"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

// A slicer finds the branches of a graph whose sides do different things, and the data on which they
// depend.
//
// A node is observed if it is an operation, or assigns a location that is wanted. A branch matters if more than
// one observed node can be the next one behind it; its condition's locations are wanted then, and
// all from which they are assigned. That is repeated, since with more wanted locations more nodes
// are observed. A loop with nothing observed in it is taken to end, unless it asks whether a context
// is done.
type slicer struct {
	nodes []*node
	preds map[*node][]*node
	owner map[*node]*node // the start of its body
	into  map[*loc][]assign
	first map[*node][]*node // the observed nodes that can be next, at most two of them
	same  map[*node]*node   // nodes that do the same as another one, now and later
}

func newSlicer(starts []*node) *slicer {
	s := &slicer{owner: map[*node]*node{}, preds: map[*node][]*node{}, into: map[*loc][]assign{}, same: map[*node]*node{}}
	seen := map[*node]bool{}
	var visit func(n, start *node)
	visit = func(n, start *node) {
		if seen[n] {
			return
		}
		seen[n] = true
		s.owner[n] = start
		s.nodes = append(s.nodes, n)
		for _, a := range n.do {
			s.into[a.to] = append(s.into[a.to], a)
		}
		for _, c := range n.cases {
			for _, a := range c.do {
				s.into[a.to] = append(s.into[a.to], a)
			}
		}
		for _, a := range n.args {
			s.into[a.to] = append(s.into[a.to], a)
		}
		for _, next := range n.next {
			s.preds[next] = append(s.preds[next], n)
			visit(next, start)
		}
	}
	for _, n := range starts {
		visit(n, n)
	}
	for _, n := range s.nodes {
		if n.asks && waits(n) {
			n.asks = false
		}
	}
	return s
}

// waits reports whether a node that asks something is repeated with nothing observed in between:
// the loop ends only when the answer is another one.
func waits(n *node) bool {
	seen := map[*node]bool{}
	work := slices.Clone(n.next)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		switch {
		case x == n:
			return true
		case !seen[x] && !observed(x):
			seen[x] = true
			work = append(work, x.next...)
		}
	}
	return false
}

// observed reports whether a node does something that matters.
func observed(n *node) bool {
	switch n.op {
	case skeleton.Step:
		for _, a := range n.do {
			if a.to.wanted {
				return true
			}
		}
		return false
	case skeleton.Branch:
		return false
	case skeleton.Select:
		return !n.asks
	}
	return true
}

// run marks the locations that are wanted.
func (s *slicer) run() {
	for {
		clear(s.same)
		s.flow()
		for s.unite() {
			s.flow()
		}
		changed := false
		for _, n := range s.nodes {
			if n.op == skeleton.Branch && len(s.first[n]) > 1 {
				changed = s.wantCond(n.cond) || changed
			}
		}
		if !changed {
			return
		}
	}
}

// flow computes the observed nodes that can be next behind or at each node.
func (s *slicer) flow() {
	s.first = map[*node][]*node{}
	var work []*node
	for _, n := range s.nodes {
		if observed(n) {
			s.first[n] = []*node{s.like(n)}
			work = append(work, n)
		}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range s.preds[n] {
			if observed(p) {
				continue
			}
			grown := false
			for _, f := range s.first[n] {
				if have := s.first[p]; len(have) < 2 && (len(have) == 0 || have[0] != f) {
					s.first[p] = append(have, f)
					grown = true
				}
			}
			if grown {
				work = append(work, p)
			}
		}
	}
}

func (s *slicer) wantCond(c cond) bool {
	changed := false
	locs(c, func(l *loc) { changed = s.want(l) || changed })
	return changed
}

// want marks a location and all that it is assigned from.
func (s *slicer) want(l *loc) bool {
	if l.wanted || len(l.set) < 2 {
		return false
	}
	l.wanted = true
	for _, a := range s.into[l] {
		s.wantVal(a.v)
		if a.when != nil {
			s.wantCond(a.when)
		}
	}
	return true
}

func (s *slicer) wantVal(v val) {
	if len(v.set) < 2 {
		return
	}
	if v.expr != nil {
		s.wantCond(v.expr)
	} else if v.from != nil {
		s.want(v.from)
	}
}

// like returns the node that stands for those that do the same.
func (s *slicer) like(n *node) *node {
	for s.same[n] != nil {
		n = s.same[n]
	}
	return n
}

// A nodeKey is what a node does, if it assigns nothing that is wanted.
type nodeKey struct {
	start   *node
	op      skeleton.Op
	line    string
	object  syncKey
	delta   int
	cell    *loc
	write   bool
	message string
	next    *node
}

// unite finds nodes that do the same at the same place and have the same successor, as deferred calls at several
// returns do, and reports whether there were any.
func (s *slicer) unite() bool {
	found := map[nodeKey]*node{}
	changed := false
	for _, n := range s.nodes {
		if s.same[n] != nil || !observed(n) || len(n.next) > 1 || n.op == skeleton.Step || n.op == skeleton.Go || n.result != nil && n.result.wanted ||
			slices.ContainsFunc(n.do, func(a assign) bool { return a.to.wanted }) {
			continue
		}
		k := nodeKey{start: s.owner[n], op: n.op, delta: n.delta, cell: n.cell, write: n.write, message: n.message}
		if n.op != skeleton.End {
			k.line = n.site.Pos.String()
		}
		if n.object != nil {
			k.object = *n.object
		}
		if len(n.next) == 1 {
			first := s.first[n.next[0]]
			if len(first) != 1 {
				continue
			}
			k.next = first[0]
		}
		if other := found[k]; other == nil {
			found[k] = n
		} else {
			s.same[n] = other
			changed = true
		}
	}
	return changed
}
