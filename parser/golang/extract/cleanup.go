// This file defines what tests do at their end: the functions given to Cleanup.

package extract

import (
	"fmt"

	"github.com/ijit/ijit/parser/golang/graph"
)

// A registered is a function given to Cleanup.
type registered struct {
	call Call
	f    graph.Val
	flag *graph.Loc
}

// Cleanup registers a function, to be called at the end of the test.
func (c *Call) Cleanup(f graph.Val) {
	x := c.X
	flag := x.loc(locKey{frame: x.fr, iter: x.it, extra: fmt.Sprintf("cleanup %p %v", c.Instr, c.What)})
	flag.Name, flag.Zero = "registered", x.Bool(false)
	x.Grow(flag, graph.Single(x.Bool(false)).With(x.Bool(true)))
	x.Assign(graph.Assign{To: flag, V: graph.Constant(x.Bool(true))})
	x.registered = append(x.registered, registered{*c, f, flag})
}

// cleanups calls what was given to Cleanup, the last one first.
func (x *Extractor) cleanups() {
	list := x.registered
	for i := len(list) - 1; i >= 0 && !x.Dead; i-- {
		r := list[i]
		x.Branch(graph.Is{Loc: r.flag, Set: graph.Single(x.Bool(true))}, func() {
			c := r.call
			c.What = CallKey{c.What, exitKey{x.fr, fmt.Sprintf("%p %p", x.blk, x.it)}}
			c.Callback(r.f, "cleanup", nil, nil)
		}, func() {})
	}
}

// The call that a subtest is.
const Subtest = "subtest"
