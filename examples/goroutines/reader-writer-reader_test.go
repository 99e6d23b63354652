//go:build ignore

// A routing table: Lookup holds a read lock and calls Size, which takes it again. If a writer
// comes between the two, it waits for the first one, and the second one waits for it.
package goroutines

import (
	"sync"
	"testing"
)

type routes struct {
	sync.RWMutex
	next map[string]string
}

func (r *routes) Size() int {
	r.RLock() // want: deadlock
	defer r.RUnlock()
	return len(r.next)
}

func (r *routes) Lookup(host string) (string, bool) {
	r.RLock()
	defer r.RUnlock()
	if r.Size() == 0 {
		return "", false
	}
	hop, ok := r.next[host]
	return hop, ok
}

func (r *routes) Learn(host, hop string) {
	r.Lock() // want: deadlock
	defer r.Unlock()
	r.next[host] = hop
}

func TestRoutes(t *testing.T) {
	r := &routes{next: map[string]string{}}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		r.Learn("db", "10.0.0.1")
	}()
	r.Lookup("db")
	if n := r.Size(); n > 1 {
		t.Errorf("%d routes", n)
	}
	wg.Wait()
}
