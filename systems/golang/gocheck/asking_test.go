// This file tests loops that ask for data of which nothing is known.

package gocheck

import "testing"

// asking has tests with such loops. One whose name begins with TestFine does nothing wrong.
const asking = `package asking

import (
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// one starts a goroutine that waits until its caller comes.
func one() chan int {
	c := make(chan int)
	go func() {
		c <- 1
	}()
	return c
}

var want = int32(len(os.Args))

func TestCounter(t *testing.T) {
	var n atomic.Int32
	go n.Store(1)
	c := one()
	for n.Load() != want {
		time.Sleep(time.Millisecond)
	}
	<-c // blocks
}

func TestReceived(t *testing.T) {
	e := make(chan int32)
	go func() {
		for {
			e <- 1
		}
	}()
	c := one()
	for <-e != want {
	}
	<-c // blocks
}

func TestRanged(t *testing.T) {
	e := make(chan int32)
	go func() {
		for {
			e <- 1
		}
	}()
	c := one()
	for v := range e {
		if v == want {
			break
		}
	}
	<-c // blocks
}

func TestSelected(t *testing.T) {
	e, done := make(chan int32), make(chan int)
	var send func()
	send = func() {
		e <- 1
		go send()
	}
	go send()
	c := one()
	for some := true; some; {
		select {
		case v := <-e:
			some = v != want
		case <-done:
			some = false
		}
	}
	<-c // blocks
}

func TestClosed(t *testing.T) {
	e := make(chan int32)
	close(e)
	c := one()
	for <-e != want {
	}
	<-c // blocks
}

func TestFineRanged(t *testing.T) {
	e := make(chan int32)
	c := one()
	go func() {
		for _, v := range make([]int32, want) {
			e <- v
		}
		close(e)
	}()
	for v := range e {
		if v == want {
			for range e {
			}
			break
		}
	}
	<-c
}

func TestFineReceived(t *testing.T) {
	e := make(chan int)
	go func() {
		e <- 1
		e <- 2
	}()
	c := one()
	for <-e != 2 {
	}
	<-c
}

type list struct {
	mu  sync.Mutex
	all []string
}

func (l *list) add(s string) {
	l.mu.Lock()
	l.all = append(l.all, s)
	l.mu.Unlock()
}

func (l *list) full() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.all) == int(want)
}

func TestCalled(t *testing.T) {
	var l list
	go l.add("a")
	c := one()
	for !l.full() {
	}
	<-c // blocks
}

func TestMany(t *testing.T) {
	if want != 17 {
		return
	}
	var n atomic.Int32
	var wg sync.WaitGroup
	for range want {
		wg.Go(func() {
			n.Add(1)
			for n.Load() != 5 {
			}
		})
	}
	wg.Wait() // blocks
}

func TestTicks(t *testing.T) {
	var n atomic.Int32
	go n.Store(1)
	c := one()
	for range time.NewTicker(1).C {
		if t.Log("not yet"); n.Load() == want {
			break
		}
	}
	<-c // blocks
}

func TestTakes(t *testing.T) {
	var n atomic.Int32
	n.Store(want)
	c := one()
	for !n.CompareAndSwap(0, 1) {
	}
	<-c // blocks
}

func until(holds func() bool) {
	for !holds() {
		time.Sleep(time.Millisecond)
	}
}

func TestGiven(t *testing.T) {
	var n atomic.Int32
	go n.Store(1)
	c := one()
	until(func() bool { return n.Load() == want })
	<-c // blocks
}

func TestMethod(t *testing.T) {
	l := new(list)
	go l.add("a")
	c := one()
	var some interface{ full() bool } = l
	for !some.full() {
	}
	<-c // blocks
}

func TestFineSwaps(t *testing.T) {
	var n atomic.Int32
	go n.Store(1)
	c := one()
	for {
		v := n.Load()
		if n.CompareAndSwap(v, v+want) {
			break
		}
	}
	<-c
}

func TestFineCounts(t *testing.T) {
	var l list
	go l.add("a")
	c := one()
	l.mu.Lock()
	for i := 0; i < len(l.all); i++ {
		if l.all[i] == os.Args[0] {
			break
		}
	}
	l.mu.Unlock()
	<-c
}

func TestAgain(t *testing.T) {
	var up atomic.Bool
	all := map[string]bool{}
	for _, s := range os.Args {
		all[s] = true
	}
	c := make(chan int)
	go func() {
		c <- 1 // blocks
		up.Store(true)
	}()
outer:
	for !up.Load() {
		for range all {
			continue outer
		}
		break
	}
	<-c
}

func TestAgainIf(t *testing.T) {
	var up atomic.Bool
	all := map[string]bool{}
	for _, s := range os.Args {
		all[s] = true
	}
	c := make(chan int)
	go func() {
		c <- 1 // blocks
		up.Store(true)
	}()
outer:
	for !up.Load() {
		for k := range all {
			if k == os.Args[0] {
				continue outer
			}
		}
		break
	}
	<-c
}

func TestAgainSlice(t *testing.T) {
	var up atomic.Bool
	c := make(chan int)
	go func() {
		c <- 1 // blocks
		up.Store(true)
	}()
outer:
	for !up.Load() {
		for _, k := range os.Args {
			if k == os.Args[0] {
				continue outer
			}
		}
		break
	}
	<-c
}

func load(n *[2]atomic.Bool) bool { return n[want%2].Load() }

func TestAnyElement(t *testing.T) {
	var n [2]atomic.Bool
	go n[1].Store(want == 17)
	c := one()
	for !load(&n) {
	}
	<-c // blocks
}

func some() *atomic.Bool {
	var all [40]atomic.Bool
	go all[1].Store(want == 17)
	return &all[want+3]
}

func TestAny(t *testing.T) {
	p := some()
	c := one()
	for !p.Load() {
	}
	<-c // blocks
}

func TestAnyAgain(t *testing.T) {
	p := some()
	c := one()
	for v := p.Load(); !v; v = p.Load() {
	}
	<-c // blocks
}

func TestKept(t *testing.T) {
	var n atomic.Bool
	all := map[int]bool{}
	var mu sync.Mutex
	c := make(chan int)
	go func() {
		mu.Lock()
		all[1] = true
		mu.Unlock()
		c <- 1 // blocks
		n.Store(true)
	}()
again:
	for !n.Load() {
		mu.Lock()
		for range all {
			mu.Unlock()
			continue again
		}
		mu.Unlock()
		break
	}
	<-c
}

`

func TestAsking(t *testing.T) { checkTests(t, "asking", asking, 0) }
