//go:build ignore

// A limiter of connections: the count is changed atomically and read plainly.
package goroutines

import (
	"sync"
	"sync/atomic"
	"testing"
)

type connLimiter struct {
	open  int64
	limit int64
}

func (l *connLimiter) Accept() bool {
	if l.open >= l.limit { // want: race
		return false
	}
	atomic.AddInt64(&l.open, 1)
	return true
}

func (l *connLimiter) Release() { atomic.AddInt64(&l.open, -1) }

type listener struct {
	limiter *connLimiter
	served  atomic.Int64
}

func (l *listener) serve() {
	if !l.limiter.Accept() {
		return
	}
	defer l.limiter.Release()
	l.served.Add(1)
}

func TestListener(t *testing.T) {
	l := &listener{limiter: &connLimiter{limit: 10}}
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			l.serve()
		}()
	}
	wg.Wait()
	if n := l.served.Load(); n > 2 {
		t.Errorf("served %d", n)
	}
}
