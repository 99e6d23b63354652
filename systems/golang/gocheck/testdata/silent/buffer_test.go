package silent

import (
	"sync"
	"sync/atomic"
	"testing"
)

// Of these values not all are told apart. The second may be received first, although the first one is in the buffer.
func TestManyKinds(t *testing.T) {
	c := make(chan int, 30)
	var wg sync.WaitGroup
	for _, v := range []int{1, 31} {
		wg.Go(func() { c <- v })
	}
	wg.Wait()
	if <-c != 1 {
		<-make(chan int)
	}
	for _, v := range []int{20, 21, 22, 23, 24, 25, 26, 27} {
		c <- v
	}
	for _, v := range []int{28, 29, 30} {
		c <- v
	}
}

func stopped(n int) {
	c := make(chan string, 10)
	done := make(chan bool)
	go func() {
		for range n {
			if <-c == "stop" {
				close(done)
				return
			}
		}
	}()
	c <- "go"
	c <- "go"
	c <- "go"
	c <- "stop"
	<-done
}

func TestStopsNever(t *testing.T) { stopped(3) }

// In which order elements are received is not known.
func TestStopsLast(t *testing.T) { stopped(4) }

// At most five get in, each with a place in the buffer, though they are counted down in a loop behind that.
func TestFineLimit(t *testing.T) {
	var inside atomic.Int32
	places := make(chan int, 5)
	for i := range 6 {
		if inside.Load() < 5 {
			inside.Add(1)
			places <- i
		}
	}
	for inside.Load() > 0 {
		inside.Add(-1)
	}
}

// Six get in, and there are five places.
func TestLimitOfSix(t *testing.T) {
	var inside atomic.Int32
	places := make(chan int, 5)
	for i := range 6 {
		if inside.Load() < 6 {
			inside.Add(1)
			places <- i
		}
	}
	for inside.Load() > 0 {
		inside.Add(-1)
	}
}

// What one of two receivers gets, the other one does not get, which is not known.
func TestBuffered(t *testing.T) {
	c := make(chan int, 8)
	var first, both sync.WaitGroup
	first.Add(1)
	both.Add(2)
	c <- 1
	c <- 0
	for range 2 {
		go func() {
			defer both.Done()
			if <-c == 1 {
				first.Done()
			}
		}()
	}
	both.Wait()
	first.Wait()
}

func filled(n int) []int { return make([]int, n) }

// The length is a constant of the caller.
func TestFilled(t *testing.T) {
	c := make(chan int, 6)
	for range filled(50) {
		c <- 1
	}
}
