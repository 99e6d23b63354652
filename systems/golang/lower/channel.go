// This file defines the code of operations on channels.

package lower

import (
	"fmt"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// environment makes the code by which others than the program may close a channel. It is enough to
// decide that when the channel is used.
func (s state) environment(o *object) code {
	if !o.External || o.NilChan {
		return nil
	}
	return code{plain(o.closed + " := " + o.closed + " | *")}
}

// send makes the code of a Send. Without buffer it is two steps: the element is offered, and then
// it was taken.
func (s state) send(n *skeleton.Node, o *object, part string) code {
	w := ways(n)[0]
	if part == "" {
		return seq(s.environment(o), pick(s.give(n, o, w, -1)...))
	}
	return seq(s.environment(o), pick(s.offered(n, o, w, -1)...))
}

// give makes the ways in which a goroutine that comes to a send goes on.
func (s state) give(n *skeleton.Node, o *object, w way, number int) []code {
	unless := func(rest code) code {
		return s.fails("close", n, number, not(o.closed), "send on closed "+o.Name, rest)
	}
	switch {
	case o.NilChan:
		return nil
	case o.cap == skeleton.Unknown:
		return []code{unless(s.done(w, true))}
	case o.cap == 0:
		part := "offered"
		if number >= 0 {
			part = fmt.Sprintf("offered%d", number)
		}
		to := s.at.step(part)
		to.choice = number
		return []code{seq(
			assume(or(o.closed, and(not(o.full), not(o.taken)))),
			unless(seq(s.carried(o, w), set([]assignment{{o.full, "1"}}, "1"), s.leave(to))),
		)}
	case o.count.cut || o.cap > o.count.max: // it is never full, or not followed up to there
		return []code{unless(s.up(o.count, s.done(w, true)))}
	}
	return []code{seq(
		assume(or(o.closed, not(o.count.is(o.cap)))), unless(seq(o.count.step(true), s.done(w, true))),
	)}
}

// offered makes the ways in which a goroutine goes on that has offered an element.
func (s state) offered(n *skeleton.Node, o *object, w way, number int) []code {
	rest := way{w.result, nil, w.next}
	for _, a := range w.do {
		if !o.carries[a.Var] {
			rest.do = append(rest.do, a)
		}
	}
	return []code{seq(
		assume(or(o.taken, o.closed)),
		s.fails("close", n, number, or(not(o.closed), o.taken), "send on closed "+o.Name,
			seq(set([]assignment{{o.taken, "0"}}, "1"), s.done(rest, true))),
	)}
}

// carried makes the assignments by which an element is carried.
func (s state) carried(o *object, w way) code {
	var list []skeleton.Assign
	for _, a := range w.do {
		if o.carries[a.Var] {
			list = append(list, a)
		}
	}
	return s.assign(s.bits, list, nil)
}

// receive makes the ways in which a goroutine receives.
func (s state) receive(o *object, w way) []code {
	var list []code
	got, none := func() code { return s.done(w, true) }, func() code { return s.done(w, false) }
	switch {
	case o.NilChan:
		return nil
	case o.cap == skeleton.Unknown:
		list = append(list, got())
		if o.closed != "0" {
			list = append(list, append(assume(o.closed), none()...))
		}
		return list
	case o.cap == 0:
		take := append(set([]assignment{{o.full, "0"}, {o.taken, "1"}}, "1"), got()...)
		// An element offered on a channel that is closed is not taken: the sender fails.
		list = append(list, append(assume(or(o.closed, o.full)), test(o.closed, none(), take)...))
		if o.Ticking {
			list = append(list, got())
		}
	default:
		list = append(list, append(assume(or(o.closed, not(o.count.zero()))), test(o.count.zero(), none(), append(o.count.down(), got()...))...))
		if o.Ticking {
			list = append(list, append(assume(o.count.zero()), got()...))
		}
	}
	return list
}

// ready returns the condition that a case of a Select can be known to be ready.
func (o *object) ready(send bool) string {
	switch {
	case o.NilChan:
		return "0"
	case o.cap == skeleton.Unknown || o.Cap == 0:
		return o.closed
	case send && (o.count.cut || o.cap > o.count.max):
		return "1"
	case send:
		return or(o.closed, not(o.count.is(o.cap)))
	}
	return or(o.closed, not(o.count.zero()))
}

// when returns the condition while which a channel may have an element.
func (s state) when(e skeleton.Expr) string {
	if e == nil {
		return "1"
	}
	return s.condition(e)
}

// choose makes the code of a Select: a choice between cases of which each can be chosen if it is
// ready. A send without buffer is offered, and the offer is withdrawn.
//
// A default beside a communication without buffer is always possible. Its partner may have arrived
// without being parked yet, and nothing but a default can see the difference.
func (s state) choose(n *skeleton.Node, part string) code {
	var before code
	for _, c := range n.Cases {
		before = append(before, s.environment(s.objects[c.Object.ID])...)
	}
	list := ways(n)
	if part != "" {
		c := n.Cases[s.at.choice]
		o := s.objects[c.Object.ID]
		ways := s.offered(n, o, list[s.at.choice], s.at.choice)
		withdraw := seq(assume(o.full), set([]assignment{{o.full, "0"}}, "1"), s.leave(s.flow.places[n.ID]))
		ways = append(ways, withdraw.from(Origin{Body: s.flow.Body, Node: n, Case: s.at.choice, Begin: true}))
		return append(before, pick(ways...)...)
	}
	var ways []code
	var ready []string
	for i, c := range n.Cases {
		o := s.objects[c.Object.ID]
		var these []code
		if c.Send {
			these = s.give(n, o, list[i], i)
		} else {
			these = s.receive(o, list[i])
		}
		when := s.when(c.When)
		for _, x := range these {
			if when != "1" {
				x = append(assume(when), x...)
			}
			ways = append(ways, x.from(Origin{Body: s.flow.Body, Node: n, Case: i, Begin: c.Send && o.full != ""}))
		}
		ready = append(ready, and(when, o.ready(c.Send)))
	}
	if n.Default {
		if cond := not(or(ready...)); cond != "0" {
			ways = append(ways, append(assume(cond), s.done(list[len(n.Cases)], true)...))
		}
	}
	return append(before, pick(ways...)...)
}

// close makes the code of Close and Cancel.
func (s state) close(n *skeleton.Node, o *object) code {
	c := s.environment(o)
	w := ways(n)[0]
	if n.Op == skeleton.Close {
		if o.NilChan {
			return s.fail("close", n, -1, "0", "close of nil channel")
		}
	}
	if o.NilChan {
		return s.done(w, true)
	}
	rest := seq(set([]assignment{{o.closed, "1"}}, "1"), s.done(w, true))
	if n.Op == skeleton.Close {
		rest = s.fails("close", n, -1, not(o.closed), "close of closed "+o.Name, rest)
	}
	return seq(c, rest)
}
