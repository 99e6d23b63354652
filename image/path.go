// This file defines how a section that was closed into one step is opened again,
// for traces.

package image

import (
	"slices"

	"github.com/ijit/ijit/internal/intern"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// Inside returns the statements of a step that goes over a whole section, a
// shortest path of steps from s.From to s.To or to the failure. For any other
// step it returns s alone. The result's bitsets are its own.
func (e *Engine) Inside(s Step) []Step {
	if s.Edge.Kind != parser.EnterEdge || !e.closed[e.section(s.Edge)] {
		return []Step{s}
	}
	type node struct {
		step   Step
		parent int
	}
	nodes := []node{{Step{To: s.From}, -1}}
	path := func(last Step, i int) []Step {
		steps := []Step{last}
		for ; i > 0; i = nodes[i].parent {
			steps = append(steps, nodes[i].step)
		}
		slices.Reverse(steps)
		return steps
	}
	seen := intern.New(e.layout.SharedWords + 1 + e.layout.LocalWords)
	add := func(step Step, parent int) {
		t := step.To
		if _, fresh := seen.Intern(slices.Concat(t.Shared.Words(), []uint64{uint64(t.PC)}, t.Local.Words())); fresh {
			nodes = append(nodes, node{step, parent})
		}
	}
	for i := 0; i < len(nodes) && !e.stopped(i); i++ {
		t := nodes[i].step.To
		if i > 0 && s.Kind == tts.Fail && t.PC == s.PC && e.Watch[t.PC] {
			return path(Step{Kind: tts.Fail, Edge: s.Edge, PC: s.PC, From: t, To: t}, i)
		}
		for _, edge := range e.Program.Nodes[t.PC].Out {
			var steps Steps // its words must last
			e.post(&steps, t, edge)
			for _, step := range steps.List {
				switch {
				case edge.Kind == parser.FailEdge:
					if s.Kind == tts.Fail && step.PC == s.PC {
						return path(step, i)
					}
				case edge.Kind == parser.LeaveEdge:
					if s.Kind != tts.Fail && equal(step.To, s.To) {
						return path(step, i)
					}
				default:
					add(step, i)
				}
			}
		}
	}
	return []Step{s}
}

func equal(x, y State) bool {
	return x.PC == y.PC && x.Shared.Equal(y.Shared) && x.Local.Equal(y.Local)
}
