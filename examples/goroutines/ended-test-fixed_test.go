//go:build ignore

// A watcher that logs to the test, which is told to stop and has stopped before the test ends.
package goroutines

import (
	"testing"
	"time"
)

type watcher struct {
	log  func(format string, args ...any)
	stop chan struct{}
	done chan struct{}
}

func watch(log func(format string, args ...any)) *watcher {
	w := &watcher{log, make(chan struct{}), make(chan struct{})}
	go w.run()
	return w
}

func (w *watcher) run() {
	defer close(w.done)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-tick.C:
		case <-w.stop:
			w.log("stopped after %d rounds", n)
			return
		}
	}
}

func (w *watcher) close() {
	close(w.stop)
	<-w.done
}

func TestWatcher(t *testing.T) {
	w := watch(t.Logf)
	defer w.close()
	time.Sleep(5 * time.Millisecond)
}
