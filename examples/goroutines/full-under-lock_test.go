//go:build ignore

// A batcher: Add and flush use the channel with the lock held. Whoever waits for the other keeps
// the lock that the other needs.
package goroutines

import (
	"sync"
	"testing"
)

type batcher struct {
	sync.Mutex
	pending chan int
	added   int
	flushed int
}

func newBatcher(size int) *batcher { return &batcher{pending: make(chan int, size)} }

// Add hands n to the next flush.
func (b *batcher) Add(n int) {
	b.Lock() // want: deadlock
	defer b.Unlock()
	b.added++
	b.pending <- n // want: deadlock
}

// flush takes one number.
func (b *batcher) flush() int {
	b.Lock() // want: deadlock
	defer b.Unlock()
	b.flushed++
	return <-b.pending // want: deadlock
}

func TestBatcher(t *testing.T) {
	b := newBatcher(2)
	done := make(chan int)
	go func() {
		sum := 0
		for range 3 {
			sum += b.flush()
		}
		done <- sum
	}()
	for i := range 3 {
		b.Add(i)
	}
	if sum := <-done; sum != 3 {
		t.Errorf("sum %d", sum)
	}
}
