// Panics behind which deferred calls are executed.

package basic

import (
	"sync"
	"testing"
)

// A deferred call that panics is not executed again; those before it are.
func TestPanicInDeferred(t *testing.T) {
	var mu, never sync.Mutex
	done := make(chan struct{})
	go func() {
		defer func() {
			if recover() == nil {
				never.Lock() // want: none
				return
			}
			mu.Lock() // want: lock mu
		}()
		defer func() {
			close(done) // want: close done
			panic("again")
		}()
	}()
	<-done // want: recv done
}

func TestFatalInDeferred(t *testing.T) {
	var wg sync.WaitGroup
	wg.Add(1) // want: add 1 wg
	defer func() {
		wg.Done() // want: add -1 wg
		if len(t.Name()) > 3 {
			t.Fatal("once")
		}
	}()
}

// A panic in a goroutine of its own cannot be recovered.
func TestGoPanic(t *testing.T) {
	defer func() { _ = recover() }()
	go panic("nobody recovers") // want: go panic; panic
}

func TestDeferPanic(t *testing.T) {
	defer panic("last") // want: panic
}
