// This file defines what lowering is asked for and what it gives.

package lower

import (
	"fmt"
	"slices"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// Options say what the Boolean program is for.
type Options struct {
	AnyNumber bool  // of goroutines: counters are abstracted, and cores ask what is blocked for ever
	Races     bool  // accesses of cells are places that two goroutines can be at together
	Leaks     bool  // for ever blocked goroutines are asked for: with AnyNumber, by assertions
	Part      *Part // what is asked with AnyNumber, or nil for all

	// Cell is what goroutines may race for, with AnyNumber: then there are no other assertions.
	Cell *skeleton.Cell
}

// A Program is a Boolean program that behaves like a skeleton.
type Program struct {
	Text     []byte    // in the dialect of SATABS
	Lines    []Origin  // Lines[i] is where line i+1 of Text comes from
	Failures []Failure // the assertions
	Waits    []Wait    // the operations that block
	Pairs    []Pair    // the accesses that may race
	Exact    bool      // an execution of one is an execution of the other
	Why      []string  // it is not exact
	Cuts     []string  // what is followed up to a bound only, beside the number of goroutines
	crowded  bool      // some assertions stand for others that are too many
}

// An Origin is the operation that a line stands for.
type Origin struct {
	Body  *skeleton.Body
	Node  *skeleton.Node // nil if the line is no operation
	Case  int            // of a Select, or -1
	Begin bool           // the operation begins there and is not done yet
}

// A Failure is an assertion.
type Failure struct {
	Label   string // of its statement
	Kind    string // close, lock, waitgroup, panic; with AnyNumber leak or race, too
	Body    *skeleton.Body
	Node    *skeleton.Node
	Case    int // of a Select, or -1
	Message string
	About   []*skeleton.Object // what its operation, or those of its core, are on
}

// A Wait is an operation that blocks. The labels of its statements are equal up to the character #.
type Wait struct {
	Place string // the part before it
	Body  *skeleton.Body
	Node  *skeleton.Node
}

// A Pair is two labels at which two goroutines are about to access one cell, one of them to write.
type Pair struct {
	A, B         string
	First, Other *skeleton.Node
	first, other *skeleton.Body
}

// Lower translates a skeleton.
func Lower(p *skeleton.Program, o Options) (*Program, error) {
	if err := skeleton.Check(p); err != nil {
		return nil, fmt.Errorf("skeleton of %s: %w", p.Entry, err)
	}
	sliced := slice(p, o)
	leaks := o.AnyNumber && o.Leaks
	var r *rounds
	if leaks {
		r = newRounds(sliced)
	}
	t := newTranslator(sliced, o, nil)
	if o.Part != nil {
		o.Part.leaveOut(t.Program)
		narrow(t.Program)
		t = newTranslator(t.Program, o, t)
	}
	for _, b := range t.Bodies {
		t.locate(b)
	}
	if leaks {
		t.cores = t.newCores(r)
	}
	t.monitor = t.newMonitor()
	for _, b := range t.Bodies {
		if t.runs[b.ID] > 0 {
			t.translate(b)
		}
	}
	t.pairs()
	t.write()
	t.result.of(p)
	return t.result, nil
}

// of makes the result speak of the nodes of the skeleton that was given, not of copies of them.
func (r *Program) of(p *skeleton.Program) {
	node := func(b **skeleton.Body, n **skeleton.Node) {
		if *n == nil {
			return
		}
		*b = p.Bodies[(*b).ID]
		*n = (*b).Nodes[(*n).ID]
	}
	for i := range r.Lines {
		node(&r.Lines[i].Body, &r.Lines[i].Node)
	}
	for i := range r.Failures {
		node(&r.Failures[i].Body, &r.Failures[i].Node)
	}
	for i := range r.Waits {
		node(&r.Waits[i].Body, &r.Waits[i].Node)
	}
	for i := range r.Pairs {
		node(&r.Pairs[i].first, &r.Pairs[i].First)
		node(&r.Pairs[i].other, &r.Pairs[i].Other)
	}
}

// A local is a bit that each goroutine has.
type local struct{ name, meaning string }

// local declares a local bit.
func (t *translator) local(name, meaning string) string {
	name = t.names.unique(name)
	t.extra = append(t.extra, local{name, meaning})
	return name
}

// A translator is one translation.
type translator struct {
	*skeleton.Program
	Options
	whole   *translator // of the program of which this one is a part, or nil
	result  *Program
	names   names
	runs    []int // how many goroutines of each body there may be, many at most
	objects []*object
	shared  []*coded   // Program.Vars
	locals  [][]*coded // Body.Locals of each body
	flows   []*flow    // of each body
	kept    []string   // shared bits that keep the locals of a creator
	extra   []local    // local bits of all bodies, for objects
	gone    string     // a local bit: the goroutine could not have been there; empty if there is no such bit
	cores   *cores     // with AnyNumber and Leaks, or nil
	monitor *monitor   // with Cell, or nil
	held    map[*skeleton.Body]*holding
	odd     resources                                      // that somebody may give back who does not hold them
	owing   map[*skeleton.Object]map[*skeleton.Body][]bool // where goroutines owe a WaitGroup a Done
	hung    []*skeleton.Object                             // WaitGroups of which somebody may owe a Done who is not seen to be blocked
	branch  []string                                       // local bits that say where to go on behind a section
	exits   bool                                           // there is an Exit
	cuts    string                                         // the label to which executions go whose counters are full
	order   []*location
}

func newTranslator(p *skeleton.Program, o Options, whole *translator) *translator {
	t := &translator{Program: p, Options: o, whole: whole, result: &Program{Exact: !o.AnyNumber}, names: newNames(),
		held: map[*skeleton.Body]*holding{}, odd: resources{}, owing: map[*skeleton.Object]map[*skeleton.Body][]bool{}}
	for _, b := range p.Bodies {
		t.flows = append(t.flows, newFlow(b))
		for _, n := range b.Nodes {
			t.exits = t.exits || n.Op == skeleton.Exit && !n.Open
		}
	}
	t.runs = runs(p, t.flows)
	for _, v := range p.Vars {
		t.shared = append(t.shared, t.code(v.Name, v))
	}
	for _, n := range p.Bodies {
		t.flows[n.ID].name = t.names.unique(n.Name)
	}
	t.objects = t.states()
	for _, o := range t.objects {
		if t.gone == "" && o.owes+o.reads != "" {
			t.gone = t.local("gone", "it could not have been there")
		}
	}
	for _, b := range p.Bodies {
		var list []*coded
		for _, v := range b.Locals {
			list = append(list, t.code(t.flows[b.ID].name+"_"+v.Name, v))
		}
		t.locals = append(t.locals, list)
	}
	return t
}

// inexact notes that there are executions that the skeleton does not have.
func (t *translator) inexact(format string, args ...any) {
	t.result.Exact = false
	why := fmt.Sprintf(format, args...)
	if !slices.Contains(t.result.Why, why) {
		t.result.Why = append(t.result.Why, why)
	}
}
