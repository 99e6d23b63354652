// This file defines the models of package time but for timers, of signals, and of the process.

package models

import (
	"github.com/ijit/ijit/systems/golang/extract"
	"github.com/ijit/ijit/systems/golang/graph"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

func timeModels() map[string]extract.Model {
	step := func(c *extract.Call) {}
	return map[string]extract.Model{
		"time.Sleep":           step,
		"runtime.Gosched":      step,
		"time.After":           after("timer"),
		"time.Tick":            tick,
		"time.NewTimer":        newTimer("timer"),
		"time.NewTicker":       newTicker,
		"time.AfterFunc":       afterFunc,
		"(*time.Timer).Stop":   arm(false),
		"(*time.Timer).Reset":  arm(true),
		"(*time.Ticker).Stop":  arm(false),
		"(*time.Ticker).Reset": resetTicker,
		"os/signal.Notify":     notify,
		"os/signal.Stop":       stopNotify,
		"os/signal.Ignore":     nothing,
		"os/signal.Reset":      nothing,
	}
}

// notify makes a channel one that may have an element at any time, until stopNotify.
func notify(c *extract.Call) {
	x := c.X
	for _, a := range c.Arg(0, "").Set {
		if a.Kind == graph.Ptr {
			a.Obj.Ticking, a.Obj.Timer = true, x.Companion(a.Obj, "signals")
			a.Obj.Timer.Name = "signals"
			x.Armed(a.Obj.Timer, x.Bool(true))
		}
	}
}

// stopNotify leaves open whether there is an element from before.
func stopNotify(c *extract.Call) {
	x := c.X
	x.Split(x.NonNil(c.Arg(0, "")), func(a *graph.Atom) {
		if a.Kind == graph.Ptr && a.Obj.Timer != nil {
			x.Armed(a.Obj.Timer, x.Bool(false), x.Bool(true))
		}
	})
}

// processModels are those that end the program or the goroutine, or say how many processors there are.
func processModels() map[string]extract.Model {
	t := map[string]extract.Model{
		"runtime.Goexit":     func(c *extract.Call) { c.X.Goexit(c) },
		"runtime.NumCPU":     func(c *extract.Call) { c.X.ResultPositive(c) },
		"runtime.GOMAXPROCS": func(c *extract.Call) { c.X.ResultPositive(c) },
	}
	for _, name := range []string{"os.Exit", "log.Fatal", "log.Fatalf", "log.Fatalln", "(*log.Logger).Fatal", "(*log.Logger).Fatalf", "(*log.Logger).Fatalln", "syscall.Exit"} {
		t[name] = func(c *extract.Call) {
			formatArgs(c)
			n := c.X.Operation(skeleton.Exit, nil, c.Pos, nil)
			c.X.Add(n)
			c.X.Dead = true
		}
	}
	for _, name := range []string{"log.Panic", "log.Panicf", "log.Panicln", "(*log.Logger).Panic", "(*log.Logger).Panicf", "(*log.Logger).Panicln"} {
		t[name] = func(c *extract.Call) {
			formatArgs(c)
			c.X.Panics(c.Pos, name)
		}
	}
	return t
}
