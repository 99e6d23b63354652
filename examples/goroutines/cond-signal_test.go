//go:build ignore

// A queue with room for one: producers and consumers wait for one condition, and Signal may
// wake one of the same kind.
package goroutines

import (
	"sync"
	"testing"
)

type slotQueue struct {
	mu   sync.Mutex
	cond *sync.Cond
	full bool
	item string
}

func newSlotQueue() *slotQueue {
	q := &slotQueue{}
	q.cond = sync.NewCond(&q.mu)
	return q
}

func (q *slotQueue) Put(item string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for q.full {
		q.cond.Wait() // want: deadlock
	}
	q.full, q.item = true, item
	q.cond.Signal()
}

func (q *slotQueue) Take() string {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.full {
		q.cond.Wait() // want: deadlock
	}
	q.full = false
	q.cond.Signal()
	return q.item
}

func TestSlotQueue(t *testing.T) {
	q := newSlotQueue()
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(2)
		go func() {
			defer wg.Done()
			q.Put("item")
		}()
		go func() {
			defer wg.Done()
			q.Take()
		}()
	}
	wg.Wait() // want: deadlock
}
