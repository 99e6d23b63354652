//go:build ignore

// A search: the receiver closes the channel after the first hit, while the sender has more.
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
	done chan struct{}
}

func (s *searcher) run(lines []string, word string) {
	defer close(s.done)
	for i, text := range lines {
		if strings.Contains(text, word) {
			s.hits <- hit{i, text} // want: close
		}
	}
}

func find(lines []string, word string) (hit, bool) {
	s := &searcher{hits: make(chan hit), done: make(chan struct{})}
	go s.run(lines, word)
	select {
	case h := <-s.hits:
		close(s.hits)
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
