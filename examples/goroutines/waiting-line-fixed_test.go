//go:build ignore

// A turnstile: who has to wait stands in a line, and who leaves lets the first of them in.
package goroutines

import (
	"sync"
	"testing"
)

// A Turnstile lets so many in at a time.
type Turnstile struct {
	mu   sync.Mutex
	free int
	line []chan struct{}
}

func (t *Turnstile) Enter() {
	t.mu.Lock()
	if t.free > 0 {
		t.free--
		t.mu.Unlock()
		return
	}
	turn := make(chan struct{})
	t.line = append(t.line, turn)
	t.mu.Unlock()
	<-turn
}

func (t *Turnstile) Leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.line) == 0 {
		t.free++
		return
	}
	next := t.line[0]
	t.line = t.line[1:]
	close(next)
}

func TestTurnstile(t *testing.T) {
	gate := &Turnstile{free: 1}
	var wg sync.WaitGroup
	for i := 0; i < 3; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			gate.Enter()
			gate.Leave()
		}()
	}
	wg.Wait()
}
