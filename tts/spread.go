// This file defines how threads spread over the local states that each of them
// may choose.

package tts

// A spread enumerates the multisets that come about if each of many threads goes
// to one of the local states that are open to it. Threads that begin in the same
// local state have the same choices and cannot be told apart, so what counts is
// how many of them take each choice. It holds the buffers for that.
type spread[K Key] struct {
	shared  K          // of the configurations
	base    []Count[K] // threads that do not choose
	choices []choice[K]
	taken   []Count[K] // how many took each choice so far
	out     []Count[K]
}

// A choice is a local state that n threads may go to. The choices of one group
// of threads follow one another.
type choice[K Key] struct {
	to   K
	n    uint32 // how many threads choose
	last bool   // the last choice of these threads
}

func (s *spread[K]) reset(shared K) {
	s.shared = shared
	s.base, s.choices, s.taken = s.base[:0], s.choices[:0], s.taken[:0]
}

// add adds n threads that choose among to, which must not be empty.
func (s *spread[K]) add(n uint32, to []K) {
	for i, l := range to {
		s.choices = append(s.choices, choice[K]{l, n, i == len(to)-1})
	}
}

// run calls yield with each configuration and reports whether yield always
// asked for more.
func (s *spread[K]) run(yield func(Config[K]) bool) bool {
	if len(s.choices) == 0 {
		return s.leaf(yield)
	}
	return s.from(0, s.choices[0].n, yield)
}

// from distributes: the threads that have not chosen are left of those of choice
// i and all behind these. What the first i choices were given is in taken.
func (s *spread[K]) from(i int, left uint32, yield func(Config[K]) bool) bool {
	if i == len(s.choices) {
		return s.leaf(yield)
	}
	c := s.choices[i]
	switch {
	case c.last:
		s.taken = append(s.taken[:i], Count[K]{c.to, left})
		if i+1 < len(s.choices) {
			left = s.choices[i+1].n
		}
		return s.from(i+1, left, yield)
	case left == Omega:
		// Unboundedly many threads cover every choice at once.
		s.taken = append(s.taken[:i], Count[K]{c.to, Omega})
		return s.from(i+1, Omega, yield)
	}
	for k := range left + 1 {
		s.taken = append(s.taken[:i], Count[K]{c.to, k})
		if !s.from(i+1, left-k, yield) {
			return false
		}
	}
	return true
}

func (s *spread[K]) leaf(yield func(Config[K]) bool) bool {
	s.out = append(s.out[:0], s.base...)
	for _, x := range s.taken {
		if x.N > 0 {
			s.out = AddLocal(s.out, x.Local, x.N)
		}
	}
	return yield(Config[K]{s.shared, s.out})
}
