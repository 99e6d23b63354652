//go:build ignore

// Handlers get a copy of a session and store it again: they write to it when others can see it.
package goroutines

import (
	"sync"
	"testing"
)

type session struct {
	user  string
	views int
}

type sessions struct {
	mu  sync.Mutex
	all map[string]*session
}

func (s *sessions) get(id string) (*session, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	old, ok := s.all[id]
	if !ok {
		return nil, false
	}
	c := *old // want: race
	return &c, true
}

func (s *sessions) put(id string, c *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all[id] = c
}

func (s *sessions) view(id string) {
	c, ok := s.get(id)
	if !ok {
		return
	}
	s.put(id, c)
	c.views++ // want: race
}

func TestSessions(t *testing.T) {
	s := &sessions{all: map[string]*session{"1": {user: "ann"}}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 2 {
				s.view("1")
			}
		}()
	}
	wg.Wait()
	if c, ok := s.get("1"); !ok || c.user != "ann" {
		t.Error("lost")
	}
}
