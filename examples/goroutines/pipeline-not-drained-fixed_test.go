//go:build ignore

// A pipeline: each stage ends when First closes quit.
package goroutines

import (
	"strings"
	"testing"
)

type stage func(quit <-chan struct{}, in <-chan string) <-chan string

func source(quit <-chan struct{}, words ...string) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for _, w := range words {
			select {
			case out <- w:
			case <-quit:
				return
			}
		}
	}()
	return out
}

func upper(quit <-chan struct{}, in <-chan string) <-chan string {
	out := make(chan string)
	go func() {
		defer close(out)
		for w := range in {
			select {
			case out <- strings.ToUpper(w):
			case <-quit:
				return
			}
		}
	}()
	return out
}

func First(words []string, stages ...stage) string {
	quit := make(chan struct{})
	defer close(quit)
	out := source(quit, words...)
	for _, s := range stages {
		out = s(quit, out)
	}
	return <-out
}

func TestFirst(t *testing.T) {
	if w := First([]string{"a", "b", "c"}, upper); w != "A" {
		t.Errorf("got %q", w)
	}
}
