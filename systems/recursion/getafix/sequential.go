// This file defines how a formula answers for each target of a sequential program, and
// when it need not be evaluated to the end.

package getafix

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ijit/ijit/algorithms"
	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/encode"
	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/calculus"
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
	Reason   algorithms.Reason // why not Complete, if that is a limit
	Detail   string            // on Reason
	Findings []Finding         // by round
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
// apart: 1 is what is known by now, and 0 what of that is dealt with.
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
// Unknown instead.
func Decide(ctx context.Context, p *parser.Program, q Question) (*Answer, error) {
	b, err := NewBase(p, q.Label)
	if err != nil {
		return nil, err
	}
	b.forget()
	return evaluate(ctx, b, q)
}

// A run is one evaluation.
type run struct {
	Question
	base      *Base
	ctx       context.Context
	flags     int // parameters of the predicate in front of those of a state
	evaluator *calculus.Evaluator
	formals   *calculus.Formals // of the predicate; nil before the first round
	targets   []target          // those not yet found
	states    bdd.Node          // of any of these
	value     bdd.Node          // of the predicate behind the last round
	roots     []bdd.Node        // the states of each target
	answer    Answer
}

// evaluate evaluates the formula of a question.
func evaluate(ctx context.Context, b *Base, q Question) (*Answer, error) {
	predicate, flags, ok := summaries(q.Formula)
	if !ok {
		return nil, fmt.Errorf("getafix: the formula %s does not walk forward", q.Formula.Name)
	}
	f, err := q.Formula.parse()
	if err != nil {
		return nil, err
	}
	r := &run{Question: q, base: b, ctx: ctx, flags: flags}
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
	return &r.answer, r.finish(err)
}

// watch looks at what is reachable behind a round.
func (r *run) watch(round int, value *calculus.Relation) error {
	m := r.evaluator.Manager()
	if r.formals == nil {
		r.formals = value.Formals()
		r.findTargets()
		r.join()
		m.Register(r.live)
	}
	r.value = value.Node()
	f := &r.answer.Figures
	f.Rounds, f.PeakNodes = round, max(f.PeakNodes, m.NodeCount())
	if r.Progress != nil && round%roundsPerProgress == 0 {
		r.Progress(*f)
	}
	if m.Disjoint(value.News(), r.states) || m.Err() != nil {
		return m.Err()
	}
	r.targets = slices.DeleteFunc(r.targets, func(t target) bool {
		if m.Disjoint(r.value, t.states) || m.Err() != nil {
			return false
		}
		r.answer.Findings = append(r.answer.Findings, Finding{PC: t.pc, Failed: t.failed, Depth: round})
		return true
	})
	if r.join(); !r.All || len(r.targets) == 0 {
		return errFound
	}
	return m.Err()
}

// A target is one place that is asked for.
type target struct {
	pc     int
	failed bool // an assertion
	states bdd.Node
}

// findTargets finds the targets that control flow leads to.
func (r *run) findTargets() {
	b, m := r.base, r.evaluator.Manager()
	now := frame(r.formals, r.flags+2, r.flags+3)
	e := encode.New(m, b.Program, encode.Places{Now: now, Next: frame(r.formals, r.flags+4, r.flags+5), Returns: b.spare(m)})
	add := func(n *parser.Node, failed bool, states bdd.Node) {
		i := b.Module(n.Proc)
		at := m.And(r.formals.Equal(r.flags, i), r.formals.Equal(r.flags+1, b.Modules[i].Place(n.PC)))
		r.targets = append(r.targets, target{n.PC, failed, m.And(at, states)})
	}
	for i := range b.Modules {
		for _, n := range b.Nodes(i) {
			if b.Targets != nil {
				if slices.Contains(b.Targets, n.PC) {
					add(n, false, bdd.True)
				}
				continue
			}
			for _, x := range n.Out {
				if x.Kind == parser.FailEdge {
					add(n, true, e.Edge(x).Relation)
				}
			}
		}
	}
	slices.SortStableFunc(r.targets, func(x, y target) int { return x.pc - y.pc })
}

// join joins the states of the targets that are not yet found.
func (r *run) join() {
	r.roots = r.roots[:0]
	for _, t := range r.targets {
		r.roots = append(r.roots, t.states)
	}
	r.states = r.evaluator.Manager().Disj(r.roots...)
}

// live are the nodes that must survive collections.
func (r *run) live(yield func(bdd.Node) bool) {
	for _, nodes := range [][]bdd.Node{r.roots, {r.value, r.states}} {
		for _, n := range nodes {
			if !yield(n) {
				return
			}
		}
	}
}

// places returns the number of places that are reached, 0 if a limit keeps it from
// counting.
func (r *run) places() int {
	m, value := r.evaluator.Manager(), r.value
	if r.flags > 0 {
		value = m.Constrain(value, r.formals.Equal(0, 1))
	}
	var places, values []bdd.Var
	for i := range r.formals.Len() {
		switch {
		case i < r.flags:
		case i < r.flags+2:
			places = append(places, r.formals.Vars(i)...)
		default:
			values = append(values, r.formals.Vars(i)...)
		}
	}
	n := m.Count(m.Exists(value, m.NewVarSet(values...)), m.NewVarSet(places...))
	if n == nil {
		return 0
	}
	return int(n.Int64())
}

// finish says what came out, given how the evaluation ended. It returns an error that
// is no limit.
func (r *run) finish(err error) error {
	a, m := &r.answer, r.evaluator.Manager()
	a.Figures.Variables, a.Figures.Bytes = m.NumVars(), m.Bytes()
	a.Figures.PeakNodes = max(a.Figures.PeakNodes, m.NodeCount())
	if r.formals != nil {
		a.Figures.Nodes = m.Size(r.value)
		a.Figures.Places = r.places()
	}
	if errors.Is(err, errFound) {
		a.Complete = len(r.targets) == 0
	} else if a.Complete = err == nil; err != nil {
		if a.Reason = limit(r.ctx, err); a.Reason == algorithms.NoReason {
			return err
		}
		a.Detail = err.Error()
	}
	switch {
	case len(a.Findings) > 0:
		a.Verdict = algorithms.Unsafe
	case a.Complete:
		a.Verdict = algorithms.Safe
	}
	return nil
}

// limit returns the limit that an error of an evaluation is about, NoReason for none.
func limit(ctx context.Context, err error) algorithms.Reason {
	return verdict.ReasonOf(errors.Join(err, ctx.Err()), bdd.ErrMemory, bdd.ErrNodes)
}
