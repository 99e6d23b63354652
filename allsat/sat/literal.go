// This file defines variables, literals and answers.

package sat

import "errors"

// A Var is a variable: a number from 1, as DIMACS has it.
type Var int32

// A Lit is a literal as DIMACS writes it: Lit(v) is variable v, and -Lit(v) its negation.
// 0 is no literal.
type Lit int32

// MaxVar is the largest variable.
const MaxVar Var = 1<<30 - 1

// Var returns the variable of a literal.
func (l Lit) Var() Var { return Var(max(l, -l)) }

// A Status is an answer. Its values are the exit codes of the SAT competition.
type Status int

// Answers.
const (
	Unknown Status = 0
	Sat     Status = 10
	Unsat   Status = 20
)

func (s Status) String() string {
	switch s {
	case Sat:
		return "SATISFIABLE"
	case Unsat:
		return "UNSATISFIABLE"
	}
	return "UNKNOWN"
}

// Why an answer is Unknown, beside what ends a context: see [Solver.Err].
var (
	ErrMemory    = errors.New("the limit of memory is reached")
	ErrConflicts = errors.New("the limit of conflicts is reached")
	ErrLiteral   = errors.New("a literal is 0 or beyond MaxVar")
)

// A literal is a Lit inside the solver: 2v for v, 2v+1 for its negation. So it is an index,
// l^1 is its negation, and it is what binary DRAT writes.
type literal uint32

// none is no literal: variable 0 does not exist.
const none literal = 0

func literalOf(l Lit) literal {
	if l < 0 {
		return literal(-l)<<1 | 1
	}
	return literal(l) << 1
}

func (l literal) lit() Lit {
	if l&1 != 0 {
		return -Lit(l >> 1)
	}
	return Lit(l >> 1)
}
