//go:build ignore

// A session that is renewed while a sweeper looks whether it has expired, under a lock.
package goroutines

import (
	"sync"
	"testing"
	"time"
)

type session struct {
	mu      sync.Mutex
	ttl     time.Duration
	expires time.Time
}

func (s *session) renew() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.expires = time.Now().Add(s.ttl)
}

func (s *session) expired() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return time.Now().After(s.expires)
}

func TestSession(t *testing.T) {
	s := &session{ttl: time.Hour}
	s.renew()
	swept := make(chan bool)
	go func() { swept <- s.expired() }()
	s.renew()
	if <-swept {
		t.Error("expired after no time")
	}
}
