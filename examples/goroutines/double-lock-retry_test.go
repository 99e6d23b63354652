//go:build ignore

// A client that renews its lease: the branch for a stale token continues with the lock held.
package goroutines

import (
	"errors"
	"sync"
	"testing"
)

var errStale = errors.New("stale token")

type leaseClient struct {
	mu    sync.Mutex
	token int
	renew func(token int) error
}

func (c *leaseClient) Renew(attempts int) error {
	var err error
	for range attempts {
		c.mu.Lock() // want: deadlock
		err = c.renew(c.token)
		if err == errStale {
			c.token++
			continue
		}
		c.mu.Unlock()
		if err == nil {
			return nil
		}
	}
	return err
}

func TestLeaseClient(t *testing.T) {
	c := &leaseClient{renew: func(token int) error {
		if token == 0 {
			return errStale
		}
		return nil
	}}
	if err := c.Renew(2); err != nil {
		t.Error(err)
	}
}
