//go:build ignore

// A search: the receiver closes a channel of its own that tells the sender to stop.
package goroutines

import (
	"strings"
	"testing"
)

type hit struct {
	line int
	text string
}

type searcher struct {
	hits chan hit
	stop chan struct{}
	done chan struct{}
}

func (s *searcher) run(lines []string, word string) {
	defer close(s.done)
	for i, text := range lines {
		if strings.Contains(text, word) {
			select {
			case s.hits <- hit{i, text}:
			case <-s.stop:
				return
			}
		}
	}
}

func find(lines []string, word string) (hit, bool) {
	s := &searcher{hits: make(chan hit), done: make(chan struct{})}
	s.stop = make(chan struct{})
	go s.run(lines, word)
	select {
	case h := <-s.hits:
		close(s.stop)
		<-s.done
		return h, true
	case <-s.done:
		return hit{}, false
	}
}

func TestFind(t *testing.T) {
	lines := []string{"package goroutines", "", "import go", "func go"}
	h, ok := find(lines, "go")
	if ok && h.line != 0 {
		t.Errorf("line %d", h.line)
	}
}
