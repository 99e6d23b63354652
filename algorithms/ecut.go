// This file defines the detection of cutoffs.

package algorithms

import (
	"slices"

	"github.com/ijit/ijit/tts"
)

// ECUT decides whether the target can be covered, for any number of threads, by
// searches with a bounded number: [BFS] for n = 1, 2, ... threads, until n is a cutoff: more
// threads reach no thread states that n do not reach (Kaiser, Kroening and Wahl,
// "Dynamic cutoff detection in parameterized concurrent programs", CAV 2010).
//
// n bounds the threads alive. Where threads are started by others, a step that starts
// one more is blocked; where the initial configurations have omega, all that have at most n
// threads take part. So what n threads reach, n+1 reach as well.
//
// That n+1 threads reach nothing new proves nothing: it may take n+2. But something new
// first comes about by one step from thread states that n threads reach. Those one
// step beyond are the candidates: where the active thread goes, where the child of a
// spawn begins, and where each bystander is then, a thread that the effect of the step
// may move or leave behind, in the shared state that the step leads to. Without
// candidates, n is a cutoff. Otherwise a backward search decides whether some candidate
// can be covered by an execution that until then has only thread states that n
// threads reach; these bound the search. If none can, n is a cutoff. If one can, or the
// search is larger than the forward one was, n grows. A target with several threads is
// one candidate more.
//
// Sound, for broadcasts and transfers, too. It is not complete: n may grow for ever, where a
// backward search does not end within its bound. For a single thread state there is always
// a cutoff, and [Unsafe] is found if it is so. Problem.Threads bounds n; 0 is no bound.
//
// The invariant of a Safe answer are the thread states that n threads reach, without the
// configurations that the last backward search has found to lead to candidates; or
// where that was too large and n threads are all that there ever are, the states reached.
func ECUT[K tts.Key](p Problem[K], m *Meter, watch func(Stats)) Result[K] {
	c := &cutoff[K]{Problem: p, meter: m, watch: watch}
	return c.run()
}

type cutoff[K tts.Key] struct {
	Problem[K]
	meter *Meter
	watch func(Stats)
	fired int64

	reached threadStates[K]
	moves   []K
	edges   []tts.Edge[K]
}

func (c *cutoff[K]) run() Result[K] {
	least := c.least()
	for n := least; ; n++ {
		r, complete := c.explore(n)
		c.fired += r.Stats.Fired
		r.Stats.Fired = c.fired
		r.Invariant = nil // it would be one for n threads
		if r.Verdict == Unknown || r.Verdict == Unsafe && (!c.All || c.isConfig(r.Findings)) {
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
			case r.Verdict == Unsafe:
			case proved:
				reached := c.reached
				r.Invariant = func() *Invariant[K] { return reached.invariant(excluded) }
			default:
				p := c.Problem
				p.Threads = n
				r.Invariant = func() *Invariant[K] { return Reachable(p) }
			}
			return r
		case c.Threads != 0 && n >= c.Threads:
			r.Verdict, r.Reason = c.open(r), Bound
			r.Detail = "no cutoff was found up to the bound on threads"
			return r
		}
	}
}

// open is the verdict where no cutoff was found.
func (c *cutoff[K]) open(r Result[K]) Verdict {
	if r.Verdict == Safe {
		return Unknown
	}
	return r.Verdict
}

// isConfig reports whether an error that was found is a configuration, behind which
// nothing is explored.
func (c *cutoff[K]) isConfig(list []Finding) bool {
	return len(c.Target.Cover) > 0 && slices.ContainsFunc(list, func(f Finding) bool { return f.PC == NoPC })
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
func (c *cutoff[K]) explore(n uint32) (r Result[K], complete bool) {
	p := c.Problem
	p.Threads = n
	many := false
	p.Initial = func(yield func(tts.Config[K]) bool) {
		for x := range c.Initial {
			many = many || x.Threads() == tts.Omega
			for y := range AtMost(x, n) {
				if !yield(y) {
					return
				}
			}
		}
	}
	c.reached = threadStates[K]{}
	p.Visit = c.reached.add
	r = BFS(p, c.meter, c.watch)
	return r, !many && !r.Cut
}
