//go:build ignore

// A stack that several goroutines empty: each asks whether there is something, and takes it later.
package goroutines

import (
	"sync"
	"testing"
)

type stack struct {
	mu    sync.Mutex
	tasks []string
}

// Empty reports whether there is no task.
func (s *stack) Empty() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.tasks) == 0
}

// Pop takes the task on top.
func (s *stack) Pop() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	top := s.tasks[len(s.tasks)-1] // want: panic
	s.tasks = s.tasks[:len(s.tasks)-1]
	return top
}

func TestStack(t *testing.T) {
	s := &stack{tasks: []string{"build", "test", "deploy"}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for !s.Empty() {
				t.Log(s.Pop())
			}
		}()
	}
	wg.Wait()
}
