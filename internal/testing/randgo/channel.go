// This file defines what goroutines do with channels.

package randgo

import (
	"slices"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A communication is a way to leave a Send, a Recv or a Select.
type communication struct {
	skeleton.Case
	number int // of the case, -1 if it is no Select
	next   int
}

// communications returns those of goroutine i.
func (x *explorer) communications(c *configuration, i int) []communication {
	_, n := x.node(c, i)
	switch n.Op {
	case skeleton.Send, skeleton.Recv:
		if !c.fires(i, n.When) {
			return nil
		}
		one := skeleton.Case{Site: n.Site, Send: n.Op == skeleton.Send, Object: n.Object, Result: n.Result, Do: n.Do}
		return []communication{{one, -1, n.Next[0]}}
	case skeleton.Select:
		var list []communication
		for k, one := range n.Cases {
			if c.fires(i, one.When) {
				list = append(list, communication{one, k, n.Next[k]})
			}
		}
		return list
	}
	return nil
}

// fires reports whether the condition holds for goroutine i while which a timer has an element.
func (c *configuration) fires(i int, when skeleton.Expr) bool {
	return when == nil || slices.Contains(c.holds(i, when), true)
}

// ready reports whether a communication needs no other goroutine, and cannot but be ready.
func (a communication) ready(o object) bool {
	switch {
	case a.Object.NilChan:
		return false
	case o.closed:
		return true
	case a.Send:
		return a.Object.Cap == skeleton.Unknown || o.count < a.Object.Cap
	}
	return o.count > 0
}

// byDefault returns the moves of goroutine i at a Select that takes its default.
func (x *explorer) byDefault(c *configuration, i int) []move {
	p, n := x.node(c, i)
	if !n.Default {
		return nil
	}
	for _, a := range x.communications(c, i) {
		if a.ready(c.objects[a.Object.ID]) {
			return nil
		}
	}
	return polled(to(p, c.leave(i, n.Next[len(n.Cases)], nil, false, n.Do)))
}

// polled says of moves that they are by a timer or a default.
func polled(list []move) []move {
	for i := range list {
		list[i].polls = true
	}
	return list
}

// unpaired returns the moves by which goroutine i communicates with the channel's buffer, with
// the environment, or finds the channel closed.
func (x *explorer) unpaired(c *configuration, i int, a communication) []move {
	p, _ := x.node(c, i)
	o := c.objects[a.Object.ID]
	leave := func(got bool, elements int) []move {
		d := c.clone()
		d.objects[a.Object.ID].count += elements
		return to(p, d.leave(i, a.next, a.Result, got, a.Do))
	}
	unknown := a.Object.Cap == skeleton.Unknown
	switch {
	case a.Object.NilChan:
		return nil
	case a.Send && o.closed:
		return []move{{failure: &Finding{Kind: "close", Place: p, Case: a.number}}}
	case a.Send && unknown:
		return leave(true, 0)
	case a.Send && o.count < a.Object.Cap:
		return leave(true, 1)
	case a.Send:
		return nil
	case o.count > 0:
		return leave(true, -1)
	}
	var list []move
	if unknown || a.Object.Ticking {
		list = leave(true, 0)
	}
	if a.Object.Ticking {
		list = polled(list)
	}
	if o.closed {
		list = append(list, leave(false, 0)...)
	}
	return list
}

// rendezvous returns the moves by which goroutine i gives an element to goroutine j. What i
// assigns is assigned before j's right sides are read: so an element is carried.
func (x *explorer) rendezvous(c *configuration, i, j int, a, b communication) []move {
	if !a.Send || b.Send || a.Object != b.Object || a.Object.Cap != 0 || a.Object.NilChan || c.objects[a.Object.ID].closed {
		return nil
	}
	sender, _ := x.node(c, i)
	receiver, _ := x.node(c, j)
	var list []move
	for _, d := range c.leave(i, a.next, a.Result, true, a.Do) {
		for _, e := range d.leave(j, b.next, b.Result, true, b.Do) {
			list = append(list, move{to: e, places: []Place{sender, receiver}})
		}
	}
	return list
}
