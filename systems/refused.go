// This file defines what becomes of an answer where the bound on live threads kept a thread
// from being created.
//
// That no assertion fails with at most n live threads is an answer of its own, and n was asked
// for. But a thread that waits to create another one is neither blocked nor does it come on:
// what would be blocked if it went on, and what would happen for ever, is not known. So where
// this can be reached, that there is no deadlock, no leak or no execution on which a formula is
// false is no answer. An execution that shows the contrary is one without the bound, too: a
// thread that is refused counts as one that can move.

package systems

import (
	"fmt"

	"github.com/ijit/ijit/internal/verdict"
)

// refuse notes that the bound on threads keeps the thread at a location from creating another
// one; NoPC stands for one that is not known.
func (c *check) refuse(pc int) {
	p := Property{File: c.Name, Kind: "start_thread", PC: verdict.NoPC}
	if pc != verdict.NoPC {
		p = c.property(c.written(pc), "start_thread", c.code.Nodes[pc].Text())
	}
	c.result.Refused = &p
}

// hidden reports whether the bound on threads hides what is asked about.
func (c *check) hidden() bool {
	return (c.Deadlock || c.Leak || c.LTL != "") && c.result.Refused != nil
}

// hides says in words what the bound hides.
func (c *check) hides() string {
	p := c.result.Refused
	what := "a thread"
	if p.Pos.Line > 0 {
		what = fmt.Sprintf("%s at %s:%s", p.Text, p.File, p.Pos)
	}
	return fmt.Sprintf("%s was refused with %s alive, and what it would lead to is not known; a larger --threads looks further", what, threadsText(c.Threads))
}

func threadsText(n int) string {
	if n == 1 {
		return "1 thread"
	}
	return fmt.Sprintf("%d threads", n)
}
