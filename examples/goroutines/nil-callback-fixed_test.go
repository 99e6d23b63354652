//go:build ignore

// A queue tells of failed jobs by a function, which does nothing if it is not given one.
package goroutines

import (
	"errors"
	"sync"
	"testing"
)

type queue struct {
	mu     sync.Mutex
	failed int
	onFail func(error)
}

func newQueue(onFail func(error)) *queue {
	if onFail == nil {
		onFail = func(error) {}
	}
	return &queue{onFail: onFail}
}

func (q *queue) fail(err error) {
	q.mu.Lock()
	q.failed++
	q.mu.Unlock()
	q.onFail(err)
}

func TestFailures(t *testing.T) {
	q := newQueue(nil)
	done := make(chan struct{})
	go func() {
		defer close(done)
		q.fail(errors.New("job 7: no such file"))
	}()
	<-done
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.failed != 1 {
		t.Error(q.failed, "jobs failed")
	}
}
