// This file defines the analysis by decision diagrams (section 3 of the paper).

package cpa

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"github.com/ijit/ijit/bdd"
	"github.com/ijit/ijit/systems/eca"
)

// Diagrams returns the analysis by decision diagrams: an element is a set of states, merge =
// join. All variables must be of type BOOL or EQ.
func Diagrams(a *Automaton, o bdd.Options) (Analysis[bdd.Node], error) {
	d, err := newDiagrams(a, a.occurs(), o)
	if err != nil {
		return Analysis[bdd.Node]{}, err
	}
	return d.analysis(), nil
}

// DiagramsAndValues returns the product of the analyses by decision diagrams, for variables
// of type BOOL and EQ, and by explicit values, for the others and what they depend on: each
// variable is tracked by the one that is for its domain type (section 4.3 of the paper).
func DiagramsAndValues(a *Automaton, o bdd.Options) (Analysis[Pair[bdd.Node, string]], error) {
	occurs, explicit := a.occurs(), a.explicit()
	d, err := newDiagrams(a, func(v *eca.Var) bool { return occurs(v) && !explicit[v.ID] }, o)
	if err != nil {
		return Analysis[Pair[bdd.Node, string]]{}, err
	}
	s := newValuations(a, func(v *eca.Var) bool { return occurs(v) && explicit[v.ID] }, false)
	s.idle = s.size == 0
	return Product(d.analysis(), s.analysis(), s.reduce), nil
}

// diagrams encodes a variable by the ranks of its values, in as few bits as they need.
type diagrams struct {
	m     *bdd.Manager
	codes []*code // by variable; nil if it is not tracked
	all   bdd.VarSet
	conds map[*eca.Expr]bdd.Node
	posts map[Op]*post
	err   error
}

// A code is how a variable is encoded.
type code struct {
	values    []int32
	first     int32
	now, next []bdd.Var
	set       bdd.VarSet // of now
}

// A post is how an operation is done: quantify, then meet what holds after; or, if what is
// assigned depends on variables, a relation between the bits now and next.
type post struct {
	set         bdd.VarSet // of what is assigned, now
	holds       bdd.Node
	relation    bdd.Node // Invalid for none
	next        bdd.VarSet
	back, forth bdd.Renaming
}

func newDiagrams(a *Automaton, tracked func(*eca.Var) bool, o bdd.Options) (*diagrams, error) {
	d := &diagrams{m: bdd.New(o), codes: make([]*code, len(a.Vars)), conds: map[*eca.Expr]bdd.Node{}, posts: map[Op]*post{}}
	for i, v := range a.Vars {
		switch {
		case !tracked(v):
		case v.Type > eca.EQ:
			return nil, fmt.Errorf("variable %s is calculated with, or compared by <", v.Name)
		default:
			d.codes[i] = d.encode(v)
		}
	}
	d.m.Register(d.roots)
	return d, nil
}

func (d *diagrams) encode(v *eca.Var) *code {
	c := &code{values: slices.Clone(v.Values), first: begins(v)}
	if !slices.Contains(c.values, c.first) {
		c.values = append(c.values, c.first)
		slices.Sort(c.values)
	}
	pairs := d.m.NewVars(2 * bits.Len(uint(len(c.values)-1)))
	for i := 0; i < len(pairs); i += 2 {
		c.now, c.next = append(c.now, pairs[i]), append(c.next, pairs[i+1])
	}
	c.set = d.m.NewVarSet(c.now...)
	d.all = d.m.Union(d.all, c.set)
	return c
}

// roots yields the nodes that are remembered.
func (d *diagrams) roots(yield func(bdd.Node) bool) {
	for _, n := range d.conds {
		if n != bdd.Invalid && !yield(n) {
			return
		}
	}
	for _, p := range d.posts {
		if p.holds != bdd.Invalid && !yield(p.holds) || p.relation != bdd.Invalid && !yield(p.relation) {
			return
		}
	}
}

func (d *diagrams) analysis() Analysis[bdd.Node] {
	first := bdd.True
	for _, c := range d.codes {
		if c != nil {
			first = d.m.And(first, d.equal(c, c.now, c.first))
		}
	}
	return Analysis[bdd.Node]{
		Initial: first,
		Post:    d.post,
		Merge:   d.m.Or,
		Stop: func(e bdd.Node, reached iter.Seq[bdd.Node]) bool {
			for old := range reached {
				if d.m.Leq(e, old) {
					return true
				}
			}
			return false
		},
		Rest:   d.rest,
		Err:    func() error { return cmp.Or(d.err, d.m.Err()) },
		before: d.before,
		value:  d.value,
	}
}

// rest collects garbage now and then.
func (d *diagrams) rest(used iter.Seq[bdd.Node]) {
	if d.m.Due() {
		d.m.Collect(slices.Collect(used)...)
	}
}

// equal returns where the bits are those of a value, False if it has none.
func (d *diagrams) equal(c *code, places []bdd.Var, value int32) bdd.Node {
	rank, found := slices.BinarySearch(c.values, value)
	if !found {
		return bdd.False
	}
	n := bdd.True
	for i := len(places) - 1; i >= 0; i-- {
		n = d.m.And(d.m.Lit(places[i], rank>>(len(places)-1-i)&1 == 1), n)
	}
	return n
}

// cond returns where an expression is not 0.
func (d *diagrams) cond(e *eca.Expr) bdd.Node {
	if e.Op == eca.Const {
		return bdd.Const(e.Value != 0)
	}
	if n, ok := d.conds[e]; ok {
		return n
	}
	var n bdd.Node
	switch e.Op {
	case eca.Not:
		n = d.m.Not(d.cond(e.X))
	case eca.And:
		n = d.m.And(d.cond(e.X), d.cond(e.Y))
	case eca.Or:
		n = d.m.Or(d.cond(e.X), d.cond(e.Y))
	default:
		n = bdd.False
		for _, c := range d.cases(e) {
			if c.value != 0 {
				n = d.m.Or(n, c.where)
			}
		}
	}
	if e.Line != reduced {
		d.conds[e] = n
	}
	return n
}

// A case says where an expression has a value.
type valueCase struct {
	value int32
	where bdd.Node
}

// cases returns the values that an expression can have, each once.
func (d *diagrams) cases(e *eca.Expr) []valueCase {
	switch e.Op {
	case eca.Const:
		return []valueCase{{e.Value, bdd.True}}
	case eca.Load:
		c := d.codes[e.Var.ID]
		if c == nil {
			d.err = fmt.Errorf("a condition or an assignment depends on %s, which decision diagrams do not track", e.Var.Name)
			return nil
		}
		out := make([]valueCase, len(c.values))
		for i, n := range c.values {
			out[i] = valueCase{n, d.equal(c, c.now, n)}
		}
		return out
	case eca.Not, eca.And, eca.Or:
		n := d.cond(e)
		return []valueCase{{0, d.m.Not(n)}, {1, n}}
	}
	ys := []valueCase{{0, bdd.True}}
	if e.Y != nil {
		ys = d.cases(e.Y)
	}
	var out []valueCase
	for _, x := range d.cases(e.X) {
		for _, y := range ys {
			value := int32(expr{&eca.Expr{Op: e.Op, X: constant(x.value), Y: constant(y.value)}}.over(nil).lo)
			where := d.m.And(x.where, y.where)
			i := slices.IndexFunc(out, func(c valueCase) bool { return c.value == value })
			if i < 0 {
				i = len(out)
				out = append(out, valueCase{value, bdd.False})
			}
			out[i].where = d.m.Or(out[i].where, where)
		}
	}
	return out
}

func (d *diagrams) post(dst []bdd.Node, e bdd.Node, op Op) []bdd.Node {
	n := bdd.Invalid
	if a, ok := op.(*Assume); ok {
		n = d.m.And(e, d.cond(a.Cond))
	} else {
		switch p := d.compiled(op); {
		case p.relation != bdd.Invalid:
			n = d.m.Image(e, p.relation, p.set, p.back)
		default:
			n = d.m.And(d.m.Exists(e, p.set), p.holds)
		}
	}
	if n == bdd.False {
		return dst
	}
	return append(dst, n)
}

// compiled returns how an operation is done that is no assumption.
func (d *diagrams) compiled(op Op) *post {
	if p := d.posts[op]; p != nil {
		return p
	}
	p := &post{holds: bdd.True}
	switch op := op.(type) {
	case *Assign:
		if d.assign(p, op) {
			break
		}
		for i, v := range op.Vars {
			if c := d.codes[v.ID]; c != nil {
				p.holds = d.m.And(p.holds, d.equal(c, c.now, op.Values[i].Value))
				p.set = d.m.Union(p.set, c.set)
			}
		}
		if p.holds == bdd.False {
			d.err = errValue
		}
	case *Choose:
		if c := d.codes[op.Var.ID]; c != nil {
			p.set, p.holds = c.set, bdd.False
			for _, n := range op.Values {
				where := d.equal(c, c.now, n)
				if where == bdd.False {
					d.err = errValue
				}
				p.holds = d.m.Or(p.holds, where)
			}
		}
	case *Forget:
		for _, v := range op.Vars {
			if c := d.codes[v.ID]; c != nil {
				p.set = d.m.Union(p.set, c.set)
			}
		}
	}
	if a, ok := op.(*Assign); !ok || !a.fresh {
		d.posts[op] = p
	}
	return p
}

var errValue = errors.New("a variable gets a value that is none of those it is said to have")

// assign makes the relation of an assignment, unless it assigns constants only.
func (d *diagrams) assign(p *post, op *Assign) bool {
	if !slices.ContainsFunc(op.Values, func(e *eca.Expr) bool { return e.Op != eca.Const }) {
		return false
	}
	p.relation = bdd.True
	var now, next []bdd.Var
	for i, v := range op.Vars {
		c := d.codes[v.ID]
		if c == nil {
			continue
		}
		now, next = append(now, c.now...), append(next, c.next...)
		equal := bdd.False
		for _, x := range d.cases(op.Values[i]) {
			to := d.equal(c, c.next, x.value)
			if to == bdd.False && x.where != bdd.False {
				d.err = errValue
			}
			equal = d.m.Or(equal, d.m.And(x.where, to))
		}
		p.relation = d.m.And(p.relation, equal)
	}
	p.set, p.next = d.m.NewVarSet(now...), d.m.NewVarSet(next...)
	p.back, p.forth = d.m.NewRenaming(next, now), d.m.NewRenaming(now, next)
	return true
}

// before returns one state of e; if op is not nil, one from which op leads to the state after.
func (d *diagrams) before(e bdd.Node, op Op, after bdd.Node) bdd.Node {
	switch op.(type) {
	case nil:
		return d.m.PickNode(e, d.all)
	case *Assume:
		return after // which is in e
	}
	p := d.compiled(op)
	from := d.m.And(e, d.m.Exists(after, p.set))
	if p.relation != bdd.Invalid {
		to := d.m.Rename(d.m.Exists(after, d.m.Minus(d.all, p.set)), p.forth)
		from = d.m.And(from, d.m.AndExists(p.relation, to, p.next))
	}
	return d.m.PickNode(from, d.all)
}

// value returns the value of a variable in a state.
func (d *diagrams) value(e bdd.Node, op *Choose) (int32, bool) {
	c := d.codes[op.Var.ID]
	if c == nil {
		return 0, false
	}
	for _, n := range op.Values {
		if !d.m.Disjoint(e, d.equal(c, c.now, n)) {
			return n, true
		}
	}
	return 0, false
}
