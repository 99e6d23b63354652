//go:build ignore

// A crawler: a goroutine of its own waits for the workers and closes the channel of pages.
package goroutines

import (
	"sync"
	"testing"
)

type page struct {
	url  string
	body string
}

type crawler struct {
	get func(url string) string
}

func (c *crawler) Fetch(urls []string) []page {
	pages := make(chan page)
	var wg sync.WaitGroup
	for _, url := range urls {
		wg.Add(1)
		go func() {
			defer wg.Done()
			pages <- page{url, c.get(url)}
		}()
	}
	go func() {
		wg.Wait()
		close(pages)
	}()
	var all []page
	for p := range pages {
		all = append(all, p)
	}
	return all
}

func TestCrawler(t *testing.T) {
	c := &crawler{get: func(url string) string { return "<html>" + url }}
	if n := len(c.Fetch([]string{"/", "/about"})); n != 2 {
		t.Errorf("%d pages", n)
	}
}
