//go:build ignore

// A gate: the flag is tested and set under the lock of the condition variable.
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
	g.mu.Lock()
	for !g.open.Load() {
		g.cond.Wait()
	}
	g.mu.Unlock()
}

func (g *gate) Open() {
	g.mu.Lock()
	g.open.Store(true)
	g.mu.Unlock()
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
	wg.Wait()
}
