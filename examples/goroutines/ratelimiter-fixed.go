//go:build ignore

// entry: Burst

// A rate limiter: a goroutine makes tokens at a fixed rate, any number of callers take them, and Stop
// ends the goroutine and sends callers away.
package main

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

var errStopped = errors.New("rate limiter has stopped")

type rateLimiter struct {
	tokens chan struct{}
	quit   chan struct{}
	ended  chan struct{}
}

func newRateLimiter(every time.Duration) *rateLimiter {
	r := &rateLimiter{
		tokens: make(chan struct{}, 1),
		quit:   make(chan struct{}),
		ended:  make(chan struct{}),
	}
	go r.refill(every)
	return r
}

func (r *rateLimiter) refill(every time.Duration) {
	defer close(r.ended)
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			select {
			case r.tokens <- struct{}{}:
			default:
			}
		case <-r.quit:
			return
		}
	}
}

// Wait waits for a token.
func (r *rateLimiter) Wait() error {
	select {
	case <-r.tokens:
		return nil
	case <-r.quit:
		return errStopped
	}
}

func (r *rateLimiter) Stop() {
	close(r.quit)
	<-r.ended
}

// Burst lets so many callers wait for a token each, and stops the limiter after the given time.
func Burst(callers int, limit time.Duration) int64 {
	r := newRateLimiter(time.Millisecond)
	var passed atomic.Int64
	var wg sync.WaitGroup
	for range callers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if r.Wait() == nil {
				passed.Add(1)
			}
		}()
	}
	time.Sleep(limit)
	r.Stop()
	wg.Wait()
	return passed.Load()
}

func main() {
	fmt.Println(Burst(3, 2*time.Millisecond) <= 3, Burst(1, 5*time.Millisecond) <= 1)
}
