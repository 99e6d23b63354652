// This file tests how searches go about it: what they need not decide and what
// they leave open.

package allsat

import "testing"

// The targets of an assignment are forced by propagation, whatever form the
// right sides have.
func TestAssignmentsNeedNoDecision(t *testing.T) {
	a, b, c := Var(0), Var(1), Var(2)
	next := variables(sequence(3, 4))
	f := And(
		Eq(next[0], And(a, Or(b, Not(c)))),
		Eq(Xor(b, c), Not(next[1])),
		Ite(a, Eq(next[2], Xor(b, c)), Eq(Not(next[2]), b)),
		Eq(next[3], And(a, b)),
		Or(And(next[0], next[1]), Xor(next[2], next[3]), Ite(next[0], next[2], Not(next[1])), c))
	for _, f := range []*Formula{f, Ite(next[0], a, b)} {
		q := compile(f, sequence(3, 4), limits{0, -1})
		for val := range uint64(8) {
			var s Scratch
			q.AppendModels(nil, []uint64{val}, &s)
			for i := range s.searches {
				if n := len(s.searches[i].choices); n > 0 {
					t.Errorf("%v, %v under %b: %d decisions", f, q, val, n)
				}
			}
		}
	}
}

// Each pre-image is unique, and propagation alone finds it.
func TestInvertingNeedsNoDecision(t *testing.T) {
	const n = 100
	var conjuncts []*Formula
	for i := range n {
		e := Var(i)
		if i > 0 {
			e = Ite(Var(i-1), Not(e), And(e, Var(0)))
		}
		conjuncts = append(conjuncts, Eq(Var(n+i), e))
	}
	q := Compile(And(conjuncts...), sequence(0, n))
	val := make([]uint64, wordsOf(2*n))
	for i := range n {
		set(val, n+i, i%3 == 0)
	}
	var s Scratch
	if got := q.AppendModels(nil, val, &s); len(got) != len(val) || len(s.searches[0].choices) > 0 {
		t.Errorf("%v: %d models, %d decisions", q, len(got)/len(val), len(s.searches[0].choices))
	}
}

func TestCubesLeaveOpenWhatDoesNotMatter(t *testing.T) {
	x := variables(sequence(0, 8))
	for _, c := range []struct {
		f     *Formula
		cubes int
	}{
		{Const(true), 1},
		{x[0], 1},
		{Or(x...), 8},
		{Not(And(x...)), 8},
		{And(Or(x[0], x[1]), Or(x[2], x[3]), Or(x[4], x[5])), 8},
		{Or(And(x[0], x[1], x[2], x[3]), And(Not(x[0]), x[4])), 2},
		{Ite(x[0], And(x[1], x[2]), Or(x[3], x[4])), 3},
		{Ite(x[0], x[1], Ite(x[2], x[3], Ite(x[4], x[5], x[6]))), 4},
		{Ite(x[0], Or(x[1], x[2]), x[3]), 3},
		{Or(And(x[0], x[1]), And(x[0], x[2]), And(x[0], x[3])), 3},
	} {
		for _, limit := range routes() {
			q := compile(c.f, c.f.Vars(), limit)
			if got := len(appendCubes(q, nil, []uint64{0}, nil)) / 2; got > c.cubes {
				t.Errorf("%v (%v): %d cubes, want at most %d", c.f, q, got, c.cubes)
			}
		}
	}
}
