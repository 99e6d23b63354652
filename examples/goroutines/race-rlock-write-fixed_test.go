//go:build ignore

// A cache with a count of hits: the count is atomic.
package goroutines

import (
	"sync"
	"sync/atomic"
	"testing"
)

type countingCache struct {
	mu    sync.RWMutex
	items map[string]string
	hits  atomic.Int64
}

func (c *countingCache) Get(key string) (string, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	item, ok := c.items[key]
	if ok {
		c.hits.Add(1)
	}
	return item, ok
}

func (c *countingCache) Set(key, item string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.items[key] = item
}

func (c *countingCache) Hits() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return int(c.hits.Load())
}

func TestCountingCache(t *testing.T) {
	c := &countingCache{items: make(map[string]string)}
	c.Set("lang", "go")
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { c.Get("lang") })
	}
	wg.Wait()
	if c.Hits() > 2 {
		t.Errorf("%d hits", c.Hits())
	}
}
