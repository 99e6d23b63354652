// This file defines what the searches with omegas, KM and AKM, have in common.

package ascent

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/internal/numbering"
	"github.com/ijit/ijit/tts"
)

// An Ascent is a search over configurations with omegas.
type Ascent[K tts.Key] struct {
	tts.Problem[K]
	Meter  *algorithms.Meter
	watch  func(algorithms.Stats)
	Stats  algorithms.Stats
	edges  []tts.Edge[K]
	next   []tts.Count[K]
	errors []mistake[K]
	seen   map[uint32]bool // labels of errors
	detail string
	Done   bool // the search is over
	polled int
	met    numbering.Numbering[K] // local states, in the order in which they were met
	locals []uint32               // those of a configuration, by that number
	// Each asks for an execution to each error. Otherwise one is enough, the one
	// with the shortest way among those that the search comes upon.
	Each     bool
	shortest int // steps and loops of that way
	tries    int // lines that were too long to unroll
}

// New begins a search for any number of threads.
func New[K tts.Key](p tts.Problem[K], m *algorithms.Meter, watch func(algorithms.Stats)) Ascent[K] {
	a := Ascent[K]{Problem: p, Meter: m, watch: watch, seen: map[uint32]bool{}, Each: p.All}
	if p.Threads != 0 {
		a.Refuse("a Karp-Miller search is for any number of threads; use bfs for a bounded number")
	}
	return a
}

// Refuse ends the search: it is not for this system.
func (a *Ascent[K]) Refuse(detail string) {
	a.Meter.Fail(algorithms.Unsupported)
	a.detail = detail
	a.Done = true
}

// Stopped polls the limits now and then.
func (a *Ascent[K]) Stopped() bool {
	if a.polled++; a.polled%32 == 0 {
		if a.watch != nil {
			a.watch(a.Stats)
		}
		if a.Meter.Stop() {
			a.Done = true
		}
	}
	return a.Done
}

// Enabled appends the edges that can be fired in c to dst, always in the same order:
// those of the local states that were met first come first, so that a search depth-first
// goes on with what is new. A child is met before what its creator becomes: creators go on
// first. The size of a tree depends on that order by a factor of ten and more; that of the
// keys would be another one in each version of a system.
func (a *Ascent[K]) Enabled(dst []tts.Edge[K], c tts.Config[K]) []tts.Edge[K] {
	a.locals = a.locals[:0]
	for _, x := range c.Locals {
		a.locals = append(a.locals, a.met.ID(x.Local))
	}
	slices.Sort(a.locals)
	dst = a.System.AppendEnvironment(dst, c.Shared)
	for _, l := range a.locals {
		dst = a.System.AppendEdges(dst, tts.ThreadState[K]{Shared: c.Shared, Local: a.met.Keys[l]})
	}
	for i := range dst {
		e := &dst[i]
		if e.Effect != nil && e.Effect.Kind == tts.Spawn {
			a.met.ID(e.Effect.Child)
		}
		if e.Kind == tts.Move {
			a.met.ID(e.To.Local)
		}
	}
	return dst
}

// Leaving lists the edges that can be fired in c. It ends the search if there is one
// that moves other threads.
func (a *Ascent[K]) Leaving(c tts.Config[K]) []tts.Edge[K] {
	a.edges = a.Enabled(a.edges[:0], c)
	for i := range a.edges {
		if e := &a.edges[i]; e.Effect != nil && e.Effect.Kind != tts.Spawn {
			a.Refuse(fmt.Sprintf("an edge from shared state %v moves other threads (broadcast, transfer, signal or passive assignment): "+
				"acceleration is not sound for it; use bws", e.From.Shared))
			return nil
		}
	}
	a.Stats.Fired += int64(len(a.edges))
	return a.edges
}

// Fire fires e in c. The configuration is valid until the next one.
func (a *Ascent[K]) Fire(c tts.Config[K], e *tts.Edge[K]) tts.Config[K] {
	a.next = Take(append(a.next[:0], c.Locals...), e)
	return tts.Config[K]{Shared: e.To.Shared, Locals: a.next}
}

// A Line is how a configuration with omegas was reached.
type Line[K tts.Key] struct {
	Initial tts.Config[K]
	Path    []Leap[K]
}

// A mistake is an error that was found.
type mistake[K tts.Key] struct {
	algorithms.Finding
	trace *tts.Trace[K] // nil if it is too long
}

// Examine looks for an error in c. The way there is only asked for if there is one.
func (a *Ascent[K]) Examine(c tts.Config[K], way func() Line[K]) {
	if a.seen[algorithms.NoLabel] {
		return
	}
	for i := range a.Target.Cover {
		if c.Covers(a.Target.Cover[i]) {
			a.found(algorithms.NoLabel, way(), a.Target.Cover[i].Locals, nil)
			return
		}
	}
	if a.Target.Holds(c) {
		a.found(algorithms.NoLabel, way(), tts.NewConfig(c.Shared, a.Target.Meeting(c, nil)...).Locals, nil)
	}
}

// Fail notes an edge that fails, at the end of a line.
func (a *Ascent[K]) Fail(e *tts.Edge[K], way func() Line[K]) {
	if a.Target.Fails == nil || a.seen[e.Label] || !a.Target.Fails(e.Label) {
		return
	}
	failing := *e
	a.found(e.Label, way(), nil, &failing)
}

// found notes an error and unrolls the line to it, which can be a thousand times as
// long, or too long. Then the next line to the same error gets a chance.
func (a *Ascent[K]) found(label uint32, l Line[K], need []tts.Count[K], fail *tts.Edge[K]) {
	at := slices.IndexFunc(a.errors, func(x mistake[K]) bool { return !a.Each || x.PC == algorithms.FindingOf(label, 0).PC })
	if at >= 0 && !a.Each && a.errors[at].trace != nil && len(l.Path) >= a.shortest {
		a.seen[label] = true
		return
	}
	x := mistake[K]{Finding: algorithms.FindingOf(label, 0)}
	x.trace = unroll(l.Initial, l.Path, need, fail, a.Meter)
	if x.trace == nil {
		a.tries++
		a.seen[label] = a.tries > maxTries
		if at >= 0 {
			return
		}
	} else {
		a.seen[label] = true
		a.shortest = len(l.Path)
		for _, s := range x.trace.Steps {
			if s.Edge.Kind == tts.Fail || !a.System.Transient(s.To.Shared) {
				x.Depth++
			}
		}
	}
	if at < 0 {
		a.errors = append(a.errors, x)
	} else {
		a.errors[at] = x
	}
}

// maxTries is how many lines that are too long are looked at.
const maxTries = 16

// Found reports whether an error was found.
func (a *Ascent[K]) Found() bool { return len(a.errors) > 0 }

// Result answers. It is up to the caller to say what shows that Safe is right.
func (a *Ascent[K]) Result() algorithms.Result[K] {
	r := algorithms.Result[K]{Stats: a.Stats, Reason: a.Meter.Reason(), Detail: a.detail}
	slices.SortStableFunc(a.errors, func(x, y mistake[K]) int {
		if (x.trace == nil) != (y.trace == nil) { // what has no execution comes last
			return cmp.Compare(y.Depth, x.Depth)
		}
		return cmp.Compare(x.Depth, y.Depth)
	})
	for _, x := range a.errors {
		r.Findings = append(r.Findings, x.Finding)
	}
	switch {
	case len(a.errors) > 0:
		r.Verdict = algorithms.Unsafe
		r.Detail = "the execution to the error is too long to be written down"
		for _, x := range a.errors {
			if x.trace != nil {
				r.Trace, r.Detail = x.trace, ""
				r.Stats.MaxThreads = mostThreads(x.trace)
				break
			}
		}
	case r.Reason == algorithms.NoReason:
		r.Verdict = algorithms.Safe
	}
	return r
}

// mostThreads returns the greatest number of threads alive in an execution.
func mostThreads[K tts.Key](t *tts.Trace[K]) uint32 {
	n := t.Initial.Threads()
	for _, s := range t.Steps {
		n = max(n, s.To.Threads())
	}
	return n
}
