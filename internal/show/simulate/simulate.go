// This file defines simulations: states, moves, undo, random walks.

package simulate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/ijit/ijit/internal/proof/judge"
	"github.com/ijit/ijit/parser"
)

// Options says how a simulation begins.
type Options struct {
	Copies  int    // of main, at least 1
	Threads int    // bound on the threads that are alive at once; 0 for none
	Seed    uint64 // of random walks
}

// A Simulation is an execution that grows and shrinks at its end.
type Simulation struct {
	program *parser.Program
	judge   *judge.Judge
	options Options
	random  *rand.Rand
	states  []*State // at least one
}

// A State is a configuration whose threads have identities.
type State struct {
	judge.Config
	IDs     []int // of Config.Threads, ascending, from 1 on
	created int   // threads so far
	// Move is the step that leads here, nil at the beginning.
	Move *Move
}

// A Move is a step that a thread can make.
type Move struct {
	Thread int // its identity
	PC     int
	// Fails says that the statement is an assertion that fails. Next is then the state
	// before, and nothing comes behind it.
	Fails bool
	Next  *State
}

// MaxMoves is how many moves of one thread are listed.
const MaxMoves = 64

// ErrNoBeginning says that what main enforces holds in no initial configuration.
var ErrNoBeginning = errors.New("the program has no initial configuration: what main enforces never holds")

// New begins a simulation in the initial configuration in which all variables that can
// have either value are 0.
func New(p *parser.Program, o Options) (*Simulation, error) {
	j, err := judge.New(p.File, judge.Small)
	if err != nil {
		return nil, err
	}
	s := &Simulation{program: p, judge: j, options: o, random: rand.New(rand.NewPCG(o.Seed, 0))}
	for c := range j.Initial(o.Copies) {
		first := &State{Config: c, created: len(c.Threads)}
		for i := range c.Threads {
			first.IDs = append(first.IDs, i+1)
		}
		s.states = []*State{first}
		return s, nil
	}
	return nil, ErrNoBeginning
}

// States returns all states, the first one first. They are not to be changed.
func (s *Simulation) States() []*State { return s.states }

// Now returns the last state.
func (s *Simulation) Now() *State { return s.states[len(s.states)-1] }

// Moves returns what a thread can do now: at most [MaxMoves] moves, and whether there are
// more. The error is that of ctx.
func (s *Simulation) Moves(ctx context.Context, thread int) (moves []Move, more bool, err error) {
	now := s.Now()
	i := slices.Index(now.IDs, thread)
	if i < 0 || now.failed() {
		return nil, false, nil
	}
	known := map[string]bool{}
	err = s.judge.Moves(ctx, now.Config, i, s.options.Threads, func(o judge.Outcome) bool {
		m := s.move(now, i, o)
		if key := m.key(); !known[key] {
			if len(moves) == MaxMoves {
				more = true
				return false
			}
			known[key] = true
			moves = append(moves, m)
		}
		return true
	})
	return moves, more, err
}

// failed reports whether the execution has ended in an assertion that failed.
func (s *State) failed() bool { return s.Move != nil && s.Move.Fails }

// key tells moves of one thread apart.
func (m *Move) key() string {
	if m.Fails {
		return ""
	}
	return m.Next.Key() + fmt.Sprint(m.Next.IDs)
}

// move turns an outcome of a step of the i-th thread of a state into a move.
func (s *Simulation) move(from *State, i int, o judge.Outcome) Move {
	m := Move{Thread: from.IDs[i], PC: from.Threads[i].PC, Fails: o.Error != nil}
	next := &State{Config: o.Next, IDs: from.IDs, created: from.created}
	switch {
	case m.Fails:
		next.Config = from.Config
	case o.Gone:
		next.IDs = slices.Delete(slices.Clone(from.IDs), i, i+1)
	case len(o.Next.Threads) > len(from.Threads):
		next.created++
		next.IDs = append(slices.Clip(from.IDs), next.created)
	}
	m.Next = next
	return m
}

// Take makes a move.
func (s *Simulation) Take(m Move) {
	next := *m.Next
	next.Move = &m
	s.states = append(s.states, &next)
}

// Undo takes back the last n steps, or all if there are fewer, and returns how many.
func (s *Simulation) Undo(n int) int {
	n = min(n, len(s.states)-1)
	s.states = s.states[:len(s.states)-n]
	return n
}

// Enabled returns the threads that can move now.
func (s *Simulation) Enabled(ctx context.Context) ([]int, error) {
	now := s.Now()
	var ids []int
	for i, id := range now.IDs {
		can := false
		err := s.judge.Moves(ctx, now.Config, i, s.options.Threads, func(judge.Outcome) bool {
			can = true
			return false
		})
		if err != nil {
			return nil, err
		}
		if can && !now.failed() {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// Random makes a random step: each thread that can move is as likely as another one, and
// then each of its moves. It reports whether there was one.
func (s *Simulation) Random(ctx context.Context) (bool, error) {
	ids, err := s.Enabled(ctx)
	if len(ids) == 0 || err != nil {
		return false, err
	}
	moves, _, err := s.Moves(ctx, ids[s.random.IntN(len(ids))])
	if err != nil {
		return false, err
	}
	s.Take(moves[s.random.IntN(len(moves))])
	return true, nil
}
