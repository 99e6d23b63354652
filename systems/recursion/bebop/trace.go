// This file defines how a trace is walked back from a target, from path edge to
// path edge of ever smaller rings.

package bebop

import (
	"context"
	"errors"
	"slices"
	"sort"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/recursion/dataflow"
)

// A Trace stands for executions from the beginning of main to a target. If the search for it was
// breadth-first, it is a shortest one if a call that returns counts as one step, given
// that what happens inside has been seen before. What happens inside is worked out when
// it is asked for, and once for all calls that do the same. A Trace is for one goroutine.
type Trace struct {
	finding Finding
	legs    []*leg     // one for each procedure on the stack, main first
	whole   *Execution // if that is known, there are no legs
	tracer
}

// A leg is the part of a trace in one activation of a procedure, from its entry on.
type leg struct {
	p     *procedure
	stops []stop
}

// A stop is a path edge, one valuation of all that path edges at v are about, and
// the way to the next stop.
type stop struct {
	v      int
	edge   bdd.Node
	via    int        // edge out of v; -1 at the last stop
	inside *excursion // what happens in the call that via is
}

// An excursion is a call that returns.
type excursion struct {
	p      *procedure
	edge   bdd.Node // path edge at p.ret
	before int      // stamp of the first ring of p.ret that has it
	leg    *leg     // nil until it is asked for
}

// A tracer walks back through the rings of a search.
type tracer struct {
	s          *search
	nexts      bdd.VarSet // all of s.next
	returned   bdd.VarSet // all of s.returned
	about      map[int]bdd.VarSet
	excursions map[excursionKey]*excursion
	cubes      []bdd.Node // all that must stay
}

type excursionKey struct {
	ret  int
	edge bdd.Node
}

var errNoWayBack = errors.New("bebop: a path edge has no predecessor")

// newTrace walks back from a finding of a search with rings.
func newTrace(s *search, f Finding) (*Trace, error) {
	t := &Trace{finding: f, tracer: tracer{
		s:          s,
		nexts:      s.m.NewVarSet(s.next...),
		returned:   s.m.NewVarSet(s.returned...),
		about:      map[int]bdd.VarSet{},
		excursions: map[excursionKey]*excursion{},
	}}
	s.m.Register(func(yield func(bdd.Node) bool) {
		for _, f := range t.cubes {
			if !yield(f) {
				return
			}
		}
	})
	v := t.finding.PC
	where := bdd.True
	if t.finding.Failed {
		where = s.out[v][t.failing(v)].rel
	}
	at, ok := t.earliest(v, where, s.stamp+1)
	for ok {
		var l *leg
		var err error
		if l, at, ok, err = t.walk(at, false); err != nil {
			return nil, err
		}
		t.legs = append(t.legs, l)
	}
	slices.Reverse(t.legs)
	return t, s.m.Err()
}

// failing returns the edge on which the assertion at v fails.
func (t *tracer) failing(v int) int {
	return slices.IndexFunc(t.s.out[v], func(x transfer) bool { return x.fail })
}

// A place is a path edge at v, first found in the ring of a stamp.
type place struct {
	v, stamp int
	edge     bdd.Node
}

// earliest picks, out of the path edges at v that are in a set and in a ring of a
// stamp smaller than before, one from the first ring that has any.
func (t *tracer) earliest(v int, set bdd.Node, before int) (place, bool) {
	m := t.s.m
	rings := t.s.rings[v]
	n := sort.Search(len(rings), func(i int) bool { return rings[i].stamp >= before })
	i := sort.Search(n, func(i int) bool { return !m.Disjoint(rings[i].path, set) })
	if i == n || m.Err() != nil {
		return place{}, false
	}
	edge := m.PickNode(m.And(rings[i].path, set), t.variables(v))
	t.cubes = append(t.cubes, edge)
	return place{v, rings[i].stamp, edge}, true
}

// variables returns what path edges at v are about.
func (t *tracer) variables(v int) bdd.VarSet {
	set, ok := t.about[v]
	if !ok {
		s, p := t.s, t.s.procOf[v]
		vars := append(s.place(s.now, s.kept(s.flow.Set(), v)), s.place(s.entry, p.twice)...)
		if v == p.ret {
			vars = append(vars, s.returned...)
		}
		set = s.m.NewVarSet(vars...)
		t.about[v] = set
	}
	return set
}

// walk returns the leg that ends at a place. It also returns the place of the call
// that began the activation, unless it is that of main with which the program
// begins; inside an excursion that does not matter.
func (t *tracer) walk(at place, inside bool) (l *leg, call place, called bool, err error) {
	p := t.s.procOf[at.v]
	l = &leg{p: p, stops: []stop{{v: at.v, edge: at.edge, via: -1}}}
	for {
		if at.v == p.Entry {
			if !inside && p.Index == 0 && at.stamp == 1 {
				break
			}
			if self := !t.s.m.Disjoint(at.edge, p.self); self && inside {
				break
			} else if self {
				if call, called = t.caller(p, at); called {
					break
				}
			}
		}
		before, via, excursion := t.before(p, at)
		if before.edge == bdd.Invalid {
			if err = t.s.m.Err(); err == nil {
				err = errNoWayBack
			}
			return nil, place{}, false, err
		}
		l.stops = append(l.stops, stop{before.v, before.edge, via, excursion})
		at = before
		t.s.safePoint()
	}
	slices.Reverse(l.stops)
	return l, call, called, nil
}

// before returns the earliest place from which a step leads to another, and the
// step.
func (t *tracer) before(p *procedure, at place) (best place, via int, inside *excursion) {
	s := t.s
	try := func(u, i int, set bdd.Node) bool {
		found, ok := t.earliest(u, set, at.stamp)
		if ok && (best.edge == bdd.Invalid || found.stamp < best.stamp) {
			best, via = found, i
			return true
		}
		return false
	}
	if at.v == p.ret {
		for _, n := range p.Nodes {
			if dataflow.Returns(n) && s.path[n.PC] != bdd.False {
				try(n.PC, 0, s.m.AndExists(at.edge, s.out[n.PC][0].rel, t.returned))
			}
		}
		return best, via, nil
	}
	var c *site
	var after bdd.Node
	for _, x := range s.program.Nodes[at.v].In {
		u := x.From
		switch {
		case s.path[u] == bdd.False || dataflow.Returns(x.Node):
		case s.sites[u] != nil:
			// The summary as it was then.
			lifted := s.m.Rename(t.until(s.sites[u].callee.ret, at.stamp), s.sites[u].callee.lift)
			behind := s.m.Rename(at.edge, s.m.Inverse(s.sites[u].back))
			if try(u, 0, s.m.AndExists(behind, s.cross(s.sites[u], lifted), t.nexts)) {
				c, after = s.sites[u], behind
			}
		default:
			i := slices.Index(x.Node.Out, x)
			e := &s.out[u][i]
			behind := s.m.Rename(at.edge, s.m.Inverse(e.back))
			if try(u, i, s.m.AndExists(behind, e.rel, t.nexts)) {
				c = nil
			}
		}
	}
	if c != nil {
		inside = t.excursion(c, best.edge, after, at.stamp)
		if inside == nil {
			best.edge = bdd.Invalid
		}
	}
	return best, via, inside
}

// until returns the path edges at v in rings of smaller stamps.
func (t *tracer) until(v, before int) bdd.Node {
	rings := t.s.rings[v]
	n := sort.Search(len(rings), func(i int) bool { return rings[i].stamp >= before })
	if n == 0 {
		return bdd.False
	}
	return rings[n-1].path
}

// excursion returns what happens in a call between a path edge at it and one
// behind it, of which after has the variables that the call changes in next.
func (t *tracer) excursion(c *site, at, after bdd.Node, before int) *excursion {
	s, m, p := t.s, t.s.m, c.callee
	// The entry frame is that of the callee from here on.
	both := m.And(m.Exists(at, s.entries), m.Exists(after, s.entries))
	seen := m.Exists(m.AndExists(both, c.rel, c.over), t.strange(c))
	found, ok := t.earliest(p.ret, m.Rename(seen, m.Inverse(p.lift)), before)
	if !ok {
		return nil
	}
	key := excursionKey{p.ret, found.edge}
	x := t.excursions[key]
	if x == nil {
		x = &excursion{p: p, edge: found.edge, before: found.stamp}
		t.excursions[key] = x
	}
	return x
}

// strange returns the variables in now and next that the lifted summary of a callee
// is not about.
func (t *tracer) strange(c *site) bdd.VarSet {
	s, p := t.s, c.callee
	vars := append(slices.Clone(s.now[s.globals:]), s.next[s.globals:]...)
	for i := range s.globals {
		if !p.twice.Test(uint(i)) && !p.held.Test(uint(i)) {
			vars = append(vars, s.now[i])
		}
		if !p.Mod.Test(uint(i)) {
			vars = append(vars, s.next[i])
		}
	}
	return s.m.NewVarSet(vars...)
}

// caller returns the earliest place of a call that enters p with a path edge at its
// entry.
func (t *tracer) caller(p *procedure, at place) (best place, ok bool) {
	s, m, g := t.s, t.s.m, t.s.globals
	drop := append(slices.Clone(s.entry[:g]), s.now[g+p.Params:]...)
	for i := g; i < g+p.Params; i++ {
		if !p.held.Test(uint(i)) {
			drop = append(drop, s.now[i])
		}
	}
	passed := m.Rename(m.Exists(at.edge, m.NewVarSet(drop...)), m.Inverse(p.formal))
	for _, c := range p.callers {
		if s.path[c.PC] == bdd.False {
			continue
		}
		found, here := t.earliest(c.PC, m.AndExists(passed, c.args, s.entries), at.stamp)
		if here && (!ok || found.stamp < best.stamp) {
			best, ok = found, true
		}
	}
	return best, ok
}

// expand returns the leg of an excursion.
func (t *tracer) expand(x *excursion) (*leg, error) {
	if x.leg == nil {
		l, _, _, err := t.walk(place{x.p.ret, x.before, x.edge}, true)
		if err != nil {
			return nil, err
		}
		x.leg = l
	}
	return x.leg, nil
}

// resume makes the manager work for a new question.
func (t *tracer) resume(ctx context.Context) {
	o := t.s.opts
	t.s.m.SetOptions(bdd.Options{MaxNodes: o.MaxNodes, MaxBytes: o.MaxBytes, Context: ctx})
	t.s.m.ClearErr()
}
