// This file defines what tests do at their end: the functions given to Cleanup.

package golang

import "fmt"

// A registered is a function given to Cleanup.
type registered struct {
	call called
	f    val
	flag *loc
}

// cleanup registers a function, to be called at the end of the test.
func (c *called) cleanup(f val) {
	x := c.x
	flag := x.loc(locKey{frame: x.fr, iter: x.it, extra: fmt.Sprintf("cleanup %p %v", c.instr, c.what)})
	flag.name, flag.zero = "registered", x.bool(false)
	x.grow(flag, single(x.bool(false)).with(x.bool(true)))
	x.assign(assign{to: flag, v: constantVal(x.bool(true))})
	x.registered = append(x.registered, registered{*c, f, flag})
}

// cleanups calls what was given to Cleanup, the last one first.
func (x *extractor) cleanups() {
	list := x.registered
	for i := len(list) - 1; i >= 0 && !x.dead; i-- {
		r := list[i]
		x.branch(cIs{r.flag, single(x.bool(true))}, func() {
			c := r.call
			c.what = callKey{c.what, exitKey{x.fr, fmt.Sprintf("%p %p", x.blk, x.it)}}
			c.callback(r.f, "cleanup", nil, nil)
		}, func() {})
	}
}

// The call that a subtest is.
const subtest = "subtest"
