// This file defines what the searches with omegas, KM and AKM, have in common.

package algorithms

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"github.com/ijit/ijit/algorithms/internal/numbering"
	"github.com/ijit/ijit/tts"
)

// An ascent is a search over configurations with omegas.
type ascent[K tts.Key] struct {
	Problem[K]
	meter  *Meter
	watch  func(Stats)
	stats  Stats
	edges  []tts.Edge[K]
	next   []tts.Count[K]
	errors []mistake[K]
	seen   map[uint32]bool // labels of errors
	detail string
	done   bool
	polled int
	met    numbering.Numbering[K] // local states, in the order in which they were met
	locals []uint32               // those of a configuration, by that number
	// each asks for an execution to each error. Otherwise one is enough, the one
	// with the shortest way among those that the search comes upon.
	each     bool
	shortest int // steps and loops of that way
	tries    int // lines that were too long to unroll
}

func newAscent[K tts.Key](p Problem[K], m *Meter, watch func(Stats)) ascent[K] {
	a := ascent[K]{Problem: p, meter: m, watch: watch, seen: map[uint32]bool{}, each: p.All}
	if p.Threads != 0 {
		a.refuse("a Karp-Miller search is for any number of threads; use bfs for a bounded number")
	}
	return a
}

// refuse ends the search: it is not for this system.
func (a *ascent[K]) refuse(detail string) {
	a.meter.Fail(Unsupported)
	a.detail = detail
	a.done = true
}

// stopped polls the limits now and then.
func (a *ascent[K]) stopped() bool {
	if a.polled++; a.polled%32 == 0 {
		if a.watch != nil {
			a.watch(a.stats)
		}
		if a.meter.Stop() {
			a.done = true
		}
	}
	return a.done
}

// enabled appends the edges that can be fired in c to dst, always in the same order:
// those of the local states that were met first come first, so that a search depth-first
// goes on with what is new. A child is met before what its creator becomes: creators go on
// first. The size of a tree depends on that order by a factor of ten and more; that of the
// keys would be another one in each version of a system.
func (a *ascent[K]) enabled(dst []tts.Edge[K], c tts.Config[K]) []tts.Edge[K] {
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

// leaving lists the edges that can be fired in c. It ends the search if there is one
// that moves other threads.
func (a *ascent[K]) leaving(c tts.Config[K]) []tts.Edge[K] {
	a.edges = a.enabled(a.edges[:0], c)
	for i := range a.edges {
		if e := &a.edges[i]; e.Effect != nil && e.Effect.Kind != tts.Spawn {
			a.refuse(fmt.Sprintf("an edge from shared state %v moves other threads (broadcast, transfer, signal or passive assignment): "+
				"acceleration is not sound for it; use bws", e.From.Shared))
			return nil
		}
	}
	a.stats.Fired += int64(len(a.edges))
	return a.edges
}

// fire fires e in c. The configuration is valid until the next one.
func (a *ascent[K]) fire(c tts.Config[K], e *tts.Edge[K]) tts.Config[K] {
	a.next = take(append(a.next[:0], c.Locals...), e)
	return tts.Config[K]{Shared: e.To.Shared, Locals: a.next}
}

// A line is how a configuration with omegas was reached.
type line[K tts.Key] struct {
	initial tts.Config[K]
	path    []leap[K]
}

// A mistake is an error that was found.
type mistake[K tts.Key] struct {
	Finding
	trace *tts.Trace[K] // nil if it is too long
}

// examine looks for an error in c. The way there is only asked for if there is one.
func (a *ascent[K]) examine(c tts.Config[K], way func() line[K]) {
	if a.seen[NoLabel] {
		return
	}
	for i := range a.Target.Cover {
		if c.Covers(a.Target.Cover[i]) {
			a.found(NoLabel, way(), a.Target.Cover[i].Locals, nil)
			return
		}
	}
	if a.Target.Holds(c) {
		a.found(NoLabel, way(), tts.NewConfig(c.Shared, a.Target.Meeting(c, nil)...).Locals, nil)
	}
}

// fail notes an edge that fails, at the end of a line.
func (a *ascent[K]) fail(e *tts.Edge[K], way func() line[K]) {
	if a.Target.Fails == nil || a.seen[e.Label] || !a.Target.Fails(e.Label) {
		return
	}
	failing := *e
	a.found(e.Label, way(), nil, &failing)
}

// found notes an error and unrolls the line to it, which can be a thousand times as
// long, or too long. Then the next line to the same error gets a chance.
func (a *ascent[K]) found(label uint32, l line[K], need []tts.Count[K], fail *tts.Edge[K]) {
	at := slices.IndexFunc(a.errors, func(x mistake[K]) bool { return !a.each || x.PC == FindingOf(label, 0).PC })
	if at >= 0 && !a.each && a.errors[at].trace != nil && len(l.path) >= a.shortest {
		a.seen[label] = true
		return
	}
	x := mistake[K]{Finding: FindingOf(label, 0)}
	x.trace = unroll(l.initial, l.path, need, fail, a.meter)
	if x.trace == nil {
		a.tries++
		a.seen[label] = a.tries > maxTries
		if at >= 0 {
			return
		}
	} else {
		a.seen[label] = true
		a.shortest = len(l.path)
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

// result answers. It is up to the caller to say what shows that Safe is right.
func (a *ascent[K]) result() Result[K] {
	r := Result[K]{Stats: a.stats, Reason: a.meter.Reason(), Detail: a.detail}
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
		r.Verdict = Unsafe
		r.Detail = "the execution to the error is too long to be written down"
		for _, x := range a.errors {
			if x.trace != nil {
				r.Trace, r.Detail = x.trace, ""
				r.Stats.MaxThreads = mostThreads(x.trace)
				break
			}
		}
	case r.Reason == NoReason:
		r.Verdict = Safe
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

// sizeOf returns the bytes that a value of type T takes.
func sizeOf[T any]() int { return int(reflect.TypeFor[T]().Size()) }
