// This file defines the question and the answer: does a formula hold on all runs of a program?

package ndfs

import (
	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/parser/ltl"
	"github.com/ijit/ijit/tts"
)

// A Question is whether a formula holds on all runs of a Boolean program with at most
// Threads live threads, of which there are Copies of main at first.
type Question struct {
	System  System
	Program *parser.Program
	Threads int
	Copies  int
	// Fair asks for weak fairness: only runs count on which no thread can move from some point on
	// for ever and never does. A thread that waits cannot move.
	Fair    bool
	Formula *ltl.Formula
	Atoms   []ltl.Proposition // what the atoms of the formula mean; see [ltl.Propositions]
}

// A Result answers a Question.
type Result struct {
	Verdict algorithms.Verdict
	Reason  algorithms.Reason
	Detail  string // on Reason, where there is more to say
	Lasso   *Lasso // if Verdict is Unsafe
	// Cut says that the bound on threads made some thread wait that was to create another
	// one, so that the answer is about as many threads as there may be.
	Cut   bool
	Stats Stats
}

// A Lasso is a run that goes round for ever.
type Lasso struct {
	Configurations []Configuration
	Moves          []Move // Moves[i] leaves Configurations[i]; the last one leads to that of number Loop
	Loop           int
}

// A Move is what happens between two configurations.
type Move struct {
	Thread int    // from 1; 0 if no thread can move, and all stay as they are
	Steps  []Step // one, or those of an atomic section that is not closed into one edge
}

// A Step is an edge that a thread takes.
type Step struct {
	Thread int
	Edge   tts.Edge[uint32]
	To     Configuration
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
	r := Result{Verdict: a.Verdict, Reason: a.Reason, Detail: a.Detail, Cut: p.cut, Stats: a.Stats}
	if a.Path != nil {
		p.stop = func() bool { return false } // what was found has been passed before
		r.Lasso = p.lasso(a.Path)
	}
	return r
}

// lasso returns a path with all that happens on it.
func (p *program) lasso(path *Path) *Lasso {
	l := &Lasso{Loop: path.Loop}
	for i, s := range path.States {
		to := path.States[path.Loop]
		if i+1 < len(path.States) {
			to = path.States[i+1]
		}
		l.Configurations = append(l.Configurations, p.configuration(s))
		m := Move{Thread: int(path.Moves[i])}
		if m.Thread > 0 {
			m.Steps = p.between(p.unpack(p.states.Row(s)), p.unpack(p.states.Row(to)), m.Thread)
		}
		l.Moves = append(l.Moves, m)
	}
	return l
}
