//go:build ignore

// A scheduler and its workers: a worker gives its own lock back before it reports.
package goroutines

import (
	"sync"
	"testing"
)

type scheduler struct {
	mu   sync.Mutex
	busy int
}

type runner struct {
	mu   sync.Mutex
	sch  *scheduler
	jobs []string
}

func (s *scheduler) assign(r *runner, job string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy++
	r.mu.Lock()
	defer r.mu.Unlock()
	r.jobs = append(r.jobs, job)
}

func (s *scheduler) done(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy -= n
}

func (r *runner) report() {
	r.mu.Lock()
	n := len(r.jobs)
	r.jobs = nil
	r.mu.Unlock()
	r.sch.done(n)
}

func TestScheduler(t *testing.T) {
	s := &scheduler{}
	r := &runner{sch: s}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		s.assign(r, "build")
	}()
	go func() {
		defer wg.Done()
		r.report()
	}()
	wg.Wait()
}
