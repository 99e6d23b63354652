// This file defines the code of operations but those on channels.

package lower

import (
	"fmt"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// operation makes the section of a location.
func (t *translator) operation(l *location) code {
	s := t.state(l)
	n := l.node
	o := Origin{Body: l.Body, Node: n, Case: l.choice, Begin: t.begins(l)}
	c := s.effect(n, l.part).from(o)
	switch {
	case t.AnyNumber:
		if n.Op != skeleton.End && n.Op != skeleton.Go {
			c = guard(t.lives(), append(s.leaks(n, l.part), c...))
		}
	case !t.exits || n.Op == skeleton.Exit:
	case n.Op.Blocks(): // the program may end while it waits
		c = test("exited", code{plain("end_thread")}, c)
	default:
		c = append(assume("!exited"), c...)
	}
	return c.from(o)
}

// lives returns the condition that a goroutine is there.
func (t *translator) lives() string {
	alive := "1"
	if t.gone != "" {
		alive = not(t.gone)
	}
	if t.exits {
		alive = and(alive, "!exited")
	}
	return alive
}

// guard makes code wait for a condition.
func guard(cond string, c code) code {
	if cond != "1" && len(c) > 0 && c[0].alone {
		c[0].text += " constrain " + bare(cond)
		return c
	}
	return append(assume(cond), c...)
}

// none makes the code by which all goroutines disappear for which a local bit holds. It stands for the
// test that there are none of them: an execution in which nobody disappears is one of the program.
func (s state) none(bit string) code {
	return code{{text: fmt.Sprintf("%s$ := %s$ | %s$", s.gone, s.gone, bit), alone: true, origin: Origin{Case: -1}}}
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
	case skeleton.Step, skeleton.Branch, skeleton.Go:
		return s.local(n)
	case skeleton.Access:
		if s.monitor == nil {
			return s.local(n)
		}
		return s.race(n, part)
	case skeleton.End:
		return code{plain("end_thread")}
	case skeleton.Exit:
		switch {
		case n.Open && s.AnyNumber:
			return code{plain("assume(0)")} // what others do then is not asked about, but does no harm
		case n.Open:
			return s.stop()
		}
		return seq(one("exited", "1"), code{plain("end_thread")})
	case skeleton.Panic:
		return s.fail("panic", n, -1, "0", n.Message)
	case skeleton.Hang:
		if n.Open && !s.AnyNumber {
			return s.stop()
		}
		return code{plain("assume(0)")}
	case skeleton.Lock:
		if n.Object.Kind == skeleton.Mutex {
			return seq(assume(not(o.held)), one(o.held, "1"), next(true))
		}
		if part == "" {
			return seq(assume(not(o.announced)), one(o.announced, "1"), s.leave(s.at.step("waits")))
		}
		if o.reads != "" {
			return seq(s.none(o.reads), one(o.held, "1"), next(true))
		}
		return seq(assume(o.readers.zero()), one(o.held, "1"), next(true))
	case skeleton.Unlock:
		c := seq(s.fail("lock", n, -1, o.held, "unlock of unlocked "+o.Name), one(o.held, "0"))
		if o.announced != "" {
			c = append(c, one(o.announced, "0")...)
		}
		return append(c, next(true)...)
	case skeleton.Copied:
		kind, what := "lock", "lock"
		if o.Kind == skeleton.WaitGroup {
			kind, what = "waitgroup", "WaitGroup"
		}
		return append(test("*", s.fail(kind, n, -1, "0", o.Name+" is a copy of another "+what), nil), next(true)...)
	case skeleton.RLock:
		if o.reads != "" {
			return seq(assume(not(o.announced)), one(o.reads, "1"), next(true))
		}
		return seq(assume(not(o.announced)), s.up(o.readers, next(true)))
	case skeleton.RUnlock:
		if o.reads != "" {
			return seq(s.fail("lock", n, -1, o.reads, "unlock of unlocked "+o.Name), one(o.reads, "0"), next(true))
		}
		return seq(s.fail("lock", n, -1, not(o.readers.zero()), "unlock of unlocked "+o.Name), o.readers.down(), next(true))
	case skeleton.TryLock:
		if n.Object.Kind == skeleton.Mutex {
			return test(o.held, next(false), seq(one(o.held, "1"), next(true)))
		}
		busy := "*" // readers are not counted
		if o.reads == "" {
			busy = not(o.readers.zero())
		}
		return test(or(o.announced, busy), next(false),
			seq(set([]assignment{{o.held, "1"}, {o.announced, "1"}}, "1"), next(true)))
	case skeleton.TryRLock:
		if o.reads != "" {
			return test(o.announced, next(false), seq(one(o.reads, "1"), next(true)))
		}
		return test(o.announced, next(false), s.up(o.readers, next(true)))
	case skeleton.Send:
		return s.send(n, o, part)
	case skeleton.Recv:
		return seq(assume(s.when(n.When)), s.environment(o), pick(s.receive(o, ways(n)[0])...))
	case skeleton.Select:
		return s.choose(n, part)
	case skeleton.Close, skeleton.Cancel:
		return s.close(n, o)
	case skeleton.Add:
		return append(s.beside(n, o), s.add(n, o)...)
	case skeleton.Wait:
		leave := func() code {
			if o.waiting == nil {
				return next(true)
			}
			return append(o.waiting.down(), next(true)...)
		}
		if o.owes != "" {
			return append(s.none(o.owes), leave()...)
		}
		return append(assume(o.zero()), leave()...)
	case skeleton.OnceBegin:
		return seq(assume(not(o.running)), test(o.over, s.done(ways(n)[1], true), seq(one(o.running, "1"), next(true))))
	case skeleton.OnceEnd:
		return seq(set([]assignment{{o.running, "0"}, {o.over, "1"}}, "1"), next(true))
	case skeleton.CondEnter, skeleton.CondWait, skeleton.Signal, skeleton.Broadcast:
		if o.asleep != "" {
			return s.sleeps(n.Op, o, next)
		}
		return s.cond(n.Op, o, next)
	}
	panic(fmt.Sprintf("no code for %s", n.Op)) // of a program that skeleton.Check accepts
}

// cond makes the code of an operation on a Cond, with numbers.
func (s state) cond(op skeleton.Op, o *object, next func(bool) code) code {
	switch op {
	case skeleton.CondEnter: // those who were woken leave before, so that none of the later ones is taken for them
		return seq(assume(o.woken.zero()), s.up(o.sleepers, next(true)))
	case skeleton.CondWait:
		return seq(assume(not(o.woken.zero())), o.woken.down(), next(true))
	case skeleton.Signal:
		return test(o.sleepers.zero(), next(true), seq(o.sleepers.down(), o.woken.step(true), next(true)))
	}
	return s.broadcast(o, next(true))
}

// sleeps makes the code of an operation on a Cond with any number of goroutines. A Signal may find nobody,
// or be taken more than once.
func (s state) sleeps(op skeleton.Op, o *object, next func(bool) code) code {
	switch op {
	case skeleton.CondEnter:
		return seq(set([]assignment{{o.asleep, "1"}}, "1"), next(true))
	case skeleton.CondWait:
		return seq(assume(or(not(o.asleep), o.wakes)),
			test(o.asleep, set([]assignment{{o.asleep, "0"}, {o.wakes, "*"}}, "1"), nil), next(true))
	case skeleton.Signal:
		return seq(set([]assignment{{o.wakes, o.wakes + " | *"}}, "1"), next(true))
	}
	return append(code{{text: o.asleep + "$ := 0", alone: true, origin: Origin{Case: -1}}}, next(true)...)
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
func (s state) again() *location {
	base := s.at.flow.places[s.at.index]
	to := base.step("again")
	to.label, to.built = base.base()+"_again", true
	to.code = s.translator.state(to).leave(base)
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
func (s state) add(n *skeleton.Node, o *object) code {
	w, c := ways(n)[0], o.count
	negative := "negative counter of " + o.Name
	switch {
	case o.owes != "" && n.Delta > 0:
		return append(set([]assignment{{o.owes, "1"}}, "1"), s.done(w, true)...)
	case o.owes != "":
		return s.fails("waitgroup", n, -1, o.owes, negative, seq(set([]assignment{{o.owes, "0"}}, "1"), s.done(w, true)))
	case n.Delta == skeleton.Unknown:
		var list []assignment
		for _, b := range c.bits {
			list = append(list, assignment{b, "*"})
		}
		if o.negative != "" {
			list = append(list, assignment{o.negative, "*"})
		}
		rest := append(set(list, "1"), s.done(w, true)...)
		if n.Lowers {
			return s.fails("waitgroup", n, -1, "*", negative, rest)
		}
		return rest
	}
	rest := s.done(w, true)
	if n.Delta > 0 && o.negative != "" {
		rest = s.fails("waitgroup", n, -1, not(o.negative), negative, rest)
	}
	for range max(n.Delta, -n.Delta) {
		switch {
		case n.Delta > 0 && o.negative != "": // how far below zero it is is not known; when it is zero again all bits are 0
			rest = append(test(o.negative, set([]assignment{{o.negative, "*"}}, "1"), s.up(c, nil)), rest...)
		case n.Delta > 0:
			rest = s.up(c, rest)
		default:
			rest = s.fails("waitgroup", n, -1, not(c.zero()), negative, seq(c.down(), rest))
		}
	}
	return rest
}

// beside makes the assertion that no goroutine is at Wait when Add raises the counter from zero. The
// program may go on after that.
func (s state) beside(n *skeleton.Node, o *object) code {
	if o.waiting == nil || n.Delta < 0 && n.Delta != skeleton.Unknown {
		return nil
	}
	cond := not(o.waiting.zero())
	if o.owes == "" {
		cond = and(o.count.zero(), cond)
	}
	return test(and(cond, "*"), s.fail("waitgroup", n, -1, "0", "Wait of "+o.Name+" can return before this Add: the counter may be zero while another goroutine waits"), nil)
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
	for _, o := range s.objects {
		switch owing := s.owing[o.Object]; {
		case o.owes == "":
		case owing[n.Body] != nil && owing[n.Body][0]: // the Done is the new goroutine's now
			restore = append(restore, assignment{o.owes, "0"})
		case owing[s.flow.Body] != nil && owing[s.flow.Body][n.ID]:
			save, restore = append(save, assignment{o.owes, "0"}), append(restore, assignment{o.owes, "1"})
		}
		if o.reads != "" && s.holds(s.flow.Body).may[n.ID][resource{o.Object, true}] {
			keep := s.keep(kept)
			kept++
			save, restore = append(save, assignment{keep, o.reads}, assignment{o.reads, "0"}), append(restore, assignment{o.reads, keep}, assignment{keep, "0"})
		}
	}
	save = append(save, s.cores.begins(n.Body)...)
	c := code{{clean: true, origin: Origin{Case: -1}}}
	c = append(c, s.assign(left, list, save)...)
	start := plain("start_thread goto " + child.name)
	start.alone = s.AnyNumber && kept == 0
	c = append(c, start)
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
