// Package race has programs with and without races. A comment "race" marks the line of a finding.
package race

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
)

// more says whether there is more to do, which is not known.
func more() bool { return len(queue) > 3 }

var queue = make(chan int, 9)

// A plain read beside an atomic write.
func TestAtomicAndPlain(*testing.T) {
	var n int64
	done := make(chan bool)
	go func() {
		atomic.AddInt64(&n, 1)
		done <- true
	}()
	if n > 1 { // race
		<-done
	}
	<-done
}

// A plain write beside an atomic read.
func TestPlainAndAtomic(*testing.T) {
	var ready int32
	go func() {
		ready = 1 // race
	}()
	for atomic.LoadInt32(&ready) == 0 {
	}
}

// Atomic accesses only, but for those before the goroutine starts.
func TestAtomics(*testing.T) {
	var n int64
	n = 1
	go func() {
		atomic.AddInt64(&n, 1)
	}()
	atomic.StoreInt64(&n, 2)
}

// A variable that is written before many goroutines start, too.
func TestManyWriters(*testing.T) {
	x := new(int)
	*x = 5
	f := func() {
		*x++ // race
	}
	for more() {
		go f()
	}
}

type node struct {
	v    int
	next *node
}

var (
	mu   sync.Mutex
	head *node
)

// Each goroutine shows the object that it has made to the others; one of them writes it beside its maker.
func TestShown(*testing.T) {
	show := func() {
		n := &node{}
		mu.Lock()
		old := head
		head = n
		mu.Unlock()
		if old != nil {
			old.v++
		}
		n.v++ // race
	}
	for more() {
		go show()
	}
}

// Each goroutine uses what it has made itself, and this has parts.
func TestOwn(*testing.T) {
	own := func() {
		n := &node{}
		n.next = &node{}
		n.next.next = n
		n.next.v++
		n.v++
	}
	for more() {
		go own()
	}
}

// An object is written when others may find it in a sync.Map.
func TestInSyncMap(*testing.T) {
	var m sync.Map
	ready := make(chan bool, 1)
	go func() {
		<-ready
		if n, ok := m.Load(1); ok {
			if n.(*node).v > 1 { // the other access
				ready <- true
			}
		}
	}()
	n := &node{}
	n.v = 1
	m.Store(1, n)
	ready <- true
	n.v = 2 // race
}

// Each iteration fills an object before it gives it away.
func TestFilledInLoop(*testing.T) {
	for more() {
		n := &node{}
		n.v = 1
		n.next = &node{v: n.v}
		go func() {
			if n.v > n.next.v {
				queue <- 1
			}
		}()
	}
}

// Each iteration writes to an object that it has given away.
func TestGivenAwayInLoop(*testing.T) {
	nodes := make(chan *node, 3)
	go func() {
		for n := range nodes {
			n.v++ // the other access
		}
	}()
	for more() {
		n := &node{v: 1}
		nodes <- n
		n.v = 2 // race
	}
}

type store struct {
	mu    sync.Mutex
	nodes map[string]*node
}

func (s *store) copied(name string) (*node, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, ok := s.nodes[name]
	if !ok {
		return nil, false
	}
	c := *n
	return &c, true
}

func (s *store) put(name string, n *node) {
	s.mu.Lock()
	s.nodes[name] = n
	s.mu.Unlock()
}

// A copy is written before it is stored.
func TestCopied(t *testing.T) {
	s := &store{nodes: map[string]*node{"a": {}}}
	use := func() {
		for more() {
			if n, ok := s.copied("a"); ok {
				n.v++
				s.put("a", n)
			}
		}
	}
	go use()
	use()
}

// A copy is written when it is stored.
func TestStored(t *testing.T) {
	s := &store{nodes: map[string]*node{"a": {}}}
	use := func() {
		for more() {
			if n, ok := s.copied("a"); ok {
				s.put("a", n)
				n.v++ // race
			}
		}
	}
	go use()
	use()
}

// The pointer of the last iteration leads to what others may see.
func TestLastIteration(t *testing.T) {
	s := &store{nodes: map[string]*node{}}
	use := func() {
		var last *node
		for more() {
			n := &node{}
			if last != nil {
				last.v++ // race
			}
			s.put("a", n)
			last = n
			if c, ok := s.copied("a"); ok {
				c.v++
			}
		}
	}
	go use()
	use()
}

type account struct {
	mu  sync.Mutex
	sum int
}

func (a *account) add() {
	a.mu.Lock()
	a.sum++
	a.mu.Unlock()
}

// Each of many objects has its own lock.
func TestOwnLock(*testing.T) {
	for more() {
		a := &account{}
		go func(a *account) { a.add() }(a)
		a.add()
	}
}

// Each of many objects has its own lock, which is not always taken.
func TestNoLock(*testing.T) {
	for more() {
		a := &account{}
		go func(a *account) {
			a.add()
			a.sum++ // race
		}(a)
		a.add()
	}
}

// Each iteration has a variable that a goroutine captures.
func TestCapturedOwnLock(*testing.T) {
	for more() {
		a := &account{}
		go func() {
			a.mu.Lock()
			a.sum++
			a.mu.Unlock()
		}()
		a.add()
	}
}

// Each iteration has a variable that a goroutine captures, of which the lock is not always taken.
func TestCapturedNoLock(*testing.T) {
	for more() {
		a := &account{}
		go func() {
			a.add()
			func() {
				a.sum++ // race
			}()
		}()
		a.add()
	}
}

// A captured variable is assigned again.
func TestAssignedAgain(*testing.T) {
	for more() {
		a := &account{}
		go func() {
			a.add() // the other access
		}()
		a = nil // race
	}
}

type batch struct{ next atomic.Int64 }

func (b *batch) take() int { return int(b.next.Add(1) - 1) }

// A counter gives each goroutine elements of its own.
func TestGivenOut(*testing.T) {
	list := make([]account, 4)
	b := &batch{}
	work := func() {
		for i := b.take(); i < len(list); i = b.take() {
			list[i].sum++
		}
	}
	go work()
	go work()
}

// A counter gives out numbers again.
func TestGivenOutAgain(*testing.T) {
	var next atomic.Int64
	list := make([]int, 4)
	work := func() {
		if i := int(next.Add(1) - 1); i < len(list) {
			list[i]++ // race
		}
	}
	go work()
	next.Store(0)
	go work()
}

// A counter gives each goroutine elements of its own, which have parts.
func TestGivenOutDirectly(*testing.T) {
	var next atomic.Int64
	list := make([]account, 4)
	work := func() {
		for i := next.Add(1); i < 3; i = next.Add(1) {
			list[i].add()
			list[i].sum++
		}
	}
	go work()
	go work()
}

// A counter gives out numbers that are equal in a byte.
func TestGivenOutInBytes(*testing.T) {
	var next atomic.Int64
	list := make([]int, 256)
	work := func() {
		for {
			list[byte(next.Add(1))]++ // race
		}
	}
	go work()
	go work()
}

// The element behind the one that was given out is that of another goroutine.
func TestNextElement(*testing.T) {
	var next atomic.Int64
	list := make([]int, 4)
	work := func() {
		i := int(next.Add(1) - 1)
		list[i] = 1   // race
		list[i+1] = 2 // the other access
	}
	go work()
	go work()
}

func (n *node) String() string { return strconv.Itoa(n.v) }

// A test formats what another goroutine writes.
func TestFormatted(t *testing.T) {
	n := &node{}
	go func() {
		n.v++ // race
	}()
	t.Logf("%v", n)
}

// A goroutine uses a test that may have ended.
func TestLoggedAfterEnd(t *testing.T) { // the other access
	done := make(chan int)
	go func() {
		close(done)
		t.Log("done") // race
	}()
	<-done
}

// A test waits before it ends, and in what it gives to Cleanup, too.
func TestLoggedBeforeEnd(t *testing.T) {
	var wg sync.WaitGroup
	t.Cleanup(wg.Wait)
	wg.Go(func() { t.Error("failed") })
}

type errorer interface{ Errorf(string, ...any) }

// A subtest ends before the test.
func TestLoggedInSubtest(t *testing.T) {
	var wg sync.WaitGroup
	defer wg.Wait()
	report := func(e errorer) {
		wg.Go(func() { e.Errorf("failed") }) // race
	}
	t.Run("own", func(t *testing.T) { report(t) }) // the other access
	t.Run("outer", func(*testing.T) { report(t) })
}

// One of two maps is counted in while the other one is read.
func TestOtherMap(t *testing.T) {
	var mu sync.Mutex
	counts, unlocked := map[string]int{t.Name(): 1}, map[string]int{t.Name(): 1}
	old := counts
	done := make(chan bool)
	go func() {
		mu.Lock()
		snap := counts
		counts = map[string]int{}
		mu.Unlock()
		for range snap {
		}
		for range unlocked { // the other access
		}
		done <- true
	}()
	mu.Lock()
	counts[t.TempDir()]++
	mu.Unlock()
	unlocked[t.TempDir()]++ // race
	<-done
	old["c"]++
}

// The length of a map is in the map.
func TestLengthOfMap(t *testing.T) {
	m := map[string]int{}
	done := make(chan bool)
	go func() {
		m["a"]++ // race
		close(done)
	}()
	if len(m) > 0 {
		t.Log("early")
	}
	<-done
}
