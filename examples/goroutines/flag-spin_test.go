//go:build ignore

// A cache that is warmed in the background: who asks before it is warm waits for a flag, and a load that
// fails never sets it.
package goroutines

import (
	"errors"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

type warmCache struct {
	warm atomic.Bool
	mu   sync.Mutex
	data map[string]string
}

func (c *warmCache) load(read func() (map[string]string, error)) error {
	data, err := read()
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.data = data
	c.mu.Unlock()
	c.warm.Store(true)
	return nil
}

func (c *warmCache) get(key string) string {
	for !c.warm.Load() {
		runtime.Gosched()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.data[key]
}

func TestWarmCache(t *testing.T) {
	c := &warmCache{}
	read := func() (map[string]string, error) {
		if len(os.Args) > 0 {
			return nil, errors.New("no disk")
		}
		return map[string]string{"a": "b"}, nil
	}
	answer := make(chan string)
	go func() { answer <- c.get("a") }()
	if err := c.load(read); err != nil {
		t.Log(err)
	}
	<-answer // want: leak
}
