// This file defines when there is nothing that an answer about a program could be about: nothing
// is asked, or no execution begins.

package ijit

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/parser"
)

// nothing returns what is wrong if nothing is asked: neither does the program assert anything,
// nor do the options ask.
func (q *question) nothing() error {
	asks := q.Label != "" || q.Options.Target != "" || q.Deadlock || q.Leak || q.LTL != "" || q.Cover || q.Summaries
	if q.Program == nil || q.C != nil || asks {
		return nil
	}
	asserts := func(n *parser.Node) bool {
		if n == nil || n.Stmt == nil {
			return false
		}
		_, ok := n.Stmt.Op.(*parser.Assert)
		return ok
	}
	if slices.ContainsFunc(q.Program.Nodes, asserts) {
		return nil
	}
	return usage("%s asserts nothing, so there is nothing to check: write assert(...) in it, or ask with --label, --target, --deadlock, --leak or --ltl", q.Name)
}

// noExecution is why an answer is about no execution if none begins.
const noExecution = "no execution begins"

// maxInitial is how many nodes of decision diagrams the initial states may take. Beyond, it is
// not known whether there are any.
const maxInitial = 1 << 20

// vacuous says why the answer about a program is about no execution, "" if it is about some or
// that is not known. All that can keep an execution from beginning is what the procedure
// enforces that runs first; where threads begin by themselves, what each of them does.
func (c *check) vacuous() string {
	f := c.Program.File
	first := []*parser.Proc{f.Main}
	switch {
	case f.Init != nil:
		first = []*parser.Proc{f.Init}
	case f.Threads != nil:
		first = f.Threads
	}
	if slices.ContainsFunc(first, func(p *parser.Proc) bool { return p.Enforce == nil }) {
		return ""
	}
	m := bdd.New(bdd.Options{MaxNodes: maxInitial, Context: c.ctx})
	e := encode.New(m, c.Program, encode.Places{Now: encode.NewFrames(m, c.Program.Layout, 1)[0]})
	for _, p := range first {
		if m.And(e.Globals(), e.Entry(p)) != bdd.False || m.Err() != nil {
			return ""
		}
	}
	return noExecution
}
