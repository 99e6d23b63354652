//go:build ignore

// A snapshot: the state is copied with its lock, which is held at this time. The lock of the copy
// is never given back.
package goroutines

import (
	"sync"
	"testing"
)

type state struct {
	mu    sync.Mutex
	level int
	tags  []string
}

func (s *state) Set(level int, tags ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.level = level
	s.tags = tags
}

func (s *state) Level() int {
	s.mu.Lock() // want: deadlock
	defer s.mu.Unlock()
	return s.level
}

func (s *state) Snapshot() *state {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := *s // want: lock
	c.tags = append([]string(nil), s.tags...)
	return &c
}

func TestSnapshot(t *testing.T) {
	s := &state{}
	s.Set(3, "stable")
	before := s.Snapshot()
	s.Set(4)
	if before.Level() == s.Level() {
		t.Error("the snapshot has changed")
	}
}
