//go:build ignore

// A file handle: Append checks and writes in one critical section.
package goroutines

import (
	"errors"
	"sync"
	"testing"
)

var errClosed = errors.New("file is closed")

type logFile struct {
	mu     sync.Mutex
	closed bool
	size   int
}

func (f *logFile) check() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return errClosed
	}
	return nil
}

// write appends to the file, which has to be open. The caller holds f.mu.
func (f *logFile) write(line string) {
	if f.closed {
		panic("write to a closed file")
	}
	f.size += len(line)
}

func (f *logFile) Append(line string) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return errClosed
	}
	f.write(line)
	return nil
}

func (f *logFile) Close() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = true
}

func TestLogFile(t *testing.T) {
	f := &logFile{}
	done := make(chan error, 1)
	go func() { done <- f.Append("first line") }()
	f.Close()
	if err := <-done; err != nil && err != f.check() {
		t.Error(err)
	}
}
