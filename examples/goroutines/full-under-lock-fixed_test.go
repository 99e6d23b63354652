//go:build ignore

// A batcher: Add sends with the lock held; flush receives without it.
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
	b.Lock()
	defer b.Unlock()
	b.added++
	b.pending <- n
}

// flush takes one number.
func (b *batcher) flush() int {
	n := <-b.pending
	b.flushed++
	return n
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
