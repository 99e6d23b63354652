// This file defines the code of operations but those on channels.

package lower

import (
	"fmt"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

// operation makes the section of a location.
func (t *translator) operation(l *location) code {
	s := t.state(l)
	n := l.node
	o := Origin{Body: l.Body, Node: n, Case: l.choice, Begin: l.begins()}
	c := s.effect(n, l.part).from(o)
	switch {
	case !t.exits || n.Op == skeleton.Exit:
	case n.Op.Blocks(): // the program may end while it waits
		c = test("exited", code{plain("end_thread")}, c)
	default:
		c = append(assume("!exited"), c...)
	}
	return c.from(o)
}

// effect makes the code of a node and what follows.
func (s state) effect(n *skeleton.Node, part string) code {
	var o *object
	if n.Object != nil {
		o = s.objects[n.Object.ID]
	}
	next := func(got bool) code { return s.done(ways(n)[0], got) }
	one := func(bit, value string) code { return set([]assignment{{bit, value}}, "1") }
	switch n.Op {
	case skeleton.Step, skeleton.Branch, skeleton.Access, skeleton.Go:
		return s.local(n)
	case skeleton.Exit:
		return seq(one("exited", "1"), code{plain("end_thread")})
	case skeleton.Hang:
		return code{plain("assume(0)")}
	case skeleton.Lock:
		if n.Object.Kind == skeleton.Mutex {
			return seq(assume(not(o.held)), one(o.held, "1"), next(true))
		}
		if part == "" {
			return seq(assume(not(o.announced)), one(o.announced, "1"), s.leave(s.at.step("waits")))
		}
		return seq(assume(o.readers.zero()), one(o.held, "1"), next(true))
	case skeleton.Unlock:
		c := seq(s.fail("lock", n, -1, o.held, "unlock of unlocked "+o.Name), one(o.held, "0"))
		if o.announced != "" {
			c = append(c, one(o.announced, "0")...)
		}
		return append(c, next(true)...)
	case skeleton.RLock:
		return seq(assume(not(o.announced)), s.up(o.readers, next(true)))
	case skeleton.RUnlock:
		return seq(s.fail("lock", n, -1, not(o.readers.zero()), "unlock of unlocked "+o.Name), o.readers.down(), next(true))
	case skeleton.TryLock:
		if n.Object.Kind == skeleton.Mutex {
			return test(o.held, next(false), seq(one(o.held, "1"), next(true)))
		}
		return test(or(o.announced, not(o.readers.zero())), next(false),
			seq(set([]assignment{{o.held, "1"}, {o.announced, "1"}}, "1"), next(true)))
	case skeleton.TryRLock:
		return test(o.announced, next(false), s.up(o.readers, next(true)))
	case skeleton.Send:
		return s.send(n, o, part)
	case skeleton.Recv:
		return seq(s.environment(o), pick(s.receive(o, ways(n)[0])...))
	case skeleton.Select:
		return s.choose(n, part)
	case skeleton.Close, skeleton.Cancel:
		return s.close(n, o)
	case skeleton.Add:
		return s.add(n, o.count)
	case skeleton.Wait:
		return seq(assume(o.count.zero()), next(true))
	case skeleton.OnceBegin:
		return seq(assume(not(o.running)), test(o.over, s.done(ways(n)[1], true), seq(one(o.running, "1"), next(true))))
	case skeleton.OnceEnd:
		return seq(set([]assignment{{o.running, "0"}, {o.over, "1"}}, "1"), next(true))
	case skeleton.CondEnter: // those who were woken leave before, so that none of the later ones is taken for them
		return seq(assume(o.woken.zero()), s.up(o.sleepers, next(true)))
	case skeleton.CondWait:
		return seq(assume(not(o.woken.zero())), o.woken.down(), next(true))
	case skeleton.Signal:
		return test(o.sleepers.zero(), next(true), seq(o.sleepers.down(), o.woken.step(true), next(true)))
	case skeleton.Broadcast:
		return s.broadcast(o, next(true))
	}
	panic(fmt.Sprintf("no code for %s", n.Op)) // of a program that skeleton.Check accepts
}

// step returns the location of a part of the same operation.
func (l *location) step(part string) *location {
	key := fmt.Sprintf("%d %s", l.index, part)
	if l.parts == nil {
		l.parts = map[string]*location{}
	}
	if l.parts[key] == nil {
		l.parts[key] = &location{flow: l.flow, node: l.node, index: l.index, part: part, choice: l.choice}
	}
	return l.parts[key]
}

// again returns a location between the end of an operation and the same operation. Without it nothing
// would show that the operation was done.
func (l *location) again() *location {
	base := l.flow.places[l.index]
	to := base.step("again")
	to.label, to.built = base.base()+"_again", true
	to.code = code{{exit: base, origin: Origin{Case: -1}}}
	return to
}

// broadcast wakes all who wait. Those that were woken and have not left are not more than those.
func (s state) broadcast(o *object, rest code) code {
	var wake func(left int) code
	wake = func(left int) code {
		if left == 0 {
			return nil
		}
		return test(o.sleepers.zero(), nil, seq(o.sleepers.down(), o.woken.step(true), wake(left-1)))
	}
	return append(wake(o.sleepers.max), rest...)
}

// add makes the code of Add: one at a time, since it fails below zero.
func (s state) add(n *skeleton.Node, c *counter) code {
	w := ways(n)[0]
	if n.Delta == skeleton.Unknown {
		var list []assignment
		for _, b := range c.bits {
			list = append(list, assignment{b, "*"})
		}
		return append(set(list, "1"), s.done(w, true)...)
	}
	rest := s.done(w, true)
	for range max(n.Delta, -n.Delta) {
		if n.Delta > 0 {
			rest = s.up(c, rest)
		} else {
			rest = seq(s.fail("waitgroup", n, -1, not(c.zero()), "negative counter of "+n.Object.Name), c.down(), rest)
		}
	}
	return rest
}

// start makes the code of a go statement. The new thread is a copy of the one that creates it:
// while it is made the locals of the creator are kept in shared bits, which are 0 otherwise.
func (s state) start(n *skeleton.Node) code {
	child := s.flows[n.Body.ID]
	left := func(v *skeleton.Var) *coded { return s.locals[n.Body.ID][v.ID] }
	var save, restore []assignment
	covered := map[string]bool{} // bits that the new goroutine's values are put into
	var list []skeleton.Assign
	for _, v := range n.Body.Locals {
		if !child.live[0][v] {
			continue
		}
		value := v.Init
		for _, a := range n.Args {
			if a.Var == v {
				value = a.Value
			}
		}
		list = append(list, skeleton.Assign{Var: v, Value: value})
		for _, b := range left(v).bits {
			covered[b] = true
		}
	}
	mine := map[string]bool{}
	kept := 0
	for i, v := range s.flow.Locals {
		if !s.written[v] && !s.flow.live[s.at.index][v] {
			continue // its bits are 0
		}
		_, known := s.known[v]
		for _, b := range s.locals[s.flow.ID][i].bits {
			mine[b] = true
			if !known && s.flow.live[n.Next[0]][v] || mention(n.Do, v) {
				keep := s.keep(kept)
				kept++
				save, restore = append(save, assignment{keep, b}), append(restore, assignment{b, keep}, assignment{keep, "0"})
			} else if covered[b] {
				restore = append(restore, assignment{b, "0"})
			}
			if !covered[b] {
				save = append(save, assignment{b, "0"})
			}
		}
	}
	for _, v := range n.Body.Locals {
		for _, b := range left(v).bits {
			if covered[b] && !mine[b] {
				restore = append(restore, assignment{b, "0"})
			}
		}
	}
	c := code{{clean: true, origin: Origin{Case: -1}}}
	c = append(c, s.assign(left, list, save)...)
	c = append(c, plain("start_thread goto "+child.name))
	c = append(c, set(restore, "1")...)
	return append(c, s.then(n.Do, n.Next[0])...)
}

// mention reports whether right sides mention a variable.
func mention(list []skeleton.Assign, v *skeleton.Var) bool {
	found := false
	for _, a := range list {
		reads(a.Value, func(r *skeleton.Var) { found = found || r == v })
	}
	return found
}

// keep returns a shared bit that keeps a local one while a goroutine is started.
func (s state) keep(i int) string {
	for len(s.kept) <= i {
		s.translator.kept = append(s.kept, s.names.unique("kept"))
	}
	return s.kept[i]
}
