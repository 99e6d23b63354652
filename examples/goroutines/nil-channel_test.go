//go:build ignore

// A server: Shutdown waits for a channel that only Start makes, and Start was not called.
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

func newService() *service { return &service{quit: make(chan struct{})} }

func (s *service) Start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running = true
	s.stopped = make(chan struct{})
	go func() {
		defer close(s.stopped)
		<-s.quit
	}()
}

func (s *service) Shutdown() {
	close(s.quit)
	s.mu.Lock()
	stopped := s.stopped
	s.mu.Unlock()
	<-stopped // want: deadlock
}

func TestService(t *testing.T) {
	s := newService()
	s.Shutdown()
}
