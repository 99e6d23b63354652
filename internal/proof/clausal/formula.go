// Package clausal refutes what is asked about circuits, with proofs that a checker accepts which shares nothing with the solver.
package clausal

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/internal/proof/drat"
)

// ErrMemory says that there is no room to check a proof.
var ErrMemory = errors.New("the limit of memory is reached")

// A Formula is clauses about the nodes of a circuit, for a solver and for the checker of its proof. Node n is variable n+1.
type Formula struct {
	graph   *aig.Graph
	clauses [][]int32
	last    int32 // variable
	defined []bool
}

// New returns a formula without clauses.
func New(g *aig.Graph) *Formula {
	f := &Formula{graph: g, last: int32(g.Len()), defined: make([]bool, g.Len())}
	f.Add(-1) // the constant
	return f
}

// Variable returns a new variable.
func (f *Formula) Variable() int32 {
	f.last++
	return f.last
}

// Add adds a clause.
func (f *Formula) Add(lits ...int32) { f.clauses = append(f.clauses, lits) }

// Lit returns a literal, after saying what it rests on (Tseitin 1968).
func (f *Formula) Lit(l aig.Lit) int32 {
	for open := []int{l.Node()}; len(open) > 0; {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		left, right, ok := f.graph.Fanins(n)
		if f.defined[n] || !ok {
			continue
		}
		f.defined[n] = true
		x, a, b := int32(n+1), number(left), number(right)
		f.Add(-x, a)
		f.Add(-x, b)
		f.Add(x, -a, -b)
		open = append(open, left.Node(), right.Node())
	}
	return number(l)
}

func number(l aig.Lit) int32 {
	if l.Negated() {
		return -int32(l.Node() + 1)
	}
	return int32(l.Node() + 1)
}

// Refute proves that none of some cases is possible, and has the proof checked. If one is, i is
// its number, else -1. About so many bytes are used at most, 0 is for no limit. The error is
// [ErrMemory], or that of the context.
func (f *Formula) Refute(ctx context.Context, cases []int32, memory int64) (i int, err error) {
	var proof bytes.Buffer
	s := sat.New(sat.Options{Memory: memory, Proof: &proof})
	d := drat.New(memory)
	for _, clause := range append(f.clauses, cases) {
		if err := d.Add(clause...); err != nil {
			return -1, limit(err)
		}
	}
	for _, clause := range f.clauses {
		s.Add(lits(clause)...)
	}
	for i, x := range cases {
		switch s.Solve(ctx, sat.Lit(x)) {
		case sat.Sat:
			return i, nil
		case sat.Unknown:
			return -1, limit(s.Err())
		}
		s.Add(sat.Lit(-x)) // which failing has proved
	}
	// Now the cases are a clause without a literal that can be true.
	s.Add(lits(cases)...)
	if s.Solve(ctx) != sat.Unsat || s.ProofErr() != nil {
		return -1, limit(errors.Join(s.Err(), s.ProofErr()))
	}
	if err := limit(d.Check(ctx, &proof)); err != nil {
		return -1, fmt.Errorf("the solver's proof: %w", err)
	}
	return -1, nil
}

func lits(clause []int32) []sat.Lit {
	list := make([]sat.Lit, len(clause))
	for i, l := range clause {
		list[i] = sat.Lit(l)
	}
	return list
}

// limit names limits of memory by one error.
func limit(err error) error {
	if errors.Is(err, sat.ErrMemory) || errors.Is(err, drat.ErrMemory) {
		return ErrMemory
	}
	return err
}
