//go:build ignore

// Locks by name: Rename locks the lesser name first.
package goroutines

import (
	"sync"
	"testing"
)

type namedLocks struct {
	locks map[string]*sync.Mutex
}

func newNamedLocks(names ...string) *namedLocks {
	n := &namedLocks{locks: make(map[string]*sync.Mutex)}
	for _, name := range names {
		n.locks[name] = new(sync.Mutex)
	}
	return n
}

type fileSystem struct {
	locks   *namedLocks
	renames int
}

func (fs *fileSystem) Rename(from, to string) {
	first, second := fs.locks.locks[from], fs.locks.locks[to]
	if to < from {
		first, second = second, first
	}
	first.Lock()
	defer first.Unlock()
	second.Lock()
	defer second.Unlock()
	fs.renames++
}

func TestFileSystem(t *testing.T) {
	fs := &fileSystem{locks: newNamedLocks("a", "b")}
	var wg sync.WaitGroup
	wg.Add(2)
	go func() {
		defer wg.Done()
		fs.Rename("a", "b")
	}()
	go func() {
		defer wg.Done()
		fs.Rename("b", "a")
	}()
	wg.Wait()
	if fs.renames != 2 {
		t.Errorf("%d renames", fs.renames)
	}
}
