package race

import (
	"slices"
	"sync"
	"testing"
)

type bus struct {
	mu   sync.Mutex
	subs []chan int
}

func (b *bus) add(c chan int) {
	b.mu.Lock()
	b.subs = append(b.subs, c)
	b.mu.Unlock()
}

func (b *bus) remove(c chan int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for i, s := range b.subs {
		if s == c {
			b.subs = append(b.subs[:i], b.subs[i+1:]...)
			return
		}
	}
}

func (b *bus) publish() {
	b.mu.Lock()
	subs := b.subs
	b.mu.Unlock()
	for _, c := range subs { // race
		select {
		case c <- 1:
		default:
		}
	}
}

// What is removed from a list is removed from its array, which others may read.
func TestRemoved(t *testing.T) {
	x, y := make(chan int, 1), make(chan int, 1)
	b := &bus{subs: []chan int{x, y}}
	done := make(chan bool)
	go func() {
		b.remove(x)
		close(done)
	}()
	b.publish()
	<-done
}

// What is added to a list is behind what others read.
func TestAdded(t *testing.T) {
	b := &bus{}
	b.add(make(chan int, 1))
	done := make(chan bool)
	go func() {
		b.add(make(chan int, 1))
		close(done)
	}()
	b.publish()
	<-done
}

// Two goroutines append to a slice with room.
func TestRoom(t *testing.T) {
	base := make([]int, 1, 4)
	done := make(chan bool)
	go func() {
		_ = append(base, 1) // race
		close(done)
	}()
	_ = append(base, 2)
	<-done
}

// Two goroutines append to a slice that may have room.
func TestGrown(t *testing.T) {
	var base []int
	for i := range 3 {
		base = append(base, i)
	}
	done := make(chan bool)
	go func() {
		_ = append(base, 1) // race
		close(done)
	}()
	_ = append(base, 2)
	<-done
}

// Two goroutines append to a slice without room.
func TestFull(t *testing.T) {
	base := []int{1, 2, 3}
	done := make(chan bool)
	go func() {
		_ = append(base[:2:2], 1)
		close(done)
	}()
	_ = append(base, 2)
	<-done
}

// An append reads what it is given.
func TestCopiedByAppend(t *testing.T) {
	all := []int{1, 2}
	done := make(chan bool)
	go func() {
		all[0] = 3 // race
		close(done)
	}()
	_ = append([]int(nil), all...)
	<-done
}

type task struct {
	id    int
	owner string
}

type tasks struct {
	mu   sync.Mutex
	list []*task
}

func (q *tasks) add(t ...*task) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.list = append(q.list, t...)
}

// take removes a task and returns it, so it is the caller's.
func (q *tasks) take(least int) *task {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.IndexFunc(q.list, func(t *task) bool { return t.id >= least && t.owner == "" })
	if i < 0 {
		return nil
	}
	t := q.list[i]
	q.list = slices.Delete(q.list, i, i+1)
	return t
}

// Each of four tasks has one owner at most.
func TestTaken(t *testing.T) {
	q := new(tasks)
	q.add(&task{id: 1}, &task{id: 2}, &task{id: 3}, &task{id: 4})
	for _, name := range []string{"a", "b"} {
		go func() {
			if t := q.take(len(name)); t != nil {
				t.owner = name
			}
		}()
	}
}

// One that is not removed may be taken by two.
func TestNotRemoved(t *testing.T) {
	q := new(tasks)
	q.add(&task{id: 1}, &task{id: 2})
	for _, name := range []string{"a", "b"} {
		go func() {
			q.mu.Lock()
			i := slices.IndexFunc(q.list, func(t *task) bool { return t.id > 0 })
			t := q.list[i]
			q.mu.Unlock()
			t.owner = name // race
		}()
	}
}
