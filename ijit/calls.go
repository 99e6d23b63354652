// This file defines how programs with calls of procedures are run: with their calls
// inlined.

package ijit

import (
	"errors"
	"fmt"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
)

// inline inlines the calls of the program, if there are any. What cannot be inlined
// is no error here: run says so.
func (c *check) inline() {
	if c.Program.Direct() {
		return
	}
	in, err := c.Program.Inline(parser.InlineLimit)
	if err != nil {
		c.notInlined = err
		return
	}
	c.inlined, c.code = in, in.Program
}

// unsupported says why the calls of the program could not be inlined.
func (c *check) unsupported() {
	why := c.Algorithm + " runs calls by inlining them"
	if recursion(c.notInlined) {
		why = c.Algorithm + " does not run recursive procedures; "
		switch {
		case c.Program.File.Threads != nil:
			why += "--algorithm " + getafixName + " does, up to a number of context switches"
		case spawns(c.Program):
			why += "--algorithm " + getafixName + " does, up to a number of context switches, with threads that begin with a procedure: start_thread f()"
		default:
			why += "--algorithm " + bebopName + " does"
		}
	}
	c.result.Reason = Unsupported
	c.result.Detail = fmt.Sprintf("%v; %s", c.notInlined, why)
	if e := (*parser.InlineError)(nil); errors.As(c.notInlined, &e) && e.Stmt != nil {
		c.result.Property = &Property{File: c.Name, Pos: e.Stmt.Pos, Kind: "call", Origin: e.Stmt.Origin, PC: e.Stmt.PC}
	}
}

// recursion reports whether calls could not be inlined because they are recursive.
func recursion(err error) bool {
	e := (*parser.InlineError)(nil)
	return errors.As(err, &e) && e.Recursive
}

// written returns the location in the program as written that pc is a copy of.
func (c *check) written(pc int) int {
	if c.inlined == nil {
		return pc
	}
	return c.inlined.Written(pc)
}

// labelled returns the locations with a label that can be reached.
func (c *check) labelled(name string) (pcs []int, found bool) {
	if c.inlined == nil {
		return c.code.Labelled(name)
	}
	return c.inlined.Labelled(name)
}

// relabel makes findings speak of the program as written.
func (c *check) relabel(found []verdict.Finding) {
	for i := range found {
		if pc := &found[i].PC; *pc != verdict.NoPC {
			*pc = c.written(*pc)
		}
	}
}
