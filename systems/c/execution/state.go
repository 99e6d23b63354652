// This file defines configurations and their steps.

package execution

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// A Thread is one that lives.
type Thread struct {
	ID        int // from 1 on, in order of creation
	Automaton int
	Node      int
	Locals    []uint64 // in the order of the automaton's
	set       []bool   // those that have been given a value
	arrays    map[cell]uint64
}

// A cell is an element of an array.
type cell struct {
	array word.Variable
	index uint64
}

// A State is a configuration.
type State struct {
	Globals []uint64        // in the order of the program's
	arrays  map[cell]uint64 // elements that are not what they are at first
	Threads []*Thread
	Created int // how many there were, so far
}

// Thread returns the thread with an ID, nil if there is none.
func (s *State) Thread(id int) *Thread {
	for _, t := range s.Threads {
		if t.ID == id {
			return t
		}
	}
	return nil
}

// A machine executes a program.
type machine struct {
	p       *form.Program
	owners  *form.Owners
	lengths map[word.Variable]int
	zero    map[word.Variable]bool // arrays whose elements are 0 if nothing is said of them
	out     [][][]*form.Edge
	places  []place // of variables
	// unset says that a local or an element was read that might be anything.
	unset bool
}

// A place is where a variable's value is: of which owner, at which position.
type place struct{ owner, at int }

func newMachine(p *form.Program) *machine {
	m := &machine{p: p, owners: p.Owners(), lengths: map[word.Variable]int{}, zero: map[word.Variable]bool{}}
	for _, f := range p.Automata {
		m.out = append(m.out, f.Out())
		for _, a := range f.Arrays {
			m.lengths[a.Variable] = a.Length
		}
	}
	for _, a := range p.Arrays {
		m.lengths[a.Variable], m.zero[a.Variable] = a.Length, a.Zero
	}
	for i, g := range p.Globals {
		m.put(g.Variable, place{form.Shared, i})
	}
	for i, f := range p.Automata {
		for k, v := range f.Locals {
			m.put(v, place{i, k})
		}
	}
	return m
}

func (m *machine) put(v word.Variable, at place) {
	for int(v) >= len(m.places) {
		m.places = append(m.places, place{form.Input, 0})
	}
	m.places[v] = at
}

// at returns where the value of a variable is.
func (m *machine) at(v word.Variable) place {
	if int(v) >= len(m.places) {
		return place{form.Input, 0}
	}
	return m.places[v]
}

// initial returns the configuration in which all begins, with values of what may be anything.
func (m *machine) initial(values func(word.Variable) uint64) *State {
	s := &State{}
	for _, g := range m.p.Globals {
		value := uint64(0)
		if g.Initial == form.None {
			value = values(g.Variable)
		} else {
			value, _ = m.p.Terms.IsConst(g.Initial)
		}
		s.Globals = append(s.Globals, value)
	}
	for _, a := range m.p.Arrays {
		for i, x := range a.Initial {
			if x != 0 {
				if s.arrays == nil {
					s.arrays = map[cell]uint64{}
				}
				s.arrays[cell{a.Variable, i}] = x
			}
		}
	}
	m.start(s, 0)
	return s
}

// start adds a thread to a configuration, with zeros for its locals.
func (m *machine) start(s *State, automaton int) *Thread {
	s.Created++
	f := m.p.Automata[automaton]
	t := &Thread{ID: s.Created, Automaton: automaton, Node: f.Entry, Locals: make([]uint64, len(f.Locals)), set: make([]bool, len(f.Locals))}
	s.Threads = append(s.Threads, t)
	return t
}

// view is what a step of a thread reads.
type view struct {
	m      *machine
	s      *State
	t      *Thread
	inputs map[word.Variable]uint64
	// beyond is the array of which an element was read that it does not have.
	beyond string
}

func (v *view) Value(x word.Variable) uint64 {
	switch at := v.m.at(x); at.owner {
	case form.Shared:
		return v.s.Globals[at.at]
	case form.Input:
		return v.inputs[x]
	default:
		v.m.unset = v.m.unset || !v.t.set[at.at]
		return v.t.Locals[at.at]
	}
}

func (v *view) Element(array word.Variable, index uint64) uint64 {
	if n := v.m.lengths[array]; n > 0 && index >= uint64(n) {
		v.beyond = v.m.p.Terms.Name(array)
	}
	cells := v.t.arrays
	if v.m.owners.Of(array) == form.Shared {
		cells = v.s.arrays
	}
	x, set := cells[cell{array, index}]
	v.m.unset = v.m.unset || !set && !v.m.zero[array]
	return x
}

// holds reports whether a word of one bit is 1.
func (v *view) holds(x word.Term) bool { return v.m.p.Terms.Eval(x, v) == 1 && v.beyond == "" }

// step returns the configuration behind a step of a thread, which is the k-th, nil if it cannot take it. fails says that
// it is a check that fails.
func (m *machine) step(s *State, k int, e *form.Edge, inputs map[word.Variable]uint64) (next *State, fails bool) {
	v := &view{m: m, s: s, t: s.Threads[k], inputs: inputs}
	if v.t.Node != e.From || !v.holds(e.Guard) || !v.holds(e.Defined) {
		return nil, false
	}
	if e.Check != form.None {
		fails = !v.holds(e.Check) && v.beyond == ""
		return nil, fails
	}
	next = s.clone(k)
	t := next.Threads[k]
	for _, u := range e.Updates {
		x := m.p.Terms.Eval(u.Value, v)
		at := m.at(u.Variable)
		switch {
		case u.Index != form.None:
			i := m.p.Terms.Eval(u.Index, v)
			if n := m.lengths[u.Variable]; n > 0 && i >= uint64(n) {
				return nil, false
			}
			cells := &t.arrays
			if m.owners.Of(u.Variable) == form.Shared {
				cells = &next.arrays
			}
			if x == 0 && m.zero[u.Variable] {
				delete(*cells, cell{u.Variable, i})
				continue
			}
			if *cells == nil {
				*cells = map[cell]uint64{}
			}
			(*cells)[cell{u.Variable, i}] = x
		case at.owner == form.Shared:
			next.Globals[at.at] = x
		default:
			t.Locals[at.at], t.set[at.at] = x, true
		}
	}
	t.Node = e.To
	if e.Start >= 0 {
		child := m.start(next, e.Start)
		for _, u := range e.Arguments {
			at := m.at(u.Variable).at
			child.Locals[at], child.set[at] = m.p.Terms.Eval(u.Value, v), true
		}
	}
	if v.beyond != "" {
		return nil, false
	}
	return next, false
}

// clone copies what a step of thread k may change.
func (s *State) clone(k int) *State {
	next := &State{Globals: slices.Clone(s.Globals), arrays: maps.Clone(s.arrays), Threads: slices.Clone(s.Threads), Created: s.Created}
	t := *s.Threads[k]
	t.Locals, t.set, t.arrays = slices.Clone(t.Locals), slices.Clone(t.set), maps.Clone(t.arrays)
	next.Threads[k] = &t
	return next
}

// key returns a text that two configurations have in common if they are the same up to the names of threads.
func (m *machine) key(s *State) string {
	var b []byte
	for _, x := range s.Globals {
		b = binary.AppendUvarint(b, x)
	}
	b = appendCells(b, s.arrays)
	threads := make([]string, 0, len(s.Threads))
	for _, t := range s.Threads {
		if len(m.out[t.Automaton][t.Node]) == 0 {
			continue
		}
		c := binary.AppendUvarint(nil, uint64(t.Automaton))
		c = binary.AppendUvarint(c, uint64(t.Node))
		for i, x := range t.Locals {
			if t.set[i] {
				c = binary.AppendUvarint(c, x)
			} else {
				c = append(c, 0x80, 0) // no number is written so
			}
		}
		threads = append(threads, string(appendCells(c, t.arrays)))
	}
	slices.Sort(threads)
	return string(b) + strings.Join(threads, "\xff\xff")
}

func appendCells(b []byte, cells map[cell]uint64) []byte {
	if len(cells) == 0 {
		return append(b, ';')
	}
	keys := slices.SortedFunc(maps.Keys(cells), func(x, y cell) int {
		if x.array != y.array {
			return int(x.array - y.array)
		}
		return int(int64(x.index - y.index))
	})
	for _, k := range keys {
		b = append(b, fmt.Sprintf("%d[%d]%d,", k.array, k.index, cells[k])...)
	}
	return append(b, ';')
}
