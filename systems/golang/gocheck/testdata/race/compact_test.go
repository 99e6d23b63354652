package race

import (
	"sync"
	"testing"
)

type table struct{ entries map[string]string }

type manifest struct {
	mu     sync.Mutex
	tables []*table
}

func (m *manifest) add(entries map[string]string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.tables = append(m.tables, &table{entries})
}

// compact makes one table of all but the last one. Which slice the tables are has many cases.
func (m *manifest) compact() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.tables) < 2 {
		return
	}
	last := len(m.tables) - 1
	merged := &table{map[string]string{}}
	for _, t := range m.tables[:last] {
		for k, v := range t.entries {
			merged.entries[k] = v
		}
	}
	m.tables = []*table{merged, m.tables[last]}
}

func TestCompact(t *testing.T) {
	m := new(manifest)
	entries := map[string]string{"a": "b"}
	for range 2 {
		m.add(entries)
	}
	go m.compact()
	entries["a"] = "c" // race
}
