//go:build ignore

// A mailbox with one message: Take tests for a message in a loop.
package goroutines

import (
	"sync"
	"testing"
)

type mailbox struct {
	mu   sync.Mutex
	cond *sync.Cond
	full bool
	text string
}

func newMailbox() *mailbox {
	m := &mailbox{}
	m.cond = sync.NewCond(&m.mu)
	return m
}

func (m *mailbox) Put(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for m.full {
		m.cond.Wait()
	}
	m.full, m.text = true, text
	m.cond.Broadcast()
}

func (m *mailbox) Take() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	for !m.full {
		m.cond.Wait()
	}
	if !m.full {
		panic("mailbox: no message")
	}
	m.full = false
	m.cond.Broadcast()
	return m.text
}

func TestMailbox(t *testing.T) {
	m := newMailbox()
	var wg sync.WaitGroup
	for range 2 {
		wg.Add(2)
		go func() {
			defer wg.Done()
			m.Take()
		}()
		go func() {
			defer wg.Done()
			m.Put("hello")
		}()
	}
	wg.Wait()
}
