//go:build ignore

// A watcher that logs to the test: it is told to stop, and nobody waits until it has.
package goroutines

import (
	"testing"
	"time"
)

type watcher struct {
	log  func(format string, args ...any)
	stop chan struct{}
}

func watch(log func(format string, args ...any)) *watcher {
	w := &watcher{log, make(chan struct{})}
	go w.run()
	return w
}

func (w *watcher) run() {
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-tick.C:
		case <-w.stop:
			w.log("stopped after %d rounds", n) // want: race
			return
		}
	}
}

func (w *watcher) close() { close(w.stop) }

func TestWatcher(t *testing.T) {
	w := watch(t.Logf)
	defer w.close()
	time.Sleep(5 * time.Millisecond)
}
