// This file defines the search for an answer with few globals: localization reduction.

package bebop

import (
	"context"

	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/dataflow"
)

const (
	// mostHops is how long a path may be that is asked about.
	mostHops = 1 << 16
	// mostRefinements is how often globals are added.
	mostRefinements = 100
	// nodesForLocation is how many nodes a search may need for each location, beside few.
	nodesForLocation = 32
)

// localize looks for an answer with few globals, and adds those without which a path that is found cannot be excluded, until
// there is no path or one that can be executed. It returns nil if it gives up.
func localize(ctx context.Context, p *parser.Program, opts Options) (*Result, error) {
	if len(p.File.Globals) == 0 || concernsOthers(p.File) {
		return nil, nil
	}
	globals := map[*parser.Var]bool{}
	tracks := func(v *parser.Var) bool { return v.Proc != nil || globals[v] }
	opts.part.Tracks = tracks
	opts.Order, opts.rings = BreadthFirst, true
	opts.MaxNodes = lower(opts.MaxNodes, few+nodesForLocation*len(p.Nodes))
	var stats Stats
	for range mostRefinements {
		s, err := newSearch(ctx, p, opts)
		if err != nil {
			return nil, err
		}
		s.run()
		s.stats.Iterations += stats.Iterations
		s.stats.PeakNodes = max(s.stats.PeakNodes, stats.PeakNodes)
		stats = s.stats
		switch {
		case s.m.Err() != nil:
			return nil, nil
		case len(s.findings) == 0:
			return s.result(), nil
		}
		t, hops, err := s.pathTo(s.findings[0])
		if err != nil {
			return nil, nil
		}
		f := newPathFormula(p, tracks, opts.MaxBytes)
		for _, h := range hops {
			f.hop(p, h)
		}
		status, blamed := f.solve(ctx)
		switch {
		case status == sat.Sat:
			t.whole = f.execution(hops)
			r := s.result()
			r.Trace, r.Complete = t, false
			return r, nil
		case status == sat.Unknown || len(blamed) == 0:
			return nil, nil
		}
		r, err := beside(ctx, p, opts, hops)
		if r != nil || err != nil {
			return r, err
		}
		for _, v := range blamed {
			globals[v] = true
		}
	}
	return nil, nil
}

// pathTo returns a path to a finding.
func (s *search) pathTo(f Finding) (*Trace, []hop, error) {
	t, err := newTrace(s, f)
	if err != nil {
		return nil, nil, err
	}
	hops, err := t.path(mostHops)
	return t, hops, err
}

// beside looks for another path, with all variables, to a target that makes no other calls than one that cannot be executed.
// It returns nil if it finds none.
func beside(ctx context.Context, p *parser.Program, opts Options, hops []hop) (*Result, error) {
	calls := map[int]bool{}
	for _, h := range hops {
		if h.kind == Call {
			calls[h.pc] = true
		}
	}
	opts.part = dataflow.Part{Calls: func(pc int) bool { return calls[pc] }}
	opts.MaxNodes = lower(opts.MaxNodes, few)
	s, err := newSearch(ctx, p, opts)
	if err != nil {
		return nil, err
	}
	if s.run(); len(s.findings) == 0 {
		return nil, nil
	}
	r := s.result()
	r.addTrace(s)
	r.Complete = false
	return r, nil
}

// concernsOthers reports whether a program speaks of other threads, of which there are none.
func concernsOthers(f *parser.File) (found bool) {
	for _, p := range f.Procs {
		parser.Inspect(p, func(x parser.Syntax) bool {
			r, is := x.(*parser.Ref)
			found = found || is && r.Passive
			return !found
		})
	}
	return found
}
