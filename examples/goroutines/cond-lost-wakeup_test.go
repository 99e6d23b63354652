//go:build ignore

// A gate: Open may come between the test of the flag and Wait, and its Broadcast wakes nobody.
package goroutines

import (
	"sync"
	"sync/atomic"
	"testing"
)

type gate struct {
	mu   sync.Mutex
	cond *sync.Cond
	open atomic.Bool
}

func newGate() *gate {
	g := &gate{}
	g.cond = sync.NewCond(&g.mu)
	return g
}

func (g *gate) Pass() {
	if g.open.Load() {
		return
	}
	g.mu.Lock()
	g.cond.Wait() // want: deadlock
	g.mu.Unlock()
}

func (g *gate) Open() {
	g.open.Store(true)
	g.cond.Broadcast()
}

func TestGate(t *testing.T) {
	g := newGate()
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			g.Pass()
		}()
	}
	g.Open()
	wg.Wait() // want: deadlock
}
