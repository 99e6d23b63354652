// Package large has programs in which constants matter that are larger than the loops that are unrolled.
package large

import (
	"sync"
	"testing"
)

func TestMoreThanRoom(t *testing.T) {
	c := make(chan int, 10)
	go func() {
		for i := 0; i < 12; i++ {
			c <- i
		}
	}()
}

func TestFineRoom(t *testing.T) {
	c := make(chan int, 12)
	go func() {
		for i := 0; i < 12; i++ {
			c <- i
		}
	}()
}

func TestHalf(t *testing.T) {
	const n = 20
	c := make(chan int)
	for i := range n {
		go func() { c <- i }()
	}
	for range n / 2 {
		<-c
	}
}

func TestFineTogether(t *testing.T) {
	c := make(chan int)
	for range 2 {
		go func() {
			for i := range 10 {
				c <- i
			}
		}()
	}
	for range 20 {
		<-c
	}
}

func TestFewerThanDone(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(10)
	for range 12 {
		go wg.Done()
	}
	wg.Wait()
}

// TestFineHundred is decided at once: of a large buffer nothing is counted but what is sent.
func TestFineHundred(t *testing.T) {
	c := make(chan int, 100)
	for range 3 {
		go func() { c <- 1 }()
	}
	<-c
}

func TestOneTooMany(t *testing.T) {
	c := make(chan int, 1000)
	for i := range 3 {
		c <- i
	}
	for range 4 {
		<-c
	}
}
