package basic

import (
	"context"
	"runtime"
	"sync"
	"testing"
	"time"
)

func TestContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel() // want: cancel ctx.Done()
	ch := make(chan error)
	go func() {
		ch <- wait(ctx) // want: send ch
	}()
	select { // want: select recv ch, recv ctx.Done()
	case err := <-ch:
		if err != nil {
			t.Fatal(err)
		}
	case <-ctx.Done():
		return
	}
}

func wait(ctx context.Context) error {
	select { // want: select recv timer, recv ctx.Done()
	case <-time.After(time.Second):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

type request struct{ reply chan int }

func TestServer(t *testing.T) {
	requests := make(chan request)
	stop := make(chan struct{})
	go func() {
		for {
			select { // want: select recv requests, recv stop
			case r := <-requests:
				r.reply <- 1 // want: send answer
			case <-stop:
				return
			}
		}
	}()
	for i := 0; i < 2; i++ {
		answer := make(chan int)
		requests <- request{answer} // want: send requests
		<-answer                    // want: recv answer
	}
	close(stop) // want: close stop
}

func fanIn(sources []chan int) {
	var locks [2]sync.Mutex
	var outs []chan int
	for range sources {
		outs = append(outs, make(chan int))
	}
	for i, out := range outs {
		go func() {
			locks[i%2].Lock()   // want: lock locks[0]; lock locks[1]
			out <- i            // want: send chan
			locks[i%2].Unlock() // want: unlock locks[0]; unlock locks[1]
		}()
	}
	for _, out := range outs {
		<-out // want: recv chan
	}
}

func generic[T any](in <-chan T, out chan<- T, f func(T) T) {
	for v := range in { // want: recv in; recv out
		out <- f(v) // want: send out; send last
	}
	close(out) // want: close out; close last
}

func TestGeneric(t *testing.T) {
	in, out, last := make(chan int), make(chan int), make(chan int, 1)
	go generic(in, out, func(i int) int { return i + 1 })
	go generic[int](out, last, func(i int) int { return i + 1 })
	in <- 1   // want: send in
	<-last    // want: recv last
	close(in) // want: close in
}

// A loop that only asks ends when the answer is another one.
func TestPolls(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan bool)
	go func() {
		defer close(done) // want: close done
		for {
			if ctx.Err() != nil { // want: branch; select recv ctx.Done()
				return
			}
		}
	}()
	cancel() // want: cancel ctx.Done()
	<-done   // want: recv done
}

func TestGoClose(t *testing.T) {
	quit := make(chan int)
	go close(quit) // want: go close; close quit
	select {       // want: select recv quit
	case <-quit:
	default:
	}
}

// From a buffer anything may come that is ever sent.
func TestBuffer(t *testing.T) {
	type lock struct{ mu sync.Mutex }
	a, b := &lock{}, &lock{}
	c := make(chan *lock, 2)
	c <- a
	(<-c).mu.Lock() // want: lock a.mu; lock b.mu; recv c
	c <- b
	(<-c).mu.Lock() // want: lock a.mu; lock b.mu; recv c
}

// Each request gets its own reply.
func TestReplies(t *testing.T) {
	type request struct{ reply chan bool }
	c := make(chan request, 7)
	go func() {
		for r := range c { // want: recv c
			r.reply <- true // want: send chan
		}
	}()
	first, second := request{make(chan bool)}, request{make(chan bool)}
	c <- first
	c <- second
	<-first.reply
	<-second.reply
	close(c)
}

type packet struct {
	seq  uint64
	body []byte
}

func read(c chan packet) (packet, bool) {
	p, ok := <-c // want: recv c
	if !ok {
		return packet{}, false
	}
	return p, true
}

// The parts of a struct that is zero are zero.
func TestZeroStruct(t *testing.T) {
	var mu sync.Mutex
	c := make(chan packet)
	go func() {
		c <- packet{seq: 7}
		close(c)
	}()
	p, _ := read(c)
	q, ok := read(c)
	if p.seq == 9 || q.seq == 9 {
		mu.Lock() // want: none
	}
	if !ok {
		mu.Lock() // want: lock mu
	}
}

// The capacity of a channel is that of the one that was made.
func TestCapacity(t *testing.T) {
	var mu sync.Mutex
	var names []string
	names = append(names, "a")
	if t.Failed() {
		names = append(names, "b")
	}
	results := make(chan int, len(names))
	if cap(results) > 2 {
		mu.Lock() // want: none
	}
	results <- 1 // want: send results
}

// Nobody sends what a goroutine waits for: nothing is missing behind it.
func TestNeverSent(t *testing.T) {
	var mu sync.Mutex
	errs, quit := make(chan error), make(chan bool)
	go func() {
		defer close(quit) // want: close quit
		runtime.Goexit()
		errs <- nil
	}()
	select { // want: select recv errs, recv quit
	case err := <-errs:
		if err != nil {
			mu.Lock() // want: none
		}
	case <-quit:
	}
	if err := <-errs; err != nil { // want: recv errs
		mu.Lock() // want: none
	}
}

// Of what is sent nothing is known, but something is.
func TestSentOfNothingKnown(t *testing.T) {
	var mu sync.Mutex
	ticker := time.NewTicker(time.Second)
	times := make(chan time.Time)
	go func() { times <- <-ticker.C }() // want: go TestSentOfNothingKnown.func1; recv ticker.C; send times
	<-times                             // want: recv times
	mu.Lock()                           // want: lock mu
}
