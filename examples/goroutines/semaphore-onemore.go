//go:build ignore

// entry: RunAll

// A semaphore of two tokens: RunAll takes three of them at its end.
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
	l.tokens <- struct{}{} // want: deadlock
}

func (l *limiter) release() { <-l.tokens }

func (l *limiter) fail(err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.err = errors.Join(l.err, err)
}

func (l *limiter) run(t task) {
	defer l.release()
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
	for range slots + 1 {
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
