// This file defines what steps do to other threads, in a set of configurations that is a
// decision diagram.

package diagrams

import (
	"slices"

	"github.com/ijit/ijit/internal/proof"
	"github.com/ijit/ijit/parser"
)

// affect checks a way in which a statement can go, with all that other threads do then.
func (m *mover) affect(x change, way *step) error {
	switch op := m.Op.(type) {
	case *parser.StartThread:
		return m.start(op, x)
	case *parser.Signal:
		return m.signal(x)
	case *parser.Broadcast:
		x = m.broadcast(x)
	case *parser.Assign:
		var err error
		if x, err = m.assignOthers(op, x, way); err != nil {
			return err
		}
	}
	return m.leads(x, m.Proc, m.own)
}

// others returns all slots but that of the thread that moves.
func (m *mover) others() []int {
	var list []int
	for slot := range m.slots {
		if slot != m.slot {
			list = append(list, slot)
		}
	}
	return list
}

// start checks that a thread begins in the first slot that is empty.
func (m *mover) start(op *parser.StartThread, x change) error {
	proc, pc := m.Proc, 0
	if op.Target != nil {
		pc = op.Target.Stmt.PC
	} else {
		proc = op.Proc.Proc
		pc = proc.Entry
	}
	code := m.code([]int{pc})
	if m.places[code].inside {
		return proof.Reject("%s starts another inside of a section", m.here)
	}
	full := top
	for _, slot := range m.others() {
		f := m.frame(slot, 0)
		var related []int
		if op.Target == nil {
			related = m.arguments(proc, op.Args, m.own, f)
		}
		y := x.and(related...).and(full, m.is(slot, 0, now))
		if code == 0 {
			y.to = bottom
		} else {
			y.to = m.without(m.fix(y.to, slot, code), slot, len(proc.Locals))
		}
		for _, v := range proc.Locals {
			y.written[f(v, now)] = true
			if op.Target != nil {
				y = y.and(m.same(m.variable(f(v, next)), m.variable(m.own(v, now))))
			}
		}
		if err := m.leads(y, m.Proc, m.own); err != nil {
			return err
		}
		full = m.and(full, m.not(m.is(slot, 0, now)))
	}
	if m.bound {
		return m.err
	}
	x.to = bottom // there is no bound, but there is no slot either
	return m.leads(x.and(full), m.Proc, m.own)
}

// wakes returns where a thread in a slot waits, and where it is if it is woken.
func (m *mover) wakes(slot int) (waits, woken int) {
	for code := 1; code < len(m.places); code++ {
		t := &m.places[code]
		at, _ := m.Judge.Location(t.pc())
		if _, ok := at.Op.(*parser.Wait); !ok {
			continue
		}
		behind := m.code(t.with(at.Next[0]))
		if behind == 0 {
			m.fail(proof.Reject("no thread is behind the wait at %s in any configuration", m.Place(t.pc())))
		}
		here := m.is(slot, code, now)
		waits = m.or(waits, here)
		woken = m.or(woken, m.and(here, m.is(slot, behind, next)))
	}
	return waits, woken
}

// codeWritten notes that the code of a slot is written.
func (m *mover) codeWritten(x change, slot int) {
	for bit := range m.bits {
		x.written[m.level(diagramVar{place, slot, bit}, now)] = true
	}
}

// signal checks that one thread which waits goes on, if there is one.
func (m *mover) signal(x change) error {
	alone := x
	for _, slot := range m.others() {
		waits, woken := m.wakes(slot)
		y := x.and(woken)
		m.codeWritten(y, slot)
		if err := m.leads(y, m.Proc, m.own); err != nil {
			return err
		}
		alone = alone.and(m.not(waits))
	}
	return m.leads(alone, m.Proc, m.own)
}

// broadcast returns the change in which all threads that wait go on.
func (m *mover) broadcast(x change) change {
	for _, slot := range m.others() {
		waits, woken := m.wakes(slot)
		if waits == bottom {
			continue
		}
		m.codeWritten(x, slot)
		same := top
		for bit := range m.bits {
			v := diagramVar{place, slot, bit}
			same = m.and(same, m.same(m.variable(m.level(v, now)), m.variable(m.level(v, next))))
		}
		x = x.and(m.ite(waits, woken, same))
	}
	return x
}

// assignOthers returns the change in which the threads in the same procedure have their part
// in an assignment to x$.
func (m *mover) assignOthers(op *parser.Assign, x change, way *step) (change, error) {
	if !slices.ContainsFunc(op.Lhs, func(r *parser.Ref) bool { return r.Passive }) {
		return x, nil
	}
	for _, slot := range m.others() {
		concerned := bottom
		for code := 1; code < len(m.places); code++ {
			t := &m.places[code]
			if slices.Contains(t.procs[1:], m.Proc) {
				return x, proof.Reject("%s concerns procedures that were called", m.here)
			}
			if t.procs[0] == m.Proc {
				concerned = m.or(concerned, m.is(slot, code, now))
			}
		}
		f := m.frame(slot, 0)
		written := map[*parser.Var]bool{}
		value := func(r *parser.Ref) int {
			switch {
			case r.Passive && r.Next && written[r.Var]:
				return m.variable(f(r.Var, next))
			case r.Passive:
				return m.variable(f(r.Var, now))
			case r.Next:
				return m.variable(m.own(r.Var, way.to(r.Var)))
			}
			return m.variable(m.own(r.Var, now))
		}
		changed, same := top, top
		for k, r := range op.Lhs {
			if !r.Passive || r.Var == nil {
				continue
			}
			changed = m.and(changed, m.takes(f(r.Var, next), m.values(op.Rhs[k], value)))
			same = m.and(same, m.same(m.variable(f(r.Var, now)), m.variable(f(r.Var, next))))
			written[r.Var], x.written[f(r.Var, now)] = true, true
		}
		if op.Constrain != nil && aboutOthers(op.Constrain) {
			changed = m.and(changed, m.values(op.Constrain, value)[1])
		}
		x = x.and(m.ite(concerned, changed, same))
	}
	return x, nil
}
