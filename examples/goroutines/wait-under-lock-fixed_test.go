//go:build ignore

// A job group: Stop gives the lock back before it waits for the jobs.
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
		g.mu.Lock()
		g.finished = append(g.finished, name)
		g.mu.Unlock()
	}()
	return true
}

func (g *jobGroup) Stop() {
	g.mu.Lock()
	g.stopped = true
	g.mu.Unlock()
	g.wg.Wait()
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
