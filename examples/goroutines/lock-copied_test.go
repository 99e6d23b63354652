//go:build ignore

// A counter of visits: Visit has a value receiver, so it locks a copy of the mutex, but writes the
// same map.
package goroutines

import (
	"sync"
	"testing"
)

type visits struct {
	mu     sync.Mutex
	byPage map[string]int
}

func (v visits) Visit(page string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.byPage[page]++ // want: race
}

type site struct {
	visits *visits
	pages  []string
}

func (s *site) crawl() {
	var wg sync.WaitGroup
	for _, page := range s.pages {
		wg.Add(1)
		go func() {
			defer wg.Done()
			s.visits.Visit(page)
		}()
	}
	wg.Wait()
}

func TestVisits(t *testing.T) {
	s := &site{
		visits: &visits{byPage: make(map[string]int)},
		pages:  []string{"/", "/about"},
	}
	s.crawl()
	if s.visits.byPage["/"] > 1 {
		t.Error("one visit was counted twice")
	}
}
