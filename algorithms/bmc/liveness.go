// This file defines the way from liveness to safety.

package bmc

import (
	"fmt"

	"github.com/ijit/ijit/allsat/aig"
	"github.com/ijit/ijit/parser/ltl"
)

// LivenessToSafety returns a circuit of which a run can reach a frame in which bad holds if and
// only if f is false of c, as [Check] has it; so what proves safety proves f (Biere, Artho,
// Schuppan, "Liveness Checking as Safety Checking", FMICS 2002; with past: Schuppan and
// Biere, "Efficient Reduction of Finite State Model Checking to Reachability Analysis", STTT
// 2004). back makes a counterexample to f of a run to bad, nil of what is no such run.
//
// The new circuit is c beside a tester, which guesses why f is false: inputs promise that
// parts of its negation hold in the next position, latches remember the promises, and
// constraints keep them. If nothing is promised, the run so far is enough. Else a state is
// saved, once and at any time, and when it comes again, after a fair loop on which
// no promise has been put off for ever, the loop is a counterexample. It has all latches
// of c twice; its inputs and latches begin with those of c.
func LivenessToSafety(c *aig.Circuit, f *ltl.Formula) (safety *aig.Circuit, bad aig.Lit, back func(*aig.Run) *aig.Run) {
	t := newTester(c, negation(f))
	t.Initial = append(t.Initial, t.value(t.root))
	t.keep()
	enough := t.All(t.missing...)
	bad = enough
	if t.infinite {
		bad = t.Or(enough, t.loop())
	}
	return t.Circuit, bad, func(r *aig.Run) *aig.Run {
		v, err := aig.Replay(t.Circuit, r)
		if err != nil || !v.Last(bad) {
			return nil
		}
		run := &aig.Run{First: r.First[:len(c.Latches)], Loop: -1}
		frames := v.Len()
		if !v.Last(enough) {
			frames-- // the last one has the saved state
			for run.Loop = 0; !v.At(t.save, run.Loop); run.Loop++ {
			}
		}
		for _, inputs := range r.Inputs[:frames] {
			run.Inputs = append(run.Inputs, inputs[:len(c.Inputs)])
		}
		return run
	}
}

// A tester is a circuit with what finds out whether a formula holds on its runs.
type tester struct {
	*aig.Circuit
	*tree
	lits     []aig.Lit // by node of the circuit that is tested
	values   map[int]aig.Lit
	promises map[int]aig.Lit // by node: whether it is promised for the next position
	order    []int           // of the promises
	missing  []aig.Lit       // hold if no promise is open
	justice  []aig.Lit       // hold infinitely often on a loop that keeps all promises
	infinite bool            // no finite run may be enough where an infinite one is
	save     aig.Lit
}

// newTester returns a copy of a circuit, with the tester still to come.
func newTester(c *aig.Circuit, t *tree) *tester {
	s := &tester{Circuit: aig.New(), tree: t, lits: make([]aig.Lit, c.Len()), values: map[int]aig.Lit{}, promises: map[int]aig.Lit{}}
	for _, in := range c.Inputs {
		s.lits[in.Lit.Node()] = s.Input(in.Name)
	}
	for _, l := range c.Latches {
		first := aig.Any
		if l.Reset != l.Lit {
			first = aig.First(l.Reset)
		}
		s.lits[l.Lit.Node()] = s.Latch(l.Name, first)
	}
	for n := range s.lits {
		if left, right, ok := c.Fanins(n); ok {
			s.lits[n] = s.And(s.copied(left), s.copied(right))
		}
	}
	for i, l := range c.Latches {
		s.SetNext(i, s.copied(l.Next))
	}
	for _, x := range []struct {
		to   *[]aig.Lit
		from []aig.Lit
	}{{&s.Initial, c.Initial}, {&s.Constraints, c.Constraints}, {&s.Steps, c.Steps}, {&s.justice, c.Fairness}} {
		for _, l := range x.from {
			*x.to = append(*x.to, s.copied(l))
		}
	}
	return s
}

func (t *tester) copied(l aig.Lit) aig.Lit { return t.lits[l.Node()].NotIf(l.Negated()) }

// value returns a literal that, if all promises are kept, makes sure that a node holds now.
func (t *tester) value(n int) aig.Lit {
	if v, ok := t.values[n]; ok {
		return v
	}
	f := t.nodes[n]
	var v aig.Lit
	switch f.op {
	case opLit:
		v = t.copied(f.lit)
	case opAnd:
		v = t.And(t.value(f.left), t.value(f.right))
	case opOr:
		v = t.Or(t.value(f.left), t.value(f.right))
	case opNext:
		v = t.promise(f.left)
	case opUntil:
		later, right := t.promise(n), t.value(f.right)
		t.justice = append(t.justice, t.Or(right, later.Not()))
		v = t.Or(right, t.And(t.value(f.left), later))
	case opRelease:
		t.infinite = true
		v = t.And(t.value(f.right), t.Or(t.value(f.left), t.promise(n)))
	case opOften:
		v = t.guess("often", n)
		t.justice = append(t.justice, t.Or(v.Not(), t.value(f.left)))
	case opSettles:
		v = t.guess("settles", n)
		now, i := t.latch(fmt.Sprint("settled ", n), aig.Zero)
		t.justice = append(t.justice, t.Or(v.Not(), now))
		now = t.Or(now, t.Input(fmt.Sprint("settle ", n)))
		t.SetNext(i, now)
		t.Constraints = append(t.Constraints, t.Or(now.Not(), t.value(f.left)))
	case opYesterday, opWeakYesterday:
		before, i := t.latch(fmt.Sprint("before ", n), aig.First(f.op-opYesterday))
		t.SetNext(i, t.value(f.left))
		v = before
	case opSince, opTriggered:
		before, i := t.latch(fmt.Sprint("before ", n), aig.First(f.op-opSince))
		if v = t.Or(t.value(f.right), t.And(t.value(f.left), before)); f.op == opTriggered {
			v = t.And(t.value(f.right), t.Or(t.value(f.left), before))
		}
		t.SetNext(i, v)
	}
	t.values[n] = v
	return v
}

// latch adds a latch and returns its number, too.
func (t *tester) latch(name string, first aig.First) (l aig.Lit, i int) {
	i = len(t.Latches)
	return t.Latch(name, first), i
}

// guess adds a latch that has always the same value and says that something holds
// infinitely often.
func (t *tester) guess(name string, n int) aig.Lit {
	l := t.Latch(fmt.Sprint(name, " ", n), aig.Any)
	t.infinite, t.missing = true, append(t.missing, l.Not())
	return l
}

// promise returns an input that promises that a node holds in the next position.
func (t *tester) promise(n int) aig.Lit {
	p, ok := t.promises[n]
	if !ok {
		p = t.Input(fmt.Sprint("promise ", n))
		t.promises[n] = p
		t.order, t.missing = append(t.order, n), append(t.missing, p.Not())
	}
	return p
}

// keep adds that promises are kept.
func (t *tester) keep() {
	for i := 0; i < len(t.order); i++ {
		n := t.order[i]
		promised, at := t.latch(fmt.Sprint("promised ", n), aig.Zero)
		t.SetNext(at, t.promises[n])
		t.Constraints = append(t.Constraints, t.Or(promised.Not(), t.value(n)))
	}
}

// loop adds that a state is saved, and returns whether it has come again after a fair loop.
func (t *tester) loop() aig.Lit {
	latches := t.Latches
	t.save = t.Input("save")
	saved, i := t.latch("saved", aig.Zero)
	on := t.Or(saved, t.save)
	t.SetNext(i, on)
	all := []aig.Lit{saved}
	for _, l := range latches {
		if l.Next == l.Lit {
			continue
		}
		old, i := t.latch("saved "+l.Name, aig.Zero)
		t.SetNext(i, t.Mux(saved, old, t.Mux(t.save, l.Lit, old)))
		all = append(all, t.Equal(old, l.Lit))
	}
	for i, j := range t.justice {
		seen, n := t.latch(fmt.Sprint("seen ", i), aig.Zero)
		t.SetNext(n, t.And(on, t.Or(seen, j)))
		all = append(all, seen)
	}
	return t.All(all...)
}
