//go:build ignore

// A session whose Close takes the connection away, which Send asks for once.
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

// Send reports whether the message was sent.
func (s *session) Send(message string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.wire == nil {
		return false
	}
	s.wire.sent += len(message)
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
