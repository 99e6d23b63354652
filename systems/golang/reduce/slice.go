// This file defines which branches and which data matter.

package reduce

import (
	"slices"

	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A slicer finds the branches of a graph whose sides do different things, and the data on which they
// depend.
//
// A node is observed if it is an operation, or assigns a location that is wanted. A branch matters if it decides which
// observed node is the next one: some edge of it leads to one only, another one to others. Then it counts as observed
// itself, for the branches before it (weak control closure: Danicic et al., A unifying theory of control dependence and
// its application to arbitrary program structures, TCS 412, 2011). Its condition's locations are wanted, and all from
// which they are assigned. That is repeated, since with more wanted locations more nodes are observed. A loop with
// nothing observed in it is taken to end, unless it asks whether a context is done, or for data of other goroutines;
// and also then if it is over the elements of something.
type slicer struct {
	nodes []*graph.Node
	preds map[*graph.Node][]*graph.Node
	owner map[*graph.Node]*graph.Node // the start of its body
	into  map[*graph.Loc][]graph.Assign
	first map[*graph.Node][]*graph.Node // the observed nodes that can be next, at most two of them
	same  map[*graph.Node]*graph.Node   // nodes that do the same as another one, now and later
	forks map[*graph.Node]bool          // that decide what is next
}

func newSlicer(starts []*graph.Node) *slicer {
	s := &slicer{owner: map[*graph.Node]*graph.Node{}, preds: map[*graph.Node][]*graph.Node{}, into: map[*graph.Loc][]graph.Assign{}, same: map[*graph.Node]*graph.Node{}}
	seen := map[*graph.Node]bool{}
	var visit func(n, start *graph.Node)
	visit = func(n, start *graph.Node) {
		if seen[n] {
			return
		}
		seen[n] = true
		s.owner[n] = start
		s.nodes = append(s.nodes, n)
		for _, a := range n.Do {
			s.into[a.To] = append(s.into[a.To], a)
		}
		for _, c := range n.Cases {
			for _, a := range c.Do {
				s.into[a.To] = append(s.into[a.To], a)
			}
		}
		for _, a := range n.Args {
			s.into[a.To] = append(s.into[a.To], a)
		}
		for _, next := range n.Next {
			s.preds[next] = append(s.preds[next], n)
			visit(next, start)
		}
	}
	for _, n := range starts {
		visit(n, n)
	}
	for _, n := range s.nodes {
		if n.Asks && waits(n) {
			n.Asks = false
		}
	}
	for _, n := range s.nodes {
		n.Spins = false
		n.Spins = n.Op == skeleton.Branch && s.spins(n)
	}
	return s
}

// spins reports whether a branch asks for data of other goroutines until they are what it waits for.
func (s *slicer) spins(n *graph.Node) bool {
	others := false
	var asked func(l *graph.Loc, copies int) bool
	asked = func(l *graph.Loc, copies int) bool {
		if l.Obj != nil {
			others = others || len(l.Bodies) > 1 && !l.Weak
			return true
		}
		for _, a := range s.into[l] {
			switch {
			case copies == 0 || a.When != nil:
				return false
			case a.V.Expr != nil: // as of CompareAndSwap
				only := true
				graph.Locs(a.V.Expr, func(l *graph.Loc) { only = only && asked(l, copies-1) })
				if !only || graph.Chooses(a.V.Expr) {
					return false
				}
			case a.V.From == nil && len(a.V.Set) > 1:
				return false
			case a.V.From != nil && !asked(a.V.From, copies-1):
				return false
			}
		}
		return true
	}
	only := true
	graph.Locs(n.Cond, func(l *graph.Loc) { only = only && asked(l, maxCopies) })
	return only && others && waits(n) && !ends(n)
}

// mostNested is how many tests of loops around a branch are looked at.
const mostNested = 64

// ends reports whether a branch is only repeated within loops that end by themselves.
func ends(n *graph.Node) bool {
	type state struct {
		at   *graph.Node
		open uint64 // of the loops around the branch, those that were not left since
	}
	around, next := loopsAround(n), n.Next
	if isTest(n) && !begunAgain(n) {
		next = n.Next[1:] // another iteration comes to that, too
	}
	if len(around) > mostNested {
		return false
	}
	seen := map[state]bool{}
	var work []state
	goOn := func(to *graph.Node, open uint64) {
		for i, e := range around {
			if !to.Region.Within(e.Ends) { // as by break or continue
				open &^= 1 << i
			}
		}
		if s := (state{to, open}); !seen[s] && !observed(to) {
			seen[s] = true
			work = append(work, s)
		}
	}
	for _, x := range next {
		goOn(x, 1<<len(around)-1)
	}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if s.at == n {
			return false
		}
		if i := slices.Index(around, s.at); i >= 0 {
			if s.open&(1<<i) == 0 {
				goOn(s.at.Next[0], s.open|1<<i)
			}
			goOn(s.at.Next[1], s.open&^(1<<i))
			continue
		}
		for _, next := range s.at.Next {
			goOn(next, s.open)
		}
	}
	return true
}

func isTest(n *graph.Node) bool { return n.Ends != nil && len(n.Next) == 2 }

// begunAgain reports whether a loop that ends by itself may be left in another way than by its test, and then be begun
// again: so it may be for ever.
func begunAgain(n *graph.Node) bool {
	type state struct {
		at   *graph.Node
		left bool
	}
	seen := map[state]bool{}
	work := []state{{n.Next[0], false}}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if s.left = s.left || !s.at.Region.Within(n.Ends); s.at == n {
			if s.left {
				return true
			}
			continue
		}
		if seen[s] {
			continue
		}
		seen[s] = true
		for _, next := range s.at.Next {
			work = append(work, state{next, s.left})
		}
	}
	return false
}

// loopsAround returns the tests of loops that end by themselves in which a node is.
func loopsAround(n *graph.Node) []*graph.Node {
	var around []*graph.Node
	for _, e := range between(n.Next, nil) {
		if isTest(e) && n.Region.Within(e.Ends) {
			around = append(around, e)
		}
	}
	return around
}

// between returns the nodes that come behind some, with nothing observed in between and without coming to end.
func between(from []*graph.Node, end *graph.Node) []*graph.Node {
	seen := map[*graph.Node]bool{}
	var list []*graph.Node
	work := slices.Clone(from)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x != end && !seen[x] && !observed(x) {
			seen[x] = true
			list = append(list, x)
			work = append(work, x.Next...)
		}
	}
	return list
}

// maxCopies is how often data are copied at most between a variable and the branch that asks for it.
const maxCopies = 3

// waits reports whether a node that asks something is repeated with nothing observed in between:
// the loop ends only when the answer is another one.
func waits(n *graph.Node) bool {
	return slices.Contains(n.Next, n) || slices.Contains(between(n.Next, nil), n)
}

// observed reports whether a node does something that matters.
func observed(n *graph.Node) bool {
	switch n.Op {
	case skeleton.Step:
		for _, a := range n.Do {
			if a.To.Wanted {
				return true
			}
		}
		return false
	case skeleton.Branch:
		return n.Spins
	case skeleton.Select:
		return !n.Asks
	}
	return true
}

// run marks the locations that are wanted.
func (s *slicer) run() {
	for {
		clear(s.same)
		s.forks = map[*graph.Node]bool{}
		for more := true; more; more = s.fork() {
			s.flow()
			for s.unite() {
				s.flow()
			}
		}
		changed := false
		for _, n := range s.nodes {
			if s.decides(n) {
				n.Conds(func(c graph.Cond) { changed = s.wantCond(c) || changed })
			}
		}
		if !changed {
			return
		}
	}
}

// decides reports whether the conditions of a node matter: how a branch goes, or whether a timer fires.
func (s *slicer) decides(n *graph.Node) bool {
	return n.Op != skeleton.Branch || n.Spins || s.forks[n]
}

// stops reports whether a node is observed, or decides what is next.
func (s *slicer) stops(n *graph.Node) bool { return s.forks[n] || observed(n) }

// fork finds nodes that decide what is next, and reports whether there were any.
func (s *slicer) fork() bool {
	var found []*graph.Node
	for _, n := range s.nodes {
		if len(s.first[n]) > 1 && !s.stops(n) && slices.ContainsFunc(n.Next, func(next *graph.Node) bool { return len(s.first[next]) == 1 }) {
			found = append(found, n)
		}
	}
	for _, n := range found {
		s.forks[n] = true
	}
	return len(found) > 0
}

// flow computes the observed nodes that can be next behind or at each node.
func (s *slicer) flow() {
	s.first = map[*graph.Node][]*graph.Node{}
	var work []*graph.Node
	for _, n := range s.nodes {
		if s.stops(n) {
			s.first[n] = []*graph.Node{s.like(n)}
			work = append(work, n)
		}
	}
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, p := range s.preds[n] {
			if s.stops(p) {
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

func (s *slicer) wantCond(c graph.Cond) bool {
	changed := false
	graph.Locs(c, func(l *graph.Loc) { changed = s.want(l) || changed })
	return changed
}

// want marks a location and all that it is assigned from.
func (s *slicer) want(l *graph.Loc) bool {
	if l.Wanted || len(l.Set) < 2 {
		return false
	}
	l.Wanted = true
	for _, a := range s.into[l] {
		s.wantVal(a.V)
		if a.When != nil {
			s.wantCond(a.When)
		}
	}
	return true
}

func (s *slicer) wantVal(v graph.Val) {
	if len(v.Set) < 2 {
		return
	}
	if v.Expr != nil {
		s.wantCond(v.Expr)
	} else if v.From != nil {
		s.want(v.From)
	}
}

// like returns the node that stands for those that do the same.
func (s *slicer) like(n *graph.Node) *graph.Node {
	for s.same[n] != nil {
		n = s.same[n]
	}
	return n
}

// A nodeKey is what a node does, if it assigns nothing that is wanted.
type nodeKey struct {
	start   *graph.Node
	op      skeleton.Op
	line    string
	object  graph.SyncKey
	delta   int
	lowers  bool
	cell    *graph.Loc
	write   bool
	covered bool
	message string
	failed  bool
	open    bool
	others  *graph.Object
	next    *graph.Node
}

// unite finds nodes that do the same at the same place and have the same successor, as deferred calls at several
// returns do, and reports whether there were any.
func (s *slicer) unite() bool {
	found := map[nodeKey]*graph.Node{}
	changed := false
	for _, n := range s.nodes {
		if s.same[n] != nil || !observed(n) || len(n.Next) > 1 || n.Op == skeleton.Step || n.Op == skeleton.Select || n.Op == skeleton.Go || n.Result != nil && n.Result.Wanted ||
			slices.ContainsFunc(n.Do, func(a graph.Assign) bool { return a.To.Wanted }) {
			continue
		}
		k := nodeKey{start: s.owner[n], op: n.Op, delta: n.Delta, lowers: n.Lowers, cell: n.Cell, write: n.Write, covered: n.Covered, message: n.Message, failed: n.Failed, open: n.Open, others: n.Others}
		if n.Op != skeleton.End {
			k.line = n.Site.Pos.String()
		}
		if n.Object != nil {
			k.object = *n.Object
		}
		if len(n.Next) == 1 {
			first := s.first[n.Next[0]]
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
