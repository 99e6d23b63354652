//go:build ignore

// A cache: Put evicts while it holds the lock, and evictOldest expects it to be held.
package goroutines

import (
	"sync"
	"testing"
)

type entry struct {
	key   string
	value []byte
}

type memoryCache struct {
	mu      sync.Mutex
	limit   int
	order   []string
	entries map[string]*entry
}

func newMemoryCache(limit int) *memoryCache {
	return &memoryCache{limit: limit, entries: make(map[string]*entry)}
}

func (c *memoryCache) Get(key string) ([]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[key]
	if !ok {
		return nil, false
	}
	return e.value, true
}

func (c *memoryCache) Put(key string, value []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.entries) >= c.limit {
		c.evictOldest()
	}
	c.entries[key] = &entry{key: key, value: value}
	c.order = append(c.order, key)
}

// evictOldest removes the entry that was put first. The caller holds c.mu.
func (c *memoryCache) evictOldest() {
	if len(c.order) == 0 {
		return
	}
	delete(c.entries, c.order[0])
	c.order = c.order[1:]
}

func TestMemoryCache(t *testing.T) {
	c := newMemoryCache(1)
	c.Put("a", []byte("1"))
	c.Put("b", []byte("2"))
	if _, ok := c.Get("b"); !ok {
		t.Error("b is not cached")
	}
}
