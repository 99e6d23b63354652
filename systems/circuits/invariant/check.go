// This file defines the check.

package invariant

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/allsat/sat"
	"github.com/ijit/ijit/systems/circuits/drat"
)

// A Rejected says why clauses are no proof.
type Rejected struct{ Reason string }

func (r *Rejected) Error() string { return r.Reason }

// ErrMemory says that there is no room to check a proof.
var ErrMemory = errors.New("the limit of memory is reached")

// Check checks that no run of a circuit has a frame in which bad is true, given clauses that
// hold in all frames but the first. The error is a [*Rejected] if they prove no such thing,
// [ErrMemory], or the error of the context. About so many bytes are used at most, 0 is for no
// limit.
func Check(ctx context.Context, c *aig.Circuit, bad aig.Lit, clauses [][]aig.Lit, memory int64) error {
	k := &checker{ctx: ctx, circuit: c, bad: bad, clauses: clauses, memory: memory, latch: map[int]aig.Latch{}}
	for _, x := range c.Latches {
		k.latch[x.Lit.Node()] = x
	}
	for i, clause := range clauses {
		for _, l := range clause {
			if _, ok := k.latch[l.Node()]; !ok {
				return &Rejected{fmt.Sprintf("clause %d has literal %d, which is no latch", i+1, l)}
			}
		}
	}
	if err := k.refute("in a first frame", k.first); err != nil {
		return err
	}
	return k.refute("in a frame in which the clauses hold", k.later)
}

// A checker has a question.
type checker struct {
	ctx     context.Context
	circuit *aig.Circuit
	bad     aig.Lit
	clauses [][]aig.Lit
	memory  int64
	latch   map[int]aig.Latch // by node
}

// first says of a frame that it is a first one.
func (k *checker) first(f *formula) {
	for _, x := range k.circuit.Latches {
		if x.Reset != x.Lit {
			f.add(f.lit(x.Lit.NotIf(x.Reset == aig.False)))
		}
	}
	f.all(k.circuit.Initial)
}

// later says of a frame that the clauses hold in it.
func (k *checker) later(f *formula) {
	for _, clause := range k.clauses {
		lits := make([]int32, len(clause))
		for i, l := range clause {
			lits[i] = f.lit(l)
		}
		f.add(lits...)
	}
}

// refute proves that frames of some kind are not bad, and that the clauses hold after a step
// from them.
func (k *checker) refute(where string, kind func(*formula)) error {
	f := newFormula(k.circuit.Graph)
	kind(f)
	f.all(k.circuit.Constraints)
	// Cases: the frame is bad, or a clause is false after the step.
	cases := []int32{f.variable()}
	f.add(-cases[0], f.lit(k.bad))
	for _, clause := range k.clauses {
		x := f.variable()
		for _, l := range clause {
			f.add(-x, -f.lit(k.latch[l.Node()].Next.NotIf(l.Negated())))
		}
		for _, l := range k.circuit.Steps {
			f.add(-x, f.lit(l))
		}
		cases = append(cases, x)
	}
	i, err := f.refuted(k.ctx, cases, k.memory)
	switch {
	case err != nil:
		return err
	case i == 0:
		return &Rejected{"the bad literal is true " + where}
	case i > 0:
		return &Rejected{fmt.Sprintf("clause %d is false after a step %s", i, where)}
	}
	return nil
}

// A formula is clauses about the nodes of a circuit in one frame, for the solver and for the
// checker of its proof. Node n is variable n+1.
type formula struct {
	graph   *aig.Graph
	clauses [][]int32
	last    int32 // variable
	defined []bool
}

func newFormula(g *aig.Graph) *formula {
	f := &formula{graph: g, last: int32(g.Len()), defined: make([]bool, g.Len())}
	f.add(-1) // the constant
	return f
}

func (f *formula) variable() int32 {
	f.last++
	return f.last
}

func (f *formula) add(lits ...int32) { f.clauses = append(f.clauses, lits) }

func (f *formula) all(lits []aig.Lit) {
	for _, l := range lits {
		f.add(f.lit(l))
	}
}

// lit returns a literal, after saying what it rests on (Tseitin 1968).
func (f *formula) lit(l aig.Lit) int32 {
	for open := []int{l.Node()}; len(open) > 0; {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		left, right, ok := f.graph.Fanins(n)
		if f.defined[n] || !ok {
			continue
		}
		f.defined[n] = true
		x, a, b := int32(n+1), number(left), number(right)
		f.add(-x, a)
		f.add(-x, b)
		f.add(x, -a, -b)
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

// refuted proves that none of some cases is possible, and has the proof checked. If one is, i is
// its number, else -1.
func (f *formula) refuted(ctx context.Context, cases []int32, memory int64) (i int, err error) {
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
