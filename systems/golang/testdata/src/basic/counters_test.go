// How far counters count.

package basic

import (
	"os"
	"sync"
	"sync/atomic"
	"testing"
)

type registry struct {
	mu   sync.Mutex
	next int
	all  map[string]map[int]chan int
}

func (r *registry) add(topic string) chan int {
	if r.all[topic] == nil {
		r.all[topic] = map[int]chan int{}
	}
	id := r.next
	r.next++
	c := make(chan int, 1)
	r.all[topic][id] = c
	return c
}

// Each element has a number of its own.
func TestNumbered(t *testing.T) {
	r := &registry{all: map[string]map[int]chan int{}}
	a, b := r.add("a"), r.add("a")
	for _, c := range r.all["a"] {
		c <- 1 // want: send c
	}
	for range r.all["b"] {
		r.mu.Lock() // want: none
	}
	<-a // want: recv c
	<-b // want: recv c
}

func TestTwice(t *testing.T) {
	var mu, never sync.Mutex
	n := 0
	count := func() { n++ }
	count()
	count()
	if n == 2 {
		mu.Lock() // want: lock mu
	}
	if n == 3 {
		never.Lock() // want: none
	}
}

func TestInLoop(t *testing.T) {
	var mu sync.Mutex
	n := 0
	for len(os.Args) > 1 {
		mu.Lock() // want: lock mu
		n++
		if n == 3 {
			mu.Unlock() // want: unlock mu
		}
	}
}

func TestByMany(t *testing.T) {
	var mu sync.Mutex
	var n atomic.Int32
	for len(os.Args) > 1 {
		go func() {
			if n.Add(1) == 3 {
				mu.Lock() // want: lock mu
			}
		}()
	}
}

func TestReset(t *testing.T) {
	var mu, never sync.Mutex
	n := 0
	n++
	n = 2
	n++
	n -= 4
	if n == -1 {
		mu.Lock() // want: lock mu
	}
	if n == 5 {
		never.Lock() // want: none
	}
}

func TestDeferred(t *testing.T) {
	var mu sync.Mutex
	n := 0
	func() {
		for range 3 {
			defer func() {
				if n++; n == 3 {
					mu.Lock() // want: lock mu
				}
			}()
		}
	}()
}

type group struct{ members []chan int }

func newGroup() *group {
	g := &group{}
	for range 2 {
		g.members = append(g.members, make(chan int, 1))
	}
	return g
}

func TestAppended(t *testing.T) {
	g := newGroup()
	for i := range g.members {
		if i == 2 {
			close(g.members[0]) // want: none
		}
		g.members[i] <- i // want: send chan
	}
}

func TestAppendedInLoop(t *testing.T) {
	g := &group{}
	var mu sync.Mutex
	for len(os.Args) > 1 {
		g.members = append(g.members, nil)
		if len(g.members) == 3 {
			mu.Lock() // want: lock mu
		}
	}
}

type pair struct{ id, weight int }

func pick() (pair, bool) {
	if len(os.Args) > 3 {
		return pair{}, false
	}
	return pair{id: 7}, true
}

// A struct that is a constant has the zeros of its parts.
func TestZeroPair(t *testing.T) {
	var mu, never sync.Mutex
	if p, _ := pick(); p.weight != 0 || p.id == 3 {
		never.Lock() // want: none
	}
	mu.Lock() // want: lock mu
}

// Numbers wrap around as their types say.
func TestWraps(t *testing.T) {
	var small, unsigned, converted, never sync.Mutex
	var b byte = 255
	if b++; b == 0 {
		small.Lock() // want: lock small
	}
	var u uint
	if u--; u > 0 {
		unsigned.Lock() // want: lock unsigned
	}
	n := 300
	if int8(n) == 44 {
		converted.Lock() // want: lock converted
	}
	if int16(n) != 300 {
		never.Lock() // want: none
	}
}

// A result with a name is read when the function returns.
func counted() (n int) {
	var wg sync.WaitGroup
	wg.Add(1) // want: add 1 wg
	go func() {
		n++
		wg.Done() // want: add -1 wg
	}()
	wg.Wait() // want: wait wg
	return n
}

func TestCounted(t *testing.T) { counted() }
