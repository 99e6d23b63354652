package silent

import "testing"

func firstOf(stop func(int) bool) int {
	i := 10
	for ; i < 60; i++ {
		c := make(chan int, 1)
		c <- i
		if stop(<-c) {
			i = 100
			break
		}
	}
	return i
}

// Fewer iterations are looked at than there are: the counter is not what ends the loop there.
func TestFirst(t *testing.T) {
	if firstOf(func(int) bool { return false }) < 70 {
		c := make(chan int)
		<-c
	}
}

// Each sum is computed from two others, which have the same ones in common: that it ends is all that is asked.
func TestSums(t *testing.T) {
	c := make(chan int, 1000)
	for i := 0; i < 10; i++ {
		for j := 0; j < 10; j++ {
			c <- 1
		}
	}
	a, b := len(t.Name()), len(t.TempDir())
	for i := 0; i < 100; i++ {
		a, b = b, a+b
		c <- 1
	}
	for i := 0; i < b; i++ {
		c <- 1
	}
}
