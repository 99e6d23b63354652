// This file defines how programs with calls of procedures are run: with their calls
// inlined.

package systems

import (
	"errors"
	"fmt"
	"slices"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
)

// inline inlines the calls of the program, if there are any, and reports whether that can
// be done. A transition system has none.
func (q *question) inline() bool {
	switch {
	case q.code != nil || q.notInlined != nil || q.is(tables):
	case q.Program.Direct():
		q.code = q.Program
	default:
		in, err := q.Program.Inline(parser.InlineLimit)
		if err != nil {
			q.notInlined = err
			break
		}
		q.inlined, q.code = in, in.Program
	}
	return q.notInlined == nil
}

// refuses says that an algorithm does not take what is at a location.
func (c *check) refuses(why error, pc int, kind string) {
	p := c.property(pc, kind, "")
	c.result.Reason, c.result.Detail, c.result.Property = Unsupported, why.Error(), &p
}

// unsupported says why the calls of the program could not be inlined.
func (c *check) unsupported() {
	why := c.Algorithm + " runs calls by inlining them"
	if recursion(c.notInlined) {
		why = c.Algorithm + " does not run recursive procedures; "
		switch {
		case c.algorithm.takes&recursiveCalls != 0:
			why = "no algorithm that runs recursive threads takes this question"
		case c.Deadlock:
			why += "no algorithm that does looks for deadlocks"
		case c.Leak:
			why += "no algorithm that does looks for threads that are blocked for ever"
		case c.convention():
			why += "--algorithm getafix does, up to a number of context switches"
		case c.starts():
			why += "--algorithm getafix does, up to a number of context switches, with threads that begin with a procedure: start_thread f()"
		default:
			why += "--algorithm bebop does"
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

// convention reports whether the program has threads that begin with it.
func (q *question) convention() bool { return q.Program.File.Threads != nil }

// starts reports whether the program begins with one thread, and that or others start
// more.
func (q *question) starts() bool { return !q.convention() && spawns(q.Program) }

// spawns reports whether some statement creates a thread.
func spawns(p *parser.Program) bool {
	return slices.ContainsFunc(p.Nodes, func(n *parser.Node) bool {
		return len(n.Out) > 0 && n.Out[0].Kind == parser.SpawnEdge
	})
}

// recursive reports whether threads that are started are recursive, or what starts them.
func (q *question) recursive() bool { return q.starts() && !q.inline() && recursion(q.notInlined) }

// written returns the location in the program as written that pc is a copy of.
func (c *check) written(pc int) int {
	if c.inlined == nil {
		return pc
	}
	return c.inlined.Written(pc)
}

// relabel makes findings, of which leaks are at places, speak of locations of the program as written.
func (c *check) relabel(found []verdict.Finding) {
	for i := range found {
		switch pc := &found[i].PC; {
		case c.Leak && c.places == nil:
			*pc = verdict.NoPC
		case c.Leak:
			*pc = c.places.pcs[*pc]
		case *pc != verdict.NoPC:
			*pc = c.written(*pc)
		}
	}
}
