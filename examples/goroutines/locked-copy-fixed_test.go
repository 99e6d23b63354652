//go:build ignore

// A snapshot: the data are copied without the lock.
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
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.level
}

func (s *state) Snapshot() *state {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &state{level: s.level, tags: append([]string(nil), s.tags...)}
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
