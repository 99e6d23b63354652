//go:build ignore

// A queue tells of failed jobs by a function that nobody gives it.
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

func (q *queue) fail(err error) {
	q.mu.Lock()
	q.failed++
	q.mu.Unlock()
	q.onFail(err) // want: panic
}

func TestFailures(t *testing.T) {
	q := &queue{}
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
