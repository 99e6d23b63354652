// This file defines how a formula answers for each target of a sequential program, and
// when it need not be evaluated to the end.

package getafix

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/bdd/calculus"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
)

// A Question says what is asked about a sequential program.
type Question struct {
	// Formula is one of those that walk forward from the beginning of the program:
	// what it relates can be reached.
	Formula Formula
	// Label is the target; "": that an assertion fails.
	Label string
	// All asks for all targets; without it, the first that is found will do.
	All bool
	// Trace asks for an execution to the first target.
	Trace bool
	// MaxNodes and MaxBytes limit the nodes and the bytes of decision diagrams, if
	// they are positive.
	MaxNodes int
	MaxBytes int64
	// Progress, if not nil, is called now and then.
	Progress func(Figures)
}

// A Finding is a target that can be reached. Its depth is the round of the fixpoint that
// found it, from 1 on.
type Finding = verdict.Finding

// Figures measure an evaluation.
type Figures struct {
	Rounds    int   // of the fixpoint of what is reachable
	Places    int   // of the program that are reached; 0 in progress
	Nodes     int   // of the value of that fixpoint; 0 in progress
	PeakNodes int   // most nodes in the table, garbage included
	Variables int   // of the decision diagrams
	Bytes     int64 // of the tables at the end
}

// An Answer is that to a [Question].
type Answer struct {
	Verdict  algorithms.Verdict
	Reason   algorithms.Reason // if Verdict is Unknown
	Detail   string            // on Reason, or on why there is no trace
	Findings []Finding         // by round; the first is what Trace leads to
	Trace    *Trace            // if asked for and Verdict is Unsafe
	Complete bool              // Findings are all there are
	Figures  Figures
}

// roundsPerProgress is how many rounds pass between two reports.
const roundsPerProgress = 64

// errFound ends an evaluation that has found a target.
var errFound = errors.New("getafix: a target is reached")

// summaries names the predicate of a formula that relates what can be reached to the
// entries of procedures, and says how many parameters are in front of module, place,
// locals and globals, and those at the entry. If there is one, it tells two relations
// apart: 1 is what is known by now, and 0 what of that is dealt with. Then internal steps
// do not lead from what is dealt with to what is not, and calls and returns lead from
// there to what is known.
func summaries(f Formula) (predicate string, flags int, ok bool) {
	switch f.Name {
	case "ef":
		return "Reachable", 0, true
	case "ef-opt":
		return "Summary", 1, true
	}
	return "", 0, false
}

// Decide answers a question. The error is [ErrThreads] or [ErrLabel], or says that
// the formula is not one to ask; limits, the end of ctx included, make the verdict
// Unknown instead. For an execution, the value of each round is kept up to the one that
// finds the target; if these get large, or everything is to be explored, that takes a
// second evaluation.
func Decide(ctx context.Context, p *parser.Program, q Question) (*Answer, error) {
	b, err := NewBase(p, q.Label)
	if err != nil {
		return nil, err
	}
	b.forget()
	spare := 0
	if q.Trace && !q.All {
		spare = keptAtFirst
		if q.MaxNodes > 0 {
			spare = min(spare, q.MaxNodes/4)
		}
		if q.MaxBytes > 0 {
			spare = int(min(int64(spare), q.MaxBytes/256))
		}
	}
	r, err := evaluate(ctx, b, q, spare)
	if err != nil {
		return nil, err
	}
	a := &r.answer
	if !q.Trace || len(a.Findings) == 0 {
		return a, nil
	}
	q.All = false
	if r.keep == 0 {
		r, err = evaluate(ctx, b, q, math.MaxInt)
	}
	if err == nil && len(r.answer.Findings) > 0 {
		a.Trace, err = newTrace(r)
	}
	switch {
	case err != nil:
		a.Detail = "no trace: " + err.Error()
	case a.Trace == nil:
		a.Detail = "no trace: " + r.answer.Detail
	}
	return a, nil
}

// keptAtFirst is how many nodes the table may have as long as the rounds are kept of an
// evaluation that may not find a target.
const keptAtFirst = 1 << 18

// A run is one evaluation.
type run struct {
	Question
	base      *Base
	ctx       context.Context
	flags     int
	keep      int // all rounds, while there are fewer nodes
	evaluator *calculus.Evaluator
	space     *space     // nil before the first round
	rounds    []bdd.Node // what is reachable at each stage; none if they are not kept
	value     bdd.Node   // of the predicate behind the last round
	open      []target   // those not yet found
	wanted    bdd.Node   // where these are
	first     target     // of those found
	answer    Answer
}

// evaluate evaluates the formula of a question.
func evaluate(ctx context.Context, b *Base, q Question, keep int) (*run, error) {
	predicate, flags, ok := summaries(q.Formula)
	if !ok {
		return nil, fmt.Errorf("getafix: the formula %s does not walk forward", q.Formula.Name)
	}
	f, err := q.Formula.parse()
	if err != nil {
		return nil, err
	}
	r := &run{Question: q, base: b, ctx: ctx, flags: flags, keep: keep}
	r.evaluator, err = Open(b, calculus.Options{
		Strategy: calculus.SemiNaive,
		Limits:   bdd.Options{MaxNodes: q.MaxNodes, MaxBytes: q.MaxBytes, Context: ctx},
		Watch: func(name string, round int, value *calculus.Relation) error {
			if name != predicate {
				return nil
			}
			return r.watch(round, value)
		},
	}, f)
	if err != nil {
		return nil, err
	}
	_, err = r.evaluator.Value(predicate)
	return r, r.finish(err)
}

// watch looks at what is reachable behind a round.
func (r *run) watch(round int, value *calculus.Relation) error {
	m := r.evaluator.Manager()
	if r.space == nil {
		r.space = newSpace(r.base, value.Formals(), r.flags)
		r.open = r.space.targets()
		r.want()
		m.Register(r.live)
	}
	if r.value = value.Node(); m.NodeCount() >= r.keep {
		r.keep, r.rounds = 0, r.rounds[:0]
	} else {
		r.rounds = r.space.stages(r.rounds, r.value)
	}
	f := &r.answer.Figures
	f.Rounds, f.PeakNodes = round, max(f.PeakNodes, m.NodeCount())
	if r.Progress != nil && round%roundsPerProgress == 0 {
		r.Progress(*f)
	}
	if m.Disjoint(value.News(), r.wanted) || m.Err() != nil {
		return m.Err()
	}
	r.open = slices.DeleteFunc(r.open, func(t target) bool {
		if m.Disjoint(r.value, t.states) || m.Err() != nil {
			return false
		}
		if len(r.answer.Findings) == 0 {
			r.first = t
		}
		r.answer.Findings = append(r.answer.Findings, Finding{PC: t.pc, Failed: t.failed, Depth: round})
		return true
	})
	if r.want(); !r.All || len(r.open) == 0 {
		return errFound
	}
	return m.Err()
}

// want joins the targets that are not yet found.
func (r *run) want() {
	states := make([]bdd.Node, len(r.open))
	for i, t := range r.open {
		states[i] = t.states
	}
	r.wanted = r.evaluator.Manager().Disj(states...)
}

// live are the nodes that must survive collections.
func (r *run) live(yield func(bdd.Node) bool) {
	for _, nodes := range [][]bdd.Node{r.rounds, r.space.kept, {r.value, r.wanted}} {
		for _, n := range nodes {
			if !yield(n) {
				return
			}
		}
	}
}

// finish says what came out, given how the evaluation ended. It returns an error that
// is no limit.
func (r *run) finish(err error) error {
	a, m := &r.answer, r.evaluator.Manager()
	a.Figures.Variables, a.Figures.Bytes = m.NumVars(), m.Bytes()
	a.Figures.PeakNodes = max(a.Figures.PeakNodes, m.NodeCount())
	if r.space != nil {
		a.Figures.Nodes = m.Size(r.value)
		a.Figures.Places = r.space.count(r.value)
	}
	if errors.Is(err, errFound) {
		a.Complete = len(r.open) == 0
	} else if a.Complete = err == nil; err != nil {
		if a.Reason = limit(r.ctx, err); a.Reason == algorithms.NoReason {
			return err
		}
		a.Detail = err.Error()
	}
	switch {
	case len(a.Findings) > 0:
		a.Verdict, a.Reason = algorithms.Unsafe, algorithms.NoReason
	case a.Complete:
		a.Verdict = algorithms.Safe
	}
	return nil
}

// limit returns the limit that an error of an evaluation is about, NoReason for none.
func limit(ctx context.Context, err error) algorithms.Reason {
	return verdict.ReasonOf(errors.Join(err, ctx.Err()), bdd.ErrMemory, bdd.ErrNodes)
}
