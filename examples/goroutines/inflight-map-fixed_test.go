//go:build ignore

// A loader that fetches each key once: the first caller closes the channel in any case.
package goroutines

import (
	"errors"
	"sync"
	"testing"
)

type flight struct {
	done  chan struct{}
	value string
}

type loader struct {
	flights sync.Map // of *flight by key
	fetch   func(key string) (string, error)
}

func (l *loader) Load(key string) (string, error) {
	mine := &flight{done: make(chan struct{})}
	if other, loaded := l.flights.LoadOrStore(key, mine); loaded {
		f := other.(*flight)
		<-f.done
		return f.value, nil
	}
	defer close(mine.done)
	value, err := l.fetch(key)
	if err != nil {
		l.flights.Delete(key)
		return "", err
	}
	mine.value = value
	return value, nil
}

func TestLoader(t *testing.T) {
	l := &loader{fetch: func(key string) (string, error) {
		return "", errors.New("no such key: " + key)
	}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			l.Load("home")
		}()
	}
	wg.Wait()
}
