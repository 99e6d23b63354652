// This file defines the search of configurations.

package execution

import (
	"context"
	"maps"
	"slices"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// A Step is an edge that a thread takes.
type Step struct {
	Thread int // its ID
	Edge   *form.Edge
	Inputs map[word.Variable]uint64
	State  *State // behind it; before it, if it is a check that fails
}

// A Result is what a search found.
type Result struct {
	Trace []Step // to a check that fails; nil for none
	// Complete says that all configurations of so many threads were met; Bounded that a thread more could have been created
	// in one of them.
	Complete, Bounded bool
	States            int
	// Undefined is where an execution comes to what C leaves open, the first that was met; nil for nowhere. What follows
	// was not looked at. Checked says that some execution came to a check.
	Undefined *form.Edge
	Checked   bool
	// Values are what variables were in the configurations that were met, for those with few values.
	Values map[word.Variable][]uint64
}

// mostValues is how many values of a variable are few.
const mostValues = 6

// Limits bound a search.
type Limits struct {
	Threads int // that live at once
	States  int
}

// Search explores the configurations of p breadth-first, with some values of what may be anything.
func Search(ctx context.Context, p *form.Program, l Limits) *Result {
	m := newMachine(p)
	x := &search{machine: m, limits: l, met: map[string]int{}, result: &Result{Complete: true, Values: map[word.Variable][]uint64{}}}
	x.values = interesting(p)
	x.result.Complete = !slices.ContainsFunc(p.Globals, func(g form.Global) bool { return g.Initial == form.None })
	x.add(m.initial(func(word.Variable) uint64 { return 0 }), -1, Step{})
	for i := 0; i < len(x.list) && x.result.Trace == nil; i++ {
		if i%256 == 0 && ctx.Err() != nil || len(x.list) > l.States {
			x.result.Complete = false
			break
		}
		x.value(x.list[i].state)
		x.expand(i)
		x.list[i].state = nil
	}
	x.result.Complete = x.result.Complete && !x.unset
	x.result.States = len(x.list)
	maps.DeleteFunc(x.result.Values, func(_ word.Variable, list []uint64) bool { return len(list) > mostValues })
	return x.result
}

// value notes the values of variables in a configuration.
func (x *search) value(s *State) {
	note := func(v word.Variable, n uint64) {
		if list := x.result.Values[v]; len(list) <= mostValues && !slices.Contains(list, n) {
			x.result.Values[v] = append(list, n)
		}
	}
	for i, g := range x.p.Globals {
		note(g.Variable, s.Globals[i])
	}
	for _, t := range s.Threads {
		for i, v := range x.p.Automata[t.Automaton].Locals {
			note(v, t.Locals[i])
		}
	}
}

type search struct {
	*machine
	limits Limits
	met    map[string]int
	list   []visit
	values map[int][]uint64
	result *Result
}

type visit struct {
	state  *State
	parent int
	step   Step
}

func (x *search) add(s *State, parent int, step Step) {
	k := x.key(s)
	if _, ok := x.met[k]; ok {
		return
	}
	x.met[k] = len(x.list)
	x.list = append(x.list, visit{s, parent, step})
}

func (x *search) expand(i int) {
	s := x.list[i].state
	for k, t := range s.Threads {
		for _, e := range x.out[t.Automaton][t.Node] {
			if e.Loose != "" { // what happens behind it may be no execution
				x.result.Complete = false
				continue
			}
			if e.Start >= 0 && x.living(s) >= x.limits.Threads {
				x.result.Bounded = true
				continue
			}
			all := x.inputs(e, x.values, func(in map[word.Variable]uint64) bool {
				x.note(s, k, e, in)
				next, fails := x.step(s, k, e, in)
				step := Step{Thread: t.ID, Edge: e, Inputs: in, State: s}
				if fails {
					x.fail(i, step)
					return false
				}
				if next != nil {
					next.Threads = slices.DeleteFunc(next.Threads, func(t *Thread) bool { return len(x.out[t.Automaton][t.Node]) == 0 })
					step.State = next
					x.add(next, i, step)
				}
				return true
			})
			x.result.Complete = x.result.Complete && all
			if x.result.Trace != nil {
				return
			}
		}
	}
}

// note notes checks, and what C leaves open.
func (x *search) note(s *State, k int, e *form.Edge, in map[word.Variable]uint64) {
	if e.Blocked || e.Check == form.None && (x.result.Undefined != nil || e.Defined == word.True) || e.Check != form.None && x.result.Checked {
		return
	}
	v := &view{m: x.machine, s: s, t: s.Threads[k], inputs: in}
	switch {
	case e.Check == word.False && v.holds(e.Defined): // a call of reach_error is checked where it may be made, and is not
		x.result.Checked = true
	case !v.holds(e.Guard):
	case !v.holds(e.Defined):
		x.result.Undefined = e
	case e.Check != form.None:
		x.result.Checked = true
	}
}

// living returns how many threads have not ended.
func (m *machine) living(s *State) (n int) {
	for _, t := range s.Threads {
		if len(m.out[t.Automaton][t.Node]) > 0 {
			n++
		}
	}
	return n
}

func (x *search) fail(i int, last Step) {
	steps := []Step{last}
	for ; x.list[i].parent >= 0; i = x.list[i].parent {
		steps = append(steps, x.list[i].step)
	}
	slices.Reverse(steps)
	x.result.Trace = steps
}

// inputs calls yield for values of the inputs of an edge, until it returns false: all of those with few bits, else the ones of
// their width. It reports whether these are all.
func (m *machine) inputs(e *form.Edge, values map[int][]uint64, yield func(map[word.Variable]uint64) bool) (all bool) {
	all = true
	var choose func(i int, in map[word.Variable]uint64) bool
	choose = func(i int, in map[word.Variable]uint64) bool {
		if i == len(e.Inputs) {
			return yield(in)
		}
		w := m.p.Terms.VariableWidth(e.Inputs[i])
		values := values[w]
		if w <= 4 {
			values = nil
			for v := range uint64(1) << w {
				values = append(values, v)
			}
		} else {
			all = false
		}
		for _, v := range values {
			next := map[word.Variable]uint64{e.Inputs[i]: v}
			maps.Copy(next, in)
			if !choose(i+1, next) {
				return false
			}
		}
		return true
	}
	choose(0, nil)
	return all
}

// interesting returns values to try, by width: the constants of the program and their neighbours.
func interesting(p *form.Program) map[int][]uint64 {
	t := p.Terms
	found := map[int][]uint64{}
	widths := map[int]bool{}
	for _, e := range p.Edges() {
		e.Terms(func(x word.Term) { t.Constants(x, func(w int, v uint64) { found[w] = append(found[w], v) }) })
		for _, v := range e.Inputs {
			widths[t.VariableWidth(v)] = true
		}
	}
	values := map[int][]uint64{}
	for w := range widths {
		max := ^uint64(0) >> (64 - w)
		list := []uint64{0, 1, 2, max}
		for _, v := range found[w] {
			if v < 1<<16 || v > max-1<<16 {
				list = append(list, v, (v+1)&max, (v-1)&max)
			}
		}
		slices.Sort(list)
		values[w] = slices.Compact(list)
	}
	return values
}
