//go:build ignore

// A connection: a Once closes the channel.
package goroutines

import (
	"sync"
	"testing"
)

type wire struct {
	once sync.Once
	done chan struct{}
	in   chan []byte
}

func dialWire() *wire {
	return &wire{done: make(chan struct{}), in: make(chan []byte, 1)}
}

func (w *wire) Close() {
	w.once.Do(func() { close(w.done) })
}

// readLoop reads until the connection is closed, or an empty message ends it.
func (w *wire) readLoop(handle func([]byte)) {
	for {
		select {
		case m := <-w.in:
			if len(m) == 0 {
				w.Close()
				return
			}
			handle(m)
		case <-w.done:
			return
		}
	}
}

func TestWire(t *testing.T) {
	w := dialWire()
	var wg sync.WaitGroup
	wg.Go(func() { w.readLoop(func([]byte) {}) })
	w.in <- nil
	w.Close()
	wg.Wait()
}
