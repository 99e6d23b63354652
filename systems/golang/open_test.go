// This file tests what of a program stays open because of copied locks and of many objects.

package golang_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

const locksOf = `package locks

import (
	"os"
	"sync"
	"testing"
)

type box struct {
	mu sync.Mutex
	n  int
}

func more() bool { return os.Getenv("MORE") != "" }

// open: copy; copied
func TestAssigned(t *testing.T) {
	var a, b box
	a.mu.Lock()
	b = a
	b.mu.Lock()
}

// open: copy; copied
func TestMap(t *testing.T) {
	m := map[string]box{"a": {}}
	a := m["a"]
	a.mu.Lock()
	m["a"] = a
	b := m["a"]
	b.mu.Lock()
}

// open: copy; copied
func TestInterface(t *testing.T) {
	var a box
	a.mu.Lock()
	var v any = a
	b := v.(box)
	b.mu.Lock()
}

// open: copy; copied
func TestSyncMap(t *testing.T) {
	var a box
	var m sync.Map
	a.mu.Lock()
	m.Store("a", a)
	v, _ := m.Load("a")
	b := v.(box)
	b.mu.Lock()
}

// open: copy; copied
func TestChannel(t *testing.T) {
	c := make(chan box, 1)
	var a box
	a.mu.Lock()
	c <- a
	b := <-c
	b.mu.Lock()
}

// open: copy; copied
func TestRange(t *testing.T) {
	list := make([]box, 2)
	list[1].mu.Lock()
	for _, b := range list {
		b.mu.Lock()
	}
}

// open: copy; copied
func TestLongArray(t *testing.T) {
	var list [20]sync.Mutex
	list[3].Lock()
	b := list
	b[3].Lock()
}

func get(b *box) box { return *b }

// open: copy
func TestReturned(t *testing.T) {
	var a box
	a.mu.Lock()
	b := get(&a)
	b.mu.Lock()
}

func same[T any](v T) T { return v }

// open: copy
func TestGeneric(t *testing.T) {
	var a box
	a.mu.Lock()
	b := same(a)
	b.mu.Lock()
}

// open: copy
func TestAppended(t *testing.T) {
	var a box
	a.mu.Lock()
	list := append([]box(nil), a)
	list[0].mu.Lock()
}

// open: copy
func TestClosure(t *testing.T) {
	var a box
	a.mu.Lock()
	b := a
	f := func() box { return b }
	c := f()
	c.mu.Lock()
}

func (b box) lock() { b.mu.Lock() }

// open: copy; copied
func TestMethodValue(t *testing.T) {
	var a box
	a.mu.Lock()
	f := a.lock
	f()
}

// open: copy
func TestOnce(t *testing.T) {
	var a sync.Once
	a.Do(func() {})
	b := a
	b.Do(func() {})
}

func newBox() box {
	var b box
	b.n = 1
	return b
}

// open:
func TestFresh(t *testing.T) {
	a := newBox()
	m := map[string]box{"a": {}}
	b := m["a"]
	list := append([]box{{}}, box{})
	a.mu.Lock()
	b.mu.Lock()
	list[0].mu.Lock()
}

// open: a lock, or the like, is stored to: a = box{}
func TestZeroed(t *testing.T) {
	var a box
	a.mu.Lock()
	a = box{}
	a.mu.Lock()
}

// open:
func TestNeverLocked(t *testing.T) {
	var a box
	a.mu.Lock()
	b := a
	if b.n > 0 {
		a.mu.Unlock()
	}
}

// open: others
func TestTwoOfMany(t *testing.T) {
	var a, b *box
	for more() {
		a, b = &box{}, a
	}
	if b == nil {
		return
	}
	go func() {
		a.mu.Lock()
		b.mu.Lock()
		b.mu.Unlock()
		a.mu.Unlock()
	}()
	b.mu.Lock()
	a.mu.Lock()
	a.mu.Unlock()
	b.mu.Unlock()
}

// open: others
func TestChain(t *testing.T) {
	last := make(chan int)
	for more() {
		c, before := make(chan int), last
		go func() {
			<-c
			close(before)
		}()
		last = c
	}
	close(last)
}

// open: others
func TestOnceOfMany(t *testing.T) {
	var first, a *sync.Once
	for more() {
		if a = new(sync.Once); first == nil {
			first = a
		}
		b := first
		go a.Do(func() { b.Do(func() {}) })
	}
}

// open:
func TestOneOfMany(t *testing.T) {
	var wg sync.WaitGroup
	for more() {
		a := &box{}
		for range 2 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				a.mu.Lock()
				a.mu.Unlock()
			}()
		}
	}
	wg.Wait()
}
`

// TestOpen compares what stays open of each test of a program with the comment in front of it: a copy of a lock that somebody may
// hold, a wait for another one of many objects that matters; and whether the skeleton has the operation that says of a lock that it is a copy.
func TestOpen(t *testing.T) {
	dir, err := campaign.Folder(map[string]string{"go.mod": "module example.com/locks\n\ngo 1.26\n", "a_test.go": locksOf})
	if err != nil {
		t.Fatal(err)
	}
	c, err := golang.Load(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`// open:(.*)\nfunc (\w+)\(`).FindAllStringSubmatch(locksOf, -1) {
		list, err := c.Entries(m[2])
		if err != nil || len(list) != 1 {
			t.Fatal(m[2], err)
		}
		p, err := c.Skeleton(context.Background(), list[0], golang.Options{})
		if err != nil {
			t.Fatal(m[2], err)
		}
		if err := skeleton.Check(p); err != nil {
			t.Error(m[2], err)
		}
		var got []string
		add := func(what string) {
			if len(got) == 0 || got[len(got)-1] != what {
				got = append(got, what)
			}
		}
		for _, n := range p.Notes {
			switch {
			case strings.HasPrefix(n.What, "copy of a lock") && n.Opens == skeleton.OpensAll:
				add("copy")
			case strings.HasPrefix(n.What, "wait for one of many") && n.Opens == skeleton.OpensBlocked:
				add("others")
			case strings.HasPrefix(n.What, "operation on one of many objects"):
			default:
				add(n.What)
			}
		}
		for _, b := range p.Bodies {
			for _, n := range b.Nodes {
				if n.Op == skeleton.Copied {
					add("copied")
				}
			}
		}
		if want := strings.TrimSpace(m[1]); strings.Join(got, "; ") != want {
			t.Errorf("%s: %s; want %s", m[2], strings.Join(got, "; "), want)
		}
	}
}
