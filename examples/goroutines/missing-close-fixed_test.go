//go:build ignore

// A log shipper: Close closes the channel of lines, and the goroutine that ships ends.
package goroutines

import (
	"strings"
	"sync"
	"testing"
)

type sink interface{ Write(line string) }

type memorySink struct {
	mu    sync.Mutex
	lines []string
}

func (m *memorySink) Write(line string) {
	m.mu.Lock()
	m.lines = append(m.lines, line)
	m.mu.Unlock()
}

type shipper struct {
	lines chan string
	out   sink
}

func newShipper(out sink) *shipper {
	s := &shipper{lines: make(chan string, 4), out: out}
	go s.ship()
	return s
}

func (s *shipper) ship() {
	for line := range s.lines {
		s.out.Write(strings.TrimSpace(line))
	}
}

func (s *shipper) Log(line string) { s.lines <- line }

func (s *shipper) Close() {
	close(s.lines)
}

func TestShipper(t *testing.T) {
	s := newShipper(&memorySink{})
	s.Log("started ")
	s.Log("stopped ")
	s.Close()
}
