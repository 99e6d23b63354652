// This file defines the solver and what is asked of it.

package sat

import (
	"context"
	"io"
)

// Options are how a solver works. The zero value is good.
type Options struct {
	Memory    int64     // bytes for clauses and variables; 0 for no limit
	Conflicts int64     // of one call of Solve; 0 for no limit
	Proof     io.Writer // where to write a proof in binary DRAT, nil for none
	ProofText bool      // write it as text
}

// A Solver holds clauses and decides whether they have a model. Between two calls of
// [Solver.Solve] there may be more variables and clauses. It is not for concurrent use. The
// zero value is not a solver, see [New].
type Solver struct {
	options Options
	proof   proof
	stats   Stats
	err     error // why the last answer was Unknown
	broken  error // why no answer will be given
	unsat   bool  // the clauses have no model

	// By literal.
	value   []int8 // 1 for true, -1 for false, 0 for open
	implied [][]literal
	watches [][]watch

	// By variable.
	place []place
	phase []uint8 // the sign with which it is decided: 1 for false
	mark  []uint8
	order order

	clauses arena
	learned []ref

	trail  []literal // in the order of assignment
	levels []int     // where on the trail each level begins, the first without 0
	head   int       // trail[head:] is to be propagated

	assumptions []literal
	failed      []Lit
	model       []int8 // by variable, of the last answer Sat

	restart    restarts
	work       int64 // about how many lines of memory propagation has read
	nextReduce int64 // conflicts
	nextRoom   int64 // clauses at which the limit of memory is looked at
	cleaned    int   // the literals of level 0 that clauses were cleaned of
	counted    int64 // bytes of lists
	countedAt  int64 // what had been done when they were counted

	// What analysis uses.
	clause        []literal
	marked, extra []Var
	other         literal
	stamps        []uint64 // by level
	stamp         uint64
}

// Stats is what a solver has done.
type Stats struct {
	Variables    int
	Clauses      int64 // that were added, but those that are always true
	Conflicts    int64
	Decisions    int64
	Propagations int64
	Restarts     int64
	Reductions   int64
	Learned      int64 // literals that were learned, those that minimization took out included
	Minimized    int64 // literals that it took out
	Bytes        int64 // of clauses and variables
}

// New returns a solver without variables and clauses.
func New(o Options) *Solver {
	s := &Solver{options: o, clauses: arena{0}, restart: newRestarts(), nextReduce: reduceFirst}
	s.order.inc = 1
	s.proof.open(o.Proof, o.ProofText)
	s.stamps = make([]uint64, 1)
	s.grow() // for variable 0, which does not exist
	s.order.pop()
	return s
}

// NewVar returns a new variable. The first is 1.
func (s *Solver) NewVar() Var {
	v := Var(len(s.place))
	if !s.declare(v) {
		return 0
	}
	return v
}

// grow adds a variable.
func (s *Solver) grow() {
	s.value = append(s.value, 0, 0)
	s.implied = append(s.implied, nil, nil)
	s.watches = append(s.watches, nil, nil)
	s.place = append(s.place, place{})
	s.phase = append(s.phase, 1)
	s.mark = append(s.mark, 0)
	s.stamps = append(s.stamps, 0)
	s.order.grow()
	s.order.insert(Var(len(s.place) - 1))
}

// declare makes sure that there is a variable, and reports whether there can be.
func (s *Solver) declare(v Var) bool {
	switch {
	case s.broken != nil:
		return false
	case v < 1 || v > MaxVar:
		s.broken = ErrLiteral
		return false
	case int(v) >= cap(s.place) && s.over(max(int64(v)-int64(cap(s.place))+1, int64(cap(s.place)/4))*variableBytes):
		s.broken = ErrMemory
		return false
	}
	for int(v) >= len(s.place) {
		s.grow()
	}
	return true
}

// Add adds a clause. Its variables exist from now on. Without literals it is false. If a
// literal is 0 or beyond [MaxVar], or there is no memory, all later answers are [Unknown].
func (s *Solver) Add(lits ...Lit) {
	if s.broken != nil {
		return
	}
	defer s.unmark()
	s.clause = s.clause[:0]
	changed, valid := false, false
	for _, x := range lits {
		if !s.declare(x.Var()) {
			return
		}
		l := literalOf(x)
		sign := uint8(1) << (l & 1)
		m := &s.mark[l>>1]
		switch {
		case *m&sign != 0 || s.value[l] < 0:
			changed = true
			continue
		case *m != 0 || s.value[l] > 0:
			valid = true
		}
		if *m == 0 {
			s.marked = append(s.marked, x.Var())
		}
		*m |= sign
		s.clause = append(s.clause, l)
	}
	if valid || s.unsat {
		return
	}
	s.stats.Clauses++
	if s.stats.Clauses >= s.nextRoom { // which takes a look at all lists
		s.nextRoom = s.stats.Clauses*9/8 + 1<<12
		if s.over(0) {
			s.broken = ErrMemory
			return
		}
	}
	if changed {
		s.proof.add(s.clause...)
	}
	switch len(s.clause) {
	case 0:
		s.refuteByClause(changed)
	case 1:
		s.assign(s.clause[0], 0)
		s.settle()
	case 2:
		s.attachBinary(s.clause[0], s.clause[1])
	default:
		if s.overfull(len(s.clause)) {
			s.broken = ErrMemory
			return
		}
		s.attach(s.clause, 0)
	}
}

// refuteByClause notes that a clause of the input has no literal that can be true. If that
// was said to the proof, it is not said again.
func (s *Solver) refuteByClause(said bool) {
	if s.unsat = true; !said {
		s.proof.add()
	}
}

// Solve decides whether the clauses have a model in which the assumptions are true. After
// [Sat] see [Solver.Value], after [Unsat] [Solver.Failed], after [Unknown] [Solver.Err]. When
// ctx ends, the answer is Unknown.
//
// The answers, and all that is found on the way, depend on nothing but the calls so far.
func (s *Solver) Solve(ctx context.Context, assumptions ...Lit) Status {
	s.err, s.failed, s.model = nil, nil, s.model[:0]
	s.assumptions = s.assumptions[:0]
	for _, x := range assumptions {
		if s.broken == nil && s.declare(x.Var()) {
			s.assumptions = append(s.assumptions, literalOf(x))
		}
	}
	defer s.proof.flush()
	if s.broken != nil {
		return Unknown
	}
	status := s.search(ctx)
	if status == Sat {
		for v := range s.place {
			s.model = append(s.model, s.value[literal(v)<<1])
		}
	}
	s.backtrack(0)
	return status
}

// Value reports whether a literal is true in the model of the last answer, if that was [Sat].
// A variable that came later is false.
func (s *Solver) Value(l Lit) bool {
	v := l.Var()
	true := v > 0 && int(v) < len(s.model) && s.model[v] > 0
	return true != (l < 0)
}

// Failed returns assumptions of the last call that cannot be true together, if the answer was
// [Unsat]; none if the clauses have no model at all.
func (s *Solver) Failed() []Lit { return s.failed }

// Err says why the last answer was [Unknown], or the next one will be: [ErrMemory], [ErrConflicts], [ErrLiteral], or
// the error of the context.
func (s *Solver) Err() error {
	if s.broken != nil {
		return s.broken
	}
	return s.err
}

// ProofErr returns why the proof is not complete: the error of the first write that failed.
func (s *Solver) ProofErr() error { return s.proof.err }

// Stats returns what the solver has done so far.
func (s *Solver) Stats() Stats {
	st := s.stats
	st.Variables = len(s.place) - 1
	st.Bytes = s.bytes()
	return st
}
