//go:build ignore

// A counter with a lock for each batch: the deferred Unlock comes at the end of Apply, and the
// second batch waits for the first.
package goroutines

import (
	"sync"
	"testing"
)

type delta struct {
	key string
	n   int
}

type counters struct {
	sync.Mutex
	values map[string]int
}

func (c *counters) Apply(batches [][]delta) (keys int) {
	for _, batch := range batches {
		c.Lock() // want: deadlock
		defer c.Unlock()
		for _, d := range batch {
			c.values[d.key] += d.n
		}
		keys = len(c.values)
	}
	return keys
}

func TestCounters(t *testing.T) {
	c := &counters{values: map[string]int{}}
	keys := c.Apply([][]delta{
		{{"get", 1}, {"put", 2}},
		{{"get", 3}},
	})
	if keys != 2 {
		t.Errorf("%d keys", keys)
	}
}
