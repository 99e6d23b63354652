// This file defines programs.

package form

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/systems/c/word"
)

// None is no term.
const None word.Term = -1

// A Program is a C program whose calls are inlined.
type Program struct {
	Terms    *word.Terms
	Globals  []Global
	Arrays   []Array
	Automata []*Automaton // that of main is the first
	// Checks is how many assertions there were before any was left out.
	Checks int
	// Race is the object of which it is asked whether there is a data race, and nothing else is; "" for none.
	Race string
	// Assumptions are what the program is taken not to do, which C leaves undefined, and what the environment does.
	Assumptions []Assumption
}

// An Assumption is something that an answer rests on.
type Assumption string

// Assumptions.
const (
	Sequential  Assumption = "memory is sequentially consistent"
	NoOverflow  Assumption = "no signed number overflows"
	Creation    Assumption = "threads can be created"
	Allocation  Assumption = "memory can be allocated"
	InBounds    Assumption = "no index is out of bounds"
	Pointers    Assumption = "no pointer is used that points to nothing"
	Computable  Assumption = "no number is divided by 0, nor shifted by its width or more"
	Harmless    Assumption = "functions that are not known change no variable of the program"
	Countable   Assumption = "there are no more threads than a counter can count"
	Patient     Assumption = "no thread keeps a ticket until all other numbers are drawn"
	AtomicApart Assumption = "what is atomic races with nothing"
	NoRecursive Assumption = "mutexes are not recursive"
)

// Assume adds an assumption, unless it is there.
func (p *Program) Assume(a Assumption) {
	if !slices.Contains(p.Assumptions, a) {
		p.Assumptions = append(p.Assumptions, a)
	}
}

// Ghosts returns what is counted and drawn, and adds to the assumptions what that rests on.
func (p *Program) Ghosts() (counters []Counter, tickets []Ticket) {
	counters, tickets = p.Counters(), p.Tickets()
	if len(counters) > 0 {
		p.Assume(Countable)
	}
	if slices.ContainsFunc(tickets, func(t Ticket) bool { return t.Wraps }) {
		p.Assume(Patient)
	}
	return counters, tickets
}

// A Global is a variable that all threads share.
type Global struct {
	Variable word.Variable
	Initial  word.Term // a constant; None for any value
}

// An Array is shared, or belongs to a thread's function, and then is in Automaton.Arrays.
type Array struct {
	Variable word.Variable // which stands for it in terms, and has as many bits as an element
	Length   int           // 0 if it is not known
	Zero     bool          // all elements but those of Initial are 0 at first; else they are anything
	Initial  map[uint64]uint64
}

// An Automaton is what a thread runs.
type Automaton struct {
	Name   string
	Locals []word.Variable
	Arrays []Array
	Nodes  int
	Entry  int
	Edges  []*Edge
	// Many says that there may be more than one thread that runs it.
	Many bool
}

// An Edge is a step of a thread, or a check.
type Edge struct {
	From, To int
	Check    word.Term // None if it is a step
	Guard    word.Term
	// Defined is what else holds whenever the edge is taken, or C would not say what happens.
	Defined   word.Term
	Inputs    []word.Variable
	Updates   []Update
	Start     int // the automaton that it starts a thread of, or -1
	Arguments []Update
	Origin    Origin
	// Loose says what of C it leaves open: an execution along it may be none of the program. "" for nothing.
	Loose string
	// Blocked says that it is taken by a thread that cannot go on behind it, which its Defined then says, too.
	Blocked bool
	// Parts are the edges of a program that an edge of its slice was made from.
	Parts []*Edge
	// Access is what it does to an object that threads share, if that is not atomic; steps that are put together have none.
	Access *Access

	inside bool // To lies inside an atomic section
}

// An Update sets a variable, or an element of an array.
type Update struct {
	Variable word.Variable
	Index    word.Term // None for a variable
	Value    word.Term
}

// An Origin is what a step was made from.
type Origin struct {
	File      string
	Line, Col int
	Text      string
}

// NewEdge returns an edge that does nothing.
func NewEdge(from, to int, o Origin) *Edge {
	return &Edge{From: from, To: to, Check: None, Guard: word.True, Defined: word.True, Start: -1, Origin: o}
}

// Enter marks edges that lead into an atomic section: nothing happens at their To before the thread moves on.
func (e *Edge) Enter() { e.inside = true }

// Owners says whose variables are.
type Owners struct {
	of map[word.Variable]int
}

// Shared is the owner of globals, Input that of inputs.
const (
	Shared = -1
	Input  = -2
)

// Owners returns whose the variables of p are.
func (p *Program) Owners() *Owners {
	o := &Owners{map[word.Variable]int{}}
	for _, g := range p.Globals {
		o.of[g.Variable] = Shared
	}
	for _, a := range p.Arrays {
		o.of[a.Variable] = Shared
	}
	for i, a := range p.Automata {
		for _, v := range a.Locals {
			o.of[v] = i
		}
		for _, x := range a.Arrays {
			o.of[x.Variable] = i
		}
	}
	return o
}

// Of returns the automaton that a variable is local in, Shared or Input.
func (o *Owners) Of(v word.Variable) int {
	if i, ok := o.of[v]; ok {
		return i
	}
	return Input
}

// NameApart gives all variables names of their own: a second x becomes x'2.
func (p *Program) NameApart() {
	asked := map[string]int{}
	apart := func(v word.Variable) {
		name := p.Terms.Name(v)
		if asked[name]++; asked[name] > 1 {
			p.Terms.Rename(v, fmt.Sprintf("%s'%d", name, asked[name]))
		}
	}
	for _, g := range p.Globals {
		apart(g.Variable)
	}
	for _, a := range p.Arrays {
		apart(a.Variable)
	}
	for _, f := range p.Automata {
		for _, v := range f.Locals {
			apart(v)
		}
		for _, a := range f.Arrays {
			apart(a.Variable)
		}
		inputs := map[word.Variable]bool{}
		for _, e := range f.Edges {
			for _, v := range e.Inputs {
				if !inputs[v] {
					inputs[v] = true
					apart(v)
				}
			}
		}
	}
}

// Names returns the globals and the locals of all automata by their names.
func (p *Program) Names() map[string]word.Variable {
	names := map[string]word.Variable{}
	for _, g := range p.Globals {
		names[p.Terms.Name(g.Variable)] = g.Variable
	}
	for _, a := range p.Automata {
		for _, v := range a.Locals {
			names[p.Terms.Name(v)] = v
		}
	}
	return names
}

// Out returns the edges of each node.
func (a *Automaton) Out() [][]*Edge {
	out := make([][]*Edge, a.Nodes)
	for _, e := range a.Edges {
		out[e.From] = append(out[e.From], e)
	}
	return out
}

// Terms calls yield for all terms of an edge.
func (e *Edge) Terms(yield func(word.Term)) {
	yield(e.Guard)
	yield(e.Defined)
	if e.Check != None {
		yield(e.Check)
	}
	for _, list := range [][]Update{e.Updates, e.Arguments} {
		for _, u := range list {
			yield(u.Value)
			if u.Index != None {
				yield(u.Index)
			}
		}
	}
}

// Enabled returns what has to hold for e to be taken.
func (p *Program) Enabled(e *Edge) word.Term { return p.Terms.And(e.Guard, e.Defined) }

// Gives returns the value that e gives to a local of the thread that it starts.
func (e *Edge) Gives(v word.Variable) (value word.Term, ok bool) {
	for _, u := range e.Arguments {
		if u.Variable == v {
			return u.Value, true
		}
	}
	return 0, false
}

// Writes returns the value that e gives to a variable.
func (e *Edge) Writes(v word.Variable) (value word.Term, ok bool) {
	for _, u := range e.Updates {
		if u.Variable == v && u.Index == None {
			return u.Value, true
		}
	}
	return 0, false
}
