// This file defines how programs are made smaller that fail all the same.

package form

import (
	"context"
	"fmt"
	"slices"

	"github.com/ijit/ijit/systems/c/word"
)

// mostPaths is how many paths through an atomic section there may be.
const mostPaths = 1000

// An Atomic is an atomic section that cannot be one step.
type Atomic struct {
	Origin Origin
	Why    string
}

func (a *Atomic) Error() string { return a.Why }

// Contract makes one step of each path through an atomic section. The error is an [Atomic].
func (p *Program) Contract() error {
	for _, a := range p.Automata {
		out := a.Out()
		var list []*Edge
		inner := make([]bool, a.Nodes) // nodes inside of atomic sections
		for _, e := range a.Edges {
			if e.inside {
				inner[e.To] = true
			}
		}
		for _, e := range a.Edges {
			if inner[e.From] {
				continue
			}
			if !e.inside {
				list = append(list, e)
				continue
			}
			paths := 0
			met := make([]bool, a.Nodes)
			var follow func(e *Edge) error
			follow = func(e *Edge) error {
				if !e.inside || e.Check != None {
					if paths++; paths > mostPaths {
						return fmt.Errorf("there are more than %d ways through the atomic section", mostPaths)
					}
					list = append(list, e)
					return nil
				}
				if met[e.To] {
					return fmt.Errorf("there is a loop in the atomic section")
				}
				met[e.To] = true
				defer func() { met[e.To] = false }()
				for _, next := range out[e.To] {
					r, err := p.then(e, next)
					if err != nil {
						return err
					}
					if r != nil {
						if err := follow(r); err != nil {
							return err
						}
					}
				}
				return nil
			}
			if err := follow(e); err != nil {
				return &Atomic{e.Origin, err.Error()}
			}
		}
		a.Edges = list
	}
	return nil
}

// Reduce leaves out what no failure rests on: steps of a thread that touch nothing that another one can touch happen
// together with the step before them, as nobody can tell the difference (Lipton, "Reduction", 1975); what is assigned to
// variables that nobody reads goes.
func (p *Program) Reduce() {
	owners := p.Owners()
	for changed := true; changed; {
		changed = false
		k := p.locking()
		for i := range p.Automata {
			changed = p.join(i, owners, k) || changed
		}
		changed = p.propagate() || changed
		for _, a := range p.Automata {
			a.trim()
		}
		changed = p.forget() || changed
	}
	p.drop()
}

// private reports whether an edge touches nothing that another thread can touch meanwhile.
func (p *Program) private(automaton int, e *Edge, o *Owners, k *locking) bool {
	if e.Start >= 0 || e.Loose != "" {
		return false
	}
	all := !slices.ContainsFunc(e.Updates, func(u Update) bool { return u.Index != None })
	k.accesses(e, func(v word.Variable) { all = all && (o.Of(v) != Shared || k.exclusive(automaton, e, v)) })
	return all
}

// stuck returns when a thread can take none of the edges of a node, nor fails there.
func (p *Program) stuck(out []*Edge) word.Term {
	t := p.Terms
	some := word.False
	for _, e := range out {
		some = t.Or(some, p.Happens(e))
	}
	if some == word.True {
		return word.False
	}
	if sat, err := word.NewSolver(t).Sat(context.Background(), t.Not(some)); err == nil && !sat {
		return word.False
	}
	return t.Not(some)
}

// visible reports whether others can see that an edge was taken.
func (p *Program) visible(e *Edge, o *Owners) bool {
	return slices.ContainsFunc(e.Updates, func(u Update) bool { return o.Of(u.Variable) == Shared })
}

// join has the private edges of each node follow those that lead to it, if that makes no more edges but such as a thread
// takes that then cannot go on. It reports whether there was such a node. What k says of nodes stays true.
func (p *Program) join(automaton int, o *Owners, k *locking) (joined bool) {
	a := p.Automata[automaton]
	in, out := make([][]*Edge, a.Nodes), a.Out()
	for _, e := range a.Edges {
		if e.Check == None {
			in[e.To] = append(in[e.To], e)
		}
	}
	without := func(list []*Edge, e *Edge) []*Edge {
		return slices.DeleteFunc(list, func(x *Edge) bool { return x == e })
	}
	for n := range in { // nodes that are made on the way have no edges
		if n == a.Entry || len(in[n]) == 0 || len(out[n]) == 0 || !p.joins(automaton, in[n], out[n], o, k) || p.multiply(in[n], out[n]) {
			continue
		}
		joined = true
		stuck := p.stuck(out[n])
		into, from := in[n], out[n]
		in[n], out[n] = nil, nil
		for _, e := range from {
			if e.Check == None && e.To < len(in) {
				in[e.To] = without(in[e.To], e)
			}
		}
		for _, e := range into {
			out[e.From] = without(out[e.From], e)
			next := from
			if stuck != word.False && p.visible(e, o) { // what it did is seen even if it does not go on
				rest := NewEdge(n, a.Nodes, e.Origin)
				rest.Defined, rest.Blocked = stuck, true
				for _, x := range from {
					rest.Inputs = append(rest.Inputs, x.Inputs...)
				}
				next = append(next[:len(next):len(next)], rest)
				a.Nodes++
			}
			for _, x := range next {
				r, _ := p.then(e, x)
				if r == nil {
					continue
				}
				out[r.From] = append(out[r.From], r)
				if r.Check == None && r.To < len(in) {
					in[r.To] = append(in[r.To], r)
				}
			}
		}
	}
	a.Edges = nil
	for _, list := range out {
		a.Edges = append(a.Edges, list...)
	}
	return joined
}

// multiply reports whether there are more edges if those of a node follow those to it at once.
func (p *Program) multiply(in, out []*Edge) bool {
	if len(in) == 1 || len(out) == 1 {
		return false
	}
	n := 0
	for _, e := range in {
		for _, x := range out {
			if r, _ := p.then(e, x); r != nil {
				n++
			}
		}
	}
	return n > max(len(in), len(out))
}

// joins reports whether the edges of a node may follow those to it at once.
func (p *Program) joins(automaton int, in, out []*Edge, o *Owners, k *locking) bool {
	for _, e := range out {
		if e.Check == None && e.To == e.From || !p.private(automaton, e, o, k) {
			return false
		}
	}
	for _, e := range in {
		if e.Start >= 0 || slices.ContainsFunc(e.Updates, func(u Update) bool { return u.Index != None }) {
			return false
		}
	}
	return true
}

// trim leaves out nodes that are not reached and steps that do nothing, and numbers the other nodes.
func (a *Automaton) trim() {
	out := a.Out()
	number := make([]int, a.Nodes)
	order := []int{a.Entry}
	number[a.Entry] = 1
	for i := 0; i < len(order); i++ {
		for _, e := range out[order[i]] {
			if e.Check == None && number[e.To] == 0 {
				order = append(order, e.To)
				number[e.To] = len(order)
			}
		}
	}
	a.Edges = nil
	for _, n := range order {
		for _, e := range out[n] {
			nothing := e.Check == None && e.From == e.To && e.Start < 0 && len(e.Updates) == 0
			if e.Guard == word.False || e.Check == word.True || nothing {
				continue
			}
			e.From = number[e.From] - 1
			if e.Check == None {
				e.To = number[e.To] - 1
			}
			a.Edges = append(a.Edges, e)
		}
	}
	a.Nodes, a.Entry = len(order), 0
}

// forget drops what is assigned to variables that nobody reads.
func (p *Program) forget() bool {
	same := func(u Update) bool {
		v, ok := p.Terms.IsVar(u.Value)
		return ok && v == u.Variable && u.Index == None
	}
	changed := false
	keep := func(e *Edge, keep func(u Update) bool) {
		updates, arguments := filter(e.Updates, keep), filter(e.Arguments, keep)
		changed = changed || len(updates) < len(e.Updates) || len(arguments) < len(e.Arguments)
		e.Updates, e.Arguments = updates, arguments
	}
	read := map[word.Variable]bool{}
	for _, e := range p.Edges() {
		keep(e, func(u Update) bool { return !same(u) })
		e.Terms(func(x word.Term) { p.Terms.Variables(x, func(v word.Variable) { read[v] = true }) })
	}
	for _, e := range p.Edges() {
		keep(e, func(u Update) bool { return read[u.Variable] })
	}
	return changed
}

// drop leaves out variables that do not occur.
func (p *Program) drop() {
	used := map[word.Variable]bool{}
	is := func(v word.Variable) bool { return used[v] }
	for _, e := range p.Edges() {
		e.Terms(func(x word.Term) { p.Terms.Variables(x, func(v word.Variable) { used[v] = true }) })
		e.Inputs = filter(e.Inputs, is)
	}
	array := func(a Array) bool { return used[a.Variable] }
	p.Globals = filter(p.Globals, func(g Global) bool { return used[g.Variable] })
	p.Arrays = filter(p.Arrays, array)
	for _, a := range p.Automata {
		a.Locals, a.Arrays = filter(a.Locals, is), filter(a.Arrays, array)
	}
}
