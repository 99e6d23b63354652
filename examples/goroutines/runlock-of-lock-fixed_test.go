//go:build ignore

// A catalogue: Add gives back what it has taken.
package goroutines

import (
	"sort"
	"sync"
	"testing"
)

type catalogue struct {
	sync.RWMutex
	titles []string
}

func (c *catalogue) Add(title string) {
	c.Lock()
	defer c.Unlock()
	i := sort.SearchStrings(c.titles, title)
	c.titles = append(c.titles, "")
	copy(c.titles[i+1:], c.titles[i:])
	c.titles[i] = title
}

func (c *catalogue) Has(title string) bool {
	c.RLock()
	defer c.RUnlock()
	i := sort.SearchStrings(c.titles, title)
	return i < len(c.titles) && c.titles[i] == title
}

func TestCatalogue(t *testing.T) {
	c := &catalogue{}
	for _, title := range []string{"Dune", "Emma"} {
		c.Add(title)
	}
	if !c.Has("Emma") {
		t.Error("Emma is missing")
	}
}
