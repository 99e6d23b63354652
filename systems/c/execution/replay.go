// This file defines replays of paths.

package execution

import (
	"fmt"
	"maps"
	"slices"

	"github.com/ijit/ijit/systems/c/form"
	"github.com/ijit/ijit/systems/c/word"
)

// A Move is an edge that a thread takes, with the values of its inputs.
type Move struct {
	Thread int // in order of creation, from 1 on
	Edge   *form.Edge
	Inputs map[word.Variable]uint64
	// Created are values of locals of the thread that is started, which may be anything.
	Created map[word.Variable]uint64
}

// A Path is the steps of threads, and what may be anything at first.
type Path struct {
	Globals, Locals map[word.Variable]uint64 // the locals are those of main
	Moves           []Move
}

// NewPath returns the steps of an execution that began with zeros.
func NewPath(steps []Step) *Path {
	p := &Path{}
	for _, s := range steps {
		p.Moves = append(p.Moves, Move{Thread: s.Thread, Edge: s.Edge, Inputs: s.Inputs})
	}
	return p
}

// Begin returns the configuration in which the path begins.
func (path *Path) Begin(p *form.Program) *State { return path.begin(newMachine(p)) }

func (path *Path) begin(m *machine) *State {
	s := m.initial(func(v word.Variable) uint64 { return path.Globals[v] })
	m.give(s.Threads[0], path.Locals)
	return s
}

// give sets locals of a thread.
func (m *machine) give(t *Thread, values map[word.Variable]uint64) {
	for v, x := range values {
		if at := m.at(v); at.owner == t.Automaton {
			t.Locals[at.at], t.set[at.at] = x, true
		}
	}
}

// Replay executes a path that ends in a check which fails, with no more threads at once than a bound, if that is not 0. The
// error says why it is no execution.
func (path *Path) Replay(p *form.Program, threads int) ([]Step, error) {
	m := newMachine(p)
	s := path.begin(m)
	var steps []Step
	for i, move := range path.Moves {
		if move.Thread < 1 || move.Thread > len(s.Threads) {
			return nil, fmt.Errorf("step %d is of a thread that does not exist", i+1)
		}
		if t := s.Threads[move.Thread-1]; !slices.Contains(m.out[t.Automaton][t.Node], move.Edge) {
			return nil, fmt.Errorf("step %d begins where the thread is not", i+1)
		}
		next, fails := m.step(s, move.Thread-1, move.Edge, move.Inputs)
		if fails {
			if i != len(path.Moves)-1 {
				return nil, fmt.Errorf("step %d fails already", i+1)
			}
			return append(steps, Step{Thread: move.Thread, Edge: move.Edge, Inputs: move.Inputs, State: s}), nil
		}
		if next == nil {
			return nil, fmt.Errorf("step %d cannot be taken: %s", i+1, p.Edge(move.Edge))
		}
		if len(next.Threads) > len(s.Threads) {
			created := maps.Clone(move.Created)
			maps.DeleteFunc(created, func(v word.Variable, _ uint64) bool { _, given := move.Edge.Gives(v); return given })
			m.give(next.Threads[len(next.Threads)-1], created)
		}
		if threads > 0 && m.living(next) > threads {
			return nil, fmt.Errorf("behind step %d there are more than %d threads", i+1, threads)
		}
		steps = append(steps, Step{Thread: move.Thread, Edge: move.Edge, Inputs: move.Inputs, State: next})
		s = next
	}
	return nil, fmt.Errorf("the last step does not fail")
}
