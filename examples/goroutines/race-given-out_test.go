//go:build ignore

// Workers take the next index from an atomic counter: in two steps.
package goroutines

import (
	"sync"
	"sync/atomic"
	"testing"
)

type batch struct {
	next    atomic.Int64
	inputs  []string
	lengths []int
}

// take returns the next index.
func (b *batch) take() int {
	i := b.next.Load()
	b.next.Add(1)
	return int(i)
}

func (b *batch) work() {
	for i := b.take(); i < len(b.inputs); i = b.take() {
		b.lengths[i] = len(b.inputs[i]) // want: race
	}
}

func TestBatch(t *testing.T) {
	b := &batch{inputs: []string{"one", "three"}, lengths: make([]int, 2)}
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			b.work()
		}()
	}
	wg.Wait()
	if b.lengths[0] > 3 {
		t.Errorf("%v", b.lengths)
	}
}
