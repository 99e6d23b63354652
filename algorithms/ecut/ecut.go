// This file defines the detection of cutoffs.

package ecut

import (
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/tts"
)

// Search decides whether the target can be covered, for any number of threads, by
// searches with a bounded number, until that is a cutoff. Problem.Threads bounds it; 0 is no
// bound.
//
// The invariant of a Safe answer are the thread states that n threads reach, without the
// configurations that the last backward search has found to lead to candidates; or
// where that was too large and n threads are all that there ever are, the states reached.
func Search[K tts.Key](p tts.Problem[K], m *algorithms.Meter, watch func(algorithms.Stats)) algorithms.Result[K] {
	c := &cutoff[K]{Problem: p, meter: m, watch: watch}
	return c.run()
}

type cutoff[K tts.Key] struct {
	tts.Problem[K]
	meter *algorithms.Meter
	watch func(algorithms.Stats)
	fired int64

	reached threadStates[K]
	moves   []K
	edges   []tts.Edge[K]
}

func (c *cutoff[K]) run() algorithms.Result[K] {
	least := c.least()
	for n := least; ; n++ {
		r, complete := c.explore(n)
		c.fired += r.Stats.Fired
		r.Stats.Fired = c.fired
		r.Invariant = nil // it would be one for n threads
		if r.Verdict == algorithms.Unknown || r.Verdict == algorithms.Unsafe && (!c.All || c.isConfig(r.Findings)) {
			return r
		}
		excluded, proved := c.isCutoff(r.Stats.States)
		r.Stats.Fired = c.fired
		switch {
		case c.meter.Stop():
			r.Verdict, r.Reason = c.open(r), c.meter.Reason()
			return r
		case proved || complete:
			r.Cut, r.Cutoff = false, n
			switch {
			case r.Verdict == algorithms.Unsafe:
			case proved:
				reached := c.reached
				r.Invariant = func() *tts.Invariant[K] { return reached.invariant(excluded) }
			default:
				p := c.Problem
				p.Threads = n
				r.Invariant = func() *tts.Invariant[K] { return algorithms.Reachable(p) }
			}
			return r
		case c.Threads != 0 && n >= c.Threads:
			r.Verdict, r.Reason = c.open(r), algorithms.Bound
			r.Detail = "no cutoff was found up to the bound on threads"
			return r
		}
	}
}

// open is the verdict where no cutoff was found.
func (c *cutoff[K]) open(r algorithms.Result[K]) algorithms.Verdict {
	if r.Verdict == algorithms.Safe {
		return algorithms.Unknown
	}
	return r.Verdict
}

// isConfig reports whether an error that was found is a configuration, behind which
// nothing is explored.
func (c *cutoff[K]) isConfig(list []algorithms.Finding) bool {
	return len(c.Target.Cover) > 0 && slices.ContainsFunc(list, func(f algorithms.Finding) bool { return f.PC == algorithms.NoPC })
}

// least returns the least number of threads with which every initial configuration
// shows all of its thread states.
func (c *cutoff[K]) least() uint32 {
	n := uint32(1)
	for x := range c.Initial {
		sum, many := uint32(0), uint32(0)
		for _, y := range x.Locals {
			if y.N == tts.Omega {
				many = 1
			} else {
				sum += y.N
			}
		}
		n = max(n, sum+many)
	}
	return n
}

// explore searches with n threads and notes the thread states reached. It reports
// whether n was no bound, so that nothing else can be reached with more.
func (c *cutoff[K]) explore(n uint32) (r algorithms.Result[K], complete bool) {
	p := c.Problem
	p.Threads = n
	many := false
	p.Initial = func(yield func(tts.Config[K]) bool) {
		for x := range c.Initial {
			many = many || x.Threads() == tts.Omega
			for y := range tts.AtMost(x, n) {
				if !yield(y) {
					return
				}
			}
		}
	}
	c.reached = threadStates[K]{}
	p.Visit = c.reached.add
	r = algorithms.BFS(p, c.meter, c.watch)
	return r, !many && !r.Cut
}
