package basic

import (
	"sync"
	"testing"
)

type relay struct {
	mu   sync.Mutex
	out  func(int)
	seen map[int]bool
}

func (r *relay) handler() func(int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.out
}

func (r *relay) set(f func(int)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.out = f
}

// A function is called before another goroutine gives it.
func TestCallOfNil(t *testing.T) {
	r := &relay{}
	go r.set(func(int) {})
	f := r.handler()
	f(1) // want: panic
}

func TestCallOfNilGuarded(t *testing.T) {
	r := &relay{}
	go r.set(func(int) {})
	if f := r.handler(); f != nil {
		f(1) // want: none
	}
}

func TestCallOfGiven(t *testing.T) {
	r := &relay{}
	r.set(func(int) {})
	go func() {
		r.handler()(1) // want: none
	}()
	r.handler()(2) // want: none
}

// A map is given up while another goroutine writes to it.
func TestNilMap(t *testing.T) {
	r := &relay{seen: map[int]bool{}}
	go func() {
		r.mu.Lock()
		r.seen[1] = true // want: panic
		r.mu.Unlock()
	}()
	r.mu.Lock()
	r.seen = nil
	r.mu.Unlock()
}

// A nil function recovers.
func TestNilRecovered(t *testing.T) {
	r := &relay{}
	go r.set(func(int) {})
	defer func() { recover() }()
	r.handler()(1) // want: none
}
