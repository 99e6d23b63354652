//go:build ignore

// A sampler: main closes the channel of samples while the goroutine that samples goes on.
package main

import (
	"fmt"
	"time"
)

type reading struct {
	at    time.Time
	value int
}

type sampler struct {
	readings chan reading
	quit     chan struct{}
}

func startSampler(every time.Duration, measure func() int) *sampler {
	s := &sampler{readings: make(chan reading), quit: make(chan struct{})}
	go s.loop(every, measure)
	return s
}

func (s *sampler) loop(every time.Duration, measure func() int) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	for {
		select {
		case now := <-ticker.C:
			s.readings <- reading{now, measure()} // want: close
		case <-s.quit:
			return
		}
	}
}

func (s *sampler) Stop() {
	close(s.quit)
	close(s.readings)
}

func main() {
	value := 0
	s := startSampler(time.Millisecond, func() int {
		value++
		return value
	})
	first := <-s.readings
	second := <-s.readings
	time.Sleep(3 * time.Millisecond)
	s.Stop()
	time.Sleep(time.Millisecond)
	fmt.Println(second.at.Sub(first.at) >= 0, second.value-first.value)
}
