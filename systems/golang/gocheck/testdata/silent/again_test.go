package silent

import (
	"math/rand"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A goroutine starts one of its kind.
type respawn struct {
	mu   sync.Mutex
	n    int
	done chan bool
}

func (r *respawn) run() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.n++; r.n < 3 {
		go r.run()
	} else {
		close(r.done)
	}
}

func TestFineRespawn(t *testing.T) {
	r := &respawn{done: make(chan bool)}
	go r.run()
	<-r.done
}

func (r *respawn) unlocked() {
	if r.n++; r.n < 3 {
		go r.unlocked()
		r.n++
	}
}

func TestRespawn(t *testing.T) {
	r := &respawn{}
	go r.unlocked()
}

// The function of a timer sets it again, or another one.
type periodic struct {
	mu    sync.Mutex
	timer *time.Timer
	ended bool
}

func (p *periodic) tick() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		p.timer = time.AfterFunc(time.Second, p.tick)
	}
}

func (p *periodic) again() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer.Reset(time.Second)
}

func TestFineTick(t *testing.T) {
	p := &periodic{}
	p.tick()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ended = true
	p.timer.Stop()
}

func TestFineAgain(t *testing.T) {
	p := &periodic{}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.timer = time.AfterFunc(time.Second, p.again)
}

func TestAgain(t *testing.T) {
	p := &periodic{}
	p.timer = time.AfterFunc(time.Second, p.again)
}

// The last one closes, whether it returns or exits.
func TestFineLast(t *testing.T) {
	const n = 5
	left, done := int32(n), make(chan bool)
	for range n {
		go func() {
			defer func() {
				if atomic.AddInt32(&left, -1) == 0 {
					close(done)
				}
			}()
			if rand.Int() == 0 {
				runtime.Goexit()
			}
		}()
	}
	<-done
}

// One of many closes, the one that finds so many.
func closesAt(last int32) {
	var count atomic.Int32
	done := make(chan bool)
	for range 20 {
		go func() {
			if count.Add(1) == last {
				close(done)
			}
		}()
	}
	<-done
}

func TestFineLastOfMany(t *testing.T) { closesAt(20) }

func TestLastOfMany(t *testing.T) { closesAt(21) }

// An iteration to which the first ones do not lead is open.
func TestLateClose(t *testing.T) {
	c := make(chan int)
	for i := range 20 {
		if i == 15 {
			close(c)
			close(c)
		}
	}
}

func TestLateRace(t *testing.T) {
	beside(func(n *int) {
		for i := range 20 {
			if i == 15 {
				*n++
			}
		}
	})
}

// What is done in the last of many iterations, or with the last element, is not missed.
func TestLastIteration(t *testing.T) {
	const n = 12
	c := make(chan int)
	for i := range n {
		if i == n-1 {
			<-c
		}
	}
}

func TestLastElement(t *testing.T) {
	const n = 12
	list := make([]chan int, n)
	for i := range n {
		list[i] = make(chan int)
	}
	<-list[n-1]
}

func TestElementBehind(t *testing.T) {
	var list []chan int
	for range 12 {
		list = append(list, make(chan int))
	}
	<-list[10]
}

func TestFineLastIteration(t *testing.T) {
	const n = 12
	c := make(chan int)
	for i := range n {
		go func() {
			if i == n-1 {
				close(c)
			}
		}()
	}
	<-c
}

// What a loop makes later does not begin again what it has made before.
type begun struct {
	mu   sync.Mutex
	done bool
}

func beginAgain(n int) {
	var first *begun
	two, three := false, false
	for range n {
		p := &begun{}
		if first == nil {
			first = p
			p.done = true
		} else {
			two, three = true, two
		}
	}
	if three && first.done {
		first.mu.Unlock()
	}
}

func TestBeginAgain(t *testing.T) { beginAgain(rand.Int()) }
