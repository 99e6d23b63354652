// This file tests how often bytes are counted, which answers do not show.

package sat

import "testing"

// TestCountSeldom checks that lists are counted again when enough has been done, and not before.
func TestCountSeldom(t *testing.T) {
	const n = 1000
	s := New(Options{})
	for v := Var(1); v < n; v++ {
		s.Add(Lit(v), Lit(v+1))
	}
	before := s.Stats().Bytes
	s.watches[2] = append(make([]watch, 0, 1<<20), s.watches[2]...)
	if got := s.Stats().Bytes; got != before {
		t.Errorf("%d bytes, then %d: the lists are counted each time", before, got)
	}
	for v := Var(1); v+2 < n; v++ {
		s.Add(Lit(v), Lit(v+2))
	}
	if got := s.Stats().Bytes; got < before+1<<20 {
		t.Errorf("%d bytes, and %d with a list of 1 MiB more", before, got)
	}
}
