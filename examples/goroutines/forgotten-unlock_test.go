//go:build ignore

// A connection pool: Get returns with the lock held if dialling fails.
package goroutines

import (
	"errors"
	"sync"
	"testing"
)

type conn struct{ id int }

type connPool struct {
	mu   sync.Mutex
	free []*conn
	dial func() (*conn, error)
}

func (p *connPool) Get() (*conn, error) {
	p.mu.Lock() // want: deadlock
	if n := len(p.free); n > 0 {
		c := p.free[n-1]
		p.free = p.free[:n-1]
		p.mu.Unlock()
		return c, nil
	}
	c, err := p.dial()
	if err != nil {
		return nil, err
	}
	p.mu.Unlock()
	return c, nil
}

func (p *connPool) Put(c *conn) {
	p.mu.Lock()
	p.free = append(p.free, c)
	p.mu.Unlock()
}

func TestConnPool(t *testing.T) {
	failures := 0
	p := &connPool{dial: func() (*conn, error) {
		if failures++; failures < 2 {
			return nil, errors.New("connection refused")
		}
		return &conn{id: failures}, nil
	}}
	for range 3 {
		c, err := p.Get()
		if err != nil {
			continue
		}
		p.Put(c)
	}
}
