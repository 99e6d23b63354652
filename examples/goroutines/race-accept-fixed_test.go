//go:build ignore

// A server hands each request to a goroutine of its own, in a variable of its own.
package goroutines

import (
	"sync"
	"testing"
)

type packet struct {
	from string
	size int
}

type listener struct {
	in     chan packet
	active sync.WaitGroup

	mu    sync.Mutex
	bytes map[string]int
}

func (l *listener) handle(p *packet) {
	defer l.active.Done()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.bytes[p.from] += p.size
}

func (l *listener) serve() {
	for p := range l.in {
		l.active.Add(1)
		go l.handle(&p)
	}
	l.active.Wait()
}

func TestListener(t *testing.T) {
	l := &listener{in: make(chan packet), bytes: map[string]int{}}
	served := make(chan struct{})
	go func() {
		defer close(served)
		l.serve()
	}()
	for _, from := range []string{"a", "b", "a"} {
		l.in <- packet{from, 10}
	}
	close(l.in)
	<-served
	if l.bytes["a"] > 30 {
		t.Errorf("%v", l.bytes)
	}
}
