//go:build ignore

// An inventory with one lock for readers and writers.
package goroutines

import (
	"sync"
	"testing"
)

type inventory struct {
	lock  sync.RWMutex
	count int
	low   bool
}

func (v *inventory) Remove(n int) {
	v.lock.Lock()
	defer v.lock.Unlock()
	v.count -= n
	v.low = v.count < 10
}

func (v *inventory) Count() (n int, low bool) {
	v.lock.RLock()
	defer v.lock.RUnlock()
	return v.count, v.low
}

func TestInventory(t *testing.T) {
	v := &inventory{count: 12}
	done := make(chan struct{})
	go func() {
		defer close(done)
		v.Remove(3)
	}()
	if n, _ := v.Count(); n > 12 {
		t.Errorf("%d left", n)
	}
	<-done
}
