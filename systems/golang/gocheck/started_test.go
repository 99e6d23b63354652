// This file tests goroutines that execute functions of the library and predeclared ones, and timers that are stopped.

package gocheck

import (
	"testing"
	"time"

	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
)

// started has tests in which data decide on what such a function operates. One whose name begins with TestFine does nothing wrong.
const started = `package started

import (
	"context"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var more = len(os.Args) > 5

func two() (one, either *sync.Mutex) {
	var a, b sync.Mutex
	a.Lock()
	b.Lock()
	one, either = &a, &a
	if more {
		either = &b
	}
	return one, either
}

func TestUnlock(t *testing.T) {
	one, either := two()
	go either.Unlock()
	one.Lock() // blocks
}

func TestFineUnlock(t *testing.T) {
	_, either := two()
	go either.Unlock()
	either.Lock()
}

// sends starts a goroutine, which is another one for each call.
func sends(c chan int) {
	go func() {
		c <- 1 // blocks
	}()
}

func TestSecond(t *testing.T) {
	if more {
		sends(make(chan int, 1))
	} else {
		sends(make(chan int))
	}
}

func TestFirst(t *testing.T) {
	if more {
		sends(make(chan int))
	} else {
		sends(make(chan int, 1))
	}
}

func TestFineSends(t *testing.T) {
	if more {
		sends(make(chan int, 1))
	} else {
		sends(make(chan int, 2))
	}
}

// unless starts a goroutine whose result is not received if something else comes.
func unless[T any](comes <-chan T) {
	c := make(chan int)
	go func() {
		c <- 1 // blocks
	}()
	select {
	case <-c:
	case <-comes:
	}
}

func TestLate(t *testing.T) { unless(time.After(time.Second)) }

func TestDeadline(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	unless(ctx.Done())
}

func TestTick(t *testing.T) { unless(time.NewTicker(time.Second).C) }

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	_, other := context.WithCancel(t.Context())
	defer cancel()
	either := cancel
	if more {
		either = other
	}
	go either()
	<-ctx.Done() // blocks
}

func TestOnceEach(t *testing.T) {
	done := make(chan int)
	for range os.Args {
		var once sync.Once
		go once.Do(func() {
			close(done) // by another goroutine, too
		})
	}
}

func TestFineOnce(t *testing.T) {
	done := make(chan int)
	var once sync.Once
	for range os.Args {
		go once.Do(func() { close(done) })
	}
}

func TestDelete(t *testing.T) {
	m := map[int]int{}
	go delete(m, 1)
	m[2] = 2 // race
}

func TestCopy(t *testing.T) {
	copied := func(to, from []int) { go copy(to, from) }
	a, b := make([]int, 3), make([]int, 3)
	copied(a, b)
	a[0] = 2 // race
}

func TestLoadedPointer(t *testing.T) {
	var p atomic.Pointer[int]
	for range os.Args {
		go func() {
			if n := p.Load(); n != nil {
				*n = 1 // race
			}
			p.Store(new(int))
		}()
	}
}

func TestFineCopy(t *testing.T) {
	a, b := make([]int, 3), make([]int, 3)
	go copy(a, b)
	_ = b[0]
}
`

// stopped has timers as they were before Go 1.23.
const stopped = `//go:debug asynctimerchan=1
package stopped

import (
	"testing"
	"time"
)

func TestStopped(t *testing.T) {
	timer := time.NewTimer(time.Hour)
	timer.Stop()
	<-timer.C // blocks
}

func TestFineStopped(t *testing.T) {
	timer := time.NewTimer(time.Hour)
	if !timer.Stop() {
		<-timer.C
	}
}
`

func TestStopped(t *testing.T) { checkTests(t, "stopped", stopped, 0) }

func TestStarted(t *testing.T) { checkTests(t, "started", started, 0) }

// What only goes wrong when some time is up may be left open; a tick is no such thing.
func TestIgnoreTimeouts(t *testing.T) {
	code := programs(t)
	for name, want := range map[string]ledger.Verdict{"TestLate": ledger.Unknown, "TestDeadline": ledger.Unknown, "TestTick": ledger.Unsafe} {
		r := Check(t.Context(), code, entries(t, code, "started", name), Options{Timeout: time.Minute, IgnoreTimeouts: true})
		if r.verdict != want {
			t.Errorf("%s is %s", name, r.verdict)
		}
	}
}
