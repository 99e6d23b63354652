//go:build ignore

// A stack that several goroutines empty: Pop says whether there was something.
package goroutines

import (
	"sync"
	"testing"
)

type stack struct {
	mu    sync.Mutex
	tasks []string
}

// Pop takes the task on top, if there is one.
func (s *stack) Pop() (task string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.tasks) == 0 {
		return "", false
	}
	top := s.tasks[len(s.tasks)-1]
	s.tasks = s.tasks[:len(s.tasks)-1]
	return top, true
}

func TestStack(t *testing.T) {
	s := &stack{tasks: []string{"build", "test", "deploy"}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for task, ok := s.Pop(); ok; task, ok = s.Pop() {
				t.Log(task)
			}
		}()
	}
	wg.Wait()
}
