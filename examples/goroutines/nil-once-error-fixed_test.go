//go:build ignore

// Settings that are read once; all callers learn of the error.
package goroutines

import (
	"errors"
	"sync"
	"testing"
)

type settings struct{ limit int }

type settingsFile struct {
	once   sync.Once
	read   func() (*settings, error)
	values *settings
	err    error
}

func (f *settingsFile) load() (*settings, error) {
	f.once.Do(func() { f.values, f.err = f.read() })
	return f.values, f.err
}

// Limit returns the limit of the settings, and 1 if they cannot be read.
func (f *settingsFile) Limit() int {
	s, err := f.load()
	if err != nil {
		return 1
	}
	return s.limit
}

func TestSettings(t *testing.T) {
	f := &settingsFile{read: func() (*settings, error) { return nil, errors.New("no such file") }}
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if f.Limit() < 1 {
				t.Error("no limit")
			}
		}()
	}
	wg.Wait()
}
