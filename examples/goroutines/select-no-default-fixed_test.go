//go:build ignore

// A configuration watcher: an announcement for which nobody listens is dropped.
package goroutines

import (
	"sync"
	"testing"
)

type watcher struct {
	mu      sync.Mutex
	value   string
	changed chan struct{}
}

func newWatcher() *watcher {
	return &watcher{changed: make(chan struct{}, 1)}
}

func (w *watcher) Set(value string) {
	w.mu.Lock()
	w.value = value
	w.mu.Unlock()
	select {
	case w.changed <- struct{}{}:
	default:
	}
}

func (w *watcher) Value() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.value
}

func TestWatcher(t *testing.T) {
	w := newWatcher()
	go func() {
		w.Set("debug")
		w.Set("info")
		w.Set("warn")
	}()
	<-w.changed
	if w.Value() == "" {
		t.Error("no value")
	}
}
