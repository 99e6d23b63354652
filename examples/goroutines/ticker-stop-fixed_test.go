//go:build ignore

// A heartbeat: Stop closes a channel that the goroutine looks at.
package goroutines

import (
	"sync/atomic"
	"testing"
	"time"
)

type heartbeat struct {
	ticker *time.Ticker
	beats  atomic.Int64
	quit   chan struct{}
}

func startHeartbeat(every time.Duration) *heartbeat {
	h := &heartbeat{ticker: time.NewTicker(every), quit: make(chan struct{})}
	go h.loop()
	return h
}

func (h *heartbeat) loop() {
	for {
		select {
		case <-h.ticker.C:
			h.beats.Add(1)
		case <-h.quit:
			return
		}
	}
}

func (h *heartbeat) Stop() {
	h.ticker.Stop()
	close(h.quit)
}

func TestHeartbeat(t *testing.T) {
	h := startHeartbeat(time.Millisecond)
	time.Sleep(3 * time.Millisecond)
	h.Stop()
	if h.beats.Load() < 0 {
		t.Error("a negative number of beats")
	}
}
