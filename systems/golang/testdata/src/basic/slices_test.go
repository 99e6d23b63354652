package basic

import (
	"encoding/json"
	"sync"
	"testing"
)

// The length of a slice depends on the way that was taken.
func TestLengths(t *testing.T) {
	done := make(chan int, 1)
	var items []int
	if t.Failed() {
		items = append(items, 1)
	}
	some := append(items, 2)
	if len(some) == 0 || len(some) > 2 {
		<-done // want: none
	}
	rest := some[1:]
	if len(rest) > 1 || len(rest[:0]) > 0 {
		<-done // want: none
	}
	less := some[:len(some)-1]
	if len(less) != len(rest) {
		<-done // want: none
	}
	snapshot := make([]int, len(some))
	copy(snapshot, some)
	if len(snapshot) == 0 {
		<-done // want: none
	}
	for range rest {
		done <- 1 // want: send done
		break
	}
	for range rest[:0] {
		done <- 1 // want: none
	}
}

// Elements keep their places when those before them are removed.
func TestElements(t *testing.T) {
	first, second := make(chan int, 1), make(chan int, 1)
	list := []chan int{first}
	if t.Failed() {
		list = nil
	}
	list = append(list, second)
	list[len(list)-1] <- 1 // want: send second
	list = append(list[:0], list[len(list)-1:]...)
	list[0] <- 1 // want: send second
}

// A slice that grows in a loop has at least as many elements as were added last.
func TestLong(t *testing.T) {
	in, done := make(chan int), make(chan int)
	close(in) // want: close in
	var list []int
	for v := range in { // want: recv in
		list = append(list, v, v)
		if len(list) < 2 {
			<-done // want: none
		}
	}
	for len(list) > 1 {
		list = list[2:]
	}
}

type gate struct {
	mu      sync.Mutex
	waiters []chan int
}

func (g *gate) wait() {
	ch := make(chan int)
	g.mu.Lock()
	g.waiters = append(g.waiters, ch)
	g.mu.Unlock()
	<-ch
}

// The list has at most two waiters.
func TestWaiters(t *testing.T) {
	g := &gate{}
	go g.wait()
	go g.wait()
	g.mu.Lock()
	defer g.mu.Unlock()
	list := g.waiters
	g.waiters = nil
	switch len(list) {
	case 1:
		close(list[0]) // want: close ch; close ch
	case 2:
		if list = list[1:]; len(list) != 1 {
			close(list[0]) // want: none
		}
	}
}

type line struct {
	mu    sync.Mutex
	items []int
}

func (l *line) push() {
	l.mu.Lock()
	l.items = append(l.items, 1)
	l.mu.Unlock()
}

func (l *line) pop() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.items) == 0 {
		return false
	}
	l.items = l.items[1:]
	return true
}

// Something is left in the line when an element is taken out, since the lock is held.
func TestLine(t *testing.T) {
	l, done := &line{}, make(chan int, 1)
	go l.push()
	go l.push()
	if l.pop() {
		done <- 1 // want: send done
	}
}

// Where there is room, append writes over the elements of other slices.
func TestRoom(t *testing.T) {
	a, b, c := make(chan int, 1), make(chan int, 1), make(chan int, 1)
	all := []chan int{a, b}
	_ = append(all[:1], c)
	all[1] <- 1 // want: send c
	some := make([]chan int, 0, 2)
	one := append(some, a)
	_ = append(some, b)
	one[0] <- 1 // want: send b
	full := []chan int{a, b}
	_ = append(full[:1:1], c)
	full[1] <- 1 // want: send b
}

// A list is filtered in place.
func TestFilter(t *testing.T) {
	a, b, c := make(chan int), make(chan int, 1), make(chan int, 1)
	all := []chan int{a, b, c}
	kept := all[:0]
	for i, x := range all {
		if i > 0 {
			kept = append(kept, x)
		}
	}
	kept[0] <- 1   // want: send b
	all[1] <- 1    // want: send c
	close(kept[1]) // want: close c
}

// A list that is an element of itself is given to a function of which nothing is known.
func TestListOfItself(t *testing.T) {
	var mu sync.Mutex
	list := []any{1}
	list[0] = list
	json.Marshal(list)
	mu.Lock() // want: lock mu
}
