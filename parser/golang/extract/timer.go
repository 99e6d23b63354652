// This file defines what channels of timers do when the timer is stopped.

package extract

import (
	"go/token"
	"go/types"
	"go/version"

	"github.com/ijit/ijit/parser/golang/graph"
	"github.com/ijit/ijit/parser/golang/skeleton"
)

// Armed returns the cell of a timer that says whether it is going to fire.
func (x *Extractor) Armed(timer *graph.Object) *graph.Loc {
	c := x.Cell(timer, ".armed", types.Typ[types.Bool])
	x.Grow(c, graph.Single(x.Bool(true)))
	c.Zero, c.Name = x.Bool(true), timer.Name+" armed"
	x.Use(c)
	return c
}

// IsTimer reports whether an object was made as a timer or ticker.
func (x *Extractor) IsTimer(o *graph.Object) bool { return o.What == "timer" || o.What == "ticker" }

// Begins arms a new timer.
func (x *Extractor) Begins(timer *graph.Object) {
	if x.looping() {
		if c := x.Armed(timer); !c.Weak {
			x.Assign(graph.Assign{To: c, V: graph.Constant(x.Bool(true))})
		}
	}
}

// Arm is a step in which a timer is stopped, or set again, and the register tells what it was before.
func (x *Extractor) Arm(timer *graph.Object, was *graph.Loc, armed bool) {
	c := x.Armed(timer)
	x.Grow(c, graph.Single(x.Bool(armed)))
	before := graph.At(c)
	if !x.timed(timer) {
		before = graph.Val{Set: graph.Single(x.Bool(false)).With(x.Bool(true))}
	}
	x.Grow(was, before.Set)
	do := []graph.Assign{{To: was, V: before}}
	if !c.Weak {
		do = append(do, graph.Assign{To: c, V: graph.Constant(x.Bool(armed))})
	}
	x.AssignAll(do)
}

// users returns the cell of a timer that notes which goroutines set it again, or receive from it.
func (x *Extractor) users(timer *graph.Object, what string) *graph.Loc {
	return x.Cell(timer, what, types.Typ[types.Bool])
}

const (
	setters   = ".setters"
	receivers = ".receivers"
)

// SetsAgain notes that the current goroutine sets a timer again.
func (x *Extractor) SetsAgain(timer *graph.Object) { x.Use(x.users(timer, setters)) }

// timed reports whether it is known at each point if the channel of a timer is going to have an element. It is not
// if goroutines set the timer again while others wait for it, and not before Go 1.23, when an element stayed
// in the channel of a stopped timer.
func (x *Extractor) timed(timer *graph.Object) bool {
	if pkg := x.fr.fn.Package(); pkg != nil && pkg.Pkg.GoVersion() != "" && version.Compare(pkg.Pkg.GoVersion(), "go1.23") < 0 {
		return false
	}
	by, from := x.users(timer, setters).Bodies, x.users(timer, receivers).Bodies
	alone := len(by) == 1 && len(from) == 1 && by[0] == from[0] && !by[0].Many
	return !x.Armed(timer).Weak && (len(by) == 0 || len(from) == 0 || alone)
}

// receivesTimed reports whether a receive is from the channel of a timer, of which it is known whether it fires.
func (x *Extractor) receivesTimed(a *graph.Atom) bool {
	if a.Kind != graph.Ptr || a.Obj.Timer == nil {
		return false
	}
	x.Use(x.users(a.Obj.Timer, receivers))
	return x.timed(a.Obj.Timer)
}

// whileArmed executes one function if a channel may have elements, and the other one if it is that of a timer which
// does not fire any more. To receive from a stopped timer waits for ever. It is enough to ask before the
// goroutine waits: one that waits when the timer is stopped can as well come later.
func (x *Extractor) whileArmed(a *graph.Atom, then, otherwise func()) {
	if !x.receivesTimed(a) {
		then()
		return
	}
	x.Branch(graph.At(x.Armed(a.Obj.Timer)).IsTrue(), then, otherwise)
}

// fires returns the assignments with which the element of a timer is received.
func (x *Extractor) fires(a *graph.Atom) []graph.Assign {
	if !x.receivesTimed(a) || a.Obj.Timer.What != "timer" {
		return nil
	}
	c := x.Armed(a.Obj.Timer)
	x.Grow(c, graph.Single(x.Bool(false)))
	return []graph.Assign{{To: c, V: graph.Constant(x.Bool(false))}}
}

// never waits for a timer that does not fire any more.
func (x *Extractor) never(a *graph.Atom, pos token.Pos, fill func(*graph.Node)) {
	o := x.Companion(a.Obj, "stopped")
	o.Name, o.Site, o.Cap = a.Obj.Name, a.Obj.Site, graph.Constant(x.Int(0))
	x.Add(x.Operation(skeleton.Recv, &graph.SyncKey{Kind: skeleton.Chan, Obj: o}, pos, fill))
	x.Hang(pos)
}
