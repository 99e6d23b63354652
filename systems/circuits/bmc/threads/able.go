// This file defines which threads can move, whatever oracles say.

package threads

import (
	"slices"

	"github.com/ijit/ijit/allsat/aig"
)

// An UnsupportedError says what a circuit cannot answer.
type UnsupportedError struct{ Message string }

func (e *UnsupportedError) Error() string { return e.Message }

// able returns where the thread in a slot can take a step, also one that only a bound keeps it
// from taking. With fails, an assertion that fails counts as a step, too.
func (s *System) able(i int, fails bool) (aig.Lit, error) {
	if s.Rounds() {
		return 0, &UnsupportedError{"whether a thread can move is not known of an atomic section with a loop that is one step; --atomic small shows its states"}
	}
	var pool []aig.Lit
	b := &builder{System: s, oracles: &oracles{add: func() aig.Lit {
		pool = append(pool, s.NewInput())
		return pool[len(pool)-1]
	}}}
	m := mover{make([]aig.Lit, s.Threads), s.now.slots[i]}
	m.is[i] = aig.True
	b.build(m)
	ways := append(b.valid, b.refusals()...)
	if fails {
		ways = append(ways, b.fails...)
	}
	var possible []aig.Lit
	for _, l := range ways {
		for _, oracle := range pool {
			var ok bool
			if l, ok = s.exists(l, oracle.Node()); !ok {
				return 0, &UnsupportedError{"whether an atomic section can be passed is too large a formula; --atomic small asks less"}
			}
		}
		possible = append(possible, l)
	}
	return s.And(b.ready, s.Any(possible...)), nil
}

// maxQuantified bounds the nodes on which a quantified formula rests.
const maxQuantified = 1 << 16

// exists returns where a literal can be true whatever an input is. It is not ok if that is too
// large.
func (s *System) exists(l aig.Lit, input int) (x aig.Lit, ok bool) {
	var cone []int
	seen := map[int]bool{}
	for stack := []int{l.Node()}; len(stack) > 0; {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[n] {
			continue
		}
		seen[n] = true
		if left, right, ok := s.Fanins(n); ok {
			cone = append(cone, n)
			stack = append(stack, left.Node(), right.Node())
		}
	}
	switch {
	case !seen[input]:
		return l, true
	case len(cone) > maxQuantified:
		return 0, false
	}
	slices.Sort(cone) // fan-ins come first
	var sides [2]aig.Lit
	for i := range sides {
		made := map[int]aig.Lit{input: aig.False.NotIf(i == 1)}
		at := func(l aig.Lit) aig.Lit {
			if m, ok := made[l.Node()]; ok {
				return m.NotIf(l.Negated())
			}
			return l
		}
		for _, n := range cone {
			left, right, _ := s.Fanins(n)
			made[n] = s.And(at(left), at(right))
		}
		sides[i] = at(l)
	}
	return s.Or(sides[0], sides[1]), true
}

// Deadlock returns where no thread can move and one has not come to its end. A thread at an
// assertion that fails can move, and so can one that only the bound on threads keeps from
// creating another one. The error is an [UnsupportedError].
func (s *System) Deadlock() (aig.Lit, error) {
	var lives, stands []aig.Lit
	for i, t := range s.now.slots {
		able, err := s.able(i, true)
		if err != nil {
			return 0, err
		}
		stands = append(stands, able.Not())
		lives = append(lives, member(s.Graph, t.pc, func(code int) bool {
			return code != nowhere && code < len(s.pcs) && len(s.program.Nodes[s.pcs[code]].Out) > 0
		}))
	}
	return s.And(s.All(stands...), s.Any(lives...)), nil
}

// stay makes executions infinite, and fair if that is asked for. Where only a bound keeps
// threads from moving, no execution stays: without it they would go on. So it ends there, and
// none is fair to a thread that a bound keeps from moving for ever.
func (s *System) stay() error {
	able := make([]aig.Lit, s.Threads)
	for i := range able {
		var err error
		if able[i], err = s.able(i, false); err != nil {
			return err
		}
		if s.Fair {
			s.Circuit.Fairness = append(s.Circuit.Fairness, s.Implies(able[i], s.schedule[i]))
		}
	}
	stuck := s.Any(able...).Not()
	for i, l := range s.Latches {
		s.SetNext(i, s.Mux(stuck, l.Lit, l.Next))
	}
	s.Steps[0] = s.Or(s.Steps[0], stuck)
	return nil
}
