// Package samples has tests with what goes wrong in runs of them: "fault: KIND" in its line.
package samples

import (
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestFine(t *testing.T) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	results := make(chan int)
	n := 0
	for i := range 3 {
		wg.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			n += i
		})
	}
	go func() {
		wg.Wait()
		results <- n
	}()
	select {
	case <-results:
	case <-time.After(time.Hour):
		<-results
	}
}

func TestLeak(t *testing.T) {
	results := make(chan int)
	go func() {
		results <- 1
		results <- 2 // fault: leak
	}()
	<-results
}

func TestDeadlock(t *testing.T) {
	var a, b sync.Mutex
	locked := make(chan bool)
	a.Lock()
	go func() {
		b.Lock()
		close(locked)
		a.Lock() // fault: deadlock
		b.Unlock()
	}()
	<-locked
	b.Lock() // fault: deadlock
	b.Unlock()
	a.Unlock()
}

func TestDeferred(t *testing.T) {
	done := make(chan bool)
	close(done)
	defer close(done) // fault: close
	t.Log("closed")
}

func TestUnlock(t *testing.T) {
	var mu sync.RWMutex
	mu.RLock()
	mu.RUnlock()
	mu.RUnlock() // fault: lock
}

func TestCounter(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1)
	wg.Done()
	wg.Done() // fault: waitgroup
}

func TestRace(t *testing.T) {
	n := 0
	done := make(chan bool)
	go func() {
		n++ // fault: race
		close(done)
	}()
	if n > 0 { // fault: race
		return
	}
	<-done
}

func TestPanic(t *testing.T) {
	var n atomic.Int32
	if n.Add(1) == 1 {
		panic("it is the first") // fault: panic
	}
}

// TestFailed fails: what goroutines do behind that is not asked.
func TestFailed(t *testing.T) {
	c := make(chan int)
	go func() { c <- 1 }()
	t.Fatal("it does not receive")
}

func TestBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int)
		go func() { c <- 1 }() // fault: leak
	})
}

// TestTicker never comes to rest: the profile of leaked goroutines shows it.
func TestTicker(t *testing.T) {
	go func() {
		for range time.Tick(time.Second) {
			t.Name()
		}
	}()
	c := make(chan int)
	go func() { c <- 1 }() // fault: leak
}
