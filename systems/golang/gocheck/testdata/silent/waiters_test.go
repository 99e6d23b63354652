package silent

import (
	"slices"
	"sync"
	"testing"
	"time"
)

// A lender has one thing, and a list of those who wait for it.
type lender struct {
	mu      sync.Mutex
	room    int
	lent    int
	waiters []chan int
}

func (l *lender) get(timeout <-chan time.Time) {
	l.mu.Lock()
	if l.lent < 1 {
		l.lent++
		l.mu.Unlock()
		return
	}
	w := make(chan int, l.room)
	l.waiters = append(l.waiters, w)
	l.mu.Unlock()
	select {
	case <-w:
	case <-timeout:
		l.mu.Lock()
		i := slices.Index(l.waiters, w)
		if i >= 0 {
			l.waiters = slices.Delete(l.waiters, i, i+1)
		}
		l.mu.Unlock()
		if i < 0 && l.room > 0 {
			<-w
		}
	}
}

func (l *lender) put(v int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiters) == 0 {
		l.lent--
		return
	}
	w := l.waiters[0]
	l.waiters = slices.Delete(l.waiters, 0, 1)
	w <- v
}

// The first one comes at once, and the second one has room. This is open, since what is stored first may be there later.
func TestOtherWaiters(t *testing.T) {
	l := &lender{room: 1}
	l.get(nil)
	go l.put(1)
	l.get(time.After(time.Millisecond))
}

// The one who gives back has chosen somebody who does not wait any more.
func TestWaiters(t *testing.T) {
	l := &lender{}
	l.get(nil)
	go l.put(1)
	l.get(time.After(time.Millisecond))
}
