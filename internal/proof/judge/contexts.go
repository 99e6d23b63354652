// This file defines the oracle of context switches: how often the threads of a file
// have to take turns until something goes wrong.
//
// The threads are as written: a sequence, not a multiset. A context is what one
// thread does with no other one in between. It can be empty, and it ends only where
// the thread is in no atomic section and the global atomic is not true. What init
// does before is not part of any; an error in init counts as one of the first
// context.

package judge

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/ijit/ijit/parser"
)

// Contexts is the answer to [Judge.Switches] and [Judge.Rounds].
type Contexts struct {
	Least     int  // number of switches or rounds with which the target is reached; -1 if it was not
	Exhausted bool // no further switch or round reaches a state that was not seen
	Complete  bool // the limit on states was not hit, and the context did not end
	Cut       bool // the bound on the depth of stacks blocked a call
	States    int  // distinct states, with the thread whose turn it is
}

// Switches returns the least number of context switches, at most most, after which a
// thread is at a label of that name, or can fail an assertion if the name is empty.
// Any thread may be the first one, and any other one the next. At most limit states
// are visited (0: no limit), in which stacks are as deep as [Judge.WithDepth] says.
func (j *Judge) Switches(ctx context.Context, label string, most, limit int) (Contexts, error) {
	s, err := j.byConvention(ctx, label, 1, limit)
	if err != nil {
		return Contexts{}, err
	}
	return s.search(most, anyOther), nil
}

// anyOther may be the next one, at the cost of a switch.
func anyOther(p turn, handOver func(to, cost int)) {
	for to := range p.threads {
		if to != p.running {
			handOver(to, 1)
		}
	}
}

// Started is [Judge.Switches] for a file that is not concurrent by convention: it begins
// with one thread, and the others are started by start_thread, so many threads at most,
// ended ones included. With idle, more may be started, but these never move.
func (j *Judge) Started(ctx context.Context, label string, threads int, idle bool, most, limit int) (Contexts, error) {
	s, err := j.newTurns(ctx, label, limit)
	if err != nil {
		return Contexts{}, err
	}
	s.room, s.idle = threads, idle
	return s.search(most, anyOther), nil
}

// Rounds is [Judge.Switches] for so many copies of each thread that take turns in a
// fixed order, round after round: all threads in the order of the text, then their
// second copies, and so on. It returns the least number of rounds, at most most. As
// a turn may be empty, the copies stand for each sequence of at most so many threads.
func (j *Judge) Rounds(ctx context.Context, label string, copies, most, limit int) (Contexts, error) {
	s, err := j.byConvention(ctx, label, copies, limit)
	if err != nil {
		return Contexts{}, err
	}
	result := s.search(most-1, func(p turn, handOver func(to, cost int)) {
		if next := p.running + 1; next < len(p.threads) {
			handOver(next, 0)
		} else {
			handOver(0, 1)
		}
	})
	if result.Least >= 0 {
		result.Least++
	}
	return result, nil
}

// A turn is a state with the thread that may move in it. A thread that has ended is
// where what starts the threads has its end.
type turn struct {
	shared  []bool
	threads []Thread
	running int
}

var errTooManyStates = errors.New("there are too many states")

func (p turn) config() Config { return Config{Shared: p.shared, Threads: p.threads} }

// turns is a search for the target.
type turns struct {
	*run
	threads []*parser.Proc // one for each copy; nil if they are started
	room    int            // for threads that are started
	idle    bool
	label   string
	at      map[int]bool // where the label is
	limit   int
	visited map[string]bool
	found   bool
}

func (j *Judge) byConvention(ctx context.Context, label string, copies, limit int) (*turns, error) {
	if len(j.file.Threads) == 0 {
		return nil, fmt.Errorf("%s: no threads by convention", j.file.Name)
	}
	s, err := j.newTurns(ctx, label, limit)
	if err != nil {
		return nil, err
	}
	for range copies {
		s.threads = append(s.threads, j.file.Threads...)
	}
	return s, nil
}

func (j *Judge) newTurns(ctx context.Context, label string, limit int) (*turns, error) {
	s := &turns{run: j.run(ctx, 0), label: label, at: map[int]bool{}, limit: limit, visited: map[string]bool{}}
	for pc, p := range j.places {
		if p.stmt != nil && p.stmt.PC == pc && slices.ContainsFunc(p.stmt.Labels, func(l *parser.Label) bool { return l.Name == label }) {
			s.at[pc] = true
		}
	}
	if label != "" && len(s.at) == 0 {
		return nil, fmt.Errorf("%s: no label %s", j.file.Name, label)
	}
	return s, nil
}

// search visits what can be reached at cost 0, 1, ..., most until the target is
// among it. handOvers says which thread may be the next one at which further cost.
func (s *turns) search(most int, handOvers func(p turn, handOver func(to, cost int))) Contexts {
	level := s.first()
	cost := 0
	for ; cost <= most && len(level) > 0 && !s.found; cost++ {
		var next []turn
		for len(level) > 0 && !s.found {
			p := level[len(level)-1]
			level = level[:len(level)-1]
			if !s.visit(p) {
				continue
			}
			level = append(level, s.steps(p)...)
			if !s.mayStop(p) {
				continue
			}
			handOvers(p, func(to, more int) {
				q := turn{p.shared, p.threads, to}
				if more == 0 {
					level = append(level, q)
				} else {
					next = append(next, q)
				}
			})
		}
		level = next
	}
	result := Contexts{Least: -1, Complete: s.err == nil, Cut: s.cut, States: len(s.visited)}
	if s.found {
		result.Least = max(cost-1, 0) // 0 if init did it
	}
	result.Exhausted = result.Complete && !s.found && len(level) == 0
	return result
}

// visit reports whether p is new, and notes if it is the target.
func (s *turns) visit(p turn) bool {
	key := fmt.Append(nil, p.running, " ")
	key = appendKey(key, p.shared, p.threads)
	switch {
	case s.visited[string(key)] || s.spent():
		return false
	case s.limit > 0 && len(s.visited) >= s.limit:
		s.err = errTooManyStates
		return false
	}
	s.visited[string(key)] = true
	s.found = s.found || s.at[p.threads[p.running].PC]
	return true
}

// mayStop reports whether the context of the thread that is running may end.
func (s *turns) mayStop(p turn) bool {
	return !s.atomic(p.shared) && !s.isInside(p.threads[p.running])
}

// steps returns what follows when the thread that is running executes a statement.
func (s *turns) steps(p turn) []turn {
	var after []turn
	s.step(p.config(), p.running, func(o outcome) bool {
		if o.fails != nil {
			s.found = s.found || s.label == ""
			return true
		}
		threads := o.next.Threads
		if o.mover < 0 {
			threads = slices.Insert(threads, p.running, Thread{PC: s.file.Main.Exit, Locals: make([]bool, len(s.file.Main.Locals))})
		}
		if n := len(p.threads); len(threads) > n {
			if s.idle {
				after = append(after, turn{o.next.Shared, threads[:n:n], p.running})
			}
			if n >= s.room {
				return true
			}
		}
		after = append(after, turn{o.next.Shared, threads, p.running})
		return true
	})
	return after
}

// first returns the states in which the threads begin, each of them as the first.
func (s *turns) first() []turn {
	var level, first []turn
	s.initial(1, func(c Config) bool {
		level = append(level, turn{c.Shared, c.Threads, 0})
		return true
	})
	if s.threads == nil {
		return level
	}
	for len(level) > 0 {
		p := level[len(level)-1]
		level = level[:len(level)-1]
		if !s.visit(p) {
			continue
		}
		if _, ok := s.places[p.threads[0].PC].op.(*parser.StartThread); !ok {
			level = append(level, s.steps(p)...)
			continue
		}
		s.begin(p.shared, nil, func(threads []Thread) {
			for k := range threads {
				first = append(first, turn{p.shared, threads, k})
			}
		})
	}
	return first
}

// begin yields the threads where they begin, with all initial values of locals.
func (s *turns) begin(shared []bool, threads []Thread, yield func([]Thread)) {
	if len(threads) == len(s.threads) {
		yield(threads)
		return
	}
	p := s.threads[len(threads)]
	s.product(initial(p.Locals), nil, func(locals []bool) bool {
		s.begin(shared, append(slices.Clip(threads), Thread{PC: p.Entry, Locals: locals}), yield)
		return true
	})
}
