// This file defines control-flow automata over integer variables.

package cpa

import (
	"slices"

	"github.com/ijit/ijit/systems/eca"
)

// An Automaton is a control-flow automaton (section 2.1 of the paper): locations, and edges
// with operations on integer variables. It uses the variables and expressions of package eca.
type Automaton struct {
	Name      string
	Vars      []*eca.Var  // by ID; they begin with Init, locals with 0
	Locations []*Location // by ID, in reverse post-order: the first is where execution begins
	Targets   []Target    // what Location.Targets are numbers of
}

// A Target is what a question is about: a label, or an assertion that may fail.
type Target struct {
	Name string
	Pos  eca.Pos
	PC   int // in a Boolean program
}

// A Location is a value of the program counter.
type Location struct {
	ID      int
	Pos     eca.Pos
	Out     []*Edge
	Targets []int // that are reached when control comes here
	// Stored says that elements are stored here. If not, the edge that leads here and those
	// that leave are taken at once.
	Stored bool

	in int // edges that lead here
}

// An Edge leads from a location to another one. Its operations are done one after the other.
type Edge struct {
	From, To *Location
	Ops      []Op

	origin any // the *parser.Edge of a Boolean program
}

// An Op is an operation. What an analysis does not know of an Op it may leave undone if that
// changes no values that it tracks.
type Op interface{ operation() }

type (
	// Assume goes on where a condition is not 0.
	Assume struct {
		Cond *eca.Expr
	}
	// Assign gives all variables at once the values of expressions.
	Assign struct {
		Vars   []*eca.Var
		Values []*eca.Expr
		fresh  bool // made on the way: not worth remembering what was made of it
	}
	// Choose gives a variable any of some values.
	Choose struct {
		Var    *eca.Var
		Values []int32
		Input  bool // the value is read
	}
	// Forget says that variables are assigned before they are read again: their values may
	// be changed at will.
	Forget struct{ Vars []*eca.Var }
)

func (*Assume) operation() {}
func (*Assign) operation() {}
func (*Choose) operation() {}
func (*Forget) operation() {}

// newLocation makes a location; sort numbers it.
func newLocation(pos eca.Pos) *Location { return &Location{Pos: pos, Stored: true} }

// edge makes an edge.
func (l *Location) edge(to *Location, ops ...Op) *Edge {
	g := &Edge{From: l, To: to, Ops: ops}
	l.Out = append(l.Out, g)
	return g
}

// sort finds the locations and numbers them.
func (a *Automaton) sort(start *Location) {
	type frame struct {
		at   *Location
		next int
	}
	start.ID = -1
	met := map[*Location]bool{start: true}
	stack := []frame{{at: start}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if top.next == len(top.at.Out) {
			a.Locations = append(a.Locations, top.at)
			stack = stack[:len(stack)-1]
			continue
		}
		// The last edge is followed first, so that the first comes first in the order.
		to := top.at.Out[len(top.at.Out)-1-top.next].To
		top.next++
		to.in++
		if !met[to] {
			met[to] = true
			stack = append(stack, frame{at: to})
		}
	}
	slices.Reverse(a.Locations)
	for i, l := range a.Locations {
		l.ID = i
	}
}

// Blocks takes edges together, as large-block encoding does (Beyer, Cimatti, Griggio, Keremoglu
// and Sebastiani, "Software Model Checking via Large-Block Encoding", FMCAD 2009): elements are
// stored only where execution begins, where control flow meets, and at targets. So they are
// on each cycle. What lies between is a tree, so no edge is in two blocks.
func (a *Automaton) Blocks() {
	for i, l := range a.Locations {
		l.Stored = i == 0 || l.in > 1 || len(l.Targets) > 0
	}
	a.forget()
}
