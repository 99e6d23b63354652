// This file defines how questions about terms are answered.

package word

import (
	"context"
	"errors"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/internal/proof/clausal"
)

// A Solver decides whether words of one bit can be 1 at once. What it has learned about one question helps with the next
// ones. It is not for concurrent use.
type Solver struct {
	// Queries counts the questions.
	Queries int

	t       *Terms
	graph   *aig.Graph
	solver  *sat.Solver
	clauses *aig.Clauses
	made    map[Term][]aig.Lit
	models  []*model // of the last answers, the newest last
	last    *model   // nil if the last answer is not one of them
}

// A model has the values of variables. What is not there may have any value.
type model struct {
	values map[Variable]uint64
	eval   *Evaluation
}

// Value returns the value of a variable.
func (m *model) Value(v Variable) uint64 { return m.values[v] }

// Element is never asked for: elements of arrays are no variables.
func (m *model) Element(Variable, uint64) uint64 { panic("word: a model knows no arrays") }

// mostModels is how many answers are tried before the solver is asked: most questions have one of them.
const mostModels = 32

// NewSolver returns a solver for terms.
func NewSolver(t *Terms) *Solver {
	g, s := aig.NewGraph(), sat.New(sat.Options{})
	return &Solver{t: t, graph: g, solver: s, clauses: aig.NewClauses(g, s), made: map[Term][]aig.Lit{}}
}

func (s *Solver) lit(x Term) sat.Lit {
	if s.t.Width(x) != 1 {
		panic("word: a word of more than one bit is no question")
	}
	return s.clauses.Lit(s.bits(x)[0])
}

// Sat reports whether all of assumptions can be 1 at once. The error is that of the context, or of a solver without
// memory.
func (s *Solver) Sat(ctx context.Context, assumptions ...Term) (bool, error) {
	s.Queries++
	if s.last = s.known(assumptions); s.last != nil {
		return true, nil
	}
	lits := make([]sat.Lit, len(assumptions))
	for i, x := range assumptions {
		lits[i] = s.lit(x)
	}
	switch s.solver.Solve(ctx, lits...) {
	case sat.Sat:
		s.remember(assumptions)
		return true, nil
	case sat.Unsat:
		return false, nil
	}
	return false, s.solver.Err()
}

// known returns an answer of before that is one of a question, too.
func (s *Solver) known(assumptions []Term) *model {
	for _, x := range assumptions {
		if s.t.Reads(x) {
			return nil
		}
	}
	for i := len(s.models) - 1; i >= 0; i-- {
		all := true
		for _, x := range assumptions {
			if all = all && s.models[i].eval.Of(x) == 1; !all {
				break
			}
		}
		if all {
			return s.models[i]
		}
	}
	return nil
}

// remember keeps the answer to a question.
func (s *Solver) remember(assumptions []Term) {
	m := &model{values: map[Variable]uint64{}}
	m.eval = s.t.Evaluate(m)
	for _, x := range assumptions {
		if s.t.Reads(x) {
			return
		}
		s.t.Variables(x, func(v Variable) { m.values[v] = s.circuitValue(s.t.Var(v)) })
	}
	if len(s.models) == mostModels {
		s.models = s.models[1:]
	}
	s.models = append(s.models, m)
}

// Refute proves that not all of assumptions can be 1 at once: from nothing, with a proof that a checker accepts which shares
// no code with a solver. The error says why it does not.
func (s *Solver) Refute(ctx context.Context, assumptions ...Term) error {
	var list []aig.Lit
	for _, x := range assumptions {
		list = append(list, s.bits(x)[0])
	}
	f := clausal.New(s.graph)
	all := f.Variable()
	for _, l := range list {
		f.Add(-all, f.Lit(l))
	}
	i, err := f.Refute(ctx, []int32{all}, 0)
	if err == nil && i >= 0 {
		err = errors.New("there is no proof: they can be 1 at once")
	}
	return err
}

// Core returns those of the assumptions of the last question that cannot be 1 at once, if the answer was false.
func (s *Solver) Core(assumptions ...Term) []Term {
	failed := map[sat.Lit]bool{}
	for _, l := range s.solver.Failed() {
		failed[l] = true
	}
	var core []Term
	for _, x := range assumptions {
		if failed[s.lit(x)] {
			core = append(core, x)
		}
	}
	return core
}

// Value returns the value of x in the model of the last answer, if that was true.
func (s *Solver) Value(x Term) uint64 {
	if s.last != nil {
		return s.last.eval.Of(x)
	}
	return s.circuitValue(x)
}

func (s *Solver) circuitValue(x Term) uint64 {
	value := uint64(0)
	for i, l := range s.bits(x) {
		if s.clauses.Value(l) {
			value |= 1 << i
		}
	}
	return value
}
