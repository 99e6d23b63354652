//go:build ignore

// A job queue with two workers: Close wakes all.
package goroutines

import (
	"sync"
	"testing"
)

type jobQueue struct {
	mu     sync.Mutex
	ready  *sync.Cond
	jobs   []func()
	closed bool
}

func newJobQueue() *jobQueue {
	q := &jobQueue{}
	q.ready = sync.NewCond(&q.mu)
	return q
}

func (q *jobQueue) Close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	q.ready.Broadcast()
}

func (q *jobQueue) next() (job func(), ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.jobs) == 0 && !q.closed {
		q.ready.Wait()
	}
	if len(q.jobs) == 0 {
		return nil, false
	}
	job, q.jobs = q.jobs[0], q.jobs[1:]
	return job, true
}

func (q *jobQueue) work() {
	for {
		job, ok := q.next()
		if !ok {
			return
		}
		job()
	}
}

func TestJobQueue(t *testing.T) {
	q := newJobQueue()
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(q.work)
	}
	q.Close()
	wg.Wait()
}
