// This file defines formulas as oracles: what CheckSwitches and CheckRounds compute place by
// place is what these texts say.

package contextbound_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/internal/testing/contexttheory"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/recursion/calculus"
	"github.com/ijit/ijit/systems/recursion/calculus/syntax"
	"github.com/ijit/ijit/systems/recursion/getafix"
)

// evaluator returns an evaluator of a formula for a program, nil if the target is reached
// before its threads begin.
func evaluator(t testing.TB, p *parser.Program, label string, f getafix.Formula, o calculus.Options) *calculus.Evaluator {
	t.Helper()
	b, err := getafix.NewThreads(p, label, o)
	if err != nil {
		t.Fatal(err)
	}
	if b.Early() {
		return nil
	}
	file, err := syntax.Parse(f.Name+".mu", []byte(f.Text))
	if err != nil {
		t.Fatal(err)
	}
	e, err := getafix.Open(b, o, file)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// value returns the value of a predicate, with a number or without.
func value(t testing.TB, e *calculus.Evaluator, predicate string, number ...any) *calculus.Relation {
	t.Helper()
	r, err := e.Value(predicate + fmt.Sprint(number...))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// bySwitchFormula returns the least number of context switches to the target, -1 if none up
// to most leads there: by SwitchFormula.
func bySwitchFormula(t testing.TB, p *parser.Program, label string, most int) int {
	t.Helper()
	e := evaluator(t, p, label, getafix.SwitchFormula(len(p.File.Threads), most), calculus.Options{Strategy: calculus.SemiNaive})
	for k := range most + 1 {
		if e == nil || !value(t, e, "MayReach", k).Empty() && !value(t, e, "Reached", k).Empty() {
			return k
		}
	}
	return -1
}

// byContextFormula evaluates the theory of contexts, context by context, with stacks of some heights.
// It returns the least number of context switches to the target, -1 if there is none up to
// most; it is known for fewer if a stack is too high, for all if complete.
func byContextFormula(t testing.TB, p *parser.Program, label string, most, height int) (least, known int, complete bool) {
	t.Helper()
	threads := len(p.File.Threads)
	heights := slices.Repeat([]int{height}, threads)
	e := evaluator(t, p, label, contexttheory.Formula(heights...), calculus.Options{Strategy: calculus.SemiNaive})
	if e == nil {
		return 0, 0, false
	}
	m := e.Manager()
	parameters := func(f *calculus.Formals) (all []bdd.Var) {
		for i := range f.Len() {
			all = append(all, f.Vars(i)...)
		}
		return all
	}
	begin := value(t, e, "Begin")
	vars := parameters(begin.Formals())
	all := begin.Node()
	ready := slices.Repeat([]bdd.Node{all}, threads)      // by thread: where it goes on
	next := slices.Repeat([]bdd.Node{bdd.False}, threads) // by thread: what is new where it can be interrupted
	paths := bdd.False
	m.Register(func(yield func(bdd.Node) bool) {
		for _, f := range append(slices.Concat(ready, next), all, paths) {
			if !yield(f) {
				return
			}
		}
	})
	var pathVars []bdd.Var
	for k := 0; k <= most; k++ {
		for u := range threads {
			define(t, e, fmt.Sprint("Ready", u), func(f *calculus.Formals) bdd.Node {
				return m.Rename(ready[u], m.NewRenaming(vars, parameters(f)))
			})
		}
		define(t, e, "Known", func(f *calculus.Formals) bdd.Node {
			if paths == bdd.False {
				return bdd.False
			}
			return m.Rename(paths, m.NewRenaming(pathVars, parameters(f)))
		})
		if !value(t, e, "Hit").Empty() {
			return k, k, false
		}
		high, more := false, false
		for u := range next {
			r := value(t, e, "Next", u)
			next[u] = m.Diff(m.Rename(r.Node(), m.NewRenaming(parameters(r.Formals()), vars)), all)
			more = more || next[u] != bdd.False
			high = high || threads > 1 && !value(t, e, "Deep", u).Empty()
		}
		if high {
			return -1, k, false
		}
		if !more {
			return -1, most, true
		}
		r := value(t, e, "Path", 0)
		paths, pathVars = r.Node(), parameters(r.Formals())
		for u := range ready {
			ready[u] = bdd.False
			for v, set := range next {
				if u != v {
					ready[u] = m.Or(ready[u], set)
				}
			}
		}
		all = m.Or(all, m.Disj(next...))
	}
	return -1, most, false
}

func define(t testing.TB, e *calculus.Evaluator, name string, value func(*calculus.Formals) bdd.Node) {
	t.Helper()
	if err := e.Define(name, value); err != nil {
		t.Fatal(err)
	}
}

// byRoundFormula returns the least number of rounds to the target, 0 if none up to most leads
// there, and -1 if none at all does: by a formula for any number of threads.
func byRoundFormula(t testing.TB, p *parser.Program, label string, most int, lazy bool) int {
	t.Helper()
	f, err := getafix.Parameterised(most, lazy)
	if err != nil {
		t.Fatal(err)
	}
	e := evaluator(t, p, label, f, calculus.Options{})
	if e == nil {
		return 1
	}
	round, answer := 0, 0
	err = e.Execute(func(a calculus.Answer) error {
		if a.Expr && answer == 0 {
			switch {
			case round == 0 && !a.Value:
				answer = -1
			case round > 0 && a.Value:
				answer = round
			}
			round++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return answer
}
