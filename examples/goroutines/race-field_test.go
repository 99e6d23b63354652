//go:build ignore

// Statistics of a server: Report reads the number of requests without the lock.
package goroutines

import (
	"fmt"
	"sync"
	"testing"
)

type stats struct {
	mu       sync.Mutex
	requests int
	bytes    int64
}

func (s *stats) record(n int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests++
	s.bytes += n
}

type server struct {
	stats stats
	wg    sync.WaitGroup
}

func (s *server) handle(body []byte) {
	s.wg.Add(1)
	go func() {
		defer s.wg.Done()
		s.stats.record(int64(len(body)))
	}()
}

func (s *server) Report() string {
	return fmt.Sprintf("%d requests", s.stats.requests) // want: race
}

func TestServer(t *testing.T) {
	s := &server{}
	for _, body := range []string{"a", "bc"} {
		s.handle([]byte(body))
	}
	if s.Report() == "" {
		t.Error("no report")
	}
	s.wg.Wait()
}
