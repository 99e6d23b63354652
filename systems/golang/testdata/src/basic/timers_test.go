package basic

import (
	"sync"
	"testing"
	"time"
)

// A stopped ticker has no ticks.
func TestTickerStop(t *testing.T) {
	var mu sync.Mutex
	tick := time.NewTicker(time.Second)
	go func() {
		for range tick.C { // want: recv tick.C
			mu.Lock() // want: lock mu
			mu.Unlock()
		}
	}()
	tick.Stop()
}

// A ticker that is stopped last of all ticks always.
func TestTickerStopLast(t *testing.T) {
	var mu sync.Mutex
	quit := make(chan bool)
	defer close(quit)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	select { // want: select recv tick.C, recv quit
	case <-tick.C: // want: none
		mu.Lock()
		mu.Unlock()
	case <-quit:
	}
}

// A timer fires once, and says so when it is stopped.
func TestTimerOnce(t *testing.T) {
	timer := time.NewTimer(time.Second)
	if !timer.Stop() { // want: none
		<-timer.C // want: none
	}
	timer.Reset(time.Second)
	<-timer.C          // want: recv timer.C
	if !timer.Stop() { // want: none
		<-timer.C // want: recv timer.C; hang
	}
}

// While others wait for it a timer may be set again.
func TestTimerReset(t *testing.T) {
	timer := time.NewTimer(time.Second)
	go func() {
		<-timer.C // want: recv timer.C
		<-timer.C // want: recv timer.C
	}()
	timer.Stop()
	timer.Reset(time.Second)
}

// Nothing comes behind the case of a timer that has fired.
func TestTimerSelect(t *testing.T) {
	quit := make(chan bool)
	timer := time.NewTimer(time.Second)
	<-timer.C // want: recv timer.C
	select {  // want: hang; select recv timer.C, recv quit
	case <-timer.C:
	case <-quit:
	}
}

// What a timer calls is called unless it is stopped before.
func TestAfterFunc(t *testing.T) {
	var mu sync.Mutex
	time.AfterFunc(time.Second, func() {
		mu.Lock() // want: lock mu
	})
	timer := time.AfterFunc(time.Second, func() {
		mu.Unlock() // want: unlock mu
	})
	if timer.Stop() { // want: branch t5
		mu.Lock() // want: lock mu
	}
}
