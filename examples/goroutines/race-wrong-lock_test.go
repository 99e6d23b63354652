//go:build ignore

// An inventory with a lock for reading and one for writing: they do not exclude each other.
package goroutines

import (
	"sync"
	"testing"
)

type inventory struct {
	readLock  sync.Mutex
	writeLock sync.Mutex
	count     int
	low       bool
}

func (v *inventory) Remove(n int) {
	v.writeLock.Lock()
	defer v.writeLock.Unlock()
	v.count -= n         // want: race
	v.low = v.count < 10 // want: race
}

func (v *inventory) Count() (n int, low bool) {
	v.readLock.Lock()
	defer v.readLock.Unlock()
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
