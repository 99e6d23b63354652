// This file defines how an execution to an error is found, backwards from ring to
// ring.

package reach

import (
	"cmp"
	"errors"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
)

// A transition is a step of the thread in a slot to a state.
type transition struct {
	action
	to values
}

// findings returns what was found, with a trace of the first. How far the others are is
// known only if the search was breadth first.
func (r *search) findings() ([]Finding, *Trace, error) {
	var out []Finding
	var first *Trace
	for i, f := range r.found {
		if i == 0 {
			var err error
			if first, err = r.trace(f); err != nil {
				return nil, nil, err
			}
			f.depth = r.length(first)
		}
		out = append(out, Finding{PC: f.pc, Failed: f.fail, Depth: f.depth})
	}
	return out, first, nil
}

// trace returns an execution to an error.
func (r *search) trace(f encounter) (*Trace, error) {
	at, wrong := r.violation(f)
	one, x, err := r.pick(wrong)
	if err != nil {
		return nil, err
	}
	var backwards []transition
	// Of several predecessors one is taken by the thread that moves next: fewer
	// switches read better.
	slot := at
	for ring := f.ring; ring > 0; {
		var before bdd.Node
		ring, slot, before = r.before(one, ring, slot)
		from, y, err := r.pick(before)
		if err != nil {
			return nil, err
		}
		a, err := r.between(from, one, slot)
		if err != nil {
			return nil, err
		}
		backwards = append(backwards, transition{a, x})
		one, x = from, y
		r.m.SafePoint(one)
	}
	t := newTracer(r.space, x)
	for i := len(backwards) - 1; i >= 0; i-- {
		t.step(backwards[i])
	}
	if f.fail {
		t.fail(at, f.pc)
	}
	t.out.Last = t.ids[at]
	return &t.out, nil
}

// violation returns the first slot whose thread violates a property in the ring that
// was found to do so, and the states there in which it does.
func (r *search) violation(f encounter) (slot int, where bdd.Node) {
	for slot, w := range f.where {
		if n := r.m.And(r.rings[f.ring].set, w); n != bdd.False {
			return slot, n
		}
	}
	return 0, bdd.False
}

// before returns predecessors of a state of a ring: those in the first ring that has
// any, by a step of the thread in one slot, the given one if possible.
func (r *search) before(one bdd.Node, ring, slot int) (int, int, bdd.Node) {
	bySlot := make([]bdd.Node, len(r.slots))
	for i := range bySlot {
		bySlot[i] = r.PreThread(i, one)
	}
	all := r.m.Disj(bySlot...)
	for j := range ring {
		set := r.m.And(r.rings[j].set, all)
		if set == bdd.False {
			continue
		}
		for k := range bySlot {
			i := (slot + k) % len(bySlot)
			if n := r.m.And(set, bySlot[i]); n != bdd.False {
				return j, i, n
			}
		}
	}
	return 0, 0, bdd.False
}

// between returns an action of the thread in a slot that leads from one state to
// another.
func (r *search) between(from, to bdd.Node, slot int) (action, error) {
	for _, x := range r.threads[slot] {
		for _, a := range x.actions {
			if !r.m.Disjoint(from, a.pre(r.m, to)) {
				return a, nil
			}
		}
	}
	if err := r.m.Err(); err != nil {
		return action{}, err
	}
	return action{}, errors.New("reach: no statement leads from a state to its successor; this is an error of the package")
}

// length returns how many steps a trace has, those inside an atomic section that is
// one step not counted.
func (r *search) length(t *Trace) int {
	n := 0
	inside := false
	for _, s := range t.Steps {
		inside = !s.Fails && r.inside(s.Edge.To)
		if !inside || r.Small {
			n++
		}
	}
	if inside && !r.Small {
		n++ // a section that has only begun
	}
	return n
}

// A tracer follows threads from slot to slot.
type tracer struct {
	*space
	ids     []int // by slot, of the thread that is there
	created int
	now     values
	out     Trace
}

func newTracer(s *space, initial values) *tracer {
	t := &tracer{space: s, ids: make([]int, len(s.slots)), now: initial}
	for i := range s.slots {
		if s.pc(initial, i) >= 0 {
			t.created++
			t.ids[i] = t.created
		}
	}
	t.out.Initial = t.state()
	return t
}

// state returns the state of now.
func (t *tracer) state() State {
	s := t.decode(t.now)
	for i, x := range s.Threads {
		s.Threads[i].ID = t.ids[x.ID-1]
	}
	slices.SortFunc(s.Threads, func(x, y Thread) int { return cmp.Compare(x.ID, y.ID) })
	return s
}

// step appends a transition.
func (t *tracer) step(x transition) {
	before := t.now
	t.now = x.to
	s := Step{Thread: t.ids[x.slot], Edge: x.edge}
	for i := range t.slots {
		was, is := t.pc(before, i) >= 0, t.pc(t.now, i) >= 0
		switch {
		case !was && is:
			t.created++
			t.ids[i], s.Created = t.created, t.created
		case was && !is:
			s.Ended = true
		case was && i != x.slot && t.changed(before, i):
			s.Woken = append(s.Woken, t.ids[i])
		}
	}
	s.State = t.state()
	t.out.Steps = append(t.out.Steps, s)
}

// changed reports whether the thread in a slot is another than before.
func (t *tracer) changed(before values, slot int) bool {
	for _, b := range []bits{t.slots[slot].pc, t.slots[slot].locals} {
		if !slices.Equal(before.of(b.now), t.now.of(b.now)) {
			return true
		}
	}
	return false
}

// fail appends the failure of the assertion at pc.
func (t *tracer) fail(slot, pc int) {
	for _, x := range t.program.Nodes[pc].Out {
		if x.Kind == parser.FailEdge {
			t.out.Steps = append(t.out.Steps, Step{Thread: t.ids[slot], Edge: x, Fails: true, State: t.state()})
			return
		}
	}
}
