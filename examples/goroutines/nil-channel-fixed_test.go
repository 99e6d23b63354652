//go:build ignore

// A server: the channel is made with the server, and Start closes it at its end.
package goroutines

import (
	"sync"
	"testing"
)

type service struct {
	mu      sync.Mutex
	running bool
	quit    chan struct{}
	stopped chan struct{}
}

func newService() *service {
	return &service{quit: make(chan struct{}), stopped: make(chan struct{})}
}

func (s *service) Start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = true
	go func() {
		defer close(s.stopped)
		<-s.quit
	}()
}

func (s *service) Shutdown() {
	close(s.quit)
	s.mu.Lock()
	running := s.running
	s.mu.Unlock()
	if running {
		<-s.stopped
	}
}

func TestService(t *testing.T) {
	s := newService()
	s.Shutdown()
}
