//go:build ignore

// A reader of records: only the deferred call closes the channel.
package goroutines

import (
	"errors"
	"testing"
)

type chunk []byte

var errChecksum = errors.New("checksum")

type source struct {
	next  func() (chunk, error)
	out   chan chunk
	cause error
}

func (s *source) run(limit int) {
	defer close(s.out)
	for range limit {
		c, err := s.next()
		if err != nil {
			s.cause = err
			return
		}
		s.out <- c
	}
}

func readAll(next func() (chunk, error)) (n int, err error) {
	s := &source{next: next, out: make(chan chunk)}
	go s.run(8)
	for c := range s.out {
		n += len(c)
	}
	return n, s.cause
}

func TestReadAll(t *testing.T) {
	calls := 0
	_, err := readAll(func() (chunk, error) {
		if calls++; calls > 2 {
			return nil, errChecksum
		}
		return chunk("abc"), nil
	})
	if err != errChecksum {
		t.Errorf("got %v", err)
	}
}
