// This file defines evaluators: what they know, and what they may use.

package calculus

import (
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/ijit/ijit/bdd"
)

// A Strategy is a way to compute fixpoints. The values of all predicates are the
// same with each.
type Strategy int

const (
	// Together solves the equations of a monotone stratum at the same time, each from
	// the newest whole values. Other fixpoints follow the definition. The cache of the
	// diagrams remembers most of what is computed again, and sets of what is new often
	// have larger diagrams than the whole, so this is the default.
	Together Strategy = iota
	// SemiNaive is Together, but the rounds of least fixpoints only compute what
	// follows from what is new. Where several equations are solved together, a round
	// closes a predicate, before its other operands, under those operands of its
	// equation that are steps from itself: exists y. P(x, y) & R(y, z), or the like.
	SemiNaive
	// Definition evaluates every fixpoint as it is defined, and nested ones from
	// scratch in each round.
	Definition
)

// Options say how a system is evaluated. The zero value is good.
type Options struct {
	// Strategy says how fixpoints are computed.
	Strategy Strategy
	// Schedule lets the evaluator choose in which order the operands of conjunctions
	// are joined and when variables are quantified. Without it, brackets decide.
	Schedule bool
	// MaxRounds, if positive, limits the rounds of each evaluation of a fixpoint.
	MaxRounds int
	// Limits are those of the diagrams: nodes, memory, and the context.
	Limits bdd.Options
	// Observe, if not nil, is told of each round, and times are measured. What it gets
	// costs time to find out.
	Observe func(Round)
	// Watch, if not nil, is given the value of each fixpoint behind each of its rounds,
	// counted from 1, and what is new in it ([Relation.News]). It may compute with it,
	// and keeps what it registers with the manager; an error that it returns ends the
	// evaluation. The value is good until Watch returns.
	Watch func(predicate string, round int, value *Relation) error
}

// A Round is one round of a fixpoint.
type Round struct {
	Predicate string
	Number    int // from 1
	Depth     int // how many other fixpoints wait for it
	Nodes     int // of the value behind the round
	Frontier  int // nodes of what is new in it; 0 where the evaluation does not need that
	Time      time.Duration
}

// Why an evaluation has no result; other reasons are those of package bdd, the end
// of the context among them.
var (
	ErrRounds    = errors.New("calculus: too many rounds")
	ErrUndefined = errors.New("calculus: a predicate was given no value")
)

// A DivergenceError says that a fixpoint does not exist: the evaluation comes back
// to a value that it had before. That happens only if a predicate depends on itself
// under a negation.
type DivergenceError struct {
	Predicate     string
	Rounds, Cycle int // the rounds so far, and after how many the value comes back
}

// Error describes the error.
func (e *DivergenceError) Error() string {
	return fmt.Sprintf("calculus: %s does not converge: after %d rounds, its value comes back every %d", e.Predicate, e.Rounds, e.Cycle)
}

// An Evaluator computes the values of a system's predicates. It remembers them as
// long as nothing that they depend on changes. It is for one goroutine at a time.
type Evaluator struct {
	sys      *System
	m        *bdd.Manager
	options  Options
	bits     [][]bdd.Var // by variable, the highest bit first
	states   []state
	memos    []memo
	factored [][2][]factor // by node, as it is and negated
	passings []passing
	sets     []varSet    // by the first of some variables
	images   []*[2]image // by node, nil where there are none, and which of its factors has something new
	stack    []bdd.Node  // operands that wait for others
	trail    []bdd.Node  // values of fixpoints to recognise repetition
	frontier bool        // #frontier is on
	phase    *phase      // what is being evaluated
	versions uint64
	depth    int
	eager    bool  // collect garbage at every safe point: for tests
	broken   error // the limits do not even allow for the variables
	err      error
	report   []Profile
	watched  Relation // what Options.Watch is given, which is good until the next round
}

// A state is what is known of a predicate.
type state struct {
	// value is the value if known; while the predicate is evaluated, what its name
	// means. It is kept as long as nothing newer is there.
	value, delta bdd.Node
	open         bdd.Node // what of delta is not closed under steps; see Evaluator.close
	version      uint64   // changes whenever value does
	before       uint64   // in a stratum, the version that delta leads from; 0 if there is none
	known        bool
	active       bool       // it is being evaluated
	moving       bool       // it is being evaluated, and nothing is nested in it now
	stale        *predicate // ended before this value could follow it; see Evaluator.settle
	full         bdd.Node   // all rows of parameters that are values
	within       bool       // the body has no others
	define       func(*Formals) bdd.Node
}

// A memo is a formula's value when the predicates that it mentions had some versions, of
// which all are the same as long as the newest is.
type memo struct {
	value    bdd.Node
	known    bool
	newest   uint64
	versions []uint64 // in the order of mentions, if one of them was moving
}

// NewEvaluator returns an evaluator with a manager of its own.
func NewEvaluator(sys *System, options Options) *Evaluator {
	e := &Evaluator{
		sys: sys, m: bdd.New(options.Limits), options: options,
		bits:     make([][]bdd.Var, len(sys.variables)),
		states:   make([]state, len(sys.predicates)),
		memos:    make([]memo, sys.nodes),
		factored: make([][2][]factor, sys.nodes),
		phase:    &phase{},
		passings: make([]passing, sys.nodes),
		sets:     make([]varSet, len(sys.variables)),
		images:   make([]*[2]image, sys.nodes),
		report:   make([]Profile, len(sys.predicates)),
	}
	e.allocate()
	e.m.Register(e.roots())
	for i, p := range sys.predicates {
		e.report[i].Predicate, e.report[i].Sign = p.name, p.sign
		st := &e.states[i]
		st.value, st.delta, st.open = bdd.False, bdd.False, bdd.False
		st.full = bdd.True
		st.within = p.body != nil
		for _, v := range p.params {
			st.full = e.m.And(st.full, e.domain(v))
			st.within = st.within && (!v.typ.sparse || p.body.within(v))
		}
	}
	e.broken = e.m.Err()
	return e
}

// Manager returns the manager of the diagrams.
func (e *Evaluator) Manager() *bdd.Manager { return e.m }

// roots are the nodes that must survive collections: all that is held between two
// operations.
func (e *Evaluator) roots() iter.Seq[bdd.Node] {
	return func(yield func(bdd.Node) bool) {
		for i := range e.states {
			s := &e.states[i]
			if !yield(s.value) || !yield(s.delta) || !yield(s.open) || !yield(s.full) {
				return
			}
		}
		for i := range e.memos {
			if e.memos[i].known && !yield(e.memos[i].value) {
				return
			}
		}
		for i := range e.images {
			if e.images[i] == nil {
				continue
			}
			for j := range e.images[i] {
				if x := &e.images[i][j]; x.fits && (!yield(x.other) || !yield(x.turned)) {
					return
				}
			}
		}
		for i := range e.passings {
			if e.passings[i].constant && !yield(e.passings[i].fixed) {
				return
			}
		}
		for _, n := range e.stack {
			if !yield(n) {
				return
			}
		}
		for _, n := range e.trail {
			if !yield(n) {
				return
			}
		}
	}
}

// safePoint lets the manager collect what is neither a root nor given.
func (e *Evaluator) safePoint(live ...bdd.Node) {
	if e.eager || e.m.Due() {
		e.m.Collect(live...)
	}
}

// roundPoint is a safe point that looks at the context, too.
func (e *Evaluator) roundPoint() {
	e.safePoint()
	e.m.SafePoint()
}

// allocate makes the decision variables: group by group, bit by bit, column by
// column.
func (e *Evaluator) allocate() {
	// A grid has a row for each bit and in it a place for each column.
	type grid struct {
		rows   int
		needed []bool
		vars   []bdd.Var
	}
	grids := make(map[*group]*grid, len(e.sys.groups))
	for _, g := range e.sys.groups {
		grids[g] = &grid{}
	}
	all := e.sys.variables
	for _, v := range all {
		g := grids[v.group]
		g.rows = max(g.rows, v.typ.Width)
	}
	for g, at := range grids {
		at.needed, at.vars = make([]bool, at.rows*g.columns), make([]bdd.Var, at.rows*g.columns)
	}
	for _, v := range all {
		for i := range v.typ.Width {
			grids[v.group].needed[i*v.group.columns+v.column] = true
		}
	}
	for _, g := range e.sys.groups {
		at := grids[g]
		for i, needed := range at.needed {
			if needed {
				at.vars[i] = e.m.NewVars(1)[0]
			}
		}
	}
	for _, v := range all {
		row := make([]bdd.Var, v.typ.Width)
		for i := range row {
			at := i
			if v.reversed {
				at = len(row) - 1 - i
			}
			row[i] = grids[v.group].vars[at*v.group.columns+v.column]
		}
		e.bits[v.id] = row
	}
}

// domain returns where the bits of v are a value of its type.
func (e *Evaluator) domain(v *variable) bdd.Node { return e.domainOf(v.typ, e.bits[v.id]) }

func (e *Evaluator) domainOf(t *Type, row []bdd.Var) bdd.Node {
	if !t.sparse {
		return bdd.True
	}
	d := bdd.True
	switch t.Kind {
	case EnumType:
		return e.atMost(row, t.code(t.Low+t.Size-1))
	case ClassType:
		for i := len(t.Fields) - 1; i >= 0; i-- {
			f := t.Fields[i]
			d = e.m.And(e.domainOf(f.Type, row[f.Offset:f.Offset+f.Type.Width]), d)
		}
	case ArrayType:
		w := t.Elem.Width
		for i := t.Length - 1; i >= 0; i-- {
			d = e.m.And(e.domainOf(t.Elem, row[i*w:(i+1)*w]), d)
		}
	}
	return d
}

// atMost returns where a row of bits is at most a number.
func (e *Evaluator) atMost(row []bdd.Var, number []bool) bdd.Node {
	f := bdd.True
	for i := len(row) - 1; i >= 0; i-- {
		if v := e.m.Var(row[i]); number[i] {
			f = e.m.Ite(v, f, bdd.True)
		} else {
			f = e.m.Ite(v, bdd.False, f)
		}
	}
	return f
}

// failed returns what ended the evaluation, nil if nothing did.
func (e *Evaluator) failed() error {
	if e.err == nil {
		e.err = e.m.Err()
	}
	return e.err
}
