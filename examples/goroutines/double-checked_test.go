//go:build ignore

// A client that connects at its first use: the first test of the pointer is made without the lock.
package goroutines

import (
	"sync"
	"testing"
)

type connection struct {
	host string
	id   int
}

type lazyClient struct {
	mu   sync.Mutex
	conn *connection
	dial func() *connection
}

func (c *lazyClient) connect() *connection {
	if c.conn != nil { // want: race
		return c.conn
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn == nil {
		c.conn = c.dial() // want: race
	}
	return c.conn
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
