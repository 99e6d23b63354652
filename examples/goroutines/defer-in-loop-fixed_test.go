//go:build ignore

// A counter with a lock for each batch: the deferred Unlock comes at the end of each batch.
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
		keys = c.applyOne(batch)
	}
	return keys
}

func (c *counters) applyOne(batch []delta) int {
	c.Lock()
	defer c.Unlock()
	for _, d := range batch {
		c.values[d.key] += d.n
	}
	return len(c.values)
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
