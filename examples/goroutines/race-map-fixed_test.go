//go:build ignore

// A word count: each goroutine has a map of its own, and they are merged afterwards.
package goroutines

import (
	"strings"
	"sync"
	"testing"
)

type wordCount map[string]int

func (c wordCount) add(text string) {
	for _, w := range strings.Fields(text) {
		c[w]++
	}
}

func (c wordCount) merge(other wordCount) {
	for w, n := range other {
		c[w] += n
	}
}

func countAll(files map[string]string) wordCount {
	total := wordCount{}
	var parts []wordCount
	var wg sync.WaitGroup
	for _, text := range files {
		part := wordCount{}
		parts = append(parts, part)
		wg.Add(1)
		go func() {
			defer wg.Done()
			part.add(text)
		}()
	}
	wg.Wait()
	for _, part := range parts {
		total.merge(part)
	}
	return total
}

func TestCountAll(t *testing.T) {
	total := countAll(map[string]string{
		"a.txt": "to be or not to be",
		"b.txt": "to do",
	})
	if total["to"] != 3 {
		t.Errorf("to: %d", total["to"])
	}
}
