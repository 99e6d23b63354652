//go:build ignore

// A word count: the goroutines of the files write one map.
package goroutines

import (
	"strings"
	"sync"
	"testing"
)

type wordCount map[string]int

func (c wordCount) add(text string) {
	for _, w := range strings.Fields(text) {
		c[w]++ // want: race
	}
}

func countAll(files map[string]string) wordCount {
	total := wordCount{}
	var wg sync.WaitGroup
	for _, text := range files {
		wg.Add(1)
		go func() {
			defer wg.Done()
			total.add(text)
		}()
	}
	wg.Wait()
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
