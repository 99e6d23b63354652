// This file defines what a statement does to threads other than the one that
// executes it.

package image

import (
	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/parser"
)

// Moves appends to dst the states of another thread after the step s, given its
// state other before; its shared variables are those of s.From, and those of the
// result are of s.To. A thread that s does not concern stays. For a signal the
// answer is empty unless the thread waits.
func (e *Engine) Moves(dst *Steps, s Step, other State) []State {
	node := e.Program.Nodes[other.PC]
	stay := State{s.To.Shared, other.PC, other.Local}
	switch s.Edge.Kind {
	case parser.BroadcastEdge, parser.SignalEdge:
		if node.Wait {
			stay.PC = node.Out[0].To
			return []State{stay}
		}
		if s.Edge.Kind == parser.SignalEdge {
			return nil
		}
	case parser.PassiveEdge:
		if node.Proc == s.Edge.PassiveProc {
			return e.passive(dst, s, stay, s.Edge.Passive, e.layout.PassiveNextAt())
		}
	}
	return []State{stay}
}

// MovesBack appends the states of another thread before the step s from which it
// may come to be in other.
func (e *Engine) MovesBack(dst *Steps, s Step, other State) []State {
	node := e.Program.Nodes[other.PC]
	stay := State{s.From.Shared, other.PC, other.Local}
	var from []State
	switch s.Edge.Kind {
	case parser.BroadcastEdge, parser.SignalEdge:
		if s.Edge.Kind == parser.BroadcastEdge && !node.Wait {
			from = append(from, stay)
		}
		for _, in := range node.In {
			if in.Node.Wait && in.Node.Reachable {
				from = append(from, State{stay.Shared, in.From, stay.Local})
			}
		}
		return from
	case parser.PassiveEdge:
		if node.Proc == s.Edge.PassiveProc {
			return e.passive(dst, s, stay, s.Edge.PassiveBack, e.layout.PassiveAt())
		}
	}
	return append(from, stay)
}

// Movable yields the states of other threads that a signal can wake.
func (e *Engine) Movable(dst *Steps, shared *bitset.BitSet) []State {
	var ts []State
	for _, n := range e.Program.Nodes {
		if !n.Wait || !n.Reachable {
			continue
		}
		for l := range e.valuations(n) {
			ts = append(ts, State{shared, n.PC, dst.copyOf(l)})
		}
	}
	return ts
}

// passive solves a passive template and reads the thread's locals at the given
// block.
func (e *Engine) passive(dst *Steps, s Step, other State, t *parser.Template, at int) []State {
	l := e.layout
	copy(e.val[l.SharedAt():], s.From.Shared.Words())
	copy(e.val[l.LocalAt():], s.From.Local.Words())
	copy(e.val[l.SharedNextAt():], s.To.Shared.Words())
	copy(e.val[l.LocalNextAt():], s.To.Local.Words())
	copy(e.val[l.PassiveAt():], other.Local.Words())
	copy(e.val[l.PassiveNextAt():], other.Local.Words())
	var ts []State
	first := len(dst.words)
	dst.words = t.Query.AppendModels(dst.words, e.val, &e.solver)
	for row := dst.words[first:]; len(row) > 0; row = row[len(e.val):] {
		ts = append(ts, State{other.Shared, other.PC, dst.wrap(part(row, at, l.LocalWords))})
	}
	return ts
}
