package silent

import "testing"

func firstOf(stop func(int) bool) int {
	i := 0
	for ; i < 50; i++ {
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
	if firstOf(func(int) bool { return false }) < 60 {
		c := make(chan int)
		<-c
	}
}
