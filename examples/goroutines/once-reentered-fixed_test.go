//go:build ignore

// A lazy configuration: load takes the defaults without the configuration.
package goroutines

import (
	"sync"
	"testing"
)

type config struct {
	values map[string]string
}

type lazyConfig struct {
	once  sync.Once
	conf  *config
	files []string
}

func (l *lazyConfig) Get() *config {
	l.once.Do(l.load)
	return l.conf
}

func (l *lazyConfig) load() {
	c := &config{values: map[string]string{}}
	for _, f := range l.files {
		c.values[f] = l.fallback(f)
	}
	l.conf = c
}

func (l *lazyConfig) fallback(key string) string {
	return "default " + key
}

func TestLazyConfig(t *testing.T) {
	l := &lazyConfig{files: []string{"site", "user"}}
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		l.Get()
	}()
	if c := l.Get(); c.values["site"] == "" {
		t.Error("no value for site")
	}
	wg.Wait()
}
