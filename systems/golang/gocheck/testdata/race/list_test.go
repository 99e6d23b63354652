package race

import (
	"container/list"
	"sync"
	"testing"
)

type entry struct{ key, value int }

// A cache changes the order of its list where it finds something.
type cache struct {
	sync.RWMutex
	order *list.List
	index map[int]*list.Element
}

func newCache() *cache { return &cache{order: list.New(), index: map[int]*list.Element{}} }

func (c *cache) put(key, value int) {
	c.Lock()
	defer c.Unlock()
	for c.order.Len() > 100 {
		e := c.order.Remove(c.order.Back()).(*entry)
		delete(c.index, e.key)
	}
	c.index[key] = c.order.PushFront(&entry{key, value})
}

func (c *cache) wrongGet(key int) int {
	c.RLock()
	defer c.RUnlock()
	e := c.index[key]
	if e == nil {
		return 0
	}
	c.order.MoveToFront(e) // race
	return e.Value.(*entry).value
}

func (c *cache) sum() (n int) {
	c.RLock()
	defer c.RUnlock()
	for e := c.order.Front(); e != nil; e = e.Next() {
		n += e.Value.(*entry).value
	}
	return n
}

func TestCache(t *testing.T) {
	c := newCache()
	c.put(1, 2)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { c.wrongGet(1) })
	}
	wg.Wait()
}

func TestCacheSum(t *testing.T) {
	c := newCache()
	var wg sync.WaitGroup
	wg.Go(func() { c.put(1, 2) })
	wg.Go(func() { c.sum() })
	wg.Wait()
	c.sum()
}

func TestCacheSumUnlocked(t *testing.T) {
	c := newCache()
	done := make(chan bool)
	go func() {
		c.put(1, 2)
		done <- true
	}()
	c.order.Front() // race
	<-done
}
