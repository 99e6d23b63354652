// This file defines explicit search: state by state, turn by turn.

package reactive

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/ijit/ijit/internal/verdict"
	"github.com/ijit/ijit/systems/eca"
)

// States enumerates the states of a program breadth first. A state is its control, the
// variables that take values from a list, and its numbers, those that arithmetic changes. The
// turn is executed once for each control, for all inputs together, with numbers as symbols;
// states with that control go through the tests and assignments that are left of it.
func States(ctx context.Context, file *eca.File, options Options) *Result {
	return newExplicit(file, options, nil).search(ctx)
}

type explicit struct {
	*turner
	file    *eca.File
	options Options
	board   *board // where analyses share labels; nil for one alone
	began   time.Time

	states  []uint64 // keys, if there are numbers; without, a state is its control
	seen    table    // keys without the lowest bits of their last number
	present []uint64 // of those, with which lowest bits
	parents []uint32 // of each state, that of the first turn its index itself
	initial []*move  // that lead to the first states
	nodes   []*node  // by control, if there are numbers
	depth   int
	through bool // all states were searched

	found []found // by label
	left  int     // labels that are wanted and not found

	numbers, next []int32
	key           []uint64
	moves         []*move // of the current state
}

// found is how a label is reached.
type found struct {
	state    uint32 // noPart for none: before the loop
	inputs   []int32
	turn     int // from 1 on, 0 for before the loop; -1 for not found
	shortest bool
	seconds  float64
}

func newExplicit(file *eca.File, options Options, shared *board) *explicit {
	s := &explicit{turner: newTurner(assemble(file, options.Wanted)), file: file, options: options, board: shared, began: time.Now()}
	s.seen = newTable(len(s.data)/2 + 1)
	s.numbers, s.next = make([]int32, len(s.data)), make([]int32, len(s.data))
	s.key = make([]uint64, s.seen.width)
	for i := range file.Labels {
		s.found = append(s.found, found{turn: -1})
		if options.Wanted == nil || options.Wanted[i] {
			s.left++
		}
	}
	return s
}

// search searches and answers.
func (s *explicit) search(ctx context.Context) *Result { return s.result(s.run(ctx)) }

// run searches, and returns why it ended before it was through.
func (s *explicit) run(ctx context.Context) verdict.Reason {
	root := s.expand(s.start(), noPart)
	for i := range root.moves {
		m := &root.moves[i]
		s.hit(m, noPart)
		if !m.ends && s.add(m, noPart) {
			s.initial = append(s.initial, m)
		}
	}
	for i, m := range s.initial {
		s.parents[i] = uint32(i)
		s.mixed = s.mixed || len(m.inputs) != len(s.initial[0].inputs)
	}
	s.close()
	s.through = len(s.parents) == 0
	for first := 0; first < len(s.parents) && s.left > 0; {
		if s.options.MaxDepth > 0 && s.depth == s.options.MaxDepth {
			return verdict.Bound
		}
		s.depth++
		end := len(s.parents)
		for i := first; i < end; i++ {
			if i%1024 == 0 || s.parts.width > 1 && i%64 == 0 {
				if err := ctx.Err(); err != nil {
					return verdict.ReasonOf(err)
				}
				if !s.room() {
					return verdict.Memory
				}
				if s.options.Progress != nil && i%(1<<16) == 0 {
					s.options.Progress(s.stats())
				}
			}
			s.gather(i)
			for _, m := range s.moves {
				if len(m.hits) > 0 {
					s.hit(m, uint32(i))
				}
				if !m.ends {
					s.add(m, uint32(i))
				}
			}
		}
		first = end
		s.close()
		s.through = first == len(s.parents)
	}
	return verdict.NoReason
}

// gather sets numbers and moves to those of a state.
func (s *explicit) gather(state int) {
	s.moves = s.moves[:0]
	part := s.load(state)
	if len(s.data) == 0 {
		s.walk(s.expand(s.turn(part), part))
		return
	}
	for int(part) >= len(s.nodes) {
		s.nodes = append(s.nodes, nil)
	}
	if s.nodes[part] == nil {
		s.nodes[part] = s.expand(s.turn(part), part)
	}
	s.walk(s.nodes[part])
}

// load sets the numbers to those of a state, and returns its control.
func (s *explicit) load(state int) uint32 {
	if len(s.data) == 0 {
		return uint32(state)
	}
	key := s.at(state)
	for i := range s.numbers {
		s.numbers[i] = int32(key[(i+1)/2] >> (32 * ((i + 1) % 2)))
	}
	return uint32(key[0])
}

// walk adds the moves of a node, and of those that its tests lead to.
func (s *explicit) walk(n *node) {
	for i := range n.moves {
		s.moves = append(s.moves, &n.moves[i])
	}
	for i := range n.tests {
		t, side := &n.tests[i], 0
		if s.of(t.term, s.numbers) > t.c {
			side = 1
		}
		s.walk(s.behind(n, t, side))
	}
}

// step sets the key to that of the state that a move leads to.
func (s *explicit) step(m *move) {
	copy(s.next, s.numbers)
	for _, set := range m.sets {
		if set.sym == 0 {
			s.next[set.number] = set.c
		} else {
			s.next[set.number] = s.of(set.sym, s.numbers)
		}
	}
	clear(s.key)
	s.key[0] = uint64(m.part)
	for i, c := range s.next {
		s.key[(i+1)/2] |= uint64(uint32(c)) << (32 * ((i + 1) % 2))
	}
}

// add adds the state that a move leads to, and reports whether it is new.
func (s *explicit) add(m *move, parent uint32) bool {
	if len(s.data) == 0 {
		// Controls are numbered as moves are made, so a new one is the next state.
		if int(m.part) < len(s.parents) {
			return false
		}
	} else {
		s.step(m)
		if !s.insert() {
			return false
		}
	}
	s.parents = append(s.parents, parent)
	return true
}

// insert adds the key, and reports whether it is new. Numbers that differ in their last bits
// only are in one word, as many are counters.
func (s *explicit) insert() bool {
	last, shift := len(s.key)-1, 32*(len(s.data)%2)
	bit := s.key[last] >> shift & 63
	s.states = append(s.states, s.key...)
	s.key[last] &^= 63 << shift
	i, fresh := s.seen.add(s.key)
	if fresh {
		s.present = append(s.present, 0)
	}
	if s.present[i]>>bit&1 != 0 {
		s.states = s.states[:len(s.states)-len(s.key)]
		return false
	}
	s.present[i] |= 1 << bit
	return true
}

// at returns the key of a state.
func (s *explicit) at(state int) []uint64 {
	return s.states[state*len(s.key) : (state+1)*len(s.key)]
}

// hit notes the labels that a move from a state reaches. A later turn does better only where
// turns read different numbers of inputs; then no label is said to be reached by fewest inputs.
func (s *explicit) hit(m *move, state uint32) {
	for _, h := range m.hits {
		f := &s.found[h.label]
		if f.turn >= 0 && (f.turn < s.depth || len(f.inputs) <= int(h.inputs)) {
			continue
		}
		if f.turn < 0 {
			s.left--
			s.board.decide(int(h.label))
		}
		*f = found{state: state, inputs: m.inputs[:h.inputs], turn: s.depth, seconds: time.Since(s.began).Seconds()}
	}
}

// close ends a turn: labels that were found in it, or before, are not reached by fewer inputs,
// if all turns read equally many.
func (s *explicit) close() {
	for i := range s.found {
		if f := &s.found[i]; f.turn == s.depth {
			f.shortest = !s.mixed
		}
	}
}

// trace returns the inputs to a label.
func (s *explicit) trace(f found) []int32 {
	turns := [][]int32{f.inputs}
	if f.state != noPart {
		state := int(f.state)
		for int(s.parents[state]) != state {
			parent := int(s.parents[state])
			turns = append(turns, s.between(parent, state))
			state = parent
		}
		turns = append(turns, s.initial[state].inputs)
	}
	slices.Reverse(turns)
	return slices.Concat(turns...)
}

// between returns the inputs that lead from a state to the next one.
func (s *explicit) between(state, next int) []int32 {
	s.gather(state)
	for _, m := range s.moves {
		if m.ends {
			continue
		}
		if len(s.data) == 0 {
			if int(m.part) == next {
				return m.inputs
			}
			continue
		}
		if s.step(m); slices.Equal(s.key, s.at(next)) {
			return m.inputs
		}
	}
	panic("reactive: a state is not reached from its parent")
}

// used returns the memory that states and turns take.
func (s *explicit) used() int64 {
	return s.seen.bytes() + s.parts.bytes() + s.bytes + int64(4*cap(s.parents)+8*(cap(s.nodes)+cap(s.states)+cap(s.present)))
}

// room reports whether there is memory left. What is known of turns takes no more than states
// do: it can be found again.
func (s *explicit) room() bool {
	if s.bytes > max(1<<26, s.used()/2) {
		clear(s.nodes)
		s.bytes = 0
	}
	return s.options.MaxBytes == 0 || s.used() <= s.options.MaxBytes+s.board.spared()
}

func (s *explicit) stats() Stats {
	st := Stats{Depth: s.depth, States: int64(len(s.parents)), Bytes: s.used()}
	for i := range s.found {
		if s.options.Wanted == nil || s.options.Wanted[i] {
			st.Asked++
		}
	}
	st.Decided = st.Asked - s.left
	return st
}

func (s *explicit) result(reason verdict.Reason) *Result {
	r := &Result{Reason: reason, Complete: reason == verdict.NoReason && s.through, Stats: s.stats(), Labels: make([]Answer, len(s.found))}
	for i, f := range s.found {
		if s.options.Wanted != nil && !s.options.Wanted[i] {
			continue
		}
		a := &r.Labels[i]
		switch {
		case f.turn >= 0:
			*a = Answer{Verdict: verdict.Unsafe, Inputs: s.trace(f), Shortest: f.shortest, By: "states", Seconds: f.seconds}
		case r.Complete:
			*a = Answer{Verdict: verdict.Safe, By: "states", Seconds: time.Since(s.began).Seconds()}
			r.Stats.Decided++
		}
	}
	if s.left > 0 && reason != verdict.NoReason {
		r.Detail = fmt.Sprintf("the search ended in turn %d of the loop, with %d states", r.Stats.Depth, r.Stats.States)
	}
	for _, line := range slices.Sorted(maps.Keys(s.overflows)) {
		r.Warnings = append(r.Warnings, fmt.Sprintf("%s:%d: arithmetic overflows, which is undefined in C; it wraps around here", s.file.Name, line))
	}
	return r
}
