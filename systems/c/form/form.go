// This file defines programs.

package form

import (
	"fmt"
	"iter"
	"maps"
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
	LeftToRight Assumption = "operands are evaluated from left to right"
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
	// Points are what schedulers see of it, in the order of the program.
	Points []Point

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
	for owner, v := range p.Variables(true) {
		o.of[v] = owner
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
	for _, v := range p.Variables(true) {
		apart(v)
	}
	inputs := map[word.Variable]bool{}
	for _, e := range p.Edges() {
		for _, v := range e.Inputs {
			if !inputs[v] {
				inputs[v] = true
				apart(v)
			}
		}
	}
}

// Names returns the globals and the locals of all automata by their names.
func (p *Program) Names() map[string]word.Variable {
	names := map[string]word.Variable{}
	for _, v := range p.Variables(false) {
		names[p.Terms.Name(v)] = v
	}
	return names
}

// Variables yields globals and locals, and arrays if they are asked for, each behind its owner.
func (p *Program) Variables(arrays bool) iter.Seq2[int, word.Variable] {
	var owners []int
	var vars []word.Variable
	add := func(owner int, locals []word.Variable, of []Array) {
		vars = append(vars, locals...)
		for i := 0; i < len(of) && arrays; i++ {
			vars = append(vars, of[i].Variable)
		}
		owners = append(owners, slices.Repeat([]int{owner}, len(vars)-len(owners))...)
	}
	for _, g := range p.Globals {
		add(Shared, []word.Variable{g.Variable}, nil)
	}
	add(Shared, nil, p.Arrays)
	for i, a := range p.Automata {
		add(i, a.Locals, a.Arrays)
	}
	return func(yield func(int, word.Variable) bool) {
		for i := 0; i < len(vars) && yield(owners[i], vars[i]); i++ {
		}
	}
}

// Edges yields all edges, each behind the number of its automaton.
func (p *Program) Edges() iter.Seq2[int, *Edge] {
	return func(yield func(int, *Edge) bool) {
		for i, a := range p.Automata {
			for _, e := range a.Edges {
				if !yield(i, e) {
					return
				}
			}
		}
	}
}

// Others calls the locals of threads that do not move, or that are started, by other names.
type Others struct {
	p      *Program
	owners *Owners
	copies map[word.Variable]word.Variable
	own    map[word.Variable]word.Variable
}

// Others returns names for the locals of other threads.
func (p *Program) Others() *Others {
	return &Others{p, p.Owners(), map[word.Variable]word.Variable{}, map[word.Variable]word.Variable{}}
}

// Of returns what stands for a local of another thread.
func (o *Others) Of(v word.Variable) word.Term {
	t := o.p.Terms
	c, ok := o.copies[v]
	if !ok {
		c = t.NewVariable(t.Name(v)+"$", t.VariableWidth(v), t.Signed(v))
		o.copies[v], o.own[c] = c, v
	}
	return t.Var(c)
}

// Own returns the local that another name stands for, or else the variable itself.
func (o *Others) Own(v word.Variable) word.Variable {
	if own, ok := o.own[v]; ok {
		return own
	}
	return v
}

// Before calls the locals of an automaton by their other names.
func (o *Others) Before(automaton int) *word.Substitution {
	return o.p.Terms.Substitute(func(v word.Variable) (word.Term, bool) {
		if o.owners.Of(v) != automaton {
			return 0, false
		}
		return o.Of(v), true
	})
}

// Behind says what words of another thread that runs an automaton are behind an edge, in terms of what is before it.
func (o *Others) Behind(e *Edge, automaton int) *word.Substitution {
	return o.p.Terms.Substitute(func(v word.Variable) (word.Term, bool) {
		switch o.owners.Of(v) {
		case Shared:
			return e.Writes(v)
		case automaton:
			return o.Of(v), true
		}
		return 0, false
	})
}

// Started says the same of words of the thread that an edge starts: its locals are anything but what they are given.
func (o *Others) Started(e *Edge) *word.Substitution {
	return o.p.Terms.Substitute(func(v word.Variable) (word.Term, bool) {
		switch o.owners.Of(v) {
		case Shared:
			return e.Writes(v)
		case e.Start:
			if x, ok := e.Gives(v); ok {
				return x, true
			}
			return o.Of(v), true
		}
		return 0, false
	})
}

// Initially returns the substitution that gives globals the values that they have at first.
func (p *Program) Initially() *word.Substitution {
	values := map[word.Variable]word.Term{}
	for _, g := range p.Globals {
		if g.Initial != None {
			values[g.Variable] = g.Initial
		}
	}
	return p.Terms.Replace(values)
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
func (e *Edge) Terms(yield func(word.Term)) { e.words(func(x *word.Term) { yield(*x) }) }

// words calls yield for where all terms of an edge are.
func (e *Edge) words(yield func(*word.Term)) {
	yield(&e.Guard)
	yield(&e.Defined)
	if e.Check != None {
		yield(&e.Check)
	}
	for _, list := range [][]Update{e.Updates, e.Arguments} {
		for i := range list {
			yield(&list[i].Value)
			if list[i].Index != None {
				yield(&list[i].Index)
			}
		}
	}
}

// filter returns what of a list is to be kept.
func filter[T any](list []T, keep func(T) bool) (kept []T) {
	for _, x := range list {
		if keep(x) {
			kept = append(kept, x)
		}
	}
	return kept
}

// flow computes for each node what holds of variables on all ways to it, nil if there is none, where behind returns what
// holds behind an edge, or nil if it is never taken.
func flow[T comparable](a *Automaton, behind func(e *Edge, before map[word.Variable]T) map[word.Variable]T) []map[word.Variable]T {
	out, at := a.Out(), make([]map[word.Variable]T, a.Nodes)
	at[a.Entry] = map[word.Variable]T{}
	for todo := []int{a.Entry}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, e := range out[n] {
			if e.Check != None {
				continue
			}
			next := behind(e, at[n])
			if next == nil {
				continue
			}
			old, met := at[e.To], at[e.To] != nil
			if !met {
				at[e.To] = next
			}
			before := len(old)
			maps.DeleteFunc(old, func(v word.Variable, x T) bool { y, ok := next[v]; return !ok || x != y })
			if !met || len(old) < before {
				todo = append(todo, e.To)
			}
		}
	}
	return at
}

// Enabled returns what has to hold for e to be taken.
func (p *Program) Enabled(e *Edge) word.Term { return p.Terms.And(e.Guard, e.Defined) }

// Happens returns when e is taken, or fails.
func (p *Program) Happens(e *Edge) word.Term {
	x := p.Enabled(e)
	if e.Check != None {
		x = p.Terms.And(x, p.Terms.Not(e.Check))
	}
	return x
}

// Gives returns the value that e gives to a local of the thread that it starts.
func (e *Edge) Gives(v word.Variable) (value word.Term, ok bool) { return assigns(e.Arguments, v) }

// Writes returns the value that e gives to a variable.
func (e *Edge) Writes(v word.Variable) (value word.Term, ok bool) { return assigns(e.Updates, v) }

func assigns(list []Update, v word.Variable) (value word.Term, ok bool) {
	for _, u := range list {
		if u.Variable == v && u.Index == None {
			return u.Value, true
		}
	}
	return 0, false
}
