// This file defines walks: states, moves, undo, random steps, ways to a place.

package simulate

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
)

// A System is what a walk goes through. C is a configuration, whose threads have identities.
type System[C any] interface {
	// Threads returns the threads that there are.
	Threads(c C) []int
	// At returns the location of a thread, -1 if there is none.
	At(c C, thread int) int
	// Moves calls yield for what a thread can do, until it returns false. The error is that of ctx.
	Moves(ctx context.Context, c C, thread int, yield func(Move[C]) bool) error
	// Key returns what two configurations have in common if they do not differ but in the identities of threads.
	Key(c C) string
}

// A State is a configuration of a walk.
type State[C any] struct {
	Config C
	// Move is the step that leads here, nil at the beginning.
	Move *Move[C]
}

// A Move is a step that a thread can make.
type Move[C any] struct {
	Thread int // its identity
	PC     int // where it was
	// Fails says that the statement is an assertion that fails. Next is then the configuration
	// before, and nothing comes behind it.
	Fails bool
	Next  C
	// By is what makes the step, if that is not told by PC.
	By any
}

// A Walk is an execution that grows and shrinks at its end.
type Walk[C any] struct {
	system System[C]
	random *rand.Rand
	states []*State[C] // at least one
}

// NewWalk begins a walk in a configuration; seed is that of random steps.
func NewWalk[C any](s System[C], first C, seed uint64) *Walk[C] {
	return &Walk[C]{s, rand.New(rand.NewPCG(seed, 0)), []*State[C]{{Config: first}}}
}

// MaxMoves is how many moves of one thread are listed.
const MaxMoves = 64

// MostStates is how many configurations [Walk.Reach] visits before it gives up.
const MostStates = 200_000

// States returns all states, the first one first. They are not to be changed.
func (w *Walk[C]) States() []*State[C] { return w.states }

// Now returns the last state.
func (w *Walk[C]) Now() *State[C] { return w.states[len(w.states)-1] }

// Threads returns the threads that there are now.
func (w *Walk[C]) Threads() []int { return w.system.Threads(w.Now().Config) }

// At returns the location of a thread now, -1 if there is none.
func (w *Walk[C]) At(thread int) int { return w.system.At(w.Now().Config, thread) }

// Last returns the thread that moved last, 0 at the beginning, and whether an assertion of it failed.
func (w *Walk[C]) Last() (thread int, failed bool) {
	if m := w.Now().Move; m != nil {
		return m.Thread, m.Fails
	}
	return 0, false
}

// Path returns what tells the states of a walk apart: two walks have as much in common as their paths.
func (w *Walk[C]) Path() (list []any) {
	for _, s := range w.states {
		list = append(list, s)
	}
	return list
}

// Moves returns what a thread can do now: at most [MaxMoves] moves, and whether there are
// more. The error is that of ctx.
func (w *Walk[C]) Moves(ctx context.Context, thread int) (moves []Move[C], more bool, err error) {
	now := w.Now()
	if _, failed := w.Last(); failed || w.At(thread) < 0 {
		return nil, false, nil
	}
	known := map[string]bool{}
	err = w.system.Moves(ctx, now.Config, thread, func(m Move[C]) bool {
		if key := w.key(m); !known[key] {
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

// key tells moves of one thread apart.
func (w *Walk[C]) key(m Move[C]) string {
	if m.Fails {
		return ""
	}
	return w.system.Key(m.Next) + fmt.Sprint(w.system.Threads(m.Next))
}

// Ways returns how many moves a thread has now, and whether there are more than are listed.
func (w *Walk[C]) Ways(ctx context.Context, thread int) (n int, more bool, err error) {
	moves, more, err := w.Moves(ctx, thread)
	return len(moves), more, err
}

// Go has a thread make one of its moves.
func (w *Walk[C]) Go(ctx context.Context, thread, way int) error {
	moves, _, err := w.Moves(ctx, thread)
	if err == nil {
		w.Take(moves[way])
	}
	return err
}

// Take makes a move.
func (w *Walk[C]) Take(m Move[C]) { w.states = append(w.states, &State[C]{m.Next, &m}) }

// Undo takes back the last n steps, or all if there are fewer, and returns how many.
func (w *Walk[C]) Undo(n int) int {
	n = min(n, len(w.states)-1)
	w.states = w.states[:len(w.states)-n]
	return n
}

// Begin makes a walk of the states of an execution, or of the one in which it begins.
func (w *Walk[C]) Begin(states ...*State[C]) { w.states = states }

// Enabled returns the threads that can move now.
func (w *Walk[C]) Enabled(ctx context.Context) (ids []int, err error) {
	if _, failed := w.Last(); failed {
		return nil, nil
	}
	for _, id := range w.Threads() {
		can := false
		err := w.system.Moves(ctx, w.Now().Config, id, func(Move[C]) bool {
			can = true
			return false
		})
		if err != nil {
			return nil, err
		}
		if can {
			ids = append(ids, id)
		}
	}
	return ids, nil
}

// Random makes a random step: each thread that can move is as likely as another one, and
// then each of its moves. It reports whether there was one.
func (w *Walk[C]) Random(ctx context.Context) (bool, error) {
	ids, err := w.Enabled(ctx)
	if len(ids) == 0 || err != nil {
		return false, err
	}
	moves, _, err := w.Moves(ctx, ids[w.random.IntN(len(ids))])
	if err != nil {
		return false, err
	}
	w.Take(moves[w.random.IntN(len(moves))])
	return true, nil
}

// Reach goes on, on a shortest way, until a thread is at one of some locations, and reports
// whether there is one; complete says whether all configurations were visited. A thread
// that is there now must come again. If there is no way, nothing changes.
func (w *Walk[C]) Reach(ctx context.Context, pcs []int) (found, complete bool, err error) {
	type node struct {
		*State[C]
		parent int
	}
	if _, failed := w.Last(); failed {
		return false, true, nil
	}
	nodes := []node{{w.Now(), -1}}
	known := map[string]bool{w.system.Key(w.Now().Config): true}
	arrives := func(was C, m Move[C]) bool {
		return slices.ContainsFunc(w.system.Threads(m.Next), func(id int) bool {
			at := w.system.At(m.Next, id)
			return slices.Contains(pcs, at) && (m.Thread == id || w.system.At(was, id) != at)
		})
	}
	for at := 0; at < len(nodes); at++ {
		from := nodes[at].Config
		for _, id := range w.system.Threads(from) {
			err := w.system.Moves(ctx, from, id, func(m Move[C]) bool {
				if m.Fails {
					return true
				}
				if key := w.system.Key(m.Next); !known[key] || arrives(from, m) {
					known[key] = true
					nodes = append(nodes, node{&State[C]{m.Next, &m}, at})
					found = arrives(from, m)
				}
				return !found && len(nodes) < MostStates
			})
			switch {
			case err != nil:
				return false, false, err
			case found:
				var way []*State[C]
				for n := len(nodes) - 1; n > 0; n = nodes[n].parent {
					way = append(way, nodes[n].State)
				}
				slices.Reverse(way)
				w.states = append(w.states, way...)
				return true, true, nil
			case len(nodes) >= MostStates:
				return false, false, nil
			}
		}
	}
	return false, true, nil
}

// A Position says where a thread is.
type Position struct {
	Thread  int // its identity
	Line    int
	Text    string // of the statement
	Enabled bool   // it can move
	Ended   bool   // it has come to its end
	Bounded bool   // it would start another thread, and there is a bound
}
