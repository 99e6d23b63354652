//go:build ignore

// A downloader with two tokens: each download gives its token back.
package goroutines

import (
	"errors"
	"strings"
	"sync"
	"testing"
)

type downloader struct {
	tokens chan struct{}
	wg     sync.WaitGroup
	fetch  func(url string) error
}

func newDownloader(parallel int, fetch func(string) error) *downloader {
	return &downloader{tokens: make(chan struct{}, parallel), fetch: fetch}
}

func (d *downloader) Start(url string) {
	d.tokens <- struct{}{}
	d.wg.Add(1)
	go func() {
		defer d.wg.Done()
		defer func() { <-d.tokens }()
		if err := d.fetch(url); err != nil {
			return
		}
	}()
}

func (d *downloader) Wait() { d.wg.Wait() }

func TestDownloader(t *testing.T) {
	d := newDownloader(2, func(url string) error {
		if strings.HasPrefix(url, "ftp:") {
			return errors.New("not supported")
		}
		return nil
	})
	for _, url := range []string{"ftp://a", "ftp://b", "https://c"} {
		d.Start(url)
	}
	d.Wait()
}
