// This file defines the question and the answer: does a formula hold on all runs?

package ndfs

import (
	"context"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/parser/ltl"
)

// Limits of a check.
type Limits struct {
	Memory uint64      // bytes that the process may use; 0 for no limit
	Watch  func(Stats) // called now and then, if not nil
}

// Stats measures a check.
type Stats struct {
	States  int   // of the graph
	Product int   // pairs of a state of the graph and one of the automaton
	Fired   int64 // transitions of the product
}

// A Path is a run of a graph that goes round for ever.
type Path struct {
	States []uint32
	Moves  []uint32 // of the transitions that leave the states; the last one leads to States[Loop]
	Loop   int
}

// An Answer says whether a formula holds on all fair runs of a graph.
type Answer struct {
	Verdict algorithms.Verdict
	Reason  algorithms.Reason
	Detail  string // on Reason, where there is more to say
	Path    *Path  // if Verdict is Unsafe: a fair run on which the formula does not hold
	Stats   Stats
}

// Run checks that a formula holds on all fair runs of a graph. It searches the product of
// the graph with an automaton of the formula's negation for a fair run.
func Run(ctx context.Context, g Graph, f *ltl.Formula, limits Limits) Answer {
	if !ltl.Linear(f) {
		return Answer{Reason: algorithms.Unsupported, Detail: "the formula has path quantifiers"}
	}
	var s *search
	stats := func() Stats { return Stats{len(s.letter), s.product.Len(), s.fired} }
	meter := algorithms.NewMeter(ctx, limits.Memory, func() {
		if limits.Watch != nil && s != nil {
			limits.Watch(stats())
		}
	})
	s = newSearch(g, ltl.Not(f), meter)
	switch found := s.supported() && s.run(); {
	case !s.supported():
		return Answer{Reason: algorithms.Unsupported, Detail: "the formula has too many operators for an automaton", Stats: stats()}
	case found:
		return Answer{Verdict: algorithms.Unsafe, Path: s.path(), Stats: stats()}
	case meter.Reason() != algorithms.NoReason:
		return Answer{Reason: meter.Reason(), Stats: stats()}
	}
	return Answer{Verdict: algorithms.Safe, Stats: stats()}
}
