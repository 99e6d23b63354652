//go:build ignore

// A table of sessions: on a miss Find gives the read lock back and looks again.
package goroutines

import (
	"sync"
	"testing"
)

type session struct {
	user string
	hits int
}

type sessionTable struct {
	lock sync.RWMutex
	byID map[string]*session
}

func (s *sessionTable) Find(id string) *session {
	s.lock.RLock()
	if found, ok := s.byID[id]; ok {
		s.lock.RUnlock()
		return found
	}
	s.lock.RUnlock()
	return s.create(id)
}

func (s *sessionTable) create(id string) *session {
	s.lock.Lock()
	defer s.lock.Unlock()
	if found, ok := s.byID[id]; ok {
		return found
	}
	fresh := &session{user: "guest"}
	s.byID[id] = fresh
	return fresh
}

func TestSessionTable(t *testing.T) {
	s := &sessionTable{byID: make(map[string]*session)}
	if s.Find("42").user != "guest" {
		t.Error("a fresh session has a user")
	}
}
