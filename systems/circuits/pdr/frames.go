// This file defines the sets of states that are reached in so many steps, and the clauses
// that are carried from one to the next.

package pdr

import "github.com/ijit/ijit/allsat/sat"

// Frame k excludes the cubes of search.frames[k] and of all later lists: each cube is in the
// last list in which it can be. List 0 is empty, since frame 0 is the states of first frames.

// add excludes a cube from frame k and those before. Cubes that it covers go.
func (s *search) add(c cube, k int) {
	for i := 1; i <= k; i++ {
		kept := s.frames[i][:0]
		for _, d := range s.frames[i] {
			if !c.covers(d) {
				kept = append(kept, d)
			} else {
				s.bytes -= d.bytes()
			}
		}
		clear(s.frames[i][len(kept):])
		s.frames[i] = kept
	}
	s.frames[k] = append(s.frames[k], c)
	s.bytes += c.bytes()
	s.exclude(s.solver, c, k)
	s.exclude(s.ends, c, k)
}

// excluded reports whether one of the cubes of frame k covers c.
func (s *search) excluded(c cube, k int) bool {
	for _, list := range s.frames[k:] {
		for _, d := range list {
			if d.covers(c) {
				return true
			}
		}
	}
	return false
}

// extend begins a frame behind the last one, without clauses.
func (s *search) extend() {
	s.frames = append(s.frames, nil)
	s.solver.addFrame()
	s.ends.addFrame()
}

// propagate carries clauses over to the next frame if steps preserve them, the last frame but
// one being the last from which they are. It returns a frame that is equal to the next one,
// 0 if there is none.
func (s *search) propagate() int {
	last := len(s.frames) - 1
	for k := 1; k < last; k++ {
		for _, c := range append([]cube(nil), s.frames[k]...) {
			if s.excluded(c, k+1) {
				continue
			}
			status, failed := s.reached(c, k+1, false)
			if s.err != nil {
				return 0
			}
			if status == sat.Unsat {
				s.add(failed, k+1)
			}
		}
		if len(s.frames[k]) == 0 {
			return k
		}
	}
	return 0
}
