// This file defines the models of package time and of signals.

package golang

import (
	"go/types"

	"github.com/ijit/ijit/parser/golang/code"
	"github.com/ijit/ijit/parser/golang/graph"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

func timeModels() map[string]model {
	step := func(c *Call) {}
	return map[string]model{
		"time.Sleep":           step,
		"runtime.Gosched":      step,
		"time.After":           func(c *Call) { c.returns(c.ticking("timer")) },
		"time.Tick":            func(c *Call) { c.returns(c.ticking("ticker")) },
		"time.NewTimer":        newTimer,
		"time.NewTicker":       newTimer,
		"time.AfterFunc":       afterFunc,
		"(*time.Timer).Stop":   nothing,
		"(*time.Timer).Reset":  nothing,
		"(*time.Ticker).Stop":  nothing,
		"(*time.Ticker).Reset": nothing,
		"os/signal.Notify":     notify,
		"os/signal.Stop":       nothing,
		"os/signal.Ignore":     nothing,
		"os/signal.Reset":      nothing,
	}
}

// ticking returns a channel that may have an element at any time.
func (c *Call) ticking(name string) graph.Val {
	x := c.x
	o := x.object(c.instr, "ticking", nil)
	o.What = "chan"
	o.Name, o.Site = x.nameAt(c.pos, name), x.site(c.pos)
	o.Cap, o.Ticking = graph.Constant(x.Int(1)), true
	o.Loop, o.Body = false, nil // one stands for all: none remembers anything
	return graph.Constant(x.Ptr(o, ""))
}

func newTimer(c *Call) {
	x := c.x
	if c.result == nil {
		return
	}
	t := code.Deref(c.result.Type())
	o := x.object(c.instr, "timer", t)
	o.Name, o.Begun = x.nameAt(c.pos, "timer"), func(string) bool { return true }
	o.Loop, o.Body = false, nil
	ch := c.ticking(o.Name + ".C")
	ch.Set[0].Obj.Name = o.Name + ".C"
	cell := x.cell(o, fieldOf(t, "C"), types.Typ[types.UnsafePointer])
	x.grow(cell, ch.Set)
	x.assign(graph.Assign{To: cell, V: ch})
	c.returns(graph.Constant(x.Ptr(o, "")))
}

func afterFunc(c *Call) {
	x := c.x
	if c.result != nil {
		t := code.Deref(c.result.Type())
		o := x.object(c.instr, "timer", t)
		o.Name = "timer"
		c.returns(graph.Constant(x.Ptr(o, "")))
	}
	x.split(c.arg(1, ""), func(f *graph.Atom) {
		c.goroutine(f, "time.AfterFunc", func(in *Call) {
			// It may be stopped.
			x.branch(graph.Either{}, func() { in.callback(graph.Constant(f), "f", nil, nil) }, func() {})
		})
	})
}

func notify(c *Call) {
	for _, a := range c.arg(0, "").Set {
		if a.Kind == graph.Ptr {
			a.Obj.Ticking = true
		}
	}
}

// processModels are those that end the program or the goroutine.
func processModels() map[string]model {
	t := map[string]model{"runtime.Goexit": func(c *Call) { c.x.goexit(c) }}
	for _, name := range []string{"os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "(*log.Logger).Fatal", "(*log.Logger).Fatalf", "(*log.Logger).Fatalln", "syscall.Exit"} {
		t[name] = func(c *Call) {
			n := c.x.operation(skeleton.Exit, nil, c.pos, nil)
			c.x.add(n)
			c.x.dead = true
		}
	}
	for _, name := range []string{"log.Panic", "log.Panicf", "log.Panicln", "(*log.Logger).Panic", "(*log.Logger).Panicf", "(*log.Logger).Panicln"} {
		t[name] = func(c *Call) { c.x.panics(c.pos, name) }
	}
	return t
}
