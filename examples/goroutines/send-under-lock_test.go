//go:build ignore

// A hub: Publish sends while it holds the lock, and the subscriber takes the lock between two
// receives.
package goroutines

import (
	"sync"
	"testing"
)

type hub struct {
	mu     sync.Mutex
	seen   int
	events chan string
}

func (h *hub) Publish(event string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.seen++
	h.events <- event // want: deadlock
}

func (h *hub) count() int {
	h.mu.Lock() // want: deadlock
	defer h.mu.Unlock()
	return h.seen
}

func (h *hub) subscribe(quit <-chan struct{}, report func(event string, n int)) {
	for {
		select {
		case event := <-h.events:
			report(event, h.count())
		case <-quit:
			return
		}
	}
}

func TestHub(t *testing.T) {
	h := &hub{events: make(chan string)}
	quit := make(chan struct{})
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.subscribe(quit, func(event string, n int) {})
	}()
	for _, event := range []string{"join", "part"} {
		h.Publish(event)
	}
	close(quit)
	<-done
}
