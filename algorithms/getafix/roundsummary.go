// This file defines summaries of procedures over several rounds, computed along the
// explicit control flow: the relation Frame of SwitchFormula, place by place.

package getafix

import (
	"container/heap"
	"iter"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
)

// Summaries are those of Frame in [SwitchFormula]: that of a place, with d interruptions,
// relates the state in which the procedure began (the frame entry) to the state at the
// place (now), with the globals o1, i2, ..., od, i<d+1> when it was interrupted and when
// it went on (the ends 0, 1, ...). The differences are of representation:
//
//   - There is a diagram for each place, and steps are applied edge by edge, so that a
//     statement costs what the variables that it mentions cost.
//   - All of it has only the globals that the procedure or what it calls uses. All others
//     stay as they are from the beginning to o1, from i2 to o2, ..., and from i<d+1> on;
//     what they do in between is up to those who use them.
//   - Nothing is said of slots of locals that are not live, where the formula has 0.
//   - What is called is done before its caller goes on, and places in the order of
//     control flow, so that a place is seldom visited with a part of its states.
type roundSummaries struct {
	*roundSpace
	modules []*roundModule
	places  []*roundPlace // in the order in which they are to be worked on
	most    int           // interruptions
	// wants has, by number, how the last interruptions of a thread can have been, over the
	// first ends.
	wants  []bdd.Node
	memory int // how many interruptions in a row wants tells apart
	// coarse says that threads go on with any of the globals that some thread can leave
	// behind, whatever they were when it was interrupted. One interruption then stands for
	// any number of them, and nothing is said of ends.
	coarse bool
	reach  bdd.Node // these globals, over now
	queue  roundQueue
	visits int
}

type roundModule struct {
	index     int
	proc      *parser.Proc
	by        *roundModule // the module that it is part of
	own, rest []int        // the globals that it or what it calls uses, and all others
	begins    []int        // those of own that matter where it begins
	over      bdd.VarSet   // its locals, and those of own that do not matter where it has ended
	wants     []bdd.Node   // of its own globals
	enforce   bdd.Node
	same      bdd.Node      // a procedure begins: now is entry
	entered   bdd.Node      // with what it begins, over entry
	local     []*roundPlace // its places, by number
	places    []*roundPlace // the same, and those of the modules that are part of it
	sites     []*roundSite  // of calls of it
	// returns has, by interruptions, what it returns: over entry, the globals now,
	// returned and ends.
	returns []bdd.Node
}

type roundPlace struct {
	module *roundModule
	rank   int
	steps  []*roundStep
	sites  []*roundSite
	values bdd.Node // over now and returned; Invalid if the procedure does not return here
	// A thread may go on here after an interruption; it may be interrupted here; it is here
	// that one wants to get.
	resumes, stops, target bool

	states, followed []bdd.Node // by interruptions: all, and those whose successors are known
	// before has all of the context before. A thread that goes on in a context was
	// interrupted at least two before that.
	before []bdd.Node
}

// A roundSite is a call.
type roundSite struct {
	caller, callee *roundModule
	number         int        // among those of the callee
	link           bdd.Node   // over now of the caller, and other for the locals of the callee
	gone           bdd.VarSet // what is now, and neither the caller nor the callee needs any more
	idle           []bdd.Var  // globals now that do not matter behind the call
	results        bdd.Node   // over returned and next
	written        []int      // globals that get results
	to             *roundPlace
	then           bdd.Node     // what the caller enforces
	back           bdd.Renaming // from next to now

	// waiting has, by interruptions, the states at the call, with what the callee begins
	// with in other. returned has what comes back: over other, the globals now of
	// the callee when it began, next, and ends.
	waiting, returned []bdd.Node
}

// newRoundSummaries prepares summaries with at most so many interruptions.
func newRoundSummaries(s *roundSpace, most, memory int) *roundSummaries {
	r := &roundSummaries{roundSpace: s, most: most, memory: memory, reach: bdd.False}
	for range most + 1 {
		r.wants = append(r.wants, bdd.False)
	}
	s.m.Register(r.roots())
	for i, p := range s.b.modules {
		m := &roundModule{
			index: i, proc: p, enforce: s.encoder(i, nil).Enforce(p),
			entered: bdd.False, wants: r.none(), returns: r.none(),
		}
		r.modules = append(r.modules, m)
		for _, g := range s.used {
			if s.b.threads.own[i][g] {
				m.own = append(m.own, g)
			} else {
				m.rest = append(m.rest, g)
			}
		}
		m.begins, m.over = m.own, s.m.NewVarSet(s.now.Locals...)
		if s.need != nil {
			m.begins = slices.DeleteFunc(slices.Clone(m.own), func(g int) bool { return !s.need.at[1+p.Entry].has(g) })
			idle := slices.DeleteFunc(slices.Clone(m.own), s.need.behind[i].has)
			m.over = s.m.Union(m.over, s.m.NewVarSet(pick(s.now.Globals, idle)...))
		}
		begins := s.b.begins(p)
		m.same = s.m.And(s.m.EqualVars(s.slots(i, s.now.Locals, begins), s.slots(i, s.entry.Locals, begins)),
			s.equal(s.now.Globals, s.entry.Globals, m.begins))
	}
	for i, m := range r.modules {
		m.by = r.modules[s.frames[i].by]
		for range m.proc.Exit - m.proc.Entry + 2 {
			p := &roundPlace{module: m.by, values: bdd.Invalid, states: r.none(), followed: r.none(), before: r.none()}
			m.local = append(m.local, p)
		}
	}
	for i, m := range r.modules {
		m.by.places = append(m.by.places, m.local...)
		r.prepare(i, m)
	}
	r.rank()
	return r
}

// none returns an empty set for each number of interruptions.
func (r *roundSummaries) none() []bdd.Node { return slices.Repeat([]bdd.Node{bdd.False}, r.most+1) }

// at returns the place of a program counter; a failure is behind all others.
func (m *roundModule) at(pc int) *roundPlace {
	if pc < 0 {
		return m.local[failure(m.proc)]
	}
	return m.local[place(m.proc, pc)]
}

// prepare makes the steps of a module.
func (r *roundSummaries) prepare(i int, m *roundModule) {
	b := r.b
	enc := r.encoder(i, nil)
	m.at(-1).target = b.targets == nil
	seen := map[int]bool{} // what a thread does not do unseen leads there
	seen[m.proc.Entry] = true
	for n := range b.nodes(m.proc) {
		p := m.at(n.PC)
		p.resumes = b.interruptible(i, n) && b.looks[n.PC]
		p.target = slices.Contains(b.targets, n.PC)
		if values, ok := enc.Return(n); ok {
			if m.by == m {
				p.values = values
			} else {
				p.steps = append(p.steps, r.leaveInline(m, values))
			}
			continue
		}
		for _, x := range n.Out {
			if x.Kind == parser.CallEdge || !b.interruptible(i, n) || b.looks[n.PC] {
				seen[x.To] = true
			}
			switch {
			case x.Kind == parser.EndEdge, x.To < 0 && b.targets != nil:
			case x.Kind == parser.CallEdge:
				callee := r.modules[b.number[b.callee(i, x)]]
				if callee.by != callee {
					p.steps = append(p.steps, r.enterInline(m, callee, x))
					continue
				}
				site := r.site(m, callee, x)
				p.sites = append(p.sites, site)
				callee.sites = append(callee.sites, site)
			default:
				p.steps = append(p.steps, r.step(i, x, m.at(x.To)))
			}
		}
	}
	for n := range b.nodes(m.proc) {
		// Elsewhere the globals are those of the place before.
		m.at(n.PC).stops = b.interruptible(i, n) && (b.looks[n.PC] || seen[n.PC])
	}
}

func (r *roundSummaries) site(m, callee *roundModule, x *parser.Edge) *roundSite {
	link, c := r.begin(m.index, x, r.other.Locals)
	s := &roundSite{
		caller: m.by, callee: callee, number: len(callee.sites), to: m.at(x.To), then: m.enforce,
		link:    link,
		results: r.m.Exists(c.Results, r.lost(m.index, r.next, x.To)),
		idle:    r.idle(m.index, r.now.Globals, x.To),
		waiting: r.none(), returned: r.none(),
		back: r.m.NewRenaming(slices.Concat(r.next.Locals, r.next.Globals), slices.Concat(r.now.Locals, r.now.Globals)),
	}
	s.gone = r.m.Union(c.Now, r.m.NewVarSet(r.dead(m.index, r.now.Locals, x.To)...))
	// What the callee begins with is to be found.
	s.gone = r.m.Union(r.m.Minus(s.gone, r.m.NewVarSet(r.now.Globals...)), r.m.NewVarSet(s.idle...))
	s.gone = r.m.Minus(s.gone, r.m.NewVarSet(pick(r.now.Globals, callee.begins)...))
	for _, v := range c.Writes {
		if v.Proc == nil {
			s.written = append(s.written, v.Index)
		}
	}
	return s
}

// roots are what must survive collections.
func (r *roundSummaries) roots() iter.Seq[bdd.Node] {
	return func(yield func(bdd.Node) bool) {
		all := func(lists ...[]bdd.Node) bool {
			for _, list := range lists {
				for _, f := range list {
					if f != bdd.Invalid && !yield(f) {
						return false
					}
				}
			}
			return true
		}
		if !all(r.wants, []bdd.Node{r.reach}) {
			return
		}
		for _, m := range r.modules {
			if !all([]bdd.Node{m.enforce, m.same, m.entered}, m.wants, m.returns) {
				return
			}
			for _, p := range m.places {
				if !all([]bdd.Node{p.values}, p.states, p.followed, p.before) {
					return
				}
				for _, s := range p.steps {
					if !yield(s.relation) || !yield(s.then) {
						return
					}
				}
				for _, s := range p.sites {
					if !all([]bdd.Node{s.link, s.results, s.then}, s.waiting, s.returned) {
						return
					}
				}
			}
		}
	}
}

// rank orders the places: modules behind those that they call, as far as there is no
// recursion, and the places of each in the order of control flow.
func (r *roundSummaries) rank() {
	seen := make([]bool, len(r.modules))
	var visit func(m *roundModule)
	visit = func(m *roundModule) {
		if seen[m.index] || m.by != m {
			return
		}
		seen[m.index] = true
		for _, p := range m.places {
			for _, s := range p.sites {
				visit(s.callee)
			}
		}
		var order []*roundPlace
		found := map[*roundPlace]bool{}
		var follow func(p *roundPlace)
		follow = func(p *roundPlace) {
			if found[p] {
				return
			}
			found[p] = true
			for _, s := range slices.Backward(p.steps) {
				follow(s.to)
			}
			for _, s := range p.sites {
				follow(s.to)
			}
			order = append(order, p)
		}
		follow(m.local[0])
		for _, p := range slices.Backward(order) {
			p.rank = len(r.places)
			r.places = append(r.places, p)
		}
	}
	for _, m := range r.modules {
		visit(m)
	}
}

// A roundQueue has pairs of a place and a number of interruptions, as one number each.
type roundQueue []int

func (q roundQueue) Len() int           { return len(q) }
func (q roundQueue) Less(i, j int) bool { return q[i] < q[j] }
func (q roundQueue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *roundQueue) Push(x any)        { *q = append(*q, x.(int)) }
func (q *roundQueue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// grow adds a set to what is known. It returns a simple set that has what is new and is
// part of what is known, and whether there is something new: the difference itself is
// often a larger diagram than either of the two.
func (r *roundSummaries) grow(known *bdd.Node, set bdd.Node) (fresh bdd.Node, grown bool) {
	if r.m.Leq(set, *known) || r.m.Err() != nil {
		return bdd.False, false
	}
	before := *known
	*known = r.m.Or(before, set)
	return r.m.Restrict(*known, r.m.Not(before)), r.m.Err() == nil
}

// add adds states to a place.
func (r *roundSummaries) add(p *roundPlace, d int, set bdd.Node) {
	if r.m.Leq(set, p.states[d]) || r.m.Err() != nil {
		return
	}
	if p.states[d] == p.followed[d] {
		heap.Push(&r.queue, p.rank*(r.most+1)+d)
	}
	p.states[d] = r.m.Or(p.states[d], set)
}

// enter lets a procedure begin with what a set over entry says.
func (r *roundSummaries) enter(m *roundModule, set bdd.Node) {
	if fresh, grown := r.grow(&m.entered, set); grown {
		r.add(m.local[0], 0, r.m.And(fresh, m.same))
	}
}

// run follows all states until there are no more.
func (r *roundSummaries) run() error {
	for len(r.queue) > 0 && r.m.Err() == nil {
		r.m.SafePoint()
		r.visits++
		n := heap.Pop(&r.queue).(int)
		p, d := r.places[n/(r.most+1)], n%(r.most+1)
		fresh, _ := r.grow(&p.followed[d], p.states[d])
		r.follow(p, d, fresh)
	}
	return r.m.Err()
}

// follow follows states that are new at a place.
func (r *roundSummaries) follow(p *roundPlace, d int, set bdd.Node) {
	for _, s := range p.steps {
		r.add(s.to, d, r.m.And(r.m.Image(set, s.relation, s.gone, s.back), s.then))
	}
	for _, s := range p.sites {
		r.call(s, d, set)
	}
	if p.values != bdd.Invalid {
		r.leave(p, d, set)
	}
}

// initial returns the locals with which a thread begins. It says nothing of what the
// procedure enforces: a thread that does not fulfil that has begun, but cannot move.
func (r *roundSummaries) initial(m *roundModule, locals []bdd.Var) bdd.Node {
	begins := r.b.begins(m.proc)
	var c bdd.Cube
	for _, v := range m.proc.Locals {
		if v.Init != parser.InitAny && begins(v.Index) {
			c = append(c, bdd.Literal{Var: locals[v.Index], Value: v.Init == parser.InitOne})
		}
	}
	return r.m.Cube(c)
}

// near reports whether some summary gets where one wants to.
func (r *roundSummaries) near() bool {
	return slices.ContainsFunc(r.places, func(p *roundPlace) bool {
		return p.target && slices.ContainsFunc(p.states, func(f bdd.Node) bool { return f != bdd.False })
	})
}
