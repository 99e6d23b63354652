//go:build ignore

// entry: Announce

// A broadcaster: Publish waits under the lock until each subscriber has room. One that leaves needs the
// lock.
package main

import (
	"fmt"
	"sync"
)

type broadcaster struct {
	mu     sync.Mutex
	closed bool
	next   int
	subs   map[int]chan string
}

func (b *broadcaster) Subscribe() (id int, c chan string) {
	c = make(chan string)
	b.mu.Lock() // want: deadlock
	defer b.mu.Unlock()
	if b.closed {
		close(c)
		return 0, c
	}
	b.next++
	b.subs[b.next] = c
	return b.next, c
}

func (b *broadcaster) Leave(id int) {
	b.mu.Lock() // want: deadlock
	defer b.mu.Unlock()
	delete(b.subs, id)
}

func (b *broadcaster) Publish(text string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.subs {
		c <- text // want: deadlock
	}
}

func (b *broadcaster) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	for _, c := range b.subs {
		close(c)
	}
	clear(b.subs)
}

// listen receives until the broadcaster is closed, or a message says that it is the last one.
func (b *broadcaster) listen() {
	id, c := b.Subscribe()
	for text := range c { // want: deadlock
		if text == "" {
			b.Leave(id)
			return
		}
	}
}

// Announce publishes the texts to n subscribers.
func Announce(n int, texts []string) {
	b := &broadcaster{subs: make(map[int]chan string)}
	var wg sync.WaitGroup
	for range n {
		wg.Add(1)
		go func() {
			defer wg.Done()
			b.listen()
		}()
	}
	for _, text := range texts {
		b.Publish(text)
	}
	b.Close()
	wg.Wait()
}

func main() {
	Announce(3, []string{"one", "", "two", "three"})
	fmt.Println("announced")
}
