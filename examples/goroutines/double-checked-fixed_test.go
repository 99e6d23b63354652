//go:build ignore

// A client that connects at its first use: the pointer that is tested without the lock is atomic.
package goroutines

import (
	"sync"
	"sync/atomic"
	"testing"
)

type connection struct {
	host string
	id   int
}

type lazyClient struct {
	mu   sync.Mutex
	conn atomic.Pointer[connection]
	dial func() *connection
}

func (c *lazyClient) connect() *connection {
	if conn := c.conn.Load(); conn != nil {
		return conn
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn.Load() == nil {
		c.conn.Store(c.dial())
	}
	return c.conn.Load()
}

// Ready connects if nobody has done so.
func (c *lazyClient) Ready() bool { return c.connect() != nil }

func TestLazyClient(t *testing.T) {
	dials := 0
	c := &lazyClient{dial: func() *connection {
		dials++
		return &connection{"db", dials}
	}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if !c.Ready() {
				t.Error("no connection")
			}
		}()
	}
	wg.Wait()
}
