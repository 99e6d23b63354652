// This file defines the search through all configurations, and what it finds.

package randgo

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/ijit/ijit/systems/golang/skeleton"
)

// Limits bound a search.
type Limits struct {
	Goroutines     int // that live at once; 4 if 0
	Configurations int // 100,000 if 0
}

// A Place is a node of a body.
type Place struct{ Body, Node int }

// A Finding is something that can happen, by the least number of steps.
type Finding struct {
	Kind string // "close", "lock", "waitgroup", "panic"; "leak"; "race"
	Place
	Case  int       // of a Select, where a failure is one of it, or else -1
	Polls bool      // of a leak: timers or a default move the goroutine, and it only comes back
	Other Place     // of a race, not before Place
	Trace [][]Place // for each step where the goroutines were that moved; none: the environment, a writer who begins to wait
}

// A Result is what was found, in order of kind and place.
type Result struct {
	Findings       []Finding
	Configurations int
	Cut            bool // the limit of goroutines was met
	Stuck          bool // a configuration without moves, with a goroutine at an operation that blocks
	// Complete says that there is no other finding with so many goroutines. Otherwise the limit
	// on configurations was met, and no leak is reported.
	Complete bool
}

// Explore finds what can happen in a program.
func Explore(p *skeleton.Program, limits Limits) (*Result, error) {
	if err := skeleton.Check(p); err != nil {
		return nil, err
	}
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			if n.Op == skeleton.Add && n.Delta == skeleton.Unknown {
				return nil, fmt.Errorf("body %s, node %s: a WaitGroup with a counter that is not known", b.Name, n)
			}
		}
	}
	if limits.Goroutines == 0 {
		limits.Goroutines = 4
	}
	if limits.Configurations == 0 {
		limits.Configurations = 100_000
	}
	x := &explorer{program: p, limits: limits, numbers: map[string]int{}, found: map[string]Finding{}}
	x.search()
	if x.result.Complete {
		x.leaks()
	}
	for _, f := range x.found {
		x.result.Findings = append(x.result.Findings, f)
	}
	slices.SortFunc(x.result.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), a.Place.compare(b.Place), cmp.Compare(a.Case, b.Case), a.Other.compare(b.Other))
	})
	return &x.result, nil
}

func (p Place) compare(q Place) int {
	return cmp.Or(cmp.Compare(p.Body, q.Body), cmp.Compare(p.Node, q.Node))
}

// An explorer is one search, breadth first.
type explorer struct {
	program *skeleton.Program
	limits  Limits
	numbers map[string]int // of configurations, by their text
	configs []visited
	found   map[string]Finding
	result  Result
}

// visited is a configuration and what is known of it.
type visited struct {
	*configuration
	parent int     // -1 for the first ones
	by     []Place // of the move from the parent
	leads  []lead
	ends   bool // a move ends the program or is cut off
}

// A lead is a move to a configuration.
type lead struct {
	to     int
	places []Place
	polls  bool
}

func (x *explorer) search() {
	for _, shared := range initial(x.program.Vars) {
		for _, locals := range initial(x.program.Bodies[0].Locals) {
			x.visit(&configuration{
				objects: make([]object, len(x.program.Objects)), shared: shared, goroutines: []goroutine{{locals: locals}},
			}, -1, nil)
		}
	}
	for k := 0; k < len(x.configs); k++ {
		if len(x.configs) > x.limits.Configurations {
			x.result.Configurations = len(x.configs)
			return
		}
		x.races(k)
		var leads []lead
		for _, m := range x.moves(x.configs[k].configuration) {
			switch {
			case m.failure != nil:
				place := m.failure.Place
				m.failure.Trace = append(x.trace(k), []Place{place})
				x.find(*m.failure)
				x.configs[k].ends = true
			case m.to == nil:
				x.configs[k].ends = true
				x.result.Cut = x.result.Cut || m.cut
			default:
				leads = append(leads, lead{x.visit(m.to, k, m.places), m.places, m.polls})
			}
		}
		x.configs[k].leads = leads
		x.result.Stuck = x.result.Stuck || len(leads) == 0 && !x.configs[k].ends && x.blocked(k)
	}
	x.result.Configurations, x.result.Complete = len(x.configs), true
}

// blocked reports whether a goroutine is at an operation that blocks.
func (x *explorer) blocked(k int) bool {
	c := x.configs[k].configuration
	for i := range c.goroutines {
		if _, n := x.node(c, i); n.Op.Blocks() {
			return true
		}
	}
	return false
}

// visit returns the number of a configuration.
func (x *explorer) visit(c *configuration, parent int, by []Place) int {
	key := c.sorted()
	k, known := x.numbers[key]
	if !known {
		k = len(x.configs)
		x.numbers[key] = k
		x.configs = append(x.configs, visited{configuration: c, parent: parent, by: by})
	}
	return k
}

// find records a finding. The first one of its kind and place has the fewest steps.
func (x *explorer) find(f Finding) {
	key := fmt.Sprint(f.Kind, f.Place, f.Case, f.Other)
	if _, known := x.found[key]; !known {
		x.found[key] = f
	}
}

// trace returns the steps to a configuration.
func (x *explorer) trace(k int) [][]Place {
	var steps [][]Place
	for ; x.configs[k].parent >= 0; k = x.configs[k].parent {
		steps = append(steps, x.configs[k].by)
	}
	slices.Reverse(steps)
	return steps
}

// races finds two goroutines that are about to access one cell, one of them to write.
func (x *explorer) races(k int) {
	c := x.configs[k]
	for i := range c.goroutines {
		p, a := x.node(c.configuration, i)
		for j := range i {
			q, b := x.node(c.configuration, j)
			if a.Op != skeleton.Access || b.Op != skeleton.Access || a.Cell != b.Cell || !a.Write && !b.Write || a.Atomic && b.Atomic {
				continue
			}
			first, second := p, q
			if second.compare(first) < 0 {
				first, second = second, first
			}
			x.find(Finding{Kind: "race", Place: first, Case: -1, Other: second, Trace: x.trace(k)})
		}
	}
}

// leaks finds the places at which a goroutine may be for ever: it is there in a configuration
// from which no execution moves a goroutine away from there; or from a loop around it in which it polls.
func (x *explorer) leaks() {
	from := make([][]int, len(x.configs)) // the configurations with a move to each
	for k, c := range x.configs {
		for _, l := range c.leads {
			from[l.to] = append(from[l.to], k)
		}
	}
	read := readVars(x.program)
	for _, b := range x.program.Bodies {
		for _, n := range b.Nodes {
			if !n.Op.Blocks() {
				continue
			}
			p := Place{b.ID, n.ID}
			x.leak(p, false, from)
			if polls(b, n, read) {
				x.leak(p, true, from)
			}
		}
	}
}

// polls reports whether timers and the default of a select statement lead nowhere but back to it. On the way the
// goroutine may wait for locks if nobody sees what it does, or do what others see if it waits for nothing.
func polls(b *skeleton.Body, n *skeleton.Node, read map[*skeleton.Var]bool) bool {
	seen, locks := false, false
	does := func(do []skeleton.Assign) {
		seen = seen || slices.ContainsFunc(do, func(a skeleton.Assign) bool { return a.Var.Shared && read[a.Var] })
	}
	if n.Op != skeleton.Select {
		return false
	}
	does(n.Do)
	var on []int
	others := 0
	for i, c := range n.Cases {
		switch {
		case c.Object.NilChan:
		case !c.Object.Ticking:
			others++
		default:
			does(c.Do)
			on = append(on, n.Next[i])
		}
	}
	if n.Default {
		on = append(on, n.Next[len(n.Cases)])
	}
	if len(on) == 0 || others == 0 {
		return false
	}
	known := map[int]bool{n.ID: true}
	for len(on) > 0 {
		m := b.Nodes[on[0]]
		on = on[1:]
		if known[m.ID] {
			continue
		}
		known[m.ID] = true
		switch m.Op {
		case skeleton.Step, skeleton.Branch, skeleton.Access, skeleton.Unlock, skeleton.RUnlock:
		case skeleton.Lock, skeleton.RLock:
			locks = true
		case skeleton.TryLock, skeleton.TryRLock, skeleton.Cancel, skeleton.Signal, skeleton.Broadcast:
			seen = true
		case skeleton.Select:
			if seen = true; !m.Default || n.Default { // or else both would poll
				return false
			}
		default:
			return false
		}
		does(m.Do)
		for _, c := range m.Cases {
			does(c.Do)
		}
		on = append(on, m.Next...)
	}
	// They all come back: none is in a loop of its own.
	back := map[int]bool{n.ID: true}
	for more := true; more; {
		more = false
		for k := range known {
			if !back[k] && slices.ContainsFunc(b.Nodes[k].Next, func(next int) bool { return back[next] }) {
				back[k], more = true, true
			}
		}
	}
	return !(seen && locks) && len(back) == len(known)
}

// readVars returns the variables on which something depends.
func readVars(p *skeleton.Program) map[*skeleton.Var]bool {
	read := map[*skeleton.Var]bool{}
	var cond func(skeleton.Expr)
	cond = func(e skeleton.Expr) {
		switch e := e.(type) {
		case skeleton.Is:
			read[e.Var] = true
		case skeleton.Not:
			cond(e.X)
		case skeleton.And:
			for _, x := range e {
				cond(x)
			}
		case skeleton.Or:
			for _, x := range e {
				cond(x)
			}
		}
	}
	var value func(skeleton.Value)
	value = func(v skeleton.Value) {
		switch v := v.(type) {
		case skeleton.Copy:
			read[v.Var] = true
		case skeleton.If:
			cond(v.Cond)
			value(v.Then)
			value(v.Else)
		}
	}
	for _, b := range p.Bodies {
		for _, n := range b.Nodes {
			cond(n.Cond)
			cond(n.When)
			all := slices.Concat(n.Do, n.Args)
			for _, c := range n.Cases {
				cond(c.When)
				all = append(all, c.Do...)
			}
			for _, a := range all {
				value(a.Value)
			}
		}
	}
	return read
}

// leak notes a place if a goroutine is there in a configuration from which no execution moves one away, by something
// else than a timer or a default if it polls in a loop.
func (x *explorer) leak(p Place, polls bool, from [][]int) {
	away := func(l lead) bool { return slices.Contains(l.places, p) && !(l.polls && polls) }
	can := make([]bool, len(x.configs)) // some execution moves a goroutine away, or may end the program
	var list []int
	add := func(k int) {
		if !can[k] {
			can[k] = true
			list = append(list, k)
		}
	}
	for k, c := range x.configs {
		if c.ends || slices.ContainsFunc(c.leads, away) {
			add(k)
		}
	}
	for len(list) > 0 {
		k := list[len(list)-1]
		list = list[:len(list)-1]
		for _, before := range from[k] {
			add(before)
		}
	}
	for k, c := range x.configs {
		there := slices.ContainsFunc(c.goroutines, func(g goroutine) bool { return Place{g.body, g.node} == p })
		if there && !can[k] {
			x.find(Finding{Kind: "leak", Place: p, Case: -1, Polls: polls, Trace: x.trace(k)})
			return
		}
	}
}
