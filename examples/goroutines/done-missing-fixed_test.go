//go:build ignore

// An indexer: Done is deferred.
package goroutines

import (
	"errors"
	"strings"
	"sync"
	"testing"
)

type indexer struct {
	mu    sync.Mutex
	words map[string]int
	read  func(file string) (string, error)
}

func (x *indexer) add(text string) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, w := range strings.Fields(text) {
		x.words[w]++
	}
}

func (x *indexer) Index(files []string) {
	var wg sync.WaitGroup
	wg.Add(len(files))
	for _, file := range files {
		go func() {
			defer wg.Done()
			text, err := x.read(file)
			if err != nil {
				return
			}
			x.add(text)
		}()
	}
	wg.Wait()
}

func TestIndexer(t *testing.T) {
	x := &indexer{words: map[string]int{}, read: func(file string) (string, error) {
		if strings.HasPrefix(file, ".") {
			return "", errors.New("hidden: " + file)
		}
		return "a b " + file, nil
	}}
	x.Index([]string{"readme", ".git"})
	if x.words["a"] > 1 {
		t.Error("indexed twice")
	}
}
