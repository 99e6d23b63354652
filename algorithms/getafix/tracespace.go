// This file defines the steps of a program over the variables of a formula's
// predicate, one edge of control flow at a time.

package getafix

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/bdd/calculus"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/parser"
)

// A space has the variables of the predicate that relates what can be reached to the
// entries of procedures. These are two frames: now and entry, which a hint of the
// formula interleaves. Steps are relations from now to entry too: what a step is
// applied to says nothing of entry, so that they need no variables of their own, and
// the order of these is good.
type space struct {
	base       *Base
	m          *bdd.Manager
	enc        *encode.Encoder
	formals    *calculus.Formals
	flags      int
	copies     []bdd.Node      // where the flag is 0, and where it is 1, if there is one
	now, entry encode.Frame    // of the predicate
	index      map[bdd.Var]int // of what has a place in now: globals first, then slots
	returned   []bdd.Var

	places, nows, entries, returns bdd.VarSet   // module and place; the frames; returned
	toNow                          bdd.Renaming // from entry
	began                          bdd.Node     // the program may, with what is needed then

	steps  map[*parser.Edge]encode.Step
	sites  map[*parser.Edge]*site
	called map[int][]*site           // by callee; nil until they are asked for
	exits  map[*parser.Node]bdd.Node // what is returned, over now and returned
	lost   map[*parser.Node]lost
	where  map[[2]int]bdd.Node // by module and place
	kept   []bdd.Node          // all that must survive collections
}

// A site is a call.
type site struct {
	edge           *parser.Edge
	module, callee int
	call           encode.Call
	// link is what the callee begins with, without locals: over now at the caller, and
	// entry.
	link bdd.Node
	// passed are the globals that have the values behind the call that the callee left.
	passed bdd.VarSet
}

func newSpace(b *Base, f *calculus.Formals, flags int) *space {
	m := f.Manager()
	s := &space{
		base: b, m: m, formals: f, flags: flags,
		now: frame(f, flags+2, flags+3), entry: frame(f, flags+4, flags+5),
		returned: b.spare(m),
		steps:    map[*parser.Edge]encode.Step{},
		sites:    map[*parser.Edge]*site{},
		exits:    map[*parser.Node]bdd.Node{},
		lost:     map[*parser.Node]lost{},
		index:    map[bdd.Var]int{},
		where:    map[[2]int]bdd.Node{},
	}
	var places []bdd.Var
	for i := range 2 {
		places = append(places, f.Vars(flags+i)...)
	}
	for i := range 2 * flags {
		s.copies = append(s.copies, s.keep(f.Equal(0, i)))
	}
	for i, v := range slices.Concat(s.now.Globals, s.now.Locals) {
		s.index[v] = i
	}
	now, entry := slices.Concat(s.now.Locals, s.now.Globals), slices.Concat(s.entry.Locals, s.entry.Globals)
	s.places, s.nows, s.entries, s.returns = m.NewVarSet(places...), m.NewVarSet(now...), m.NewVarSet(entry...), m.NewVarSet(s.returned...)
	s.toNow = m.NewRenaming(entry, now)
	s.enc = encode.New(m, b.program, encode.Places{Now: s.now, Next: s.entry, Actuals: s.entry.Locals, Returns: s.returned})
	local, global := b.start(0)
	s.began = s.keep(restrict(m, s.enc.Initial(), s.now, local, global))
	return s
}

// forgotten returns the places in now of what states have not at a node, and where all
// of it is 0.
func (s *space) forgotten(n *parser.Node) lost {
	l, ok := s.lost[n]
	if !ok {
		local, global := s.base.needs(n.PC)
		var vars []bdd.Var
		for i, v := range s.now.Locals {
			if !local(i) {
				vars = append(vars, v)
			}
		}
		for g, v := range s.now.Globals {
			if !global(g) {
				vars = append(vars, v)
			}
		}
		l.set = s.m.NewVarSet(vars...)
		l.zero = s.keep(zero(s.m, vars, func(int) bool { return false }))
		s.lost[n] = l
	}
	return l
}

// A lost says what states do not have.
type lost struct {
	set  bdd.VarSet
	zero bdd.Node
}

// any returns states at a node with any values of what they do not have there.
func (s *space) any(states bdd.Node, n *parser.Node) bdd.Node {
	return s.m.Exists(states, s.forgotten(n).set)
}

func (s *space) keep(f bdd.Node) bdd.Node {
	s.kept = append(s.kept, f)
	return f
}

// module returns the number of a procedure.
func (s *space) module(p *parser.Proc) int { return s.base.number[module{proc: p}] }

// at returns where a module is at a place.
func (s *space) at(module, place int) bdd.Node {
	key := [2]int{module, place}
	at, ok := s.where[key]
	if !ok {
		at = s.keep(s.m.And(s.formals.Equal(s.flags, module), s.formals.Equal(s.flags+1, place)))
		s.where[key] = at
	}
	return at
}

// stages appends what can be reached to earlier stages, given a value of the predicate:
// first what is dealt with, if the predicate tells that apart and there is something.
func (s *space) stages(earlier []bdd.Node, value bdd.Node) []bdd.Node {
	if s.flags == 0 {
		return append(earlier, value)
	}
	for i, which := range s.copies {
		if stage := s.m.Constrain(value, which); i == 1 || stage != bdd.False {
			earlier = append(earlier, stage)
		}
	}
	return earlier
}

// count returns the number of places in a value of the predicate, 0 if a limit keeps
// it from counting.
func (s *space) count(value bdd.Node) int {
	m := s.m
	stages := s.stages(nil, value)
	n := m.Count(m.Exists(stages[len(stages)-1], m.Union(s.nows, s.entries)), s.places)
	if n == nil {
		return 0
	}
	return int(n.Int64())
}

// A target is what is looked for.
type target struct {
	pc     int
	failed bool
	states bdd.Node
}

// targets returns the targets that control flow leads to.
func (s *space) targets() []target {
	var list []target
	add := func(n *parser.Node, failed bool, states bdd.Node) {
		at := s.at(s.module(n.Proc), place(n.Proc, n.PC))
		list = append(list, target{n.PC, failed, s.keep(s.m.And(at, states))})
	}
	for _, n := range s.base.program.Nodes {
		switch {
		case !s.base.reached[n.PC]:
		case s.base.targets != nil:
			if slices.Contains(s.base.targets, n.PC) {
				add(n, false, bdd.True)
			}
		default:
			for _, x := range n.Out {
				if x.Kind == parser.FailEdge {
					add(n, true, s.enc.Edge(x).Relation)
				}
			}
		}
	}
	return list
}

// step returns what an edge does that stays in its procedure.
func (s *space) step(x *parser.Edge) encode.Step {
	step, ok := s.steps[x]
	if !ok {
		step = s.enc.Edge(x)
		s.keep(step.Relation)
		s.steps[x] = step
	}
	return step
}

// exit returns what is returned at a node.
func (s *space) exit(n *parser.Node) bdd.Node {
	rel, ok := s.exits[n]
	if !ok {
		rel, _ = s.enc.Return(n)
		s.exits[n] = s.keep(rel)
	}
	return rel
}

// site returns a call.
func (s *space) site(x *parser.Edge) *site {
	c, ok := s.sites[x]
	if ok {
		return c
	}
	b := s.base
	c = &site{edge: x, module: s.module(x.Node.Proc), callee: s.module(called(x)), call: s.enc.Call(x)}
	s.keep(c.call.Results)
	local, global := b.start(c.callee)
	var gone []bdd.Var // formals that the callee does not read
	for i, v := range s.entry.Locals {
		if !local(i) {
			gone = append(gone, v)
		}
	}
	args := s.m.Exists(c.call.Args, s.m.NewVarSet(gone...))
	c.link = s.keep(s.m.And(args, equal(s.m, s.now.Globals, s.entry.Globals, global)))
	s.keep(c.call.Args)
	written := assigned(c.call.Writes, false)
	var passed []bdd.Var
	for g, v := range s.now.Globals {
		if b.uses[c.callee][g] && !written(g) {
			passed = append(passed, v)
		}
	}
	c.passed = s.m.NewVarSet(passed...)
	s.sites[x] = c
	return c
}

// callers returns the calls of a module.
func (s *space) callers(module int) []*site {
	if s.called == nil {
		s.called = map[int][]*site{}
		s.base.calls(func(_ int, x *parser.Edge, callee int) {
			s.called[callee] = append(s.called[callee], s.site(x))
		})
	}
	return s.called[module]
}
