//go:build ignore

// A lookup with a time limit: the channel has room for an answer that comes too late.
package goroutines

import (
	"errors"
	"testing"
	"time"
)

type address struct{ ip string }

type resolver struct {
	backend func(host string) address
	limit   time.Duration
}

func (r *resolver) Resolve(host string) (address, error) {
	answer := make(chan address, 1)
	go func() {
		answer <- r.backend(host)
	}()
	select {
	case a := <-answer:
		return a, nil
	case <-time.After(r.limit):
		return address{}, errors.New("timeout: " + host)
	}
}

func TestResolver(t *testing.T) {
	r := &resolver{
		limit: time.Millisecond,
		backend: func(host string) address {
			time.Sleep(2 * time.Millisecond)
			return address{ip: "192.0.2.1"}
		},
	}
	if a, err := r.Resolve("example.org"); err == nil && a.ip == "" {
		t.Error("neither an address nor an error")
	}
}
