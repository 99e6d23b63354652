//go:build ignore

// A walk over directories in a group of two goroutines: each starts goroutines for what is below,
// and waits for room in the same group.
package goroutines

import (
	"sync"
	"testing"

	"golang.org/x/sync/errgroup"
)

type directory struct {
	name  string
	below []*directory
}

type walker struct {
	group errgroup.Group
	mu    sync.Mutex
	names []string
}

func (w *walker) visit(d *directory) error {
	w.mu.Lock()
	w.names = append(w.names, d.name)
	w.mu.Unlock()
	for _, b := range d.below {
		w.group.Go(func() error { return w.leaf(b) }) // want: deadlock
	}
	return nil
}

func (w *walker) leaf(d *directory) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.names = append(w.names, d.name)
	return nil
}

func TestWalker(t *testing.T) {
	w := &walker{}
	w.group.SetLimit(2)
	for range 2 {
		root := &directory{"src", []*directory{{"cmd", nil}}}
		w.group.Go(func() error { return w.visit(root) })
	}
	if err := w.group.Wait(); err != nil { // want: deadlock
		t.Error(err)
	}
}
