//go:build ignore

// A client that asks all replicas and takes the first answer. The channel has room for the others.
package goroutines

import (
	"context"
	"fmt"
	"testing"
)

type replica interface {
	Read(ctx context.Context, key string) (string, error)
}

type memoryReplica struct {
	id   int
	data map[string]string
}

func (m *memoryReplica) Read(ctx context.Context, key string) (string, error) {
	value, ok := m.data[key]
	if !ok {
		return "", fmt.Errorf("replica %d: no key %q", m.id, key)
	}
	return value, nil
}

type answer struct {
	value string
	err   error
}

type client struct {
	replicas []replica
}

func (c *client) Get(ctx context.Context, key string) (string, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	answers := make(chan answer, len(c.replicas))
	for _, r := range c.replicas {
		go func() {
			value, err := r.Read(ctx, key)
			answers <- answer{value, err}
		}()
	}
	first := <-answers
	return first.value, first.err
}

func TestClient(t *testing.T) {
	c := &client{}
	for i := range 3 {
		c.replicas = append(c.replicas, &memoryReplica{i, map[string]string{"lang": "go"}})
	}
	if value, err := c.Get(context.Background(), "lang"); err == nil && value != "go" {
		t.Errorf("got %q", value)
	}
}
