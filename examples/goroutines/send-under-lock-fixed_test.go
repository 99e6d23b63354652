//go:build ignore

// A hub: Publish reads the channel under the lock, and sends without it.
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
	h.seen++
	h.mu.Unlock()
	h.events <- event
}

func (h *hub) count() int {
	h.mu.Lock()
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
