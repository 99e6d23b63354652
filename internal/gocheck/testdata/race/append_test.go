package race

import (
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
