// This file defines how values come in and go out: what a predicate is given, and
// the relation that one has.

package calculus

import (
	"fmt"
	"iter"
	"math/big"
	"slices"

	"github.com/ijit/ijit/bdd"
)

// Formals are the parameters of a predicate as decision variables, for those who
// build its value.
type Formals struct {
	e *Evaluator
	p *predicate
}

// Manager returns the manager in which the value is to be built.
func (f *Formals) Manager() *bdd.Manager { return f.e.m }

// Len returns the number of parameters.
func (f *Formals) Len() int { return len(f.p.params) }

// Type returns the type of parameter i.
func (f *Formals) Type(i int) *Type { return f.p.params[i].typ }

// Vars returns the bits of parameter i, the highest first: of a record the bits of
// its fields one after the other, of an array those of its elements. The bits of a
// value of an enum are its place among the values, counted from 0.
func (f *Formals) Vars(i int) []bdd.Var { return slices.Clone(f.e.bits[f.p.params[i].id]) }

// Equal returns where parameter i, of bool or an enum, has a number, as
// [Value.Int] counts; False if it has no such value.
func (f *Formals) Equal(i, number int) bdd.Node {
	t := f.Type(i)
	if t.Kind != BoolType && t.Kind != EnumType || number < t.Low || number >= t.Low+t.Size {
		return bdd.False
	}
	var c bdd.Cube
	row := f.e.bits[f.p.params[i].id]
	for j, v := range row {
		c = append(c, bdd.Literal{Var: v, Value: (number-t.Low)>>(len(row)-1-j)&1 == 1})
	}
	return f.e.m.Cube(c)
}

// Declared reports whether there is a predicate of this name.
func (e *Evaluator) Declared(name string) bool { return e.sys.byName[name] != nil }

// Define gives a predicate that the formulas only declare its value. It is built
// when it is needed first; bits that are no value of a parameter's type do not
// matter. A new value replaces an old one, and all that depends on it is forgotten.
func (e *Evaluator) Define(name string, build func(*Formals) bdd.Node) error {
	p := e.sys.byName[name]
	switch {
	case p == nil:
		return fmt.Errorf("calculus: there is no predicate %s", name)
	case p.body != nil:
		return fmt.Errorf("calculus: %s is defined by a formula", name)
	}
	st := &e.states[p.id]
	st.define, st.known = build, false
	e.forget(p)
	return nil
}

// DefineTuples gives a predicate its value as a list of tuples, with a number for
// each parameter as [Value.Int] counts.
func (e *Evaluator) DefineTuples(name string, tuples ...[]int) error {
	p := e.sys.byName[name]
	if p != nil {
		for i, t := range tuples {
			if err := e.fits(p, t); err != nil {
				return fmt.Errorf("calculus: tuple %d of %s: %w", i, name, err)
			}
		}
	}
	return e.Define(name, func(f *Formals) bdd.Node {
		all := make([]bdd.Node, len(tuples))
		for i, t := range tuples {
			all[i] = bdd.True
			for j, n := range t {
				all[i] = e.m.And(all[i], f.Equal(j, n))
			}
		}
		return e.m.Disj(all...)
	})
}

// fits checks a tuple of numbers.
func (e *Evaluator) fits(p *predicate, tuple []int) error {
	if len(tuple) != len(p.params) {
		return fmt.Errorf("it has %d values, not %d", len(tuple), len(p.params))
	}
	for i, n := range tuple {
		t := p.params[i].typ
		if t.Kind != BoolType && t.Kind != EnumType {
			return fmt.Errorf("parameter %s has the type %s, which is not numbered", p.params[i].name, t)
		}
		if n < t.Low || n >= t.Low+t.Size {
			return fmt.Errorf("parameter %s has the type %s, without a value %d", p.params[i].name, t, n)
		}
	}
	return nil
}

// A Relation is the value of a predicate. It is good until the evaluator is used
// for something else.
type Relation struct {
	e    *Evaluator
	p    *predicate
	node bdd.Node
	news bdd.Node
}

// Value returns the value of a predicate.
func (e *Evaluator) Value(name string) (*Relation, error) {
	p := e.sys.byName[name]
	if p == nil {
		return nil, fmt.Errorf("calculus: there is no predicate %s", name)
	}
	e.start()
	e.need(p)
	if err := e.end(); err != nil {
		return nil, err
	}
	value := e.states[p.id].value
	return &Relation{e, p, value, value}, nil
}

// start begins an evaluation. If what was done with the manager since the last one has met
// a limit, it ends at once: values may have been made of that.
func (e *Evaluator) start() {
	e.err, e.depth = e.broken, 0
	e.safePoint()
}

// end ends an evaluation. One that failed leaves no traces.
func (e *Evaluator) end() error {
	err := e.failed()
	if err == nil {
		return nil
	}
	e.stack, e.trail = e.stack[:0], e.trail[:0]
	for i := range e.states {
		st := &e.states[i]
		st.value, st.delta, st.open = bdd.False, bdd.False, bdd.False
		st.known, st.active, st.moving, st.stale = false, false, false, nil
		e.versions++
		st.version = e.versions
	}
	clear(e.memos)
	clear(e.passings) // they may have been made after the failure
	clear(e.sets)
	clear(e.images)
	e.phase = &phase{}
	e.m.ClearErr()
	return err
}

// Node returns the diagram, over the bits of [Relation.Formals].
func (r *Relation) Node() bdd.Node { return r.node }

// News returns a part of the diagram: in a round of which [Options].Watch is told, no
// less than what the round has added.
func (r *Relation) News() bdd.Node { return r.news }

// Formals returns the parameters.
func (r *Relation) Formals() *Formals { return &Formals{r.e, r.p} }

// Size returns the number of nodes of the diagram.
func (r *Relation) Size() int { return r.e.m.Size(r.node) }

// Empty reports whether no tuple is in the relation.
func (r *Relation) Empty() bool { return r.node == bdd.False }

// Count returns the number of tuples.
func (r *Relation) Count() *big.Int {
	return r.e.m.Count(r.node, r.e.quantified(r.p.params))
}

// All returns the tuples of the relation, a value for each parameter. The evaluator
// must not be used meanwhile. A tuple is good until the next is asked for.
func (r *Relation) All() iter.Seq[[]Value] { return r.e.tuples(r.node, r.p.params) }

// Contains reports whether a tuple is in the relation, given by a number for each
// parameter as [Value.Int] counts.
func (r *Relation) Contains(tuple ...int) bool {
	if r.e.fits(r.p, tuple) != nil {
		return false
	}
	held := map[bdd.Var]bool{}
	for i, v := range r.p.params {
		for j, bit := range v.typ.code(tuple[i]) {
			held[r.e.bits[v.id][j]] = bit
		}
	}
	return r.e.m.Eval(r.node, func(v bdd.Var) bool { return held[v] })
}

// tuples returns the values of variables where f is true.
func (e *Evaluator) tuples(f bdd.Node, vars []*variable) iter.Seq[[]Value] {
	return func(yield func([]Value) bool) {
		tuple := make([]Value, len(vars))
		for i, v := range vars {
			tuple[i] = Value{v.typ, make([]bool, v.typ.Width)}
		}
		held := map[bdd.Var]bool{}
		for c := range e.m.Valuations(f, e.quantified(vars)) {
			for _, l := range c {
				held[l.Var] = l.Value
			}
			for i, v := range vars {
				for j, b := range e.bits[v.id] {
					tuple[i].Bits[j] = held[b]
				}
			}
			if !yield(tuple) {
				return
			}
		}
	}
}
