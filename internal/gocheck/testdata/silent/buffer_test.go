package silent

import (
	"sync"
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
func TestFineStops(t *testing.T)  { stopped(4) }
