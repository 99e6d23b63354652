// This file defines the pre-images of which no thread state is given: what leads to a
// shared state whoever takes the step, and what fails.

package image

import (
	"iter"
	"slices"

	"github.com/bits-and-blooms/bitset"

	"github.com/ijit/ijit/allsat"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/tts"
)

// Entering yields the steps that lead to the shared state g from another one or touch
// other threads, whatever thread takes them: one for each local state that the active
// thread may have, so there may be very many. A step is valid until the next one.
// Where next to none is found for long, pause is called, and ends it by false. The
// engine may be asked for other images meanwhile.
func (e *Engine) Entering(g *bitset.BitSet, pause func() bool) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		e.Preimages++
		a := e.newAsker(pause, func(s Step) bool {
			touches := s.Edge.Kind >= parser.SpawnEdge && s.Edge.Kind <= parser.BroadcastEdge
			return !touches && s.From.Shared.Equal(g) || yield(s)
		})
		inside := e.guarded && e.inside(g)
		for _, n := range e.Program.Nodes {
			for _, edge := range n.Out {
				if !n.Reachable || !a.enters(edge) || edge.To >= 0 && !e.visible(e.Program.Nodes[edge.To], inside) {
					continue
				}
				flip := e.flips(edge)
				switch {
				case e.leaves(edge):
					if !a.overSection(edge, g) {
						return
					}
				case e.visible(n, inside != flip):
					if !a.alongEdge(edge, g, flip) {
						return
					}
				}
			}
		}
	}
}

// Failing yields the failing steps at the locations counted, those inside a section that
// is one step included. Otherwise it is like [Engine.Entering].
func (e *Engine) Failing(counts func(pc int) bool, pause func() bool) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		e.Preimages++
		a := e.newAsker(pause, yield)
		for _, n := range e.Program.Nodes {
			if !n.Reachable || !counts(n.PC) {
				continue
			}
			for _, edge := range n.Out {
				if edge.Kind == parser.FailEdge && !a.fails(n, edge) {
					return
				}
			}
			if e.Watch[n.PC] && n.Section != nil && e.closed[outermost(n.Section)] {
				watched := &parser.Edge{Kind: parser.FailEdge, From: n.PC, To: -1, Node: n, Relation: allsat.Const(true)}
				if !a.fails(n, watched) {
					return
				}
			}
		}
	}
}

// states yields the states of a thread at n whose local variables are wanted. Otherwise
// it is like [Engine.Entering], and false if it was ended. Outside of sections that is also where another
// thread is inside of one: from there threads are created and moved.
func (e *Engine) states(n *parser.Node, wanted func(local *bitset.BitSet) bool, pause func() bool, yield func(State) bool) bool {
	inside := n.Section != nil
	if !n.Reachable || !e.visible(n, inside) {
		return true
	}
	shared := newBits(e.layout.SharedWords)
	if inside {
		e.flip(shared)
	}
	variables := first(e.layout.Shared)
	if !inside && e.guarded {
		variables = append(variables, uint(e.layout.Atomic()))
	}
	looked := 0
	for l := range e.valuations(n) {
		if looked++; looked%1024 == 0 && !pause() {
			return false
		}
		if !wanted(l) {
			continue
		}
		for g := range scattered(shared, variables, e.Stop) {
			if !yield(State{g, n.PC, l}) {
				return false
			}
		}
	}
	return true
}

// first returns the numbers below n.
func first(n int) []uint {
	all := make([]uint, n)
	for i := range all {
		all[i] = uint(i)
	}
	return all
}

// leaves reports whether an edge ends a section that is one step.
func (e *Engine) leaves(edge *parser.Edge) bool {
	return edge.Kind == parser.LeaveEdge && e.closed[outermost(edge.Node.Section)]
}

// An asker asks questions that leave variables open. It has buffers of its own, so that
// the engine is free between its answers.
type asker struct {
	*Engine
	pause   func() bool
	yield   func(Step) bool
	val     []uint64
	scratch allsat.Scratch
	steps   Steps
	asked   int
}

func (e *Engine) newAsker(pause func() bool, yield func(Step) bool) *asker {
	a := &asker{Engine: e, pause: pause, yield: yield, val: make([]uint64, len(e.val))}
	a.scratch.Stop = func() bool { return e.Stop != nil && e.Stop() }
	return a
}

// enters reports whether an edge may change the shared state, or touches other threads.
func (a *asker) enters(edge *parser.Edge) bool {
	assigns := func(x *parser.Edge) bool {
		return slices.ContainsFunc(x.Assigned, func(v int) bool { return v < 64*a.layout.LocalAt() })
	}
	closed := edge.Node.Section != nil && a.closed[outermost(edge.Node.Section)]
	switch edge.Kind {
	case parser.FailEdge:
		return false
	case parser.SpawnEdge, parser.PassiveEdge, parser.SignalEdge, parser.BroadcastEdge:
		return true
	case parser.LeaveEdge:
		return !closed || slices.ContainsFunc(a.edgesIn(edge.Node.Section), assigns)
	}
	return !closed && (a.flips(edge) || assigns(edge))
}

// edgesIn returns the edges inside the outermost section around s.
func (a *asker) edgesIn(s *parser.Section) []*parser.Edge {
	var edges []*parser.Edge
	for _, n := range a.Program.Nodes {
		if n.Reachable && n.Section != nil && outermost(n.Section) == outermost(s) {
			edges = append(edges, n.Out...)
		}
	}
	return edges
}

// A question is the transition relation of an edge with all unknown that it mentions of
// the thread and, if anyShared, of the shared state before; the shared state after is
// given otherwise.
type question struct {
	query   *allsat.Query
	used    map[int]bool // the variables before the step that are asked for
	changed []int        // of the locals among them, those that the edge assigns
}

func (a *asker) question(edge *parser.Edge, anyShared bool) question {
	l := a.layout
	q := question{used: map[int]bool{}}
	isLocal := func(v int) bool { return v >= 64*l.LocalAt() }
	unknown := slices.Clone(edge.Assigned)
	for _, v := range edge.Assigned {
		q.used[v] = true
		if isLocal(v) {
			unknown = append(unknown, l.Next(v))
			q.changed = append(q.changed, v)
		}
	}
	relation := edge.Relation
	for _, v := range edge.Relation.Vars() {
		after := v >= 64*l.SharedNextAt()
		if after {
			v -= l.Next(0)
		}
		if slices.Contains(edge.Assigned, v) || !isLocal(v) && !anyShared {
			continue
		}
		q.used[v] = true
		unknown = append(unknown, v)
		if after {
			unknown = append(unknown, l.Next(v))
			relation = allsat.And(relation, allsat.Eq(allsat.Var(l.Next(v)), allsat.Var(v)))
		}
	}
	q.query = allsat.Compile(relation, unknown)
	return q
}

// free returns which locals may have any value at n, whatever formulas that use some variables say.
func (e *Engine) free(used map[int]bool, n *parser.Node) []uint {
	return slices.DeleteFunc(first(len(n.Proc.Locals)), func(i uint) bool {
		v := n.Proc.Locals[i]
		return used[e.layout.Var(v)] || slices.Contains(n.Dead, v)
	})
}

// going calls pause once in a while.
func (a *asker) going() bool {
	a.asked++
	return a.asked%64 != 0 || a.pause()
}

// alongEdge yields the steps along an edge that lead to g.
func (a *asker) alongEdge(edge *parser.Edge, g *bitset.BitSet, flip bool) bool {
	l := a.layout
	q, known := a.questions[edge]
	if !known {
		q = a.question(edge, false)
		a.questions[edge] = q
	}
	rest := a.free(q.used, edge.Node)
	clear(a.val)
	copy(a.val[l.SharedAt():], g.Words())
	copy(a.val[l.SharedNextAt():], g.Words())
	for m := range q.query.Models(a.val, &a.scratch) {
		model := m.Words()
		from := bitset.From(slices.Clone(part(model, l.SharedAt(), l.SharedWords)))
		if flip {
			a.flip(from)
		}
		for w := range over(bitset.From(part(model, l.LocalAt(), l.LocalWords)), rest, a.Stop) {
			step := Step{Kind: tts.Move, Edge: edge, PC: edge.From, From: State{from, edge.From, w}, To: State{g, edge.To, w.Clone()}}
			if edge.Kind == parser.EndEdge {
				step.Kind = tts.End
			}
			for _, v := range q.changed {
				step.To.Local.SetTo(uint(v-64*l.LocalAt()), m.Test(uint(l.Next(v))))
			}
			a.steps.Reset()
			a.emit(&a.steps, step)
			if !a.yieldAll() {
				return false
			}
		}
	}
	return !a.scratch.Stopped()
}

func (a *asker) yieldAll() bool {
	for _, s := range a.steps.List {
		if !a.yield(s) {
			return false
		}
	}
	return a.going()
}

// overSection yields the steps over a section that lead to g behind its end. What the
// section does not mention is the same before and after.
func (a *asker) overSection(leave *parser.Edge, g *bitset.BitSet) bool {
	l := a.layout
	used := map[int]bool{}
	for _, edge := range a.edgesIn(leave.Node.Section) {
		if edge.Relation == nil {
			continue
		}
		for _, v := range slices.Concat(edge.Assigned, edge.Relation.Vars()) {
			if v >= 64*l.SharedNextAt() {
				v -= l.Next(0)
			}
			used[v] = true
		}
	}
	behind := a.Program.Nodes[leave.To]
	rest := a.free(used, behind)
	some := slices.DeleteFunc(a.free(nil, behind), func(i uint) bool { return slices.Contains(rest, i) })
	for w := range over(newBits(l.LocalWords), some, a.Stop) {
		a.steps.Reset()
		a.closePre(&a.steps, State{g, leave.To, w}, leave)
		list := a.steps.List
		a.steps.List = nil
		for _, s := range list {
			for v := range over(newBits(l.LocalWords), rest, a.Stop) {
				t := s
				t.From.Local, t.To.Local = s.From.Local.Union(v), w.Union(v)
				if !a.yield(t) || !a.going() {
					return false
				}
			}
		}
		if !a.going() {
			return false
		}
	}
	return true
}

// fails yields the failing steps of an edge at n.
func (a *asker) fails(n *parser.Node, edge *parser.Edge) bool {
	l := a.layout
	q := a.question(edge, true)
	clear(a.val)
	if n.Section != nil && !a.closed[outermost(n.Section)] {
		a.flip(bitset.From(part(a.val, l.SharedAt(), l.SharedWords)))
	}
	sharedRest := slices.DeleteFunc(first(l.Shared), func(i uint) bool { return q.used[int(i)] })
	localRest := a.free(q.used, n)
	for m := range q.query.Models(a.val, &a.scratch) {
		model := m.Words()
		for g := range scattered(bitset.From(part(model, l.SharedAt(), l.SharedWords)), sharedRest, a.Stop) {
			for w := range over(bitset.From(part(model, l.LocalAt(), l.LocalWords)), localRest, a.Stop) {
				t := State{g, n.PC, w}
				a.steps.Reset()
				if n.Section != nil && a.closed[outermost(n.Section)] {
					a.closeFail(&a.steps, t)
				} else {
					a.steps.List = append(a.steps.List, Step{Kind: tts.Fail, Edge: edge, PC: n.PC, From: t, To: t})
				}
				if !a.yieldAll() {
					return false
				}
			}
		}
	}
	return !a.scratch.Stopped()
}
