// This file defines when there is nothing that an answer about a program could be about: nothing
// is asked, or no execution begins.

package ijit

import (
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/parser"
)

// idle reports whether nothing is asked about a program: it asserts nothing, and the options do
// not ask either.
func (m *Model) idle(o *Options) bool {
	if o.Label != "" || o.Target != "" || o.Deadlock || o.Leak || o.LTL != "" || o.Cover || o.Summaries {
		return false
	}
	return m.Program != nil && m.C == nil && !slices.ContainsFunc(m.Program.Nodes, func(n *parser.Node) bool {
		if n == nil || n.Stmt == nil {
			return false
		}
		_, asserts := n.Stmt.Op.(*parser.Assert)
		return asserts
	})
}

// Asked returns a [UsageError] if neither a program nor the options ask anything, and the
// program has no label that could have been meant. [Model.Check] answers all the same: that
// nothing can fail.
func (m *Model) Asked(o Options) error {
	labelled := func(n *parser.Node) bool { return n != nil && n.Stmt != nil && len(n.Stmt.Labels) > 0 }
	if !m.idle(&o) || slices.ContainsFunc(m.Program.Nodes, labelled) {
		return nil
	}
	return usage("%s asserts nothing, so there is nothing to check: write assert(...) in it, or ask with --label, --target, --deadlock, --leak or --ltl", m.Name)
}

// Why an answer is about no execution.
const (
	noExecution = "no execution begins"
	noAssertion = "nothing is asserted"
)

// maxInitial is how many nodes of decision diagrams the initial states may take. Beyond, it is
// not known whether there are any.
const maxInitial = 1 << 20

// vacuous says why the answer about a program says nothing of its executions, "" if it does or
// that is not known. All that can keep an execution from beginning is what the procedure
// enforces that runs first; where threads begin by themselves, what each of them does.
func (c *check) vacuous() string {
	if c.idle(&c.Options) {
		return noAssertion
	}
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
