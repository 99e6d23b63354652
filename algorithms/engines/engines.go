// Package engines has the searches of package algorithms and of those below it as engines of package ijit.
//
// # The idea
//
// A search knows systems and configurations; an engine answers a question about a model. What lies between is the
// same for all: the question is opened as a problem ([ijit.Model.SpaceUntil]), limits become a meter, and what
// the search finds is told in the terms of the input and checked ([ijit.Space.Refuted], [ijit.Space.Proved]).
//
// # Invariant
//
// Each run opens a space of its own, so engines can run side by side. Whoever imports this package gets all searches;
// package ijit knows none.
//
// # Example
//
//	m, err := ijit.Open("dekker.bp")
//	a, err := ijit.Check(ctx, engines.All(), m, ijit.Question{Threads: 2}, ijit.Limits{}, nil)
//
// # Files
//
//	engines.go  the list
package engines

import (
	"context"
	"errors"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/algorithms/bws"
	"github.com/ijit/ijit/algorithms/directed"
	"github.com/ijit/ijit/algorithms/ecut"
	"github.com/ijit/ijit/algorithms/km"
	"github.com/ijit/ijit/converter"
	"github.com/ijit/ijit/ijit"
	"github.com/ijit/ijit/tts"
)

// A search is one over states with numbers.
type search func(tts.Problem[uint32], *algorithms.Meter, func(algorithms.Stats)) algorithms.Result[uint32]

// All returns the engines. Those for any number of threads take no question about deadlocks.
func All() []ijit.Engine {
	return []ijit.Engine{{
		Name:    "bfs",
		Doc:     "breadth-first search over configurations with a bounded number of live threads; finds shortest counterexamples",
		Cite:    "Liu and Wahl, IJIT, 2017; counter abstraction after Basler et al., CAV 2009",
		Bounded: true,
		Run:     search(algorithms.BFS[uint32]).run,
	}, {
		Name:  "bws",
		Doc:   "backward search over upward-closed sets of configurations, pruned by what is reachable when threads are not counted",
		Cite:  "Abdulla, Čerāns, Jonsson and Tsay, LICS 1996; Liu and Wahl, FMCAD 2014",
		Lacks: deadlocks,
		Run: search(func(p tts.Problem[uint32], m *algorithms.Meter, watch func(algorithms.Stats)) algorithms.Result[uint32] {
			return bws.Search(p, bws.EitherImages, m, watch)
		}).run,
	}, {
		Name:  "ecut",
		Doc:   "breadth-first searches for more and more threads until their number is a cutoff",
		Cite:  "Kaiser, Kroening and Wahl, CAV 2010",
		Lacks: deadlocks,
		Run:   search(ecut.Search[uint32]).run,
	}, {
		Name:  "km",
		Doc:   "Karp-Miller search that stops when the target is covered",
		Cite:  "Karp and Miller, JCSS 1969",
		Lacks: deadlocks,
		Run: search(func(p tts.Problem[uint32], m *algorithms.Meter, watch func(algorithms.Stats)) algorithms.Result[uint32] {
			return km.KM(p, km.DepthFirst, m, watch)
		}).run,
	}, {
		Name:  "directed",
		Doc:   "best-first forward search for an error, directed by the state equation",
		Cite:  "Blondin, Haase and Offtermatt, TACAS 2021",
		Lacks: deadlocks,
		Run:   search(directed.Search[uint32]).run,
	}}
}

// deadlocks refuses questions about these: they are of a bounded number of threads.
func deadlocks(_ *ijit.Model, q *ijit.Question) string {
	if q.Deadlock {
		return "does not look for deadlocks"
	}
	return ""
}

// run answers the question by the search.
func (f search) run(ctx context.Context, m *ijit.Model, q *ijit.Question, l ijit.Limits, tell func(ijit.Event)) (*ijit.Answer, error) {
	meter := algorithms.NewMeter(ctx, l.Memory, nil)
	s, err := m.SpaceUntil(*q, meter.Stop)
	switch {
	case errors.Is(err, converter.ErrStopped): // while the program was translated up front
		return &ijit.Answer{Reason: meter.Reason()}, nil
	case err != nil:
		return nil, err
	}
	r := f(s.Problem(), meter, func(x algorithms.Stats) { tell(ijit.Event{Depth: x.Depth, States: x.States}) })
	switch r.Verdict {
	case algorithms.Unsafe:
		return s.Refuted(ctx, r.Trace)
	case algorithms.Safe:
		p := ijit.Proof{Cut: r.Cut, Refused: r.Refused}
		if r.Invariant != nil {
			p.Invariant = r.Invariant()
		}
		return s.Proved(ctx, p)
	}
	return s.Undecided(r.Reason, r.Detail), nil
}
