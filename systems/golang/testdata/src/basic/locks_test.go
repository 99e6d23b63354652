package basic

import (
	"errors"
	"fmt"
	"sync"
	"testing"
)

type pool struct {
	sync.Mutex
	n       int
	jobs    chan int
	results chan int
	closed  bool
}

func newPool(n int) *pool {
	return &pool{n: n, jobs: make(chan int), results: make(chan int, n)}
}

func (p *pool) close() {
	p.Lock()         // want: lock pool.Mutex
	defer p.Unlock() // want: unlock pool.Mutex
	if p.closed {
		return
	}
	p.closed = true
	close(p.jobs) // want: close jobs
}

func (p *pool) work(wg *sync.WaitGroup) {
	defer wg.Done()         // want: add -1 wg
	for j := range p.jobs { // want: recv jobs
		p.results <- j // want: send results
	}
}

func TestPool(t *testing.T) {
	p := newPool(3)
	var wg sync.WaitGroup
	for i := 0; i < p.n; i++ {
		wg.Add(1)      // want: add 1 wg
		go p.work(&wg) // want: go (*pool).work
	}
	for i := 0; i < 2; i++ {
		p.jobs <- i // want: send jobs
	}
	p.close()
	p.close()
	wg.Wait() // want: wait wg
}

type store interface{ get(k string) (int, error) }

type memory struct {
	mu sync.RWMutex
	m  map[string]int
}

func (m *memory) get(k string) (int, error) {
	m.mu.RLock()         // want: rlock s.mu
	defer m.mu.RUnlock() // want: runlock s.mu
	v, ok := m.m[k]
	if !ok {
		return 0, errors.New("missing")
	}
	return v, nil
}

func (m *memory) String() string {
	m.mu.RLock()         // want: rlock s.mu
	defer m.mu.RUnlock() // want: runlock s.mu
	return "memory"
}

func TestInterface(t *testing.T) {
	var s store = &memory{m: map[string]int{"a": 1}}
	done := make(chan struct{})
	go func() { // want: go TestInterface.func1
		defer close(done) // want: close done
		m := s.(*memory)
		m.mu.Lock()    // want: lock s.mu
		fmt.Println(m) // calls String
		m.mu.Unlock()  // want: unlock s.mu
	}()
	if _, err := s.get("a"); err != nil {
		t.Fatal(err)
	}
	<-done // want: recv done
}

func TestOnce(t *testing.T) {
	var once sync.Once
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	ready := false
	start := func() {
		once.Do(func() { // want: once-begin once; once-end once
			go func() { // want: go TestOnce.func1.func1.func1
				mu.Lock() // want: lock mu
				ready = true
				mu.Unlock()      // want: unlock mu
				cond.Broadcast() // want: broadcast cond
			}()
		})
	}
	start()
	start()
	cond.L.Lock() // want: lock mu
	for !ready {  // want: branch ready
		cond.Wait() // want: cond-enter cond; unlock mu; cond-wait cond; lock mu
	}
	cond.L.Unlock() // want: unlock mu
}

// The return comes before the defer statements in the graph of blocks.
func TestDeferUnless(t *testing.T) {
	var first, second sync.Mutex
	first.Lock()
	second.Lock()
	ready := false
	go func() {
		ready = true
	}()
	if !ready {
		defer first.Unlock() // want: unlock first
		if !ready {
			defer second.Unlock() // want: unlock second
		}
	}
}

type many struct {
	mu                            sync.Mutex
	first                         *int
	c, d, e, f, g, h, i, j, k, ok bool
}

// The eleventh field is no part of the second, which is given a value.
func TestManyFields(t *testing.T) {
	p := &many{first: new(int)}
	p.mu.Lock()   // want: lock p.mu
	p.mu.Unlock() // want: unlock p.mu
	if !p.j && !p.k && !p.ok {
		p.mu.Lock() // want: lock p.mu
	}
}
