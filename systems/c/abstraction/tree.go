// This file defines Boolean functions of bits, decided by a solver.

package abstraction

import (
	"context"
	"fmt"
	"strings"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// A tree is a function of bits with the values 0, 1 and any.
type tree struct {
	bit     *bit // nil for a leaf
	yes, no *tree
	leaf    leaf
}

type leaf byte

// Leaves. No valuation comes to never.
const (
	zero leaf = iota
	one
	star
	never
)

// A bit is a predicate's variable as a statement reads it.
type bit struct {
	name string
	term word.Term
}

func (t *tree) is(l leaf) bool { return t.bit == nil && t.leaf == l }

// String returns the function as an expression of the Boolean program.
func (t *tree) String() string {
	if t.bit == nil {
		return [...]string{zero: "0", one: "1", star: "*", never: "0"}[t.leaf]
	}
	n := t.bit.name
	switch {
	case t.yes.is(one) && t.no.is(zero):
		return n
	case t.yes.is(zero) && t.no.is(one):
		return "!" + n
	case t.no.is(zero):
		return fmt.Sprintf("(%s & %s)", n, t.yes)
	case t.yes.is(zero):
		return fmt.Sprintf("(!%s & %s)", n, t.no)
	case t.yes.is(one):
		return fmt.Sprintf("(%s | %s)", n, t.no)
	case t.no.is(one):
		return fmt.Sprintf("(!%s | %s)", n, t.yes)
	}
	return fmt.Sprintf("(%s ? %s : %s)", n, t.yes, t.no)
}

// A question asks what x is in a step, as a function of bits before it.
type question struct {
	edge  *form.Edge
	given []word.Term // what holds in all such steps
	x     word.Term
	bits  []bit
	// open is the leaf where the bits do not tell.
	open leaf
}

func (q *question) key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d", q.x)
	for _, g := range q.given {
		fmt.Fprintf(&b, " %d", g)
	}
	for _, bit := range q.bits {
		fmt.Fprintf(&b, " %s", bit.name)
	}
	return fmt.Sprint(b.String(), q.open)
}

func (a *Abstraction) solver(e *form.Edge) *word.Solver {
	s := a.solvers[e]
	if s == nil {
		s = word.NewSolver(a.Program.Terms)
		a.solvers[e] = s
	}
	return s
}

// decide answers a question.
func (a *Abstraction) decide(ctx context.Context, q *question) (*tree, error) {
	key := q.key()
	if t, ok := a.trees[key]; ok {
		return t, nil
	}
	t, err := a.split(ctx, q, a.solver(q.edge), append([]word.Term(nil), q.given...), q.bits)
	if err == nil {
		if t.is(never) {
			t = &tree{leaf: q.open}
		}
		a.trees[key] = t
	}
	return t, err
}

func (a *Abstraction) split(ctx context.Context, q *question, s *word.Solver, given []word.Term, bits []bit) (*tree, error) {
	t := a.Program.Terms
	yes, err := s.Sat(ctx, append(given, q.x)...)
	if err != nil {
		return nil, err
	}
	no, err := s.Sat(ctx, append(given, t.Not(q.x))...)
	if err != nil {
		return nil, err
	}
	switch {
	case !yes && !no:
		return &tree{leaf: never}, nil
	case !no:
		return &tree{leaf: one}, nil
	case !yes:
		return &tree{leaf: zero}, nil
	case len(bits) == 0:
		return &tree{leaf: q.open}, nil
	}
	b := bits[0]
	given = given[:len(given):len(given)]
	left, err := a.split(ctx, q, s, append(given, b.term), bits[1:])
	if err != nil {
		return nil, err
	}
	right, err := a.split(ctx, q, s, append(given, t.Not(b.term)), bits[1:])
	if err != nil {
		return nil, err
	}
	switch {
	case left.is(never) || same(left, right):
		return right, nil
	case right.is(never):
		return left, nil
	}
	return &tree{bit: &b, yes: left, no: right}, nil
}

func same(x, y *tree) bool {
	if x.bit == nil || y.bit == nil {
		return x.bit == y.bit && x.leaf == y.leaf
	}
	return x.bit.name == y.bit.name && same(x.yes, y.yes) && same(x.no, y.no)
}
