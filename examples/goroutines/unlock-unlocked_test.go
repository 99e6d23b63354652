//go:build ignore

// A registry: the early return gives the lock back, and so does the deferred call.
package goroutines

import (
	"errors"
	"sync"
	"testing"
)

type plugin struct {
	name    string
	version int
}

var errExists = errors.New("plugin exists")

type registry struct {
	mu      sync.Mutex
	plugins map[string]plugin
}

func (r *registry) Register(p plugin) error {
	r.mu.Lock()
	defer r.mu.Unlock() // want: lock
	old, ok := r.plugins[p.name]
	if ok && old.version >= p.version {
		r.mu.Unlock()
		return errExists
	}
	r.plugins[p.name] = p
	return nil
}

func TestRegistry(t *testing.T) {
	r := &registry{plugins: map[string]plugin{}}
	for _, version := range []int{2, 1} {
		err := r.Register(plugin{"zip", version})
		if err != nil && err != errExists {
			t.Error(err)
		}
	}
}
