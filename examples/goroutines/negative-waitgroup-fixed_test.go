//go:build ignore

// A fetcher: only the deferred call calls Done.
package goroutines

import (
	"errors"
	"sync"
	"testing"
)

type response struct {
	code int
	err  error
}

type fetcher struct {
	wg        sync.WaitGroup
	get       func(url string) (int, error)
	responses chan response
}

func (f *fetcher) fetch(url string) {
	defer f.wg.Done()
	code, err := f.get(url)
	if err != nil {
		f.responses <- response{err: err}
		return
	}
	f.responses <- response{code: code}
}

func (f *fetcher) All(urls []string) int {
	f.responses = make(chan response, len(urls))
	f.wg.Add(len(urls))
	for _, url := range urls {
		go f.fetch(url)
	}
	f.wg.Wait()
	return len(f.responses)
}

func TestFetcher(t *testing.T) {
	f := &fetcher{get: func(url string) (int, error) {
		if url == "" {
			return 0, errors.New("no URL")
		}
		return 200, nil
	}}
	if n := f.All([]string{"", ""}); n > 2 {
		t.Errorf("%d responses", n)
	}
}
