package basic

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

type config struct {
	once sync.Once
	v    int
}

func (c *config) get() int {
	c.once.Do(c.load) // want: once-begin c.once; hang
	return c.v
}

func (c *config) load() { c.v = c.get() }

func TestOnceAgain(t *testing.T) {
	c := &config{}
	c.get()
}

func TestSubtests(t *testing.T) {
	var mu sync.Mutex
	t.Cleanup(func() {
		mu.Lock() // want: lock mu
	})
	t.Run("a", func(t *testing.T) {
		mu.Lock()         // want: lock mu
		defer mu.Unlock() // want: unlock mu
		if runtime.NumCPU() > 1 {
			t.Fatal("too many")
		}
		mu.Unlock() // want: unlock mu
		mu.Lock()   // want: lock mu
	})
	go func() {
		defer mu.Unlock() // want: unlock mu
		mu.Lock()         // want: lock mu
		runtime.Goexit()
		mu.Lock() // want: none
	}()
	mu.Lock() // want: lock mu
}

// A subtest has cleanups of its own. They are called at its end, also if one of them fails.
func TestSubtestCleanup(t *testing.T) {
	ready := make(chan int, 1)
	start := func(t *testing.T) {
		t.Cleanup(func() {
			close(ready) // want: close ready
		})
		t.Cleanup(func() {
			t.Fatal("too late")
		})
	}
	t.Run("a", start)
	<-ready // want: recv ready
	t.Run("b", func(s *testing.T) {
		t.Cleanup(func() {
			ready = nil
		})
	})
	ready <- 1 // want: send ready
}

// Nothing is added to a WaitGroup.
func TestAddZero(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(0) // want: none
	wg.Wait() // want: wait wg
}

func TestRecover(t *testing.T) {
	var mu sync.Mutex
	func() {
		defer func() {
			if r := recover(); r != nil {
				mu.Lock() // want: lock mu
			}
		}()
		panic("here") // want: none
	}()
	mu.Lock() // want: lock mu
}

func TestAtomic(t *testing.T) {
	var stopped atomic.Bool
	var state int32
	done := make(chan struct{})
	stop := func() {
		if stopped.CompareAndSwap(false, true) { // want: branch t0
			close(done) // want: close done
		}
	}
	go stop()
	go func() {
		if atomic.AddInt32(&state, 1) == 1 {
			stop()
		}
	}()
	<-done // want: recv done
}

func TestContexts(t *testing.T) {
	parent, cancel := context.WithCancel(context.Background())
	child, stop := context.WithCancel(context.WithValue(parent, config{}, 1))
	defer stop() // want: none
	go func() {
		cancel() // want: cancel parent.Done(); cancel child.Done()
	}()
	<-child.Done() // want: recv child.Done()
	if parent.Err() == nil {
		<-parent.Done() // want: recv parent.Done()
	}
	<-context.Background().Done() // want: recv nil; hang
}

func TestMethodValues(t *testing.T) {
	var rw sync.RWMutex
	locker := rw.RLocker()
	for _, f := range []func(){rw.Lock, rw.Unlock, locker.Lock, locker.Unlock} {
		f() // want: lock rw; unlock rw; rlock rw; runlock rw
	}
	var wg sync.WaitGroup
	wg.Go(func() { // want: go TestMethodValues.func1; add 1 wg; add -1 wg
		rw.Lock() // want: lock rw
	})
	wg.Wait() // want: wait wg
}

var errStop = errors.New("stop")

// The cause of a context is the first that it was canceled with.
func TestCause(t *testing.T) {
	var mu sync.Mutex
	ctx, cancel := context.WithCancelCause(context.Background())
	inner, cancelInner := context.WithCancel(ctx)
	defer cancelInner()
	cancel(errStop)
	cancel(nil)
	if context.Cause(ctx) == errStop {
		mu.Lock() // want: lock mu
	}
	if err := context.Cause(inner); err != nil && err != errStop {
		mu.Unlock() // want: none
	}
}

// A function is called after a context of which nothing is known.
func TestAfterUnknown(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	_, err := os.Stat("")
	context.AfterFunc(errors.Unwrap(err).(context.Context), func() {
		mu.Unlock() // want: unlock mu
	})
}

// Bits are set and cleared.
func TestBits(t *testing.T) {
	var mu sync.Mutex
	var a atomic.Int32
	var b uint32 = 3
	if a.Or(2) == 0 && a.Load() == 2 {
		mu.Lock() // want: lock mu
	}
	if atomic.AndUint32(&b, 2) != 3 || b != 2 {
		mu.Unlock() // want: none
	}
}

type source struct {
	mu    sync.Mutex
	bytes chan byte
}

func (s *source) Read(p []byte) (int, error) {
	b, ok := <-s.bytes // want: recv bytes
	if !ok {
		return 0, io.EOF
	}
	p[0] = b
	return 1, nil
}

func (s *source) Write(p []byte) (int, error) {
	s.mu.Lock()         // want: lock s.mu
	defer s.mu.Unlock() // want: unlock s.mu
	return len(p), nil
}

// Who reads and writes is called back.
func TestReadWrite(t *testing.T) {
	s := &source{bytes: make(chan byte)}
	go func() {
		s.bytes <- 1
		close(s.bytes)
	}()
	if _, err := io.ReadAll(s); err != nil {
		return
	}
	fmt.Fprintln(s, "done")
}

type meter struct {
	mu sync.Mutex
	n  int
}

func (m *meter) String() string {
	m.mu.Lock()         // want: lock m.mu
	defer m.mu.Unlock() // want: unlock m.mu
	return fmt.Sprintf("meter %p", m)
}

// What is logged is formatted by its method, which formats its receiver once more.
func TestLogged(t *testing.T) {
	m := &meter{}
	t.Log(m)
}

var fresh = sync.Pool{New: func() any { return make(chan int, 1) }}

// Get does not give nil where there is New.
func TestPoolNew(t *testing.T) {
	c := fresh.Get().(chan int)
	go func() {
		c <- 1 // want: send chan
	}()
	<-c // want: recv chan
	fresh.Put(c)
}

type closedError struct{}

func (closedError) Error() string { return "closed" }

// What other packages write by a pointer is not known.
func TestFilled(t *testing.T) {
	ch := make(chan int)
	var c struct{ N int }
	if json.Unmarshal(nil, &c); c.N == 3 {
		<-ch // want: recv ch
	}
	var e *closedError
	if errors.As(errors.New("x"), &e) {
		ch <- 1 // want: send ch
	}
	var on bool
	if flag.BoolVar(&on, "on", false, ""); on {
		close(ch) // want: close ch
	}
	var n int
	if fmt.Sscan("3", &n); n == 3 {
		ch <- 1 // want: send ch
	}
	var m int
	if fmt.Fscan(os.Stdin, &m); m == 3 {
		ch <- 1 // want: send ch
	}
}
