// This file defines summaries of the modules of a program, and what they are made of.

package summary

import (
	"iter"
	"slices"

	"github.com/ijit/ijit/algorithms/internal/supergraph"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
)

// Summaries relate the beginning of each module to the states at its places.
type Summaries struct {
	*Space
	Modules []*Module
	Places  []*Place // by rank: the order in which they are to be worked on
	Most    int      // interruptions
	// Resumptions has, by number, how the last interruptions of a thread can have been, over
	// the first ends: with which globals it was interrupted, and with which it goes on.
	Resumptions []bdd.Node
	History     int // how many interruptions in a row Resumptions tells apart
	// ThreadModular says that threads go on with any of the globals that some thread can
	// have when it is interrupted (Reachable, over now), whatever they were when they were
	// interrupted themselves. One interruption then stands for any number of them, and
	// nothing is said of ends.
	ThreadModular bool
	Reachable     bdd.Node
	Visits        int // of places

	queue Queue
}

// A Module is a procedure with its summary.
type Module struct {
	Index     int
	Proc      *parser.Proc
	Residual  bool       // stands for recursion that is not unrolled
	Own, Rest []int      // the globals that it or what it calls uses, and all others
	Entered   bdd.Node   // with what it begins, over entry
	Local     []*Place   // its places, by number
	Places    []*Place   // the same, and those of the modules that are inlined in it
	Calls     []*Call    // calls of it
	host      *Module    // the module that it is inlined in, or itself
	entryLive []int      // those of its own globals that are live where it begins
	exitDead  bdd.VarSet // its locals, and those of its own globals that are not live where it ends
	resume    []bdd.Node // Resumptions, of its own globals
	enforce   bdd.Node   // what it enforces
	identity  bdd.Node   // a procedure begins: now is entry
	returned  []bdd.Node // by interruptions, what it returns: over entry, now, returned and ends
}

// A Place is a place of a procedure with the states there.
type Place struct {
	Module *Module
	Rank   int
	Steps  []*Step
	Calls  []*Call
	Values bdd.Node // what it returns here, over now and returned; Invalid if it does not

	Resumes bool // a thread may go on here after an interruption
	Stops   bool // a thread may be interrupted here
	Target  bool

	States   []bdd.Node // by interruptions
	explored []bdd.Node // those whose successors are known
	// previous has the states that were known for the context before. A thread that goes on
	// in a context was interrupted at least two before that.
	previous []bdd.Node
}

// A Call is a call that is not inlined.
type Call struct {
	Caller, Callee *Module
	Number         int      // among those of the callee
	To             *Place   // behind it
	Results        bdd.Node // over returned and next
	Written        []int    // globals that get results

	// Waiting has, by interruptions, the states at the call, with what the callee begins
	// with in other. Returned has what comes back: over other, the globals now of the callee
	// when it began, next, and ends.
	Waiting, Returned []bdd.Node

	arguments bdd.Node     // over now of the caller, and other for the locals of the callee
	dropped   bdd.VarSet   // what is now, and neither the caller nor the callee needs any more
	dead      []bdd.Var    // globals now that are not live behind the call
	enforce   bdd.Node     // what the caller enforces
	rename    bdd.Renaming // from next to now
}

// New prepares summaries with at most so many interruptions, of which so many in a row are
// told apart.
func New(space *Space, most, history int) *Summaries {
	s := &Summaries{Space: space, Most: most, History: history, Reachable: bdd.False}
	s.Resumptions = s.none()
	s.M.Register(s.roots())
	for i, m := range s.Graph.Modules {
		s.Modules = append(s.Modules, s.module(i, m))
	}
	for i, m := range s.Modules {
		m.host = s.Modules[s.frames[i].host]
		for range s.Graph.Modules[i].Places() {
			m.Local = append(m.Local, &Place{Module: m.host, Values: bdd.Invalid, States: s.none(), explored: s.none(), previous: s.none()})
		}
	}
	for _, m := range s.Modules {
		m.host.Places = append(m.host.Places, m.Local...)
		s.connect(m)
	}
	s.rank()
	return s
}

// none returns an empty set for each number of interruptions.
func (s *Summaries) none() []bdd.Node { return slices.Repeat([]bdd.Node{bdd.False}, s.Most+1) }

// module returns a module without places.
func (s *Summaries) module(i int, of supergraph.Module) *Module {
	m := &Module{
		Index: i, Proc: of.Proc, Residual: of.Residual, enforce: s.encoder(i, nil).Enforce(of.Proc),
		Entered: bdd.False, resume: s.none(), returned: s.none(),
	}
	for _, g := range s.Shared {
		if s.Graph.Own(i).Test(uint(g)) {
			m.Own = append(m.Own, g)
		} else {
			m.Rest = append(m.Rest, g)
		}
	}
	m.entryLive, m.exitDead = m.Own, s.M.NewVarSet(s.Now.Locals...)
	if s.last != nil {
		entry, exit := s.last.Before(of.Entry), s.last.flow.Set()
		if p := s.last.flow.Proc(of.Proc); p != nil {
			exit = s.last.Behind(p)
		}
		m.entryLive = slices.DeleteFunc(slices.Clone(m.Own), func(g int) bool { return !entry.Test(uint(g)) })
		dead := slices.DeleteFunc(slices.Clone(m.Own), func(g int) bool { return exit.Test(uint(g)) })
		m.exitDead = s.M.Union(m.exitDead, s.M.NewVarSet(Pick(s.Now.Globals, dead)...))
	}
	live := s.liveAtEntry(of.Proc)
	m.identity = s.M.And(s.M.EqualVars(s.slots(i, s.Now.Locals, live), s.slots(i, s.Entry.Locals, live)),
		s.Equal(s.Now.Globals, s.Entry.Globals, m.entryLive))
	return m
}

// at returns the place of a program counter; -1 is that of a failed assertion.
func (m *Module) at(pc int) *Place { return m.Local[supergraph.Module{Proc: m.Proc}.Place(pc)] }

// connect makes the steps and calls of a module.
func (s *Summaries) connect(m *Module) {
	g, e := s.Graph, s.encoder(m.Index, nil)
	m.at(-1).Target = g.Targets == nil
	seen := map[int]bool{m.Proc.Entry: true} // a step that others can see leads there
	for _, n := range g.Nodes(m.Index) {
		p := m.at(n.PC)
		p.Resumes = g.Interruptible(m.Index, n) && g.Visible(n)
		p.Target = slices.Contains(g.Targets, n.PC)
		if values, ok := e.Return(n); ok {
			if m.host == m {
				p.Values = values
			} else {
				p.Steps = append(p.Steps, s.leaveInline(m, values))
			}
			continue
		}
		for _, x := range n.Out {
			if x.Kind == parser.CallEdge || !g.Interruptible(m.Index, n) || g.Visible(n) {
				seen[x.To] = true
			}
			switch {
			case x.Kind == parser.EndEdge, x.To < 0 && g.Targets != nil:
			case x.Kind == parser.CallEdge:
				callee := s.Modules[g.Callee(m.Index, x)]
				if callee.host != callee {
					p.Steps = append(p.Steps, s.enterInline(m, callee, x))
					continue
				}
				c := s.call(m, callee, x)
				p.Calls = append(p.Calls, c)
				callee.Calls = append(callee.Calls, c)
			default:
				p.Steps = append(p.Steps, s.step(m.Index, x, m.at(x.To)))
			}
		}
	}
	for _, n := range g.Nodes(m.Index) {
		// Elsewhere the globals are those of the place before.
		m.at(n.PC).Stops = g.Interruptible(m.Index, n) && (g.Visible(n) || seen[n.PC])
	}
}

// call returns the call of a module at an edge of another one.
func (s *Summaries) call(m, callee *Module, x *parser.Edge) *Call {
	arguments, of := s.argumentsOf(m.Index, x, s.Other.Locals)
	c := &Call{
		Caller: m.host, Callee: callee, Number: len(callee.Calls), To: m.at(x.To), enforce: m.enforce,
		arguments: arguments,
		Results:   s.M.Exists(of.Results, s.dead(m.Index, s.Next, x.To)),
		dead:      s.deadGlobals(m.Index, s.Now.Globals, x.To),
		Waiting:   s.none(), Returned: s.none(),
		rename: s.M.NewRenaming(slices.Concat(s.Next.Locals, s.Next.Globals), slices.Concat(s.Now.Locals, s.Now.Globals)),
	}
	c.dropped = s.M.Union(of.Now, s.M.NewVarSet(s.deadLocals(m.Index, s.Now.Locals, x.To)...))
	// What the callee begins with is to be found.
	c.dropped = s.M.Union(s.M.Minus(c.dropped, s.M.NewVarSet(s.Now.Globals...)), s.M.NewVarSet(c.dead...))
	c.dropped = s.M.Minus(c.dropped, s.M.NewVarSet(Pick(s.Now.Globals, callee.entryLive)...))
	for _, v := range of.Writes {
		if v.Proc == nil {
			c.Written = append(c.Written, v.Index)
		}
	}
	return c
}

// roots are what must survive collections.
func (s *Summaries) roots() iter.Seq[bdd.Node] {
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
		if !all(s.Resumptions, []bdd.Node{s.Reachable}) {
			return
		}
		for _, m := range s.Modules {
			if !all([]bdd.Node{m.enforce, m.identity, m.Entered}, m.resume, m.returned) {
				return
			}
			for _, p := range m.Places {
				if !all([]bdd.Node{p.Values}, p.States, p.explored, p.previous) {
					return
				}
				for _, x := range p.Steps {
					if !yield(x.relation) || !yield(x.enforce) {
						return
					}
				}
				for _, c := range p.Calls {
					if !all([]bdd.Node{c.arguments, c.Results, c.enforce}, c.Waiting, c.Returned) {
						return
					}
				}
			}
		}
	}
}
