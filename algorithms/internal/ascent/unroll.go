// This file defines how an execution with accelerations is unrolled into a finite one.

package ascent

import (
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/tts"
)

// maxUnrolled bounds the steps of an execution that is unrolled. Nested loops can
// take more of them than any memory holds.
const maxUnrolled = 1 << 20

// An unroller turns an execution with omegas into a finite one that ends in a
// configuration with given threads.
//
// It goes backward and keeps the threads that are needed at each point; at an
// acceleration it goes backward through the loop until no more threads are needed than
// there are before it, of the kinds that the loop gains. Each round takes one
// thread at least from such a need. Of all other kinds the loop leaves as many as it
// finds, or there are unboundedly many, so that a need may grow. In the end, as many
// threads are needed as the initial configuration has, and a finite number where it has
// omega.
type unroller[K tts.Key] struct {
	meter   *algorithms.Meter
	edges   []*tts.Edge[K] // in reverse order
	need    []tts.Count[K]
	rounds  int
	stopped bool
}

// unroll returns the finite execution from an initial configuration along path to
// one that covers need, and nil if it is too long or the meter says stop. A failing
// edge, if not nil, is the last step; its thread is needed, too.
func unroll[K tts.Key](initial tts.Config[K], path []Leap[K], need []tts.Count[K], fail *tts.Edge[K], m *algorithms.Meter) *tts.Trace[K] {
	u := &unroller[K]{meter: m, need: slices.Clone(need)}
	if fail != nil {
		u.need = tts.AddLocal(u.need, fail.From.Local, 1)
	}
	u.back(path, initial.Locals)
	if u.stopped {
		return nil
	}
	c := tts.Config[K]{Shared: initial.Shared}
	for _, x := range initial.Locals {
		if x.N == tts.Omega {
			x.N = countOf(u.need, x.Local)
		}
		if x.N > 0 {
			c.Locals = append(c.Locals, x)
		}
	}
	t := &tts.Trace[K]{Initial: c}
	for _, e := range slices.Backward(u.edges) {
		c = tts.Config[K]{Shared: e.To.Shared, Locals: Take(slices.Clone(c.Locals), e)}
		t.Steps = append(t.Steps, tts.Step[K]{Edge: *e, To: c})
	}
	if fail != nil {
		t.Steps = append(t.Steps, tts.Step[K]{Edge: *fail})
	}
	return t
}

// back goes backward through path, which begins with the given counters.
func (u *unroller[K]) back(path []Leap[K], begin []tts.Count[K]) {
	// The counters before each acceleration, in order.
	var before [][]tts.Count[K]
	locals := slices.Clone(begin)
	for i := range path {
		if a := path[i].Loop; a != nil {
			before = append(before, slices.Clone(locals))
			locals = Raise(locals, a.Gain)
		} else {
			locals = Take(locals, &path[i].Edge)
		}
	}
	for i := len(path) - 1; i >= 0 && !u.stopped; i-- {
		a := path[i].Loop
		if a == nil {
			u.step(&path[i].Edge)
			continue
		}
		last := len(before) - 1
		for !u.stopped && u.lacks(before[last], a.Gain) {
			u.back(a.Body, before[last])
		}
		before = before[:last]
	}
	if u.rounds++; u.rounds%256 == 0 && u.meter.Stop() || len(u.edges) > maxUnrolled {
		u.stopped = true
	}
}

// lacks reports whether more threads are needed in some local state of gain than
// there are.
func (u *unroller[K]) lacks(locals []tts.Count[K], gain []K) bool {
	for _, l := range gain {
		if countOf(u.need, l) > countOf(locals, l) {
			return true
		}
	}
	return false
}

// step goes backward through an edge. One that changes nothing that is needed is
// left out.
func (u *unroller[K]) step(e *tts.Edge[K]) {
	useful := e.From.Shared != e.To.Shared
	if e.Effect != nil && countOf(u.need, e.Effect.Child) > 0 {
		useful = true
	}
	if e.Kind == tts.Move && e.To.Local != e.From.Local && countOf(u.need, e.To.Local) > 0 {
		useful = true
	}
	if !useful {
		return
	}
	u.edges = append(u.edges, e)
	if e.Kind == tts.Move {
		u.need = tts.RemoveLocal(u.need, e.To.Local)
	}
	if e.Effect != nil {
		u.need = tts.RemoveLocal(u.need, e.Effect.Child)
	}
	if e.Kind == tts.Move || e.Kind == tts.End {
		u.need = tts.AddLocal(u.need, e.From.Local, 1)
	}
}

// countOf returns the count of l.
func countOf[K tts.Key](locals []tts.Count[K], l K) uint32 {
	for _, x := range locals {
		if x.Local == l {
			return x.N
		}
	}
	return 0
}
