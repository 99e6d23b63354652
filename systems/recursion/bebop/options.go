// This file defines what Check is asked and what it answers.

package bebop

import (
	"context"
	"fmt"
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/dataflow"
)

// An Order says which vertex is processed next.
type Order int

const (
	// ReversePostOrder takes callees before callers and, in a procedure, vertices in
	// reverse post-order, so that much arrives at a vertex before it is processed.
	ReversePostOrder Order = iota
	// BreadthFirst takes all that is reached in k steps before what takes k+1. A step
	// over a call whose summary is known counts as one.
	BreadthFirst
)

// Options says what to look for and how.
type Options struct {
	// Targets are the program counters to be reached. If it is nil, the targets are
	// assertions that may fail: those at Assertions, or all if that is nil too.
	Targets    []int
	Assertions []int
	// All asks not to stop at the first target but to explore everything.
	All bool
	// Trace asks for a shortest trace to the first target.
	Trace bool
	// Traces makes the search keep what [Result.TraceTo] needs. How short such traces are
	// depends on Order: in reverse post-order they take few rounds of an outer loop.
	Traces bool

	// Summaries asks for summaries that leave nothing out: everything is explored, and
	// values are kept even if nothing reads them.
	Summaries bool

	// Order is that of the search for the verdict. If it is not breadth-first, and one
	// target is enough, a breadth-first search may come in between. A trace needs
	// another search, or two: if one that is breadth-first takes too long or too many
	// nodes, another one in this order, whose trace may be longer.
	Order Order

	// MaxNodes and MaxBytes limit the nodes and the bytes of decision diagrams, if
	// they are positive.
	MaxNodes int
	MaxBytes int64

	// Localize asks to look for an answer with few of the variables where a search with all of them takes long; see
	// the package's documentation.
	Localize bool

	// NoLiveRanges keeps values that are not read any more: for measurements.
	NoLiveRanges bool

	// Progress, if not nil, is called now and then.
	Progress func(Stats)

	collect bool // garbage at each safe point: for tests

	rings      bool          // are kept: for a trace
	iterations int           // at most, if positive
	part       dataflow.Part // of the program, that is explored

	callersFirst bool // instead of callees, if the order is not breadth-first
}

// A Finding is a target that can be reached. Its depth is in steps as BreadthFirst counts
// them, 0 if the order was another.
type Finding = verdict.Finding

// A Result is the answer of Check.
type Result struct {
	Verdict  algorithms.Verdict
	Reason   algorithms.Reason // why not Complete, if that is a limit
	Detail   string            // on Reason, or on why there is no trace
	Findings []Finding         // in the order in which they were found; the first is what Trace leads to
	Trace    *Trace            // if asked for and Verdict is Unsafe
	Complete bool              // everything was explored: Findings and summaries are all there are
	Stats    Stats

	search *search
}

// Reached reports whether the search came to a program counter. If Result.Complete
// is true, it is the answer to whether that can be reached.
func (r *Result) Reached(pc int) bool {
	edges := r.search.path[pc]
	return edges != bdd.False && edges != bdd.Invalid
}

// TraceTo returns a trace to a finding, if Options.Traces asked for that.
func (r *Result) TraceTo(f Finding) (*Trace, error) { return newTrace(r.search, f) }

// Stats are figures of a search.
type Stats struct {
	Vertices   int   // that are reached
	Iterations int   // vertices processed, again and again
	Depth      int   // of a breadth-first search
	Variables  int   // of the decision diagrams
	PathNodes  int   // of the diagrams of all path edges together
	PeakNodes  int   // most nodes in the table, garbage included
	Bytes      int64 // of the tables at the end
}

// An UnsupportedError says that a program creates threads.
type UnsupportedError struct {
	File string
	Stmt *parser.Stmt
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("%s:%s: start_thread: procedure summaries are for sequential programs", e.File, e.Stmt.Pos)
}

// patience is how many times as many vertices as the first search visits a breadth-first
// one may visit, for a shortest trace: it meets states one by one that the first meets
// together.
const patience = 4

// few is how many nodes an attempt may need that is given up for another one: it takes
// a tenth of a second.
const few = 1 << 17

// lower returns the lower one of two limits, of which the first is none if it is not
// positive.
func lower(limit, n int) int {
	if limit <= 0 {
		return n
	}
	return min(limit, n)
}

// What a search that takes callers first may need before it is given up: nodes, and iterations. It takes a second.
const (
	callersNodes      = 2 * few
	callersIterations = 1 << 17
)

// attempt looks for a target. Callees before callers is the better order to explore a whole
// program in, but it may get lost in a callee although there is a target nearby, or little that can happen. So if it
// needs many nodes, a breadth-first search may try with as many, then one with few globals, and one that takes callers
// first, before it goes on. Either result is nil.
func attempt(ctx context.Context, p *parser.Program, opts Options) (s *search, r *Result, err error) {
	first := opts
	first.MaxNodes = lower(opts.MaxNodes, few)
	near := first
	near.Order, near.rings = BreadthFirst, opts.Trace
	callers := opts
	callers.rings = opts.Trace
	callers.MaxNodes, callers.iterations, callers.callersFirst = lower(opts.MaxNodes, callersNodes), callersIterations, true
	attempts := []Options{first, near, callers, opts}
	if opts.All || opts.Order == BreadthFirst {
		attempts = attempts[3:]
	}
	for _, o := range attempts {
		if o.callersFirst && opts.Localize {
			if r, err = localize(ctx, p, opts); r != nil || err != nil {
				return nil, r, err
			}
		}
		if s, err = newSearch(ctx, p, o); err != nil {
			return nil, nil, err
		}
		if s.run(); len(s.findings) > 0 || s.complete() || s.m.Err() != nil && ctx.Err() != nil {
			break
		}
	}
	return s, nil, nil
}

// Check decides whether a sequential program with procedures can reach a target.
// The error is an [UnsupportedError] if a reachable procedure creates threads, or
// says that an option is wrong; limits, the end of ctx included, make the verdict
// Unknown instead.
func Check(ctx context.Context, p *parser.Program, opts Options) (*Result, error) {
	live := opts.NoLiveRanges
	if opts.Summaries {
		opts.All, opts.NoLiveRanges = true, true
	}
	s, localized, err := attempt(ctx, p, opts)
	if err != nil || localized != nil {
		return localized, err
	}
	result := s.result()
	if !opts.Trace || len(s.findings) == 0 {
		return result, nil
	}
	if s.rings == nil {
		again := opts
		again.All, again.NoLiveRanges, again.rings, again.callersFirst = false, live, true, s.opts.callersFirst
		short := again
		short.Order, short.iterations = BreadthFirst, patience*s.stats.Iterations+1000
		short.MaxNodes = lower(opts.MaxNodes, patience*s.stats.PeakNodes+few)
		for _, o := range []Options{short, again} {
			if s, err = newSearch(ctx, p, o); err != nil {
				return nil, err
			}
			if s.run(); len(s.findings) > 0 || ctx.Err() != nil {
				break
			}
		}
	}
	result.addTrace(s)
	return result, nil
}

// addTrace adds a trace to the first finding of a search with rings, and puts that
// first.
func (r *Result) addTrace(s *search) {
	if len(s.findings) == 0 {
		r.Detail = "no trace: " + s.detail()
		return
	}
	var err error
	if r.Trace, err = newTrace(s, s.findings[0]); err != nil {
		r.Trace, r.Detail = nil, "no trace: "+err.Error()
		return
	}
	f := s.findings[0]
	others := slices.DeleteFunc(r.Findings, func(g Finding) bool { return g.PC == f.PC && g.Failed == f.Failed })
	r.Findings = slices.Insert(others, 0, f)
}
