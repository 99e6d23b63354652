package basic

import (
	"sync"
	"testing"
)

type hub struct {
	mu   sync.Mutex
	subs map[chan string]struct{}
}

func (h *hub) add() chan string {
	ch := make(chan string, 1)
	h.mu.Lock()
	h.subs[ch] = struct{}{}
	h.mu.Unlock()
	return ch
}

func (h *hub) drop(ch chan string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, ok := h.subs[ch]; ok {
		delete(h.subs, ch)
		close(ch) // want: close ch; close ch
	}
}

func (h *hub) send(s string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for ch := range h.subs {
		ch <- s // want: send ch
	}
}

func TestHub(t *testing.T) {
	h := &hub{subs: map[chan string]struct{}{}}
	a, b := h.add(), h.add()
	h.send("x")
	<-a // want: recv ch
	<-b // want: recv ch
	h.drop(a)
	h.drop(a)
	h.drop(b)
	h.send("y")
}

type shards struct{ locks map[string]*sync.Mutex }

func (s *shards) with(key string, f func()) {
	l := s.locks[key]
	l.Lock()         // want: lock s.locks[name]
	defer l.Unlock() // want: unlock s.locks[name]
	f()
}

func TestShards(t *testing.T) {
	s := &shards{locks: make(map[string]*sync.Mutex)}
	for _, name := range []string{"a", "b"} {
		s.locks[name] = new(sync.Mutex)
	}
	done := make(chan bool, 1)
	go s.with("a", func() { done <- true })
	go s.with("b", func() { s.with("a", func() {}) })
	<-done // want: recv done
}

type bus struct {
	mu       sync.Mutex
	next     int
	handlers map[int]func()
}

func (b *bus) on(h func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.handlers[b.next] = h
	b.next++
}

func (b *bus) emit() {
	for _, h := range b.handlers {
		h()
	}
}

func TestNumberedHandlers(t *testing.T) {
	b := &bus{handlers: make(map[int]func())}
	b.on(func() {
		b.mu.Lock()   // want: lock b.mu
		b.mu.Unlock() // want: unlock b.mu
	})
	b.emit()
}

type lockOf struct{ mu sync.Mutex }

// A sync.Map with known keys is followed.
func TestSyncMap(t *testing.T) {
	var m sync.Map
	a, b := &lockOf{}, &lockOf{}
	if _, there := m.Load("x"); there {
		a.mu.Unlock() // want: none
	}
	m.Store("x", a)
	l, there := m.LoadOrStore("x", b)
	if !there {
		b.mu.Unlock() // want: none
	}
	l.(*lockOf).mu.Lock() // want: lock a.mu
	m.Store("y", b)
	m.Delete("x")
	if l, there := m.Load("x"); there {
		l.(*lockOf).mu.Lock() // want: none
	}
	if l, there := m.Swap("y", a); there {
		l.(*lockOf).mu.Lock() // want: lock b.mu
	}
	if l, there := m.LoadAndDelete("y"); there {
		l.(*lockOf).mu.Unlock() // want: unlock a.mu
	}
}

// One with keys that are not known may have anything.
func TestSyncMapAnyKey(t *testing.T) {
	var m sync.Map
	a, b := &lockOf{}, &lockOf{}
	m.Store("x", a)
	m.Store(t.Name(), b)
	if l, there := m.Load("x"); there {
		l.(*lockOf).mu.Lock() // want: lock a.mu; lock b.mu
	}
	if _, there := m.LoadOrStore("z", b); !there {
		b.mu.Unlock() // want: unlock b.mu
	}
}

// What an entry is given is the same in all of an execution, and may be equal to anything else.
func keyed(key string, id int, ratio float64) {
	a, b, c := &lockOf{}, &lockOf{}, &lockOf{}
	same := map[string]*lockOf{}
	if _, there := same[key]; there {
		a.mu.Lock() // want: none
	}
	same[key] = a
	if l, there := same[key]; there {
		l.mu.Lock() // want: lock a.mu
	} else {
		b.mu.Lock() // want: none
	}
	other := map[string]*lockOf{"one": b}
	other[key] = c
	other["one"].mu.Lock() // want: lock b.mu; lock c.mu
	numbers := map[int]*lockOf{id: a}
	if _, there := numbers[id]; !there {
		b.mu.Lock() // want: none
	}
	if _, there := numbers[int(int8(id))]; !there {
		c.mu.Lock() // want: lock c.mu
	}
	ratios := map[float64]bool{ratio: true}
	if !ratios[ratio] {
		c.mu.Unlock() // want: unlock c.mu
	}
}

// Nothing is left in a map, or in a slice, that is cleared.
func TestClear(t *testing.T) {
	var mu, never sync.Mutex
	m := map[string]*sync.Mutex{"a": &never}
	clear(m)
	if _, there := m["a"]; there {
		never.Lock() // want: none
	}
	s := []*sync.Mutex{&never, &mu}
	clear(s[:1])
	for _, l := range s {
		if l != nil {
			l.Lock() // want: lock mu
		}
	}
}
