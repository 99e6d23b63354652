package silent

import (
	"os"
	"sync"
	"testing"
)

type level struct {
	sync.Mutex
	files []string
}

type levels struct {
	list  []*level
	known map[string]bool
}

func newLevels(n int) *levels {
	l := &levels{known: map[string]bool{}}
	for i := 0; i < n; i++ {
		l.list = append(l.list, &level{})
	}
	return l
}

// Each iteration appends another element to a field.
func TestFineLevels(t *testing.T) {
	l := newLevels(6)
	for _, x := range l.list {
		x.Lock()
	}
	for _, x := range l.list {
		x.Unlock()
	}
}

func TestLevelTwice(t *testing.T) {
	l := newLevels(6)
	l.list[4].Lock()
	l.list[4].Lock()
}

// As many goroutines as there are keys, which are more than lengths of slices are told apart.
func manyKeys(missing int) {
	l := newLevels(0)
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		l.known[name] = true
	}
	done := make(chan bool)
	for range l.known {
		go func() { done <- true }()
	}
	for range len(l.known) - missing {
		<-done
	}
}

func TestFineManyKeys(t *testing.T) { manyKeys(0) }

func TestManyKeysMissing(t *testing.T) { manyKeys(1) }

type counter struct {
	mu sync.Mutex
	n  int
}

func (c *counter) add() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
}

// How often something is locked does not matter, and what is done behind the loop is reached.
func TestFineManyTimes(t *testing.T) {
	var c counter
	done := make(chan bool)
	for range 3 {
		go func() {
			for i := 0; i < 1000; i++ {
				c.add()
			}
			done <- true
		}()
	}
	for range 3 {
		<-done
	}
}

func TestManyTimes(t *testing.T) {
	var c counter
	done := make(chan bool)
	go func() {
		for i := 0; i < 1000; i++ {
			c.add()
		}
		c.mu.Lock()
		done <- true
	}()
	<-done
	c.add()
}

// Of the length of a slice nothing is known, nor which element it is.
func TestElementOfUnknown(t *testing.T) {
	list := make([]level, len(os.Args)+1)
	i := len(os.Args) % len(list)
	list[i].Lock()
	list[i].Lock()
}
