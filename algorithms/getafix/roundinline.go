// This file defines which procedures are part of those that call them, in summaries
// over several rounds.

package getafix

import (
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/parser"
)

// An inlined says where the locals of a module are: of one that is part of its only
// caller, behind those of the caller.
type inlined struct {
	by     int          // the module that it is part of: itself, if it has summaries of its own
	caller int          // the module that calls it, if that is another one
	edge   *parser.Edge // the call
	offset int
}

// inline decides which modules are part of their caller: those with a single call that
// use most of the globals that the caller uses. A summary is good where it is about few
// variables, or serves many calls. Where it does neither, states need not be related
// to the beginning of the procedure: locals of the caller, which are what a return
// needs, are fewer than all that it began with.
func (b *Base) inline() []inlined {
	calls := make([]int, len(b.modules))
	frames := make([]inlined, len(b.modules))
	for i := range frames {
		frames[i].by = i
	}
	for _, i := range b.threads.entries {
		calls[i]++
	}
	b.calls(func(i int, x *parser.Edge, callee int) {
		calls[callee]++
		frames[callee].caller, frames[callee].edge = i, x
	})
	done := make([]bool, len(frames))
	var visit func(i int)
	visit = func(i int) {
		f := &frames[i]
		if done[i] || calls[i] != 1 || f.edge == nil {
			return
		}
		done[i] = true
		visit(f.caller)
		by := frames[f.caller].by
		if mostly*float64(len(b.threads.own[by])) <= float64(len(b.threads.own[i])) {
			f.by, f.offset = by, frames[f.caller].offset+len(b.modules[f.caller].Locals)
		}
	}
	for i := range frames {
		visit(i)
	}
	return frames
}

// mostly is which part of the globals of its caller a procedure uses that becomes a part
// of it.
const mostly = 0.8

// enterInline returns the step of a call of a procedure that is part of its caller.
func (r *roundSummaries) enterInline(m, callee *roundModule, x *parser.Edge) *roundStep {
	offset := r.frames[callee.index].offset
	begin, c := r.begin(m.index, x, r.next.Locals[offset:])
	written := r.m.Minus(c.Now, r.m.NewVarSet(r.now.Globals...)) // globals are needed until it returns
	idle := r.idle(callee.index, r.now.Globals, callee.proc.Entry)
	return &roundStep{
		relation: begin, then: bdd.True,
		gone: r.m.Union(written, r.m.NewVarSet(append(r.dead(m.index, r.now.Locals, x.To), idle...)...)),
		back: r.m.NewRenaming(r.next.Locals[offset:], r.now.Locals[offset:]),
		to:   callee.local[0],
	}
}

// leaveInline returns the step of its return.
func (r *roundSummaries) leaveInline(m *roundModule, values bdd.Node) *roundStep {
	f := r.frames[m.index]
	c := r.encoder(f.caller, r.other.Locals).Call(f.edge)
	results := r.m.Exists(c.Results, r.lost(f.caller, r.next, f.edge.To))
	all := r.slots(m.index, r.now.Locals, func(int) bool { return true })
	caller := r.modules[f.caller]
	return &roundStep{
		relation: r.m.AndExists(values, results, r.m.NewVarSet(r.returned...)),
		then:     caller.enforce,
		gone:     r.m.Union(r.m.Union(c.Now, r.m.NewVarSet(all...)), r.lost(f.caller, r.now, f.edge.To)),
		back:     c.Back,
		to:       caller.at(f.edge.To),
	}
}
