//go:build ignore

// A log shipper: the goroutine that ships ranges over the lines, and nobody closes the channel.
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
	for line := range s.lines { // want: leak
		s.out.Write(strings.TrimSpace(line))
	}
}

func (s *shipper) Log(line string) { s.lines <- line }

func (s *shipper) Close() {
	s.out.Write("closed")
}

func TestShipper(t *testing.T) {
	s := newShipper(&memorySink{})
	s.Log("started ")
	s.Log("stopped ")
	s.Close()
}
