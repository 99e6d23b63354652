//go:build ignore

// Thumbnails are made at a time: each worker gets the address of the WaitGroup.
package goroutines

import (
	"sync"
	"testing"
)

type thumbnails struct {
	mu   sync.Mutex
	made map[string]int
}

func (t *thumbnails) make(name string, size int, wg *sync.WaitGroup) {
	defer wg.Done()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.made[name] = size
}

func TestThumbnails(t *testing.T) {
	all := &thumbnails{made: map[string]int{}}
	var wg sync.WaitGroup
	for i, name := range []string{"small", "large"} {
		wg.Add(1)
		go all.make(name, 64<<i, &wg)
	}
	wg.Wait()
	if len(all.made) != 2 {
		t.Error(len(all.made), "were made")
	}
	if all.made["large"] != 128 {
		t.Error("the large one has the size", all.made["large"])
	}
}
