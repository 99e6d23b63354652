// This file defines timers: when their channels have an element.

package extract

import (
	"go/token"
	"go/types"

	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// A timer is going to fire, or armed, from the moment when it is made until somebody receives what it sends, or stops
// it. A ticker is armed until it is stopped. When it fires is left open: the channel of an armed timer has an element
// whenever somebody receives from it, and that of another one never has.
//
// So it is since Go 1.23. Before, a timer put its element into a buffer of one place, where it stayed when the timer
// was stopped or set again: an element is stale then. A timer that fires while there is a stale element is lost.

// armed returns the cell of a timer that says whether it is going to fire.
func (x *Extractor) armed(timer *graph.Object) *graph.Loc {
	c := x.Cell(timer, ".armed", types.Typ[types.Bool])
	x.Grow(c, graph.Single(x.Bool(true)))
	c.Zero, c.Name = x.Bool(true), timer.Name+" armed"
	x.Use(c)
	return c
}

// stale returns the cell of a timer that says whether its channel has an element from before it was stopped or set
// again; nil if there are no such elements.
func (x *Extractor) stale(timer *graph.Object) *graph.Loc {
	if !x.async || timer.Channel == nil {
		return nil
	}
	c := x.Cell(timer, ".stale", types.Typ[types.Bool])
	x.Grow(c, graph.Single(x.Bool(false)))
	c.Zero, c.Name = x.Bool(false), timer.Name+" stale"
	x.Use(c)
	return c
}

// IsTimer reports whether an object was made as a timer or ticker.
func (x *Extractor) IsTimer(o *graph.Object) bool { return o.What == "timer" || o.What == "ticker" }

// Begins arms a new timer.
func (x *Extractor) Begins(timer *graph.Object) {
	if !x.looping() {
		return
	}
	do := x.becomes(nil, x.armed(timer), true)
	if c := x.stale(timer); c != nil {
		do = x.becomes(do, c, false)
	}
	x.AssignAll(do)
}

// Armed is a step behind which a timer is going to fire or not: one of some truth values.
func (x *Extractor) Armed(timer *graph.Object, values ...*graph.Atom) {
	armed := x.armed(timer)
	var set graph.Set
	for _, v := range values {
		set = set.With(v)
	}
	x.Grow(armed, set)
	if !armed.Weak {
		x.Assign(graph.Assign{To: armed, V: graph.Val{Set: set}})
	}
}

// becomes adds to assignments that a cell becomes true or false.
func (x *Extractor) becomes(do []graph.Assign, c *graph.Loc, value bool) []graph.Assign {
	x.Grow(c, graph.Single(x.Bool(value)))
	if c.Weak {
		return do
	}
	return append(do, graph.Assign{To: c, V: graph.Constant(x.Bool(value))})
}

// Arm is a step in which a timer is stopped, or set again, and the register tells what it was before.
func (x *Extractor) Arm(timer *graph.Object, was *graph.Loc, again bool) {
	armed, stale := x.armed(timer), x.stale(timer)
	x.Grow(was, armed.Set.With(x.Bool(false)))
	if armed.Weak {
		x.AssignAll([]graph.Assign{{To: was, V: graph.Val{Set: was.Set}}})
		x.becomes(nil, armed, again)
		return
	}
	stop := func() {
		x.AssignAll(x.becomes([]graph.Assign{{To: was, V: graph.At(armed)}}, armed, again))
	}
	if stale == nil {
		stop()
		return
	}
	// It may have fired before, and then only a ticker is still armed.
	x.Branch(graph.Either{}, stop, func() {
		x.Grow(stale, graph.Single(x.Bool(true)))
		do := []graph.Assign{{To: stale, V: graph.Constant(x.Bool(true)), When: graph.At(armed).IsTrue()}, {To: was, V: graph.Constant(x.Bool(false))}}
		if timer.What == "ticker" {
			do[1].V = graph.At(armed)
		}
		x.AssignAll(x.becomes(do, armed, again))
	})
}

// fires completes what happens when something is received from the channel of a timer: there is an element only while
// the timer is armed, or a stale one.
func (x *Extractor) fires(a *graph.Atom, r *received) {
	if a.Kind != graph.Ptr || a.Obj.Timer == nil {
		return
	}
	timer := a.Obj.Timer
	armed, stale := x.armed(timer), x.stale(timer)
	once := timer.What == "timer"
	if once {
		x.Grow(armed, graph.Single(x.Bool(false)))
	}
	switch {
	case len(armed.Set) == 1:
		return
	case armed.Weak:
		r.loose = true
		return
	}
	r.when = graph.At(armed).IsTrue()
	if stale != nil {
		r.when = graph.Or(r.when, graph.At(stale).IsTrue())
	}
	if once {
		fired := graph.Assign{To: armed, V: graph.Constant(x.Bool(false))}
		if stale != nil { // the timer may have fired while there was a stale element, and is lost, or fires later
			fired.When = graph.Or(graph.Not(graph.At(stale).IsTrue()), graph.Either{})
		}
		r.do = append(r.do, fired)
	}
	if stale != nil {
		r.do = x.becomes(r.do, stale, false)
	}
}

// oneOfMany notes a receive from one of many timers.
func (x *Extractor) oneOfMany(pos token.Pos) {
	x.Note(pos, "receive from one of many timers: "+x.Site(pos).Text, "the timer is taken to fire any number of times", skeleton.OpensBlocked)
}
