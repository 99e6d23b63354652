// This file defines the search of a graph, and what it answers.

package ndfs

import (
	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/parser/ltl"
)

// A Graph is what is searched: states with transitions. A state without any is one of which
// the graph does not know how it goes on.
type Graph interface {
	// AppendInitial appends the initial states. It is asked once.
	AppendInitial(dst []uint32) []uint32
	// AppendSuccessors appends the transitions that leave a state. It is asked once for each.
	AppendSuccessors(dst []Transition, s uint32) []Transition
	// Value returns the value of an atom in a state.
	Value(atom int, s uint32) bool
	// FairSets returns the number of fairness sets. Only runs count that take transitions of
	// each of them infinitely often.
	FairSets() int
	// GoesOn reports whether each path is the beginning of a fair run of what the graph stands
	// for, be it one that the graph does not have.
	GoesOn() bool
}

// A Transition leads to a state.
type Transition struct {
	Fair uint64 // the fairness sets that it is in
	To   uint32
	Move uint32 // whatever the graph wants to know of it later
}

// Stats measures a search.
type Stats struct {
	States  int   // of the graph
	Product int   // pairs of a state of the graph and one of the automaton
	Fired   int64 // transitions of the product
}

// A Path is a run of a graph that goes round for ever; or, if Loop is negative, the beginning
// of runs.
type Path struct {
	States []uint32
	Moves  []uint32 // of the transitions that leave the states; the last one leads to States[Loop], if there is a loop
	Loop   int
}

// An Answer says whether a formula holds on all fair runs of a graph.
type Answer struct {
	Verdict algorithms.Verdict
	Reason  algorithms.Reason
	Detail  string // on Reason, where there is more to say
	// Path is, if Verdict is Unsafe, a fair run on which the formula does not hold; or, if there
	// is none in the graph, a beginning on which it does not hold whatever follows.
	Path  *Path
	Stats Stats
}

// Run checks that a formula holds on all fair runs of a graph. It searches the product of
// the graph with an automaton of the formula's negation for a fair run; where each path goes
// on, one that refutes the formula whatever follows is an answer, too. Its limits are those of
// m, and watch, if not nil, is called now and then.
func Run(g Graph, f *ltl.Formula, m *algorithms.Meter, watch func(Stats)) Answer {
	if !ltl.Linear(f) {
		return Answer{Reason: algorithms.Unsupported, Detail: "the formula has path quantifiers"}
	}
	s := newSearch(g, ltl.Not(f), m, watch)
	if !s.supported() {
		return Answer{Reason: algorithms.Unsupported, Detail: "the formula has too many operators for an automaton"}
	}
	found := s.run()
	prefix := !found && s.refuted && g.GoesOn()
	a := Answer{Stats: s.stats(), Reason: m.Reason()}
	switch {
	case a.Reason != algorithms.NoReason:
		// What was found does not count: a graph that was stopped, too, may have left out
		// transitions, so that a state seems to be followed by itself only.
	case found:
		a.Verdict, a.Path = algorithms.Unsafe, s.path()
	case prefix:
		a.Verdict, a.Path = algorithms.Unsafe, s.prefix()
	default:
		a.Verdict = algorithms.Safe
	}
	return a
}
