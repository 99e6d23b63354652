package silent

import "testing"

// Of these values not all are told apart.
func TestManyKinds(t *testing.T) {
	c := make(chan int, 30)
	go func() {
		for _, v := range []int{1, 21, 22, 23, 24, 25, 26, 27} {
			c <- v
		}
		for _, v := range []int{28, 29, 30, 31} {
			c <- v
		}
	}()
	for <-c != 31 {
	}
	<-make(chan int)
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
