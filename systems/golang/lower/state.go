// This file defines how the code of a section goes on behind its operation.

package lower

import (
	"maps"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A state is what is known at a point of a section.
type state struct {
	*translator
	flow *flow
	at   *location
	// known are locals with their values, which their bits do not have yet: they get them when the
	// section is left.
	known map[*skeleton.Var]int
	// written are the locals whose bits are assigned somewhere in the section.
	written map[*skeleton.Var]bool
}

func (t *translator) state(l *location) state {
	return state{t, l.flow, l, map[*skeleton.Var]int{}, map[*skeleton.Var]bool{}}
}

// bits returns a variable in bits.
func (s state) bits(v *skeleton.Var) *coded {
	if v.Shared {
		return s.shared[v.ID]
	}
	return s.locals[s.flow.ID][v.ID]
}

// with returns the state in which a local has a known value.
func (s state) with(v *skeleton.Var, value bool) state {
	if v == nil {
		return s
	}
	s.known = maps.Clone(s.known)
	s.known[v] = 0
	if value {
		s.known[v] = 1
	}
	return s
}

// leave makes the end of the section: what has to be in the bits of locals is put there, and those
// that nobody reads any more become 0, so that configurations that differ in nothing else agree.
func (s state) leave(to *location) code {
	var list []assignment
	for i, v := range s.flow.Locals {
		value, known := s.known[v]
		live := to.flow == s.flow && s.flow.live[to.index][v]
		if live && !known || !live && !s.written[v] && !s.flow.live[s.at.index][v] {
			continue
		}
		if !live {
			value = 0
		}
		c := s.locals[s.flow.ID][i]
		for k, digit := range c.digits(value) {
			list = append(list, assignment{c.bits[k], digit})
		}
	}
	list = append(list, s.cores.moves(s.at, to)...)
	c := set(list, "1")
	if s.waits(to) {
		c = append(c, s.objects[to.node.Object.ID].waiting.step(true)...)
	}
	return append(c, &statement{exit: to, origin: Origin{Case: -1}})
}

// waits reports whether goroutines at a location are counted, since they wait for a WaitGroup.
func (t *translator) waits(l *location) bool {
	return l != nil && l.node != nil && l.part == "" && l.node.Op == skeleton.Wait && t.objects[l.node.Object.ID].waiting != nil
}

// follow makes the code from a node on, up to the next locations.
func (s state) follow(i int) code {
	if l := s.flow.places[i]; l != nil {
		if l.node == s.at.node && l.node.Op.Blocks() {
			l = s.again()
		}
		return s.leave(l)
	}
	n := s.flow.Nodes[i]
	o := Origin{Body: s.flow.Body, Node: n, Case: -1}
	if n.Op == skeleton.End {
		return code{plain("end_thread")}.from(o)
	}
	return s.local(n).from(o)
}

// local makes the code of a step, a branch or a go statement, and what follows.
func (s state) local(n *skeleton.Node) code {
	if n.Op == skeleton.Go {
		return s.start(n)
	}
	if n.Op == skeleton.Branch {
		c := test(s.condition(n.Cond), s.then(n.Do, n.Next[0]), s.then(n.Do, n.Next[1]))
		if len(c) == 1 && c[0].cond != "" {
			c[0].local = !s.visible(n)
		}
		return c
	}
	return s.then(n.Do, n.Next[0])
}

// then makes the code of assignments and what follows.
func (s state) then(do []skeleton.Assign, next int) code {
	var list []skeleton.Assign
	known := maps.Clone(s.known)
	for _, a := range do {
		if !a.Var.Shared {
			delete(known, a.Var)
			if !s.flow.live[next][a.Var] {
				continue
			}
			if value, ok := s.constant(a.Value); ok {
				known[a.Var] = value
				continue
			}
			s.written[a.Var] = true
		}
		list = append(list, a)
	}
	c := s.assign(s.bits, list, nil)
	s.known = known
	return append(c, s.follow(next)...)
}

// done makes the code behind an operation: its result, its assignments, and what follows.
func (s state) done(w way, got bool) code {
	if w.result == nil {
		return s.then(w.do, w.next)
	}
	if w.result.Shared {
		digit := "0"
		if got {
			digit = "1"
		}
		return append(code{plain(s.bits(w.result).bits[0] + " := " + digit)}, s.then(w.do, w.next)...)
	}
	if assigns(w.do, w.result) { // which wins
		return s.then(w.do, w.next)
	}
	after := s.with(w.result, got)
	// The right sides are read before the result is there.
	var list []skeleton.Assign
	for _, a := range w.do {
		found := false
		reads(a.Value, func(v *skeleton.Var) { found = found || v == w.result })
		if found {
			s.written[a.Var] = true
			list = append(list, a)
		}
	}
	c := s.assign(s.bits, list, nil)
	var rest []skeleton.Assign
	for _, a := range w.do {
		if !assigns(list, a.Var) {
			rest = append(rest, a)
		}
	}
	return append(c, after.then(rest, w.next)...)
}
