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

func recovering(f func()) {
	defer func() { _ = recover() }()
	f()
}

// What recovers from a panic is the first deferred call that asks; the others see none.
func TestRecoverOnce(t *testing.T) {
	var mu, never sync.Mutex
	defer func() {
		if recover() != nil {
			never.Lock() // want: none
			return
		}
		mu.Lock() // want: lock mu
	}()
	defer func() { _ = recover() }()
	panic("once")
}

// A function that a deferred call calls does not recover.
func TestRecoverNested(t *testing.T) {
	var mu, never sync.Mutex
	recovering(func() {
		defer func() {
			func() {
				if recover() != nil {
					never.Lock() // want: none
				}
			}()
			mu.Lock() // want: lock mu
		}()
		panic("nested")
	})
}

// Where the function that recovers was not deferred, the panic goes on.
func TestRecoverNotDeferred(t *testing.T) {
	var mu, never sync.Mutex
	defer func() {
		if recover() != nil {
			mu.Lock() // want: lock mu
		}
	}()
	func(on bool) {
		if on {
			defer func() { _ = recover() }()
		}
		panic("not deferred")
	}(false)
	never.Lock() // want: none
}

type recoverer interface{ handle() }

type recovers struct{ when bool }

func (r *recovers) handle() {
	if r.when {
		_ = recover()
	}
}

func TestRecoverByInterface(t *testing.T) {
	var mu sync.Mutex
	func(r recoverer) {
		defer r.handle()
		panic("interface")
	}(&recovers{when: true})
	mu.Lock() // want: lock mu
}

// An assertion of another type panics.
func TestRecoverAssertion(t *testing.T) {
	var mu sync.Mutex
	func(v any) {
		defer func() {
			if recover() != nil {
				mu.Lock() // want: lock mu
			}
		}()
		_ = v.(int)
	}("text")
}

func parsed(v any) (n int) {
	defer func() {
		if recover() != nil {
			n = -1
		}
	}()
	return v.(int)
}

// A number of which nothing is known may be negative.
func TestRecoverNegative(t *testing.T) {
	var mu sync.Mutex
	if parsed("text") == -1 {
		mu.Lock() // want: lock mu
	}
}
