// This file defines how an atomic section is closed into one step.

package image

import (
	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/internal/intern"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// findSections decides for each outermost section how it is run: closed into one
// step of its thread if steps are big and it only concerns its own thread, else
// in small steps under the atomic bit.
func (e *Engine) findSections() {
	touches := map[*parser.Section]bool{}
	for _, n := range e.Program.Nodes {
		if n.Section == nil || !n.Reachable && e.Atomicity == Big {
			continue
		}
		s := outermost(n.Section)
		touches[s] = touches[s] || touchesOthers(n)
	}
	for s, others := range touches {
		e.closed[s] = e.Atomicity == Big && !others
		e.guarded = e.guarded || !e.closed[s]
	}
}

// touchesOthers reports whether the statement at n concerns other threads or
// their number.
func touchesOthers(n *parser.Node) bool {
	for _, edge := range n.Out {
		switch edge.Kind {
		case parser.SpawnEdge, parser.EndEdge, parser.PassiveEdge, parser.SignalEdge, parser.BroadcastEdge:
			return true
		}
	}
	return false
}

// closure is the worklist of a fixpoint inside a section.
type closure struct {
	seen  *intern.Table // rows of shared words, program counter, local words
	out   *intern.Table // results that have been emitted
	steps Steps
	row   []uint64

	shared, local bitset.BitSet // of the state that is looked at
}

func (c *closure) reset(width int) {
	if c.seen == nil {
		c.seen, c.out = intern.New(width), intern.New(width)
	}
	c.seen.Reset()
	c.out.Reset()
}

// add adds t to a table and reports whether it is new there.
func (c *closure) add(to *intern.Table, t State) bool {
	c.row = append(append(append(c.row[:0], t.Shared.Words()...), uint64(t.PC)), t.Local.Words()...)
	_, fresh := to.Intern(c.row)
	return fresh
}

// inner returns the i-th state seen, which is good until the next one is asked for.
func (e *Engine) inner(i int) State {
	c, w := &e.closure, e.layout.SharedWords
	row := c.seen.Row(uint32(i))
	c.shared.SetBitsetFrom(row[:w])
	c.local.SetBitsetFrom(row[w+1:])
	return State{&c.shared, int(row[w]), &c.local}
}

// closePost appends the steps from the begin of a section, at t, to the states
// behind its end, and those in which an assertion inside fails.
func (e *Engine) closePost(dst *Steps, t State, enter *parser.Edge) {
	c := &e.closure
	c.reset(e.layout.SharedWords + 1 + e.layout.LocalWords)
	fail := func(pc int) {
		if c.add(c.out, State{newBits(e.layout.SharedWords), pc, newBits(e.layout.LocalWords)}) {
			dst.List = append(dst.List, Step{Kind: tts.Fail, Edge: enter, PC: pc, From: t, To: t})
		}
	}
	follow := func(t0 State, edge *parser.Edge) {
		c.steps.Reset()
		e.post(&c.steps, t0, edge)
		for _, s := range c.steps.List {
			switch {
			case edge.Kind == parser.FailEdge:
				fail(s.PC)
			case edge.Kind == parser.LeaveEdge:
				if c.add(c.out, s.To) {
					to := State{dst.copyOf(s.To.Shared), s.To.PC, dst.copyOf(s.To.Local)}
					dst.List = append(dst.List, Step{Kind: tts.Move, Edge: enter, PC: enter.From, From: t, To: to})
				}
			default:
				c.add(c.seen, s.To)
			}
		}
	}
	follow(t, enter)
	for i := 0; i < c.seen.Len() && !e.stopped(i); i++ {
		inner := e.inner(i)
		if e.Watch[inner.PC] {
			fail(inner.PC)
		}
		for _, edge := range e.Program.Nodes[inner.PC].Out {
			follow(inner, edge)
		}
	}
}

// closePre appends the steps over a whole section that lead to t, just behind its
// end leave.
func (e *Engine) closePre(dst *Steps, t State, leave *parser.Edge) {
	e.closeBack(dst, t, Step{Kind: tts.Move, To: t}, []*parser.Edge{leave})
}

// closeFail appends the steps into a section in which the thread comes to fail in t.
func (e *Engine) closeFail(dst *Steps, t State) {
	e.closeBack(dst, t, Step{Kind: tts.Fail, PC: t.PC}, e.Program.Nodes[t.PC].In)
}

// closeBack appends the steps from before a section by which it is passed through up
// to t, the last one along one of edges. All are like the given step.
func (e *Engine) closeBack(dst *Steps, t State, like Step, edges []*parser.Edge) {
	c := &e.closure
	c.reset(e.layout.SharedWords + 1 + e.layout.LocalWords)
	follow := func(t0 State, edge *parser.Edge) {
		if edge.WP == nil {
			return
		}
		c.steps.Reset()
		e.preimage(&c.steps, t0, edge, e.flips(edge))
		for _, s := range c.steps.List {
			if edge.Kind != parser.EnterEdge {
				c.add(c.seen, s.From)
				continue
			}
			if c.add(c.out, s.From) {
				step := like
				step.Edge, step.From = edge, State{dst.copyOf(s.From.Shared), edge.From, dst.copyOf(s.From.Local)}
				if step.Kind == tts.Fail {
					step.To = step.From
				} else {
					step.PC = edge.From
				}
				dst.List = append(dst.List, step)
			}
		}
	}
	for _, edge := range edges {
		follow(t, edge)
	}
	for i := 0; i < c.seen.Len() && !e.stopped(i); i++ {
		inner := e.inner(i)
		for _, edge := range e.Program.Nodes[inner.PC].In {
			follow(inner, edge)
		}
	}
}

// stopped asks Stop once in a while.
func (e *Engine) stopped(i int) bool {
	return e.Stop != nil && i%1024 == 1023 && e.Stop()
}
