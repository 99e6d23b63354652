package basic

import (
	"container/heap"
	"container/list"
	"sync"
	"testing"
)

type waiter struct {
	n     int
	ready chan bool
}

// A list gives its elements in order, until it is empty.
func TestList(t *testing.T) {
	var mu sync.Mutex
	var l list.List
	first, second := make(chan bool), make(chan bool)
	l.PushBack(waiter{1, first})
	l.PushBack(waiter{2, second})
	w := l.Remove(l.Front()).(waiter)
	close(w.ready) // want: close first
	if l.Len() != 1 || w.n != 1 {
		mu.Lock() // want: none
	}
	for l.Len() > 0 {
		w := l.Remove(l.Front()).(waiter)
		close(w.ready) // want: close second
	}
	if l.Front() == nil {
		mu.Lock() // want: lock mu
	}
}

type queue []int

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i] < q[j] }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(v any)        { *q = append(*q, v.(int)) }
func (q *queue) Pop() any {
	v := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return v
}

// A heap calls the methods of what it is made of.
func TestHeap(t *testing.T) {
	var mu sync.Mutex
	q := &queue{}
	heap.Push(q, 3)
	if q.Len() > 0 {
		mu.Lock() // want: lock mu
	}
	if heap.Pop(q) != 3 || q.Len() != 0 {
		mu.Unlock() // want: none
	}
}

type message struct{ to *sync.Mutex }

// An interface may hold one of several structs, or something else.
func TestAssertStruct(t *testing.T) {
	var a, b sync.Mutex
	c := make(chan any, 3)
	c <- message{&a}
	c <- message{&b}
	c <- 1
	if m, ok := (<-c).(message); ok { // want: recv c
		m.to.Lock() // want: lock a; lock b
	}
	m := (<-c).(message) // want: recv c
	m.to.Lock()          // want: lock a; lock b
	if m, ok := (<-c).(message); ok || m.to != nil {
		m.to.Unlock() // want: unlock a; unlock b
	}
}
