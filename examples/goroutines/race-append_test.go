//go:build ignore

// A scanner of ports: all goroutines append to one slice.
package goroutines

import (
	"sync"
	"testing"
)

type dialer func(port int) bool

type finding struct {
	port int
	open bool
}

type scanner struct {
	dial dialer
}

func (s *scanner) Scan(ports []int) []finding {
	var found []finding
	var wg sync.WaitGroup
	for _, port := range ports {
		wg.Add(1)
		go func() {
			defer wg.Done()
			open := s.dial(port)
			found = append(found, finding{port, open}) // want: race
		}()
	}
	wg.Wait()
	return found
}

func TestScanner(t *testing.T) {
	s := &scanner{dial: func(port int) bool { return port == 22 }}
	found := s.Scan([]int{22, 80})
	open := 0
	for _, f := range found {
		if f.open {
			open++
		}
	}
	if open > 1 {
		t.Errorf("%d open ports", open)
	}
}
