// This file defines the automaton of a sequential Boolean program.

package cpa

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/allsat"
	"github.com/ijit/ijit/parser"
	"github.com/ijit/ijit/systems/eca"
)

// An UnsupportedError says why a program has no automaton.
type UnsupportedError struct {
	File string
	Node *parser.Node // where
	What string
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("%s:%s: %s", e.File, e.Node.Pos, e.What)
}

// OfProgram returns the automaton of a Boolean program without calls ([parser.Program.Inline])
// and threads, which was made with [parser.Post]. Its targets are the locations labelled, or
// if that is nil the assertions.
func OfProgram(p *parser.Program, labelled []int) (*Automaton, error) {
	b := &programBuilder{Automaton: &Automaton{Name: p.File.Name}, program: p, at: make([]*Location, len(p.Nodes))}
	b.variables()
	targets := map[int]int{}
	target := func(pc int) {
		n := p.Nodes[pc]
		targets[pc] = len(b.Targets)
		b.Targets = append(b.Targets, Target{Name: n.Text(), Pos: n.Pos, PC: pc})
	}
	for _, pc := range labelled {
		target(pc)
	}
	for _, a := range p.Properties() {
		if labelled == nil {
			target(a.PC)
		}
	}
	for i, n := range p.Nodes {
		if n != nil {
			b.at[i] = newLocation(n.Pos)
		}
	}
	for pc, i := range targets {
		if labelled != nil {
			b.at[pc].Targets = []int{i}
		}
	}
	for i, n := range p.Nodes {
		if n == nil || !n.Reachable {
			continue
		}
		for _, e := range n.Out {
			var to *Location
			switch e.Kind {
			case parser.CallEdge, parser.SpawnEdge, parser.PassiveEdge:
				return nil, &UnsupportedError{p.File.Name, n, n.Text() + ": control-flow automata have one thread, without calls"}
			case parser.FailEdge:
				if labelled != nil {
					continue
				}
				to = newLocation(n.Pos)
				to.Targets = []int{targets[e.From]}
			case parser.EndEdge:
				continue
			default:
				to = b.at[e.To]
			}
			b.at[i].edge(to, b.operations(e.Relation, e.Assigned)...).origin = e
		}
	}
	start := newLocation(p.Nodes[p.Start].Pos)
	start.edge(b.at[p.Start], b.begin()...)
	if b.size > maxSize {
		return nil, &UnsupportedError{p.File.Name, p.Nodes[p.Start], "its expressions are too large"}
	}
	b.sort(start)
	return b.Automaton, nil
}

// A programBuilder makes the automaton of a Boolean program.
type programBuilder struct {
	*Automaton
	program     *parser.Program
	at          []*Location // by program counter
	locals      int         // the first local among the variables
	temporaries []*eca.Var
	size        float64 // of all expressions, written out
}

// maxSize is how large expressions may get when what formulas share is written out.
const maxSize = 1 << 26

// variables makes a variable for each that formulas number: the globals, then the locals.
func (b *programBuilder) variables() {
	l, f := b.program.Layout, b.program.File
	for _, v := range f.Globals {
		b.variable(v.Name, v.Init == parser.InitOne)
	}
	b.locals = len(b.Vars)
	for i := range l.Local {
		name, first := fmt.Sprintf("local %d", i), false
		if i < len(f.Main.Locals) {
			name, first = f.Main.Locals[i].Name, f.Main.Locals[i].Init == parser.InitOne
		}
		b.variable(name, first)
	}
}

func (b *programBuilder) variable(name string, one bool) *eca.Var {
	v := &eca.Var{ID: len(b.Vars), Name: name, Assigned: true, Type: eca.BOOL, Class: len(b.Vars), Values: []int32{0, 1}}
	if one {
		v.Init = 1
	}
	b.Vars = append(b.Vars, v)
	return v
}

// begin returns what is done before the first statement: variables without initial values
// get any, as far as main enforces nothing else.
func (b *programBuilder) begin() []Op {
	var ops []Op
	any := func(i int, v *parser.Var) {
		if v.Init == parser.InitAny {
			ops = append(ops, b.any(b.Vars[i]))
		}
	}
	for i, v := range b.program.File.Globals {
		any(i, v)
	}
	for i, v := range b.program.File.Main.Locals {
		any(b.locals+i, v)
	}
	if t := b.program.Begins; t != nil {
		for _, c := range t.Formula().Conjuncts() {
			ops = append(ops, &Assume{Cond: b.condition(c.MayBe(true), nil)})
		}
	}
	return ops
}

func (b *programBuilder) any(v *eca.Var) Op { return &Choose{Var: v, Values: []int32{0, 1}} }

// number returns the place among the variables of a variable of formulas, and whether it is
// meant as after the step.
func (b *programBuilder) number(v int) (i int, after bool) {
	l := b.program.Layout
	switch word := v / 64; {
	case word >= l.LocalNextAt():
		return b.locals + v - 64*l.LocalNextAt(), true
	case word >= l.SharedNextAt():
		return v - 64*l.SharedNextAt(), true
	case word >= l.LocalAt():
		return b.locals + v - 64*l.LocalAt(), false
	}
	return v, false
}

// operations takes a transition relation apart. A conjunct x' = e is an assignment if no other
// one mentions x'; an x' that none mentions is chosen. Any other x' is chosen in a temporary
// variable, which must meet the conjuncts that mention it, and assigned.
func (b *programBuilder) operations(relation *allsat.Formula, assigned []int) []Op {
	after := map[int]bool{}
	for _, v := range assigned {
		after[b.program.Layout.Next(v)] = true
	}
	var conjuncts []*allsat.Formula
	mentions := map[int]int{}
	for _, c := range relation.Conjuncts() {
		c = c.MayBe(true) // each has its own stars
		conjuncts = append(conjuncts, c)
		for _, v := range c.Vars() {
			mentions[v]++
		}
	}
	equal := map[int]*allsat.Formula{}
	conjuncts = slices.DeleteFunc(conjuncts, func(c *allsat.Formula) bool {
		v, e, ok := c.Equation(func(v int) bool { return after[v] && mentions[v] == 1 })
		if !ok || slices.ContainsFunc(e.Vars(), func(v int) bool { return after[v] }) {
			return c.Is(true)
		}
		equal[v] = e
		return true
	})
	var chosen, assumed, last []Op
	next := map[int]*eca.Var{} // temporary variables
	all := &Assign{}
	for _, v := range assigned {
		i, _ := b.number(v)
		value, known := equal[b.program.Layout.Next(v)]
		if !known && mentions[b.program.Layout.Next(v)] == 0 {
			last = append(last, b.any(b.Vars[i]))
			continue
		}
		all.Vars = append(all.Vars, b.Vars[i])
		if known {
			all.Values = append(all.Values, b.condition(value, nil))
			continue
		}
		next[i] = b.temporary(len(next))
		chosen = append(chosen, b.any(next[i]))
		all.Values = append(all.Values, load(next[i]))
	}
	for _, c := range conjuncts {
		assumed = append(assumed, &Assume{Cond: b.condition(c, next)})
	}
	if len(all.Vars) > 0 {
		last = slices.Insert(last, 0, Op(all))
	}
	return slices.Concat(chosen, assumed, last)
}

// temporary returns the i-th variable that is used during a step only.
func (b *programBuilder) temporary(i int) *eca.Var {
	for len(b.temporaries) <= i {
		b.temporaries = append(b.temporaries, b.variable(fmt.Sprintf("any %d", len(b.temporaries)), false))
	}
	return b.temporaries[i]
}

// condition returns the expression of a formula without stars; next has the variables that
// stand for those after the step, which keep their values if they have none.
func (b *programBuilder) condition(f *allsat.Formula, next map[int]*eca.Var) *eca.Expr {
	binary := func(op eca.Op) func(x, y *eca.Expr) *eca.Expr {
		return func(x, y *eca.Expr) *eca.Expr { return &eca.Expr{Op: op, X: x, Y: y} }
	}
	if b.size += size(f); b.size > maxSize {
		return constant(1)
	}
	return allsat.Fold(f, allsat.Algebra[*eca.Expr]{
		Const: func(v bool) *eca.Expr {
			if v {
				return constant(1)
			}
			return constant(0)
		},
		Var: func(v int) *eca.Expr {
			i, after := b.number(v)
			if t := next[i]; after && t != nil {
				return load(t)
			}
			return load(b.Vars[i])
		},
		Not: not,
		And: binary(eca.And), Or: binary(eca.Or), Xor: binary(eca.Ne),
		Ite: func(c, x, y *eca.Expr) *eca.Expr {
			return binary(eca.Or)(binary(eca.And)(c, x), binary(eca.And)(not(c), y))
		},
	})
}

// size returns how many operators a formula has if it is written out.
func size(f *allsat.Formula) float64 {
	leaf := func(int) float64 { return 1 }
	sum := func(x, y float64) float64 { return x + y + 1 }
	return allsat.Fold(f, allsat.Algebra[float64]{
		Const: func(bool) float64 { return 1 }, Var: leaf, Not: func(x float64) float64 { return x + 1 },
		And: sum, Or: sum, Xor: sum, Ite: func(c, x, y float64) float64 { return 2*c + x + y + 3 },
	})
}
