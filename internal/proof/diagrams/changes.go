// This file defines what the steps of a thread do to a set of configurations that is a
// decision diagram.

package diagrams

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
)

// A change is one way in which a step can go. What is behind the step is in a part of the set,
// in which the variables that are written are those next.
type change struct {
	to      int // the configurations behind the step, all variables now
	thread  *stack
	written map[int]bool // levels now
	related []int        // all that relates what is before and behind the step
}

// and returns a change that may differ, with more related.
func (x change) and(related ...int) change {
	x.related, x.written = append(slices.Clip(x.related), related...), maps.Clone(x.written)
	return x
}

// level returns where the variable that stands at a level now stands behind the step.
func (x *change) level(level int) int {
	if x.written[level] {
		return level - int(now) + int(next)
	}
	return level
}

// A mover is a thread that has a step: in a slot, at a place.
type mover struct {
	*configurations
	slot int
	*stack
	judge.Location
	own  frame  // of the procedure that it executes
	base change // what all its steps have in common
	here string
}

// moves checks what the thread in a slot does at a place.
func (c *configurations) moves(slot, code int) error {
	set := c.parts[slot][code]
	if code == 0 || set == bottom {
		return nil
	}
	m := &mover{configurations: c, slot: slot, stack: &c.places[code]}
	m.Location, _ = c.Judge.Location(m.pc())
	m.own = c.frame(slot, m.first[len(m.first)-1])
	m.here = fmt.Sprintf("a thread at %s, %s,", name(m.pcs), c.Place(m.pc()))
	if c.Watch[m.pc()] {
		return proof.Reject("label %s is reached at %s", c.Label, c.Place(m.pc()))
	}
	may, err := m.mayMove(set)
	if err != nil {
		return err
	}
	m.base.related = []int{c.cofactor(set, c.level(diagramVar{kind: lock}, now), m.inside), may, c.enforced(m.Proc, m.own, current)}
	if fails := c.failing(&m.Location, m.own); !c.implied(bottom, append(slices.Clone(m.base.related), fails)...) {
		return cmp.Or(c.err, proof.Reject("%s is in the set, and %s", m.here, c.Fails(m.pc())))
	}
	return m.execute()
}

// execute checks all ways in which the statement can go.
func (m *mover) execute() error {
	switch op := m.Op.(type) {
	case *parser.Wait:
		return nil
	case *parser.EndThread:
		return m.ends()
	case *parser.Return:
		return m.leave(op.Values)
	case nil:
		return m.leave(nil)
	case *parser.Call:
		return m.call(op)
	}
	for _, way := range m.steps(&m.Location, m.own) {
		x := m.goes(m.with(way.pc), way.related...)
		for v := range way.written {
			x.written[m.own(v, now)] = true
		}
		if err := m.affect(x, &way); err != nil {
			return err
		}
	}
	return nil
}

// goes returns the change in which the thread goes on elsewhere.
func (m *mover) goes(pcs []int, related ...int) change {
	x := m.base.and(related...)
	x.written = map[int]bool{}
	code := m.code(pcs)
	if code == 0 {
		return x
	}
	x.thread = &m.places[code]
	x.to = m.cofactor(m.parts[m.slot][code], m.level(diagramVar{kind: lock}, now), x.thread.inside)
	if m.mayHold(x.thread) {
		x.written[m.local(m.slot, x.thread.holds(), now)] = true
	}
	return x
}

// leads checks that a change leads into the set; the thread goes on in a frame of a procedure.
func (m *mover) leads(x change, proc *parser.Proc, f frame) error {
	all := append(slices.Clip(x.related), m.enforced(proc, func(v *parser.Var, in moment) int { return x.level(f(v, now)) }, current))
	if x.thread != nil && m.mayHold(x.thread) {
		atomic := x.level(m.level(diagramVar{global, 0, m.File.Atomic.Index}, now))
		all = append(all, m.same(m.variable(m.local(m.slot, x.thread.holds(), next)), m.variable(atomic)))
	}
	if !m.implied(m.rename(x.to, x.level), all...) {
		return cmp.Or(m.err, proof.Reject("the set is not closed: the step of %s leads to what is not in it", m.here))
	}
	return nil
}

// ends checks that the thread disappears.
func (m *mover) ends() error {
	x := m.base
	if m.mayHold(m.stack) { // no other thread could go on if it did while atomic is true
		x = x.and(m.not(m.variable(m.level(diagramVar{global, 0, m.File.Atomic.Index}, now))))
	}
	x.to = m.without(m.cofactor(m.parts[m.slot][0], m.level(diagramVar{kind: lock}, now), false), m.slot, 0)
	if !m.implied(x.to, x.related...) {
		return cmp.Or(m.err, proof.Reject("the set is not closed: the end of %s leads to what is not in it", m.here))
	}
	return nil
}

// call checks that the thread enters what is called.
func (m *mover) call(op *parser.Call) error {
	callee := op.Proc.Proc
	f := m.frame(m.slot, m.size)
	x := m.goes(append(slices.Clone(m.pcs), callee.Entry), m.arguments(callee, op.Args, m.own, f)...)
	for _, v := range callee.Locals {
		x.written[f(v, now)] = true
	}
	return m.leads(x, callee, f)
}

// leave checks a return, of any values if there are none.
func (m *mover) leave(values []parser.Expr) error {
	last := len(m.pcs) - 1
	switch {
	case last > 0:
	case m.Proc != m.File.Main:
		return m.ends()
	case m.Op != nil:
		return m.leads(m.goes(m.with(m.Proc.Exit)), m.Proc, m.own)
	default:
		return nil
	}
	site, _ := m.Judge.Location(m.pcs[last-1])
	f := m.frame(m.slot, m.first[last-1])
	x := m.goes(append(slices.Clone(m.pcs[:last-1]), site.Next[0]))
	x.to = m.without(x.to, m.slot, m.first[last])
	for k, r := range site.Op.(*parser.Call).Lhs {
		if r.Var == nil || m.Irrelevant[r.Var] {
			continue
		}
		x.written[f(r.Var, now)] = true
		if len(values) > 0 {
			x = x.and(m.takes(f(r.Var, next), m.values(values[k], m.before(m.own))))
		}
	}
	return m.leads(x, site.Proc, f)
}

// mayHold reports whether a thread may hold up others while the global atomic is true.
func (m *mover) mayHold(t *stack) bool { return m.File.Atomic != nil && t.procs[0] != m.File.Main }

// mayMove returns where the global atomic lets the thread move. While it is true, that is
// the one that holds up others. There has to be one, when what starts the threads does so.
func (m *mover) mayMove(set int) (int, error) {
	if m.File.Atomic == nil {
		return top, nil
	}
	atomic := m.variable(m.level(diagramVar{global, 0, m.File.Atomic.Index}, now))
	if m.mayHold(m.stack) {
		return m.same(atomic, m.variable(m.local(m.slot, m.holds(), now))), nil
	}
	switch m.Op.(type) {
	case *parser.StartThread, *parser.EndThread:
	default:
		return top, nil
	}
	nobody := []int{set, atomic}
	for slot := range m.slots {
		for code := range m.places {
			if t := &m.places[code]; code > 0 && slot != m.slot && m.mayHold(t) {
				nobody = append(nobody, m.not(m.and(m.is(slot, code, now), m.variable(m.local(slot, t.holds(), now)))))
			}
		}
	}
	if !m.implied(bottom, nobody...) {
		return bottom, cmp.Or(m.err, proof.Reject("%s is in the set while atomic is true: each thread may be the first", m.here))
	}
	return m.not(atomic), nil
}
