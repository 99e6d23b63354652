//go:build ignore

// A flusher of buffers: Add is called in the goroutine, so that Wait may come first.
package goroutines

import (
	"sync"
	"sync/atomic"
	"testing"
)

type buffer struct {
	data    []byte
	flushed atomic.Bool
}

func (b *buffer) flush() {
	b.flushed.Store(true)
}

type flusher struct {
	wg      sync.WaitGroup
	buffers []*buffer
}

func (f *flusher) FlushAll() {
	for _, b := range f.buffers {
		go func() {
			f.wg.Add(1) // want: waitgroup
			defer f.wg.Done()
			b.flush()
		}()
	}
	f.wg.Wait()
}

func TestFlusher(t *testing.T) {
	f := &flusher{}
	for _, text := range []string{"a", "b"} {
		f.buffers = append(f.buffers, &buffer{data: []byte(text)})
	}
	f.FlushAll()
	for _, b := range f.buffers {
		if len(b.data) == 0 && b.flushed.Load() {
			t.Error("an empty buffer was flushed")
		}
	}
}
