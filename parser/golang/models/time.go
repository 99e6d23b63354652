// This file defines the models of package time and of signals.

package models

import (
	"go/types"

	"github.com/ijit/ijit/parser/golang/code"
	"github.com/ijit/ijit/parser/golang/extract"
	"github.com/ijit/ijit/parser/golang/graph"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

func timeModels() map[string]extract.Model {
	step := func(c *extract.Call) {}
	return map[string]extract.Model{
		"time.Sleep":           step,
		"runtime.Gosched":      step,
		"time.After":           func(c *extract.Call) { c.Returns(ticking(c, "timer")) },
		"time.Tick":            func(c *extract.Call) { c.Returns(ticking(c, "ticker")) },
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
func ticking(c *extract.Call, name string) graph.Val {
	x := c.X
	o := x.Object(c.Instr, "ticking", nil)
	o.What = "chan"
	o.Name, o.Site = x.NameAt(c.Pos, name), x.Site(c.Pos)
	o.Cap, o.Ticking = graph.Constant(x.Int(1)), true
	o.Loop, o.Body = false, nil // one stands for all: none remembers anything
	return graph.Constant(x.Ptr(o, ""))
}

func newTimer(c *extract.Call) {
	x := c.X
	if c.Result == nil {
		return
	}
	t := code.Deref(c.Result.Type())
	o := x.Object(c.Instr, "timer", t)
	o.Name, o.Begun = x.NameAt(c.Pos, "timer"), func(string) bool { return true }
	o.Loop, o.Body = false, nil
	ch := ticking(c, o.Name+".C")
	ch.Set[0].Obj.Name = o.Name + ".C"
	cell := x.Cell(o, fieldOf(t, "C"), types.Typ[types.UnsafePointer])
	x.Grow(cell, ch.Set)
	x.Assign(graph.Assign{To: cell, V: ch})
	c.Returns(graph.Constant(x.Ptr(o, "")))
}

func afterFunc(c *extract.Call) {
	x := c.X
	if c.Result != nil {
		t := code.Deref(c.Result.Type())
		o := x.Object(c.Instr, "timer", t)
		o.Name = "timer"
		c.Returns(graph.Constant(x.Ptr(o, "")))
	}
	x.Split(c.Arg(1, ""), func(f *graph.Atom) {
		c.Goroutine(f, "time.AfterFunc", func(in *extract.Call) {
			// It may be stopped.
			x.Branch(graph.Either{}, func() { in.Callback(graph.Constant(f), "f", nil, nil) }, func() {})
		})
	})
}

func notify(c *extract.Call) {
	for _, a := range c.Arg(0, "").Set {
		if a.Kind == graph.Ptr {
			a.Obj.Ticking = true
		}
	}
}

// processModels are those that end the program or the goroutine.
func processModels() map[string]extract.Model {
	t := map[string]extract.Model{"runtime.Goexit": func(c *extract.Call) { c.X.Goexit(c) }}
	for _, name := range []string{"os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "(*log.Logger).Fatal", "(*log.Logger).Fatalf", "(*log.Logger).Fatalln", "syscall.Exit"} {
		t[name] = func(c *extract.Call) {
			n := c.X.Operation(skeleton.Exit, nil, c.Pos, nil)
			c.X.Add(n)
			c.X.Dead = true
		}
	}
	for _, name := range []string{"log.Panic", "log.Panicf", "log.Panicln", "(*log.Logger).Panic", "(*log.Logger).Panicf", "(*log.Logger).Panicln"} {
		t[name] = func(c *extract.Call) { c.X.Panics(c.Pos, name) }
	}
	return t
}
