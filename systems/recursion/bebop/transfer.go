// This file defines how path edges go from vertex to vertex: relations made ready
// for one relational product each.

package bebop

import (
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
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
	leave  bdd.VarSet     // what does not enter: locals of the caller, globals that are not live
	formal bdd.Renaming   // from entry to now, for formals that are not modified
	self   bdd.Node       // entry equals now where there are both; initial values of locals
	lift   bdd.Renaming   // turns path edges at ret into a transition of the caller
	held   *bitset.BitSet // not modified and live at the entry: once, so kept up to the end
	twice  *bitset.BitSet
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

// kept sets the variables in the frame now that path edges at v are about, and returns
// the set.
func (s *search) kept(set *bitset.BitSet, v int) *bitset.BitSet {
	s.liveAt(v).CopyFull(set)
	set.InPlaceUnion(s.procOf[v].held)
	return set
}

// fewVariables is how many variables a statement may mention for its relation to be small.
const fewVariables = 12

// prepareSmall makes everything ready whose relations are small, in the order of the text: the
// same statements follow each other there, and what they share is still at hand. All else is
// made ready when it is reached, for it may be large, and never be reached.
func (s *search) prepareSmall() {
	for i, p := range s.procs {
		if i == 0 || p.Proc.Proc.Enforce == nil {
			s.prepareEntry(p)
		}
	}
	for _, p := range s.procs {
		for _, n := range p.Nodes {
			few := s.flow.Reads(n.PC).Count()+s.flow.Writes(n.PC).Count() <= fewVariables
			if c := s.sites[n.PC]; few && (c == nil || c.callee.ready) {
				s.prepare(n.PC)
			}
		}
	}
}

// prepare makes a vertex that is no return vertex ready.
func (s *search) prepare(v int) {
	s.prepared[v] = true
	s.kept(s.keptHere, v)
	if c := s.sites[v]; c != nil {
		s.prepareSite(c)
	} else {
		s.out[v] = s.transfers(s.procOf[v], s.program.Nodes[v])
	}
}

// transfers returns those of the steps from n, or of a return there.
func (s *search) transfers(p *procedure, n *parser.Node) []transfer {
	writes := s.flow.Writes(n.PC)
	if rel, ok := s.enc.Return(n); ok {
		t := transfer{to: p.ret, rel: s.project(p, rel)}
		s.narrow(&t, writes)
		return []transfer{t}
	}
	out := make([]transfer, len(n.Out))
	for i, x := range n.Out {
		step := s.enc.Edge(x)
		out[i] = transfer{to: x.To, rel: s.project(p, step.Relation), set: step.Now, back: step.Back, fail: x.Kind == parser.FailEdge}
		switch {
		case x.Kind == parser.CallEdge: // one that is not made
			out[i] = transfer{to: -1, rel: bdd.False}
		case x.To >= 0:
			s.narrow(&out[i], writes)
		}
	}
	return out
}

// narrow makes a transfer forget what is not kept behind it.
func (s *search) narrow(t *transfer, writes *bitset.BitSet) {
	behind := s.kept(s.keptBehind, t.to)
	if next := s.place(s.next, writes, behind); len(next) > 0 {
		t.rel = s.m.Exists(t.rel, s.m.NewVarSet(next...))
	}
	if now := s.place(s.now, s.keptHere, behind, writes); len(now) > 0 {
		t.set = s.m.Union(t.set, s.m.NewVarSet(now...))
	}
}

// findHeld finds which variables a procedure has once or twice in its path edges.
func (s *search) findHeld(p *procedure) {
	live := s.liveAt(p.Entry)
	for i := range uint(s.globals + p.Params) {
		switch {
		case len(p.callers) == 0 || !live.Test(i): // main, unless it is called, is never left for a caller
		case p.Mod.Test(i):
			p.twice.Set(i)
		default:
			p.held.Set(i)
		}
	}
}

// prepareEntry makes a procedure ready to be entered and left.
func (s *search) prepareEntry(p *procedure) {
	p.ready = true
	m, g := s.m, s.globals
	absent := s.liveAt(p.Entry).Complement()
	p.leave = m.NewVarSet(append(slices.Clone(s.now[g:]), s.place(s.now[:g], absent)...)...)
	formals, places := s.place(s.entry, p.held, s.flow.Globals), s.place(s.now, p.held, s.flow.Globals)
	p.formal = m.NewRenaming(formals, places)
	p.self = m.And(
		m.EqualVars(s.place(s.entry, p.twice), s.place(s.now, p.twice)),
		m.Exists(s.project(p, s.enc.Entry(p.Proc.Proc)), m.NewVarSet(s.place(s.now, absent, s.flow.Globals)...)),
	)
	p.lift = m.NewRenaming(
		slices.Concat(s.place(s.entry[:g], p.twice), s.place(s.now[:g], p.Mod), places),
		slices.Concat(s.place(s.now[:g], p.twice), s.place(s.next[:g], p.Mod), formals),
	)
}

// prepareSite makes a call ready.
func (s *search) prepareSite(c *site) {
	m, g := s.m, s.globals
	p, behind := c.callee, s.kept(s.keptBehind, c.Behind)
	if !p.ready {
		s.prepareEntry(p)
	}
	c.call = s.enc.Call(s.program.Nodes[c.PC].Out[0])
	live := s.liveAt(p.Entry)
	var dead []bdd.Var // formals that the callee does not read
	for i := g; i < g+p.Params; i++ {
		if !live.Test(uint(i)) {
			dead = append(dead, s.entry[i])
		}
	}
	c.args = m.Exists(s.project(c.caller, c.call.Args), m.NewVarSet(dead...))
	c.rel = m.And(c.args, s.project(c.caller, c.call.Results))

	writes := s.spare // and what the callee modifies
	p.Mod.CopyFull(writes)
	writes.InPlaceIntersection(s.flow.Writes(c.PC))
	c.over = m.NewVarSet(s.place(s.next[:g], writes)...)
	p.Mod.CopyFull(writes)
	writes.InPlaceIntersection(s.flow.Globals)
	writes.InPlaceUnion(s.flow.Writes(c.PC))

	hide := append(s.place(s.next, writes, behind), s.entry[g:g+p.Params]...)
	c.hide = m.NewVarSet(append(hide, s.returned...)...)
	now := s.place(s.now, writes)
	c.back = m.NewRenaming(s.place(s.next, writes), now)
	c.set = m.NewVarSet(append(now, s.place(s.now, s.keptHere, behind)...)...)
	c.then = s.project(c.caller, s.enc.Enforce(c.caller.Proc.Proc))
}
