// Package race has programs with and without races. A comment "race" marks the line of a finding.
package race

import (
	"sync"
	"sync/atomic"
	"testing"
)

// more says whether there is more to do, which is not known.
func more() bool { return len(queue) > 3 }

var queue = make(chan int, 9)

// A plain read beside an atomic write.
func TestAtomicAndPlain(*testing.T) {
	var n int64
	done := make(chan bool)
	go func() {
		atomic.AddInt64(&n, 1)
		done <- true
	}()
	if n > 1 { // race
		<-done
	}
	<-done
}

// A plain write beside an atomic read.
func TestPlainAndAtomic(*testing.T) {
	var ready int32
	go func() {
		ready = 1 // race
	}()
	for atomic.LoadInt32(&ready) == 0 {
	}
}

// Atomic accesses only, but for those before the goroutine starts.
func TestAtomics(*testing.T) {
	var n int64
	n = 1
	go func() {
		atomic.AddInt64(&n, 1)
	}()
	atomic.StoreInt64(&n, 2)
}

// A variable that is written before many goroutines start, too.
func TestManyWriters(*testing.T) {
	x := new(int)
	*x = 5
	f := func() {
		*x++ // race
	}
	for more() {
		go f()
	}
}

type node struct {
	v    int
	next *node
}

var (
	mu   sync.Mutex
	head *node
)

// Each goroutine shows the object that it has made to the others.
func TestShown(*testing.T) {
	show := func() {
		n := &node{}
		mu.Lock()
		old := head
		head = n
		mu.Unlock()
		if old != nil {
			old.v++ // race
		}
		n.v++ // race
	}
	for more() {
		go show()
	}
}

// Each goroutine uses what it has made itself, and this has parts.
func TestOwn(*testing.T) {
	own := func() {
		n := &node{}
		n.next = &node{}
		n.next.next = n
		n.next.v++
		n.v++
	}
	for more() {
		go own()
	}
}
