// This file defines what a person may do with a program: one step after the other.

package execution

import (
	"slices"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// A System is a program to walk through.
type System struct {
	*machine
	threads int
	values  map[int][]uint64 // of what may be anything, by width
	first   []int            // location of each automaton's node 0
}

// NewSystem returns a program in which no more threads live at once than a bound, if that is not 0.
func NewSystem(p *form.Program, threads int) *System {
	x := &System{machine: newMachine(p), threads: threads, values: interesting(p)}
	n := 0
	for _, a := range p.Automata {
		x.first = append(x.first, n)
		n += a.Nodes
	}
	return x
}

// Begin returns the configuration in which all begins, with given values of what may be anything, or 0.
func (x *System) Begin(values map[word.Variable]uint64) *State {
	return (&Path{Globals: values, Locals: values}).begin(x.machine)
}

// Try has what may be anything be a value, too.
func (x *System) Try(value uint64) {
	for w, list := range x.values {
		if v := value & (^uint64(0) >> (64 - w)); !slices.Contains(list, v) {
			x.values[w] = append([]uint64{v}, list...)
		}
	}
}

// Threads returns those that have not ended.
func (x *System) Threads(s *State) (ids []int) {
	for _, t := range s.Threads {
		if len(x.out[t.Automaton][t.Node]) > 0 {
			ids = append(ids, t.ID)
		}
	}
	return ids
}

// At returns the location of a thread, -1 if it has ended.
func (x *System) At(s *State, thread int) int {
	if t := s.Thread(thread); t != nil && len(x.out[t.Automaton][t.Node]) > 0 {
		return x.first[t.Automaton] + t.Node
	}
	return -1
}

// Key returns what configurations have in common that are the same up to the names of threads.
func (x *System) Key(s *State) string { return x.key(s) }

// Steps calls yield for what a thread can do, with some values of what may be anything, until it returns false.
func (x *System) Steps(s *State, thread int, yield func(step Step, fails bool) bool) {
	t := s.Thread(thread)
	for _, e := range x.out[t.Automaton][t.Node] {
		if e.Start >= 0 && x.Bounded(s) {
			continue
		}
		goOn := true
		x.inputs(e, x.values, func(in map[word.Variable]uint64) bool {
			next, fails := x.step(s, slices.Index(s.Threads, t), e, in)
			if fails {
				next = s
			}
			if next != nil {
				goOn = yield(Step{thread, e, in, next}, fails)
			}
			return goOn
		})
		if !goOn {
			return
		}
	}
}

// Bounded reports whether no thread more may be created.
func (x *System) Bounded(s *State) bool { return x.threads > 0 && x.living(s) >= x.threads }

// Next returns the edges of a thread.
func (x *System) Next(s *State, thread int) []*form.Edge {
	t := s.Thread(thread)
	return x.out[t.Automaton][t.Node]
}

// Places returns the locations of which an edge begins in a line, or that a function begins with.
func (x *System) Places(line int, function string) (list []int) {
	for i, a := range x.p.Automata {
		if a.Name == function {
			list = append(list, x.first[i]+a.Entry)
		}
		for _, e := range a.Edges {
			if e.Origin.Line == line {
				list = append(list, x.first[i]+e.From)
			}
		}
	}
	return list
}
