//go:build ignore

// A benchmark of functions: the results are read after a pause, not after Wait.
package goroutines

import (
	"sync"
	"testing"
	"time"
)

type measurement struct {
	name string
	took time.Duration
}

type bench struct {
	wg      sync.WaitGroup
	results []measurement
}

func (b *bench) run(i int, name string, f func()) {
	b.wg.Add(1)
	go func() {
		defer b.wg.Done()
		start := time.Now()
		f()
		b.results[i] = measurement{name, time.Since(start)} // want: race
	}()
}

func (b *bench) slowest() (worst measurement) {
	for _, m := range b.results {
		if m.took > worst.took {
			worst = m
		}
	}
	return worst
}

func TestBench(t *testing.T) {
	b := &bench{results: make([]measurement, 2)}
	b.run(0, "short", func() {})
	b.run(1, "long", func() { time.Sleep(time.Millisecond) })
	time.Sleep(2 * time.Millisecond)
	worst := b.slowest()
	b.wg.Wait()
	if worst.took < 0 {
		t.Error(worst)
	}
}
