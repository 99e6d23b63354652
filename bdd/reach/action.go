// This file defines actions: what one edge of the control-flow graph does if the
// thread in one slot goes along it.

package reach

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/parser"
)

// An action is a step of the thread in a slot along an edge. If the step concerns
// one other slot, each choice of that is an action.
type action struct {
	edge *parser.Edge
	relation
}

// A relation is between the variables before a step and those that it writes,
// after it. All others keep their values.
type relation struct {
	slot        int // of the thread that moves
	node        bdd.Node
	now, next   []bdd.Var    // what is written, before and after
	before      bdd.VarSet   // now
	after       bdd.VarSet   // next
	back, forth bdd.Renaming // from next to now, and from now to next
}

// A property is something that can go wrong.
type property struct {
	pc   int
	fail bool // an assertion fails here; otherwise it is wrong to be here at all
	// where has the states in which it goes wrong, for the thread in each slot.
	where []bdd.Node
}

// writes adds variables to those that are written.
func (r *relation) writes(b bits) {
	r.now, r.next = append(r.now, b.now...), append(r.next, b.next...)
}

// restrict adds conditions.
func (r *relation) restrict(m *bdd.Manager, conditions ...bdd.Node) {
	r.node = m.And(r.node, m.Conj(conditions...))
}

// seal puts what is written into the form that images need.
func (r *relation) seal(m *bdd.Manager) {
	r.before, r.after = m.NewVarSet(r.now...), m.NewVarSet(r.next...)
	r.back, r.forth = m.NewRenaming(r.next, r.now), m.NewRenaming(r.now, r.next)
}

func (r *relation) post(m *bdd.Manager, set bdd.Node) bdd.Node {
	return m.Image(set, r.node, r.before, r.back)
}

func (r *relation) pre(m *bdd.Manager, set bdd.Node) bdd.Node {
	return m.AndExists(m.Rename(set, r.forth), r.node, r.after)
}

// A builder makes the actions of the thread in one slot.
type builder struct {
	*space
	slot    int
	actions []action
	blocked bdd.Node // where the bound keeps the thread from creating another
}

// build makes the actions of the thread in a slot and adds where it goes wrong to
// the assertions among the properties.
func (s *space) build(slot int, properties []property) *builder {
	b := &builder{space: s, slot: slot, blocked: bdd.False}
	e := s.encoder(slot, slot)
	for _, pc := range s.pcs[1:] {
		for _, x := range s.program.Nodes[pc].Out {
			if s.m.Err() != nil { // there may be many more edges
				return b
			}
			switch x.Kind {
			case parser.FailEdge:
				i := slices.IndexFunc(properties, func(p property) bool { return p.fail && p.pc == pc })
				if i >= 0 {
					properties[i].where[slot] = s.m.And(s.ready(slot, pc), e.Edge(x).Relation)
				}
			case parser.SpawnEdge:
				b.spawn(x, e.Edge(x))
			case parser.SignalEdge:
				b.signal(x, e.Edge(x))
			case parser.BroadcastEdge:
				b.broadcast(x, e.Edge(x))
			case parser.PassiveEdge:
				b.passive(x, e.Edge(x))
			default:
				b.add(x, b.move(x, e.Edge(x)))
			}
		}
	}
	return b
}

// ready returns where the thread in a slot is at pc and may move: inside an atomic
// section, or while nobody is.
func (s *space) ready(slot, pc int) bdd.Node {
	n := s.at(slot, pc)
	for _, v := range s.lock.now {
		n = s.m.And(s.m.Lit(v, s.inside(pc)), n)
	}
	return n
}

// inside reports whether a thread at pc is inside an atomic section.
func (s *space) inside(pc int) bool { return pc >= 0 && s.program.Nodes[pc].Section != nil }

// add adds an action, unless it is never possible.
func (b *builder) add(x *parser.Edge, r relation) {
	if r.node == bdd.False {
		return
	}
	r.seal(b.m)
	b.actions = append(b.actions, action{x, r})
}

// move returns what a step does to the thread that goes along x and to the globals.
func (b *builder) move(x *parser.Edge, step encode.Step) relation {
	t := b.slots[b.slot]
	r := relation{slot: b.slot, node: step.Relation}
	r.now, r.next = b.m.Vars(step.Now), b.m.Vars(step.Next)
	r.writes(t.pc)
	if x.To >= 0 {
		r.restrict(b.m, b.ready(b.slot, x.From), b.number(t.pc.next, b.codes[x.To]))
	} else {
		own := len(b.program.Nodes[x.From].Proc.Locals)
		gone := bits{t.locals.now[:own], t.locals.next[:own]}
		r.writes(gone)
		r.restrict(b.m, b.ready(b.slot, x.From), b.number(t.pc.next, nowhere), b.number(gone.next, 0))
	}
	if inside := b.inside(x.To); inside != b.inside(x.From) {
		r.writes(b.lock)
		r.restrict(b.m, b.m.Lit(b.lock.next[0], inside))
	}
	return r
}

// spawn adds the creation of a thread, in the first slot that is empty: it does not
// matter which one it is, so that one is enough.
func (b *builder) spawn(x *parser.Edge, step encode.Step) {
	full := bdd.True // all slots so far are taken
	for other, t := range b.slots {
		if other == b.slot {
			continue
		}
		child, writes := b.encoder(b.slot, other).Child(x)
		r := b.move(x, step)
		r.writes(t.pc)
		r.writes(bits{t.locals.now[:len(writes)], t.locals.next[:len(writes)]})
		r.restrict(b.m, full, b.empty(other), child, b.number(t.pc.next, b.codes[x.Child]))
		b.add(x, r)
		full = b.m.Diff(full, b.empty(other))
	}
	b.blocked = b.m.Or(b.blocked, b.m.Conj(b.ready(b.slot, x.From), step.Relation, full))
}

// wakes returns the step of a thread in a slot that is woken, and where it waits.
func (b *builder) wakes(other int) (step, waits bdd.Node) {
	step, waits = bdd.False, bdd.False
	for _, pc := range b.pcs[1:] {
		if n := b.program.Nodes[pc]; n.Wait {
			here := b.at(other, pc)
			waits = b.m.Or(waits, here)
			step = b.m.Or(step, b.m.And(here, b.number(b.slots[other].pc.next, b.codes[n.Out[0].To])))
		}
	}
	return step, waits
}

// signal adds the waking of one thread, and that of none where none waits.
func (b *builder) signal(x *parser.Edge, step encode.Step) {
	alone := b.move(x, step)
	for other, t := range b.slots {
		if other == b.slot {
			continue
		}
		wakes, waits := b.wakes(other)
		r := b.move(x, step)
		r.writes(t.pc)
		r.restrict(b.m, wakes)
		b.add(x, r)
		alone.restrict(b.m, b.m.Not(waits))
	}
	b.add(x, alone)
}

// broadcast adds the waking of all threads.
func (b *builder) broadcast(x *parser.Edge, step encode.Step) {
	r := b.move(x, step)
	for other, t := range b.slots {
		if other == b.slot {
			continue
		}
		wakes, waits := b.wakes(other)
		if waits == bdd.False {
			continue
		}
		r.writes(t.pc)
		r.restrict(b.m, b.m.Or(wakes, b.m.Diff(b.m.EqualVars(t.pc.now, t.pc.next), waits)))
	}
	b.add(x, r)
}

// passive adds an assignment to locals of all other threads in the same procedure.
func (b *builder) passive(x *parser.Edge, step encode.Step) {
	r := b.move(x, step)
	for other, t := range b.slots {
		if other == b.slot {
			continue
		}
		concerned := bdd.False
		for _, pc := range b.pcs[1:] {
			if b.program.Nodes[pc].Proc == x.PassiveProc {
				concerned = b.m.Or(concerned, b.at(other, pc))
			}
		}
		p := b.encoder(b.slot, other).Passive(x)
		var w bits
		for _, v := range p.Writes {
			w.now = append(w.now, t.locals.now[v.Index])
			w.next = append(w.next, t.locals.next[v.Index])
		}
		r.writes(w)
		r.restrict(b.m, b.m.Ite(concerned, p.Relation, b.m.EqualVars(w.now, w.next)))
	}
	b.add(x, r)
}
