//go:build ignore

// entry: Serve

// An LRU cache: Get moves the entry to the front under the read lock.
package main

import (
	"fmt"
	"slices"
	"strconv"
	"sync"
)

type lru struct {
	mu    sync.RWMutex
	limit int
	items map[string]string
	order []string // the last used one first
}

func newLRU(limit int) *lru {
	return &lru{limit: limit, items: make(map[string]string)}
}

func (c *lru) Get(key string) (string, bool) {
	c.mu.RLock()
	defer c.mu.RUnlock()
	item, ok := c.items[key]
	if !ok {
		return "", false
	}
	c.touch(key)
	return item, true
}

// touch moves a key to the front. The caller holds the lock.
func (c *lru) touch(key string) {
	if i := slices.Index(c.order, key); i > 0 { // want: race
		c.order = slices.Insert(slices.Delete(c.order, i, i+1), 0, key) // want: race
	}
}

func (c *lru) Put(key, item string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.items[key]; !ok {
		if len(c.order) >= c.limit {
			last := len(c.order) - 1
			delete(c.items, c.order[last])
			c.order = c.order[:last]
		}
		c.order = slices.Insert(c.order, 0, key)
	}
	c.items[key] = item
}

func (c *lru) Len() int {
	c.mu.RLock()
	defer c.mu.RUnlock()
	return len(c.items)
}

// Serve lets so many clients use a cache for two entries.
func Serve(clients int) int {
	c := newLRU(2)
	c.Put("0", "item 0")
	var wg sync.WaitGroup
	for i := range clients {
		wg.Add(1)
		go func() {
			defer wg.Done()
			key := strconv.Itoa(i % 3)
			if _, ok := c.Get(key); !ok {
				c.Put(key, "item "+key)
			}
			c.Get(key)
		}()
	}
	wg.Wait()
	return c.Len()
}

func main() {
	fmt.Println(Serve(8) <= 2)
}
