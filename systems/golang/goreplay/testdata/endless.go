//go:build ignore

// These are programs that never come to rest, with comments as in samples.go.
package endless

import (
	"os"
	"sync"
	"testing"
	"time"
)

func fetch() {
	c := make(chan int)
	go func() { // @fetch
		c <- 1 // @answer
	}()
	select {
	case <-c: // @got
	case <-time.After(time.Second):
	}
}

// schedule: 0@fetch 0@got/1
// want: leak @answer
func TestRounds(t *testing.T) {
	for {
		fetch()
	}
}

// schedule: 0@each
// want: leak @value
func TestNoTimer(t *testing.T) {
	for {
		c := make(chan int)
		go func(c chan<- int) { // @each
			c <- 1 // @value
		}(c)
	}
}

// schedule: 0@beside
// want: leak @forgotten
func TestTicker(t *testing.T) {
	c := make(chan int)
	go func() { // @beside
		for range c { // @forgotten
		}
	}()
	ticker := time.NewTicker(time.Second)
	for {
		select {
		case <-ticker.C:
		default:
			time.Sleep(time.Second)
		}
	}
}

// It waits for the world outside, as a server does. The objects are of all kinds that have hooks.
//
// schedule: 0@request
// want: leak @late
// schedule: 0@chooses
// want: leak @choice
// schedule: 0@locks
// want: leak @lock
// schedule: 0@waits
// want: leak @wait
// schedule: 0@sleeps
// want: leak @signal
func TestServer(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	late := make(chan int)
	go func() { // @request
		late <- 1 // @late
	}()
	other, another := make(chan int), make(chan int)
	go func() { // @chooses
		select { // @choice
		case other <- 1:
		case <-another:
		}
	}()
	shared := new(struct {
		sync.Mutex
		name string
	})
	go func() { // @locks
		shared.Lock()
		shared.Lock() // @lock
	}()
	var wg sync.WaitGroup
	wg.Add(1)
	go func() { // @waits
		wg.Wait() // @wait
	}()
	cond := sync.NewCond(new(sync.Mutex))
	go func() { // @sleeps
		cond.L.Lock()
		cond.Wait() // @signal
	}()
	for {
		if _, err := r.Read(make([]byte, 1)); err != nil {
			return
		}
	}
}

// TestMain holds what the last test waits for. The test that is done is not leaked, whatever waits for it.
func TestMain(m *testing.M) {
	c := make(chan bool)
	waiting = func() { <-c } // @main
	m.Run()
	close(c)
}

var waiting func()

// The timer is due in an hour.
//
// schedule: 0@hour
// never: leak @due
func TestLongTimer(t *testing.T) {
	after := time.After // which is not seen to be one
	go func() {         // @hour
		<-after(time.Hour) // @due
	}()
	for {
		time.Sleep(time.Second)
	}
}

// The test may close the channel.
//
// schedule: 0@held
// never: leak @open
func TestReachable(t *testing.T) {
	c := make(chan int)
	go func() { // @held
		<-c // @open
	}()
	for rounds := 0; ; rounds++ {
		time.Sleep(time.Second)
		if rounds < 0 {
			close(c)
		}
	}
}

// schedule: 0@ends
// never: leak @main
func TestEnds(t *testing.T) {
	go waiting() // @ends
	go func() {
		for {
			time.Sleep(time.Second)
		}
	}()
	waiting = nil
}
