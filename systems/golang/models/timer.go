// This file defines the models of timers and tickers.

package models

import (
	"go/types"
	"slices"

	"github.com/ijit/ijit/systems/golang/code"
	"github.com/ijit/ijit/systems/golang/extract"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// timer returns the timer that a call makes.
func timer(c *extract.Call, what string) *graph.Object {
	x := c.X
	o := x.Object(c.Instr, what, code.Deref(c.Result.Type()))
	o.Name, o.Site, o.Begun = x.NameAt(c.Pos, what), x.Site(c.Pos), func(string) bool { return true }
	return o
}

// ticking returns the channel of a timer that begins.
func ticking(c *extract.Call, timer *graph.Object) graph.Val {
	x := c.X
	o := x.Object(c.Instr, "ticking", nil)
	o.What, o.Name, o.Site = "chan", timer.Name, timer.Site
	o.Cap, o.Ticking = graph.Constant(x.Int(1)), true
	o.Loop, o.Body = false, nil // one stands for all: the timers remember what is different
	o.Timer, timer.Channel = timer, o
	x.Begins(timer)
	return graph.Constant(x.Ptr(o, ""))
}

// after returns the model of the functions that return the channel of a timer: those of one kind fire once.
func after(what string) extract.Model {
	return func(c *extract.Call) {
		if c.Result != nil {
			c.Returns(ticking(c, timer(c, what)))
		}
	}
}

// tick returns the channel of a ticker, nil if the interval is not positive.
func tick(c *extract.Call) {
	x := c.X
	x.Branch(notPositive(c, 0), func() { c.Returns(graph.Constant(x.Nil())) }, func() {
		if mayBeNone(c, 0) {
			x.Note(c.Pos, "time.Tick of an interval that is not known", "taken to be positive, or nothing would come", skeleton.OpensBlocked)
		}
		after("ticker")(c)
	})
}

func newTicker(c *extract.Call) {
	ofSomeTime(c, 0, "time.NewTicker of no time", func() { newTimer("ticker")(c) })
}

func resetTicker(c *extract.Call) {
	ofSomeTime(c, 1, "Reset of a ticker to no time", func() { arm(true)(c) })
}

// ofSomeTime executes f if an interval is positive, and panics if it is not.
func ofSomeTime(c *extract.Call, arg int, message string, f func()) {
	x := c.X
	x.Branch(notPositive(c, arg), func() { x.Panics(c.Pos, message) }, func() {
		if mayBeNone(c, arg) {
			x.MayPanic()
		}
		f()
	})
}

// mayBeNone reports whether an interval may be a number that is not known, and not positive.
func mayBeNone(c *extract.Call, arg int) bool {
	return slices.ContainsFunc(c.Arg(arg, "").Set, func(a *graph.Atom) bool { return a.Kind == graph.Other && a.N <= 0 })
}

// notPositive returns the condition that an argument is a known number that is not positive.
func notPositive(c *extract.Call, arg int) graph.Cond {
	return c.Arg(arg, "").Where(func(a *graph.Atom) bool { return a.Kind == graph.Int && a.N <= 0 })
}

// newTimer returns the model of the functions that make timers with a channel: those of one kind fire once.
func newTimer(what string) extract.Model {
	return func(c *extract.Call) {
		x := c.X
		if c.Result == nil {
			return
		}
		o := timer(c, what)
		ch := ticking(c, o)
		o.Channel.Name = o.Name + ".C"
		cell := x.Cell(o, fieldOf(o.Type, "C"), types.Typ[types.UnsafePointer])
		x.Grow(cell, ch.Set)
		if !cell.Weak {
			x.Assign(graph.Assign{To: cell, V: ch})
		}
		c.Returns(graph.Constant(x.Ptr(o, "")))
	}
}

func afterFunc(c *extract.Call) {
	x := c.X
	f := c.Arg(1, "")
	if c.Result == nil {
		x.Split(f, func(a *graph.Atom) {
			c.Goroutine(a, "time.AfterFunc", func(in *extract.Call) { expires(in, a) })
		})
		return
	}
	o := timer(c, "timer")
	o.Name = "timer"
	x.Begins(o)
	x.Grow(callee(x, o), f.Set)
	if cell := callee(x, o); !cell.Weak {
		x.Assign(graph.Assign{To: cell, V: f})
	}
	fire(c, o, nil)
	c.Returns(graph.Constant(x.Ptr(o, "")))
}

// expires calls the function of a timer.
func expires(in *extract.Call, f *graph.Atom) {
	if f.Kind == graph.Nil {
		in.X.Panics(in.Pos, "time.AfterFunc of nil")
		return
	}
	in.Callback(graph.Constant(f), "f", nil, nil)
}

// callee returns the cell of a timer with the function that it calls.
func callee(x *extract.Extractor, timer *graph.Object) *graph.Loc {
	return x.Cell(timer, ".f", types.NewInterfaceType(nil, nil))
}

// fire starts the goroutine that calls the function of a timer, unless that is stopped before. The timer says which one
// it is if the call does not.
func fire(c *extract.Call, o, which *graph.Object) {
	x := c.X
	x.Split(graph.At(callee(x, o)), func(f *graph.Atom) {
		c.Goroutine(extract.CallKey{Outer: which, What: f}, "time.AfterFunc", func(in *extract.Call) {
			fires := x.Local(nil, "fires")
			fires.Name = "fires"
			x.Arm(o, fires, false)
			x.Branch(graph.At(fires).IsTrue(), func() { expires(in, f) }, func() {})
		})
	})
}

// arm returns the model of Stop and Reset. They report whether the timer was going to fire.
func arm(again bool) extract.Model {
	return func(c *extract.Call) {
		x := c.X
		was := x.Local(nil, "armed before")
		if c.Result != nil {
			was = x.Register(c.Result, "")
			x.Set(c.Result, "", graph.At(was))
		}
		x.Split(x.Dereferenced(c.Arg(0, ""), c.Pos), func(a *graph.Atom) {
			if a.Kind != graph.Ptr || !x.IsTimer(a.Obj) {
				if a.Kind == graph.Ptr && !a.Obj.Symbolic {
					x.MayPanic() // no function of the library has made it
				}
				x.Grow(was, graph.Single(x.Bool(false)).With(x.Bool(true)))
				x.Assign(graph.Assign{To: was, V: graph.Val{Set: was.Set}})
				return
			}
			x.Arm(a.Obj, was, again)
			if !again {
				return
			}
			if len(callee(x, a.Obj).Set) > 0 {
				fire(c, a.Obj, a.Obj)
			}
		})
	}
}
