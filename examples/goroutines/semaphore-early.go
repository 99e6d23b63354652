//go:build ignore

// entry: RunAll

// A semaphore of two tokens: a task gives its token back before it has ended, and RunAll reads the
// error while the task may write it.
package main

import (
	"errors"
	"fmt"
	"sync"
)

const slots = 2

type task func() error

type limiter struct {
	tokens chan struct{}
	mu     sync.Mutex
	err    error
}

func (l *limiter) acquire() {
	l.tokens <- struct{}{}
}

func (l *limiter) release() { <-l.tokens }

func (l *limiter) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.err = errors.Join(l.err, err) // want: race
}

func (l *limiter) run(t task) {
	l.release()
	if err := t(); err != nil {
		l.fail(err)
	}
}

// RunAll runs the tasks, two at a time, and returns their errors.
func RunAll(tasks []task) error {
	l := &limiter{tokens: make(chan struct{}, slots)}
	for _, t := range tasks {
		l.acquire()
		go l.run(t)
	}
	// When all tokens are here no task has one.
	for range slots {
		l.acquire()
	}
	return l.err
}

func main() {
	var tasks []task
	for i := range 5 {
		tasks = append(tasks, func() error {
			if i%2 == 1 {
				return fmt.Errorf("task %d failed", i)
			}
			return nil
		})
	}
	fmt.Println(RunAll(tasks) != nil)
}
