//go:build ignore

// An event bus: Emit copies the handlers and calls them without the lock.
package goroutines

import (
	"sync"
	"testing"
)

type handler func(event string)

type bus struct {
	mu       sync.Mutex
	nextID   int
	handlers map[int]handler
}

func newBus() *bus { return &bus{handlers: make(map[int]handler)} }

func (b *bus) On(h handler) (remove func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	id := b.nextID
	b.nextID++
	b.handlers[id] = h
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.handlers, id)
	}
}

func (b *bus) Emit(event string) {
	b.mu.Lock()
	var all []handler
	for _, h := range b.handlers {
		all = append(all, h)
	}
	b.mu.Unlock()
	for _, h := range all {
		h(event)
	}
}

func TestBus(t *testing.T) {
	b := newBus()
	count := 0
	var remove func()
	remove = b.On(func(event string) {
		count++
		remove()
	})
	b.Emit("start")
	b.Emit("stop")
	if count > 1 {
		t.Errorf("called %d times", count)
	}
}
