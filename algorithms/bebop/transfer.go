// This file defines how path edges go from vertex to vertex: relations made ready
// for one relational product each.

package bebop

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/bdd/encode"
	"github.com/ijit/ijit/parser"
)

// A transfer carries path edges along a step or a return.
type transfer struct {
	to   int // vertex; -1 if nothing goes on: the thread ends, or an assertion fails
	rel  bdd.Node
	set  bdd.VarSet   // what is written, and what is not live any more
	back bdd.Renaming // from Next to Now
	fail bool
}

// entering is what a procedure needs to be entered and left. Globals and formals
// that it modifies occur twice in its path edges if they are live at the entry: in
// the frame entry, as they were there, and in the frame now. The others occur once.
type entering struct {
	leave  bdd.VarSet   // what does not enter: locals of the caller, globals that are not live
	formal bdd.Renaming // from entry to now, for formals that are not modified
	self   bdd.Node     // entry equals now where there are both; initial values of locals
	lift   bdd.Renaming // turns path edges at ret into a transition of the caller
	held   row          // not modified and live at the entry: once, so kept up to the end
	twice  row
}

// crossing is what a call needs.
type crossing struct {
	call encode.Call
	rel  bdd.Node   // over Now and the formals in the frame entry, and from Returns to Next
	args bdd.Node   // the first half of it
	hide bdd.VarSet // formals, Returns, and what is not live behind
	over bdd.VarSet // globals in Next that the callee modifies but the left side overwrites
	set  bdd.VarSet
	back bdd.Renaming
	then bdd.Node // what the caller enforces
}

// keptInto sets r to the variables in the frame now that path edges at v are about.
func (s *search) keptInto(r row, v int) {
	r.set(s.liveAt(v), nil)
	r.union(s.procOf[v].held)
}

// prepare makes everything ready for the search.
func (s *search) prepare() {
	for _, p := range s.procs {
		s.prepareEntry(p)
	}
	s.out = make([][]transfer, len(s.program.Nodes))
	kept, behind := s.newRow(), s.newRow()
	for _, p := range s.procs {
		for _, n := range s.nodesOf[p.Proc] {
			s.keptInto(kept, n.PC)
			if c := s.sites[n.PC]; c != nil {
				s.keptInto(behind, c.behind)
				s.prepareSite(c, kept, behind)
				continue
			}
			steps := s.steps[n.PC]
			out := make([]transfer, len(steps))
			for i, x := range steps {
				out[i] = transfer{to: s.target(n.PC, i), rel: x.Relation, set: x.Now, back: x.Back}
				if t := &out[i]; t.to < 0 {
					t.fail = n.Out[i].Kind == parser.FailEdge
				} else {
					s.keptInto(behind, t.to)
					s.narrow(t, x, kept, behind)
				}
			}
			s.out[n.PC] = out
		}
	}
}

// narrow makes a transfer forget what is not kept behind it.
func (s *search) narrow(t *transfer, x step, kept, behind row) {
	if next := s.place(s.next, x.writes, func(i int) bool { return !behind.has(i) }); len(next) > 0 {
		t.rel = s.m.Exists(t.rel, s.m.NewVarSet(next...))
	}
	if now := s.place(s.now, kept, func(i int) bool { return !behind.has(i) && !x.writes.has(i) }); len(now) > 0 {
		t.set = s.m.Union(t.set, s.m.NewVarSet(now...))
	}
}

// prepareEntry makes a procedure ready to be entered and left.
func (s *search) prepareEntry(p *procedure) {
	m, g := s.m, s.globals
	live := s.liveAt(p.Entry)
	p.held, p.twice = s.newRow(), s.newRow()
	for i := range g + p.Params {
		switch {
		case len(p.callers) == 0 || !live.has(i): // main, unless it is called, is never left for a caller
		case p.mod.has(i):
			p.twice.add(i)
		default:
			p.held.add(i)
		}
	}
	formal := func(i int) bool { return i >= g }
	global := func(i int) bool { return i < g }

	leave := slices.Clone(s.now[g:])
	for i, v := range s.now[:g] {
		if !live.has(i) {
			leave = append(leave, v)
		}
	}
	p.leave = m.NewVarSet(leave...)
	p.formal = m.NewRenaming(s.place(s.entry, p.held, formal), s.place(s.now, p.held, formal))

	var dead []bdd.Var
	for i := range p.Locals {
		if !live.has(g + i) {
			dead = append(dead, s.now[g+i])
		}
	}
	p.self = m.And(
		m.EqualVars(s.place(s.entry, p.twice, every), s.place(s.now, p.twice, every)),
		m.Exists(s.enc.Entry(p.Proc), m.NewVarSet(dead...)),
	)

	from := append(s.place(s.entry, p.twice, global), s.place(s.now, p.modGlobals, every)...)
	to := append(s.place(s.now, p.twice, global), s.place(s.next, p.modGlobals, every)...)
	from = append(from, s.place(s.now, p.held, formal)...)
	to = append(to, s.place(s.entry, p.held, formal)...)
	p.lift = m.NewRenaming(from, to)
}

// prepareSite makes a call ready, given what path edges at it and behind it are
// about.
func (s *search) prepareSite(c *site, kept, behind row) {
	m, g := s.m, s.globals
	p := c.callee
	absent := func(i int) bool { return !behind.has(i) }
	live := s.liveAt(p.Entry)

	var dead []bdd.Var // formals that the callee does not read
	for i := range p.Params {
		if !live.has(g + i) {
			dead = append(dead, s.entry[g+i])
		}
	}
	c.args = m.Exists(c.call.Args, m.NewVarSet(dead...))
	c.rel = m.And(c.args, c.call.Results)

	writes := s.newRow()
	writes.union(s.steps[c.pc][0].writes)
	overwritten := s.newRow()
	overwritten.union(p.modGlobals)
	overwritten.intersect(writes)
	c.over = m.NewVarSet(s.place(s.next, overwritten, every)...)
	writes.union(p.modGlobals)

	hide := append(s.place(s.next, writes, absent), s.entry[g:g+p.Params]...)
	c.hide = m.NewVarSet(append(hide, s.returned...)...)
	now := s.place(s.now, writes, every)
	c.back = m.NewRenaming(s.place(s.next, writes, every), now)
	now = append(now, s.place(s.now, kept, absent)...)
	c.set = m.NewVarSet(now...)
	c.then = s.enc.Enforce(c.caller.Proc)
}
