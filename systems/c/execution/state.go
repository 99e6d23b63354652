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
	Locals    map[word.Variable]uint64 // what is not there is 0
	arrays    map[cell]uint64
}

// A cell is an element of an array.
type cell struct {
	array word.Variable
	index uint64
}

// A State is a configuration.
type State struct {
	Globals map[word.Variable]uint64
	arrays  map[cell]uint64 // elements that are not 0
	Threads []*Thread
	created int
}

// A machine executes a program.
type machine struct {
	p       *form.Program
	owners  *form.Owners
	lengths map[word.Variable]int
	out     [][][]*form.Edge
}

func newMachine(p *form.Program) *machine {
	m := &machine{p: p, owners: p.Owners(), lengths: map[word.Variable]int{}}
	for _, f := range p.Automata {
		m.out = append(m.out, f.Out())
		for _, a := range f.Arrays {
			m.lengths[a.Variable] = a.Length
		}
	}
	for _, a := range p.Arrays {
		m.lengths[a.Variable] = a.Length
	}
	return m
}

// initial returns the configuration in which all begins, with values of what may be anything.
func (m *machine) initial(values func(word.Variable) uint64) *State {
	s := &State{Globals: map[word.Variable]uint64{}, arrays: map[cell]uint64{}}
	for _, g := range m.p.Globals {
		if g.Initial == form.None {
			s.Globals[g.Variable] = values(g.Variable)
		} else {
			s.Globals[g.Variable], _ = m.p.Terms.IsConst(g.Initial)
		}
	}
	s.start(0, m.p.Automata[0].Entry)
	return s
}

func (s *State) start(automaton, entry int) *Thread {
	s.created++
	t := &Thread{ID: s.created, Automaton: automaton, Node: entry, Locals: map[word.Variable]uint64{}, arrays: map[cell]uint64{}}
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
	switch v.m.owners.Of(x) {
	case form.Shared:
		return v.s.Globals[x]
	case form.Input:
		return v.inputs[x]
	}
	return v.t.Locals[x]
}

func (v *view) Element(array word.Variable, index uint64) uint64 {
	if n := v.m.lengths[array]; n > 0 && index >= uint64(n) {
		v.beyond = v.m.p.Terms.Name(array)
	}
	if v.m.owners.Of(array) == form.Shared {
		return v.s.arrays[cell{array, index}]
	}
	return v.t.arrays[cell{array, index}]
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
		shared := m.owners.Of(u.Variable) == form.Shared
		switch {
		case u.Index != form.None:
			i := m.p.Terms.Eval(u.Index, v)
			if n := m.lengths[u.Variable]; n > 0 && i >= uint64(n) {
				return nil, false
			}
			cells := t.arrays
			if shared {
				cells = next.arrays
			}
			if cells[cell{u.Variable, i}] = x; x == 0 {
				delete(cells, cell{u.Variable, i})
			}
		case shared:
			next.Globals[u.Variable] = x
		default:
			t.Locals[u.Variable] = x
		}
	}
	t.Node = e.To
	if e.Start >= 0 {
		child := next.start(e.Start, m.p.Automata[e.Start].Entry)
		for _, u := range e.Arguments {
			child.Locals[u.Variable] = m.p.Terms.Eval(u.Value, v)
		}
	}
	if v.beyond != "" {
		return nil, false
	}
	return next, false
}

// clone copies what a step of thread k may change.
func (s *State) clone(k int) *State {
	next := &State{Globals: maps.Clone(s.Globals), arrays: maps.Clone(s.arrays), Threads: slices.Clone(s.Threads), created: s.created}
	t := *s.Threads[k]
	t.Locals, t.arrays = maps.Clone(t.Locals), maps.Clone(t.arrays)
	next.Threads[k] = &t
	return next
}

// key returns a text that two configurations have in common if they are the same up to the names of threads.
func (m *machine) key(s *State) string {
	var b []byte
	for _, g := range m.p.Globals {
		b = binary.AppendUvarint(b, s.Globals[g.Variable])
	}
	b = appendCells(b, s.arrays)
	threads := make([]string, 0, len(s.Threads))
	for _, t := range s.Threads {
		if len(m.out[t.Automaton][t.Node]) == 0 {
			continue
		}
		c := binary.AppendUvarint(nil, uint64(t.Automaton))
		c = binary.AppendUvarint(c, uint64(t.Node))
		for _, v := range m.p.Automata[t.Automaton].Locals {
			c = binary.AppendUvarint(c, t.Locals[v])
		}
		threads = append(threads, string(appendCells(c, t.arrays)))
	}
	slices.Sort(threads)
	return string(b) + strings.Join(threads, "\xff\xff")
}

func appendCells(b []byte, cells map[cell]uint64) []byte {
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
