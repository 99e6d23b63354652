// This file defines the models of package time and of signals.

package golang

import (
	"go/types"

	"github.com/ijit/ijit/parser/golang/skeleton"
)

func timeModels() map[string]model {
	step := func(c *called) {}
	return map[string]model{
		"time.Sleep":           step,
		"runtime.Gosched":      step,
		"time.After":           func(c *called) { c.returns(c.ticking("timer")) },
		"time.Tick":            func(c *called) { c.returns(c.ticking("ticker")) },
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
func (c *called) ticking(name string) val {
	x := c.x
	o := x.object(c.instr, "ticking", nil)
	o.what = "chan"
	o.name, o.site = x.nameAt(c.pos, name), x.site(c.pos)
	o.chanCap, o.ticking = constantVal(x.int(1)), true
	o.loop, o.body = false, nil // one stands for all: none remembers anything
	return constantVal(x.ptr(o, ""))
}

func newTimer(c *called) {
	x := c.x
	if c.result == nil {
		return
	}
	t := deref(c.result.Type())
	o := x.object(c.instr, "timer", t)
	o.name, o.begun = x.nameAt(c.pos, "timer"), func(string) bool { return true }
	o.loop, o.body = false, nil
	ch := c.ticking(o.name + ".C")
	ch.set[0].obj.name = o.name + ".C"
	cell := x.cell(o, fieldOf(t, "C"), types.Typ[types.UnsafePointer])
	x.grow(cell, ch.set)
	x.assign(assign{to: cell, v: ch})
	c.returns(constantVal(x.ptr(o, "")))
}

func afterFunc(c *called) {
	x := c.x
	if c.result != nil {
		t := deref(c.result.Type())
		o := x.object(c.instr, "timer", t)
		o.name = "timer"
		c.returns(constantVal(x.ptr(o, "")))
	}
	x.split(c.arg(1, ""), func(f *atom) {
		c.goroutine(f, "time.AfterFunc", func(in *called) {
			// It may be stopped.
			x.branch(cEither{}, func() { in.callback(constantVal(f), "f", nil, nil) }, func() {})
		})
	})
}

func notify(c *called) {
	for _, a := range c.arg(0, "").set {
		if a.kind == aPtr {
			a.obj.ticking = true
		}
	}
}

// processModels are those that end the program or the goroutine.
func processModels() map[string]model {
	t := map[string]model{"runtime.Goexit": func(c *called) { c.x.goexit(c) }}
	for _, name := range []string{"os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "(*log.Logger).Fatal", "(*log.Logger).Fatalf", "(*log.Logger).Fatalln", "syscall.Exit"} {
		t[name] = func(c *called) {
			n := c.x.operation(skeleton.Exit, nil, c.pos, nil)
			c.x.add(n)
			c.x.dead = true
		}
	}
	for _, name := range []string{"log.Panic", "log.Panicf", "log.Panicln", "(*log.Logger).Panic", "(*log.Logger).Panicf", "(*log.Logger).Panicln"} {
		t[name] = func(c *called) { c.x.panics(c.pos, name) }
	}
	return t
}
