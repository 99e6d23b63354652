package silent

import (
	"testing"
	"testing/synctest"
	"time"
)

// Each bubble has a channel of its own, which is closed once.
func TestFineBubble(t *testing.T) {
	for range 100 {
		synctest.Test(t, func(t *testing.T) {
			c := make(chan int)
			go func() { c <- 1 }()
			if <-c != 1 {
				t.Fatal("not 1")
			}
			close(c)
		})
	}
}

// Nobody receives behind the timeout.
func TestBubble(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := make(chan int)
		go func() {
			time.Sleep(time.Hour)
			c <- 1
		}()
		select {
		case <-c:
		case <-time.After(time.Second):
		}
	})
}
