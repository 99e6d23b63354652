//go:build ignore

// A registry: only the deferred call gives the lock back.
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
	defer r.mu.Unlock()
	old, ok := r.plugins[p.name]
	if ok && old.version >= p.version {
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
