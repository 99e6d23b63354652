// This file defines the question and the answer: does a formula hold on all runs of a program?

package ndfs

import (
	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/bdd/reach"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/ltl"
)

// A Question is whether a formula holds on all runs of a Boolean program with at most
// Threads live threads.
type Question struct {
	System  System
	Program *parser.Program // that is run
	Inlined *parser.Inlined // where it comes from, if its calls have been inlined; else nil
	Threads int
	Copies  int // of main at first; 0 for any number from 1 to Threads
	// Fair asks for weak fairness: only runs count on which no thread can move from some point on
	// for ever and never does. A thread that waits cannot move.
	Fair    bool
	Formula *ltl.Formula
	Atoms   []ltl.Proposition // what the atoms of the formula mean; see [ltl.Propositions] and [ltl.InlinedPropositions]
}

// A Result answers a Question.
type Result struct {
	Verdict algorithms.Verdict
	Reason  algorithms.Reason
	Detail  string // on Reason, where there is more to say
	// Run is, if Verdict is Unsafe, a run on which the formula does not hold, or the beginning
	// of such runs; nil if the search was stopped before it was written down.
	Run *Execution
	// Cut says that the bound on threads made some thread wait that was to create another
	// one, so that Safe is about executions only on which that does not matter. Refused is
	// the location of such a thread.
	Cut     bool
	Refused int
	Stats   Stats
}

// An Execution is a run that goes round for ever, or the beginning of runs. Threads are known by their slots, so the
// number of one that ended may come again.
type Execution struct {
	*reach.Trace
	// Loop is how many of Trace.Steps come before those that are repeated for ever. If it is all, the
	// last state stays for ever, since no thread can move. It is negative if the formula does not
	// hold whatever follows.
	Loop int
}

// Check decides whether a formula holds on all runs. Its limits are those of m, and watch,
// if not nil, is called now and then.
func Check(q Question, m *algorithms.Meter, watch func(Stats)) Result {
	if q.Copies > q.Threads {
		return Result{Reason: algorithms.Unsupported, Detail: "there are more copies of main than threads may live"}
	}
	ticks := 0
	p := newProgram(q, func() bool {
		ticks++
		return m.Reason() != algorithms.NoReason || ticks%256 == 0 && m.Stop()
	})
	a := Run(p, q.Formula, m, watch)
	r := Result{Verdict: a.Verdict, Reason: a.Reason, Detail: a.Detail, Cut: p.refused != algorithms.NoPC, Refused: p.refused, Stats: a.Stats}
	if a.Path != nil {
		p.stop = func() bool { return false } // what was found has been passed before
		r.Run = p.execution(a.Path)
	}
	return r
}
