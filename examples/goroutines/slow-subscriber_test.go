//go:build ignore

// A broker: Publish sends to all subscribers under the lock. One that leaves does not receive any more,
// and waits for the lock.
package goroutines

import (
	"sync"
	"testing"
)

type subscriber struct {
	id    int
	inbox chan string
}

type broker struct {
	sync.Mutex
	subscribers map[int]*subscriber
}

func (b *broker) Join(id int) *subscriber {
	s := &subscriber{id, make(chan string, 1)}
	b.Lock()
	defer b.Unlock()
	b.subscribers[id] = s
	return s
}

func (b *broker) Leave(s *subscriber) {
	b.Lock() // want: deadlock
	defer b.Unlock()
	delete(b.subscribers, s.id)
}

func (b *broker) Publish(text string) {
	b.Lock()
	defer b.Unlock()
	for _, s := range b.subscribers {
		s.inbox <- text // want: deadlock
	}
}

func TestBroker(t *testing.T) {
	b := &broker{subscribers: make(map[int]*subscriber)}
	s := b.Join(1)
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		b.Leave(s)
	}()
	b.Publish("one")
	b.Publish("two")
	<-gone
}
