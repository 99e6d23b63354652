//go:build ignore

// A job group: Stop waits for the jobs while it holds the lock that each job takes at its end.
package goroutines

import (
	"sync"
	"testing"
)

type jobGroup struct {
	mu       sync.Mutex
	wg       sync.WaitGroup
	stopped  bool
	finished []string
}

func (g *jobGroup) Start(name string, run func()) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.stopped {
		return false
	}
	g.wg.Add(1)
	go func() {
		defer g.wg.Done()
		run()
		g.mu.Lock() // want: deadlock
		g.finished = append(g.finished, name)
		g.mu.Unlock()
	}()
	return true
}

func (g *jobGroup) Stop() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.stopped = true
	g.wg.Wait() // want: deadlock
}

func TestJobGroup(t *testing.T) {
	g := &jobGroup{}
	for _, name := range []string{"backup", "report"} {
		if !g.Start(name, func() {}) {
			t.Error("stopped too early")
		}
	}
	g.Stop()
}
