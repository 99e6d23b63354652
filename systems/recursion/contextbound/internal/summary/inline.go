// This file defines which procedures are part of those that call them.

package summary

import (
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/internal/supergraph"
)

// An inlined says where the locals of a module are: of one that is part of its only
// caller, behind those of the caller.
type inlined struct {
	host   int          // the module that it is part of: itself, if it has summaries of its own
	caller int          // the module that calls it, if that is another one
	edge   *parser.Edge // the call
	offset int
}

// inlineShare is which part of the globals of its caller a procedure uses that becomes a
// part of it.
const inlineShare = 0.8

// inline decides which modules are part of their caller: those with a single call that
// use most of the globals that the caller uses. A summary is good where it is about few
// variables, or serves many calls. Where it does neither, states need not be related
// to the beginning of the procedure: locals of the caller, which are what a return
// needs, are fewer than all that it began with.
func inline(g *supergraph.Graph) []inlined {
	calls := make([]int, len(g.Modules))
	frames := make([]inlined, len(g.Modules))
	for i := range frames {
		frames[i].host = i
	}
	for _, i := range g.Entries {
		calls[i]++
	}
	for _, c := range g.Calls {
		calls[c.Callee]++
		frames[c.Callee].caller, frames[c.Callee].edge = c.Module, c.Edge
	}
	done := make([]bool, len(frames))
	var visit func(i int)
	visit = func(i int) {
		f := &frames[i]
		if done[i] || calls[i] != 1 || f.edge == nil {
			return
		}
		done[i] = true
		visit(f.caller)
		host := frames[f.caller].host
		if inlineShare*float64(g.Own(host).Count()) <= float64(g.Own(i).Count()) {
			f.host, f.offset = host, frames[f.caller].offset+len(g.Modules[f.caller].Locals)
		}
	}
	for i := range frames {
		visit(i)
	}
	return frames
}
