//go:build ignore

// A broker: Publish drops messages for subscribers that do not receive.
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
	b.Lock()
	defer b.Unlock()
	delete(b.subscribers, s.id)
}

func (b *broker) Publish(text string) {
	b.Lock()
	defer b.Unlock()
	for _, s := range b.subscribers {
		select {
		case s.inbox <- text:
		default:
		}
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
