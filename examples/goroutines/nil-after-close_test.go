//go:build ignore

// A session whose Close takes the connection away: Send asks whether there is one, and takes it later.
package goroutines

import (
	"sync"
	"testing"
)

type wire struct{ sent int }

type session struct {
	mu   sync.Mutex
	wire *wire
}

func (s *session) open() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wire != nil
}

// Send reports whether the message was sent.
func (s *session) Send(message string) bool {
	if !s.open() {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wire.sent += len(message) // want: panic
	return true
}

// Close ends the session.
func (s *session) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wire = nil
}

func TestSession(t *testing.T) {
	s := &session{wire: &wire{}}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for s.Send("hello") {
		}
	}()
	s.Close()
	<-done
}
