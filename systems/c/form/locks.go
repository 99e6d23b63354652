// This file defines what locks protect.

package form

import (
	"maps"

	"github.com/ijit/ijit/systems/c/word"
)

// A lock is a global that is 0 while nobody holds it, is set to another value by who finds it 0, and is set to 0 by who
// holds it. Who finds it taken may set it to the value that it has. While a thread holds it, no other one can take it: that
// is seen from the shape of all edges.
type lock struct {
	taken uint64 // its value while somebody holds it
}

// locking says which locks are held where, and what is accessed under them only.
type locking struct {
	p         *Program
	locks     map[word.Variable]*lock
	held      [][]map[word.Variable]bool // by automaton and node
	alone     []bool                     // nodes of main where no other thread can be
	protected map[word.Variable]map[word.Variable]bool
	changed   map[word.Variable]bool // written where there may be several threads
}

// locking finds locks: all globals that may be ones, less those of which some edge is against it.
func (p *Program) locking() *locking {
	k := &locking{p: p, locks: map[word.Variable]*lock{}, alone: p.Alone()}
	for _, g := range p.Globals {
		if g.Initial == p.Terms.Const(p.Terms.VariableWidth(g.Variable), 0) {
			k.locks[g.Variable] = &lock{}
		}
	}
	k.shape()
	for {
		k.hold()
		before := len(k.locks)
		k.refute()
		if len(k.locks) == before {
			break
		}
	}
	k.protect()
	return k
}

// Held returns the locks that a thread certainly holds, by automaton and node.
func (p *Program) Held() [][]map[word.Variable]bool { return p.locking().held }

// Alone returns the nodes of main behind no edge that starts a thread.
func (p *Program) Alone() []bool {
	main := p.Automata[0]
	alone := make([]bool, main.Nodes)
	for _, e := range p.Edges() {
		if e.Start == 0 {
			return alone
		}
	}
	for i := range alone {
		alone[i] = true
	}
	for changed := true; changed; {
		changed = false
		for _, e := range main.Edges {
			if e.Check == None && alone[e.To] && (e.Start >= 0 || !alone[e.From]) {
				alone[e.To], changed = false, true
			}
		}
	}
	return alone
}

// shape drops locks that are set to what is no constant, or to several ones, or taken without being found 0.
func (k *locking) shape() {
	for _, e := range k.p.Edges() {
		for _, u := range e.Updates {
			l := k.locks[u.Variable]
			if l == nil {
				continue
			}
			value, constant := k.p.Terms.IsConst(u.Value)
			switch {
			case !constant, value != 0 && !k.free(e, u.Variable) && !k.busy(e, u.Variable), value != 0 && l.taken != 0 && l.taken != value:
				delete(k.locks, u.Variable)
			case value != 0:
				l.taken = value
			}
		}
	}
	maps.DeleteFunc(k.locks, func(_ word.Variable, l *lock) bool { return l.taken == 0 })
}

// free reports whether an edge is taken only if a variable is 0.
func (k *locking) free(e *Edge, v word.Variable) bool {
	t := k.p.Terms
	return k.p.demands(e.Guard, t.Eq(t.Var(v), t.Const(t.VariableWidth(v), 0)))
}

// busy reports whether an edge is taken only if a variable is not 0. If it sets a lock, that stays as it is.
func (k *locking) busy(e *Edge, v word.Variable) bool {
	t := k.p.Terms
	return k.p.demands(e.Guard, t.Not(t.Eq(t.Var(v), t.Const(t.VariableWidth(v), 0))))
}

// sets returns what an edge sets a lock to.
func (k *locking) sets(e *Edge, v word.Variable) (value uint64, ok bool) {
	if x, writes := e.Writes(v); writes && e.Check == None && !(k.busy(e, v) && x != k.p.Terms.Const(k.p.Terms.VariableWidth(v), 0)) {
		value, _ = k.p.Terms.IsConst(x)
		return value, true
	}
	return 0, false
}

// hold computes which locks a thread certainly holds at each node.
func (k *locking) hold() {
	k.held = nil
	for _, f := range k.p.Automata {
		k.held = append(k.held, flow(f, func(e *Edge, before map[word.Variable]bool) map[word.Variable]bool {
			next := maps.Clone(before)
			for v := range k.locks {
				switch value, ok := k.sets(e, v); {
				case ok && value != 0:
					next[v] = true
				case ok:
					delete(next, v)
				}
			}
			return next
		}))
	}
}

// refute drops locks that are given back by who does not hold them, but for main before there are others.
func (k *locking) refute() {
	for i, e := range k.p.Edges() {
		for v := range k.locks {
			if value, ok := k.sets(e, v); ok && value == 0 && !k.holds(i, e, v) && !k.single(i, e) {
				delete(k.locks, v)
			}
		}
	}
}

func (k *locking) holds(automaton int, e *Edge, v word.Variable) bool {
	return k.held[automaton][e.From][v]
}

// single reports whether an edge is taken by main before there are other threads.
func (k *locking) single(automaton int, e *Edge) bool {
	return automaton == 0 && k.alone[e.From] && e.Start < 0
}

// protect finds the globals and arrays that are accessed only by who holds a lock, or takes it at once, and those that change.
func (k *locking) protect() {
	k.protected, k.changed = map[word.Variable]map[word.Variable]bool{}, map[word.Variable]bool{}
	owners := k.p.Owners()
	for i, e := range k.p.Edges() {
		if k.single(i, e) {
			continue
		}
		under := map[word.Variable]bool{}
		for v := range k.locks {
			if value, ok := k.sets(e, v); k.holds(i, e, v) || ok && value != 0 {
				under[v] = true
			}
		}
		for _, u := range e.Updates {
			k.changed[u.Variable] = true
		}
		k.accesses(e, func(x word.Variable) {
			switch by := k.protected[x]; {
			case owners.Of(x) != Shared:
			case by == nil:
				k.protected[x] = maps.Clone(under)
			default:
				maps.DeleteFunc(by, func(v word.Variable, _ bool) bool { return !under[v] })
			}
		})
	}
}

// accesses calls yield for all that an edge reads or writes.
func (k *locking) accesses(e *Edge, yield func(word.Variable)) {
	e.Terms(func(x word.Term) { k.p.Terms.Variables(x, yield) })
	for _, u := range e.Updates {
		yield(u.Variable)
	}
}

// exclusive reports whether no other thread can access a variable when a thread takes an edge, or none ever writes it.
func (k *locking) exclusive(automaton int, e *Edge, x word.Variable) bool {
	if k.locks[x] != nil {
		return false
	}
	if k.single(automaton, e) || !k.changed[x] {
		return true
	}
	for v := range k.protected[x] {
		if k.holds(automaton, e, v) {
			return true
		}
	}
	return false
}
