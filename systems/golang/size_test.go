// This file tests how large skeletons become.

package golang_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/extract"
	"github.com/ijit/ijit/systems/golang/skeleton"
)

// Maps with few keys, but a loop over both of them for each goroutine and iteration.
const ledgers = `package main

import (
	"fmt"
	"sync"
)

type ledger struct {
	mu   sync.Mutex
	rows map[string]int
}

func (l *ledger) book(name string, n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if old, ok := l.rows[name]; ok && old >= n {
		return
	}
	l.rows[name] = n
}

func (l *ledger) names() (list []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for k := range l.rows {
		list = append(list, k)
	}
	return list
}

func main() {
	var all []*ledger
	for range 2 {
		all = append(all, &ledger{rows: map[string]int{}})
	}
	for i := range 3 {
		go func() {
			for n := range 3 {
				for k, l := range all {
					for _, name := range all[i].names() {
						l.book(name, n)
					}
					l.book(fmt.Sprintf("%d-%d", i, k%2), n)
				}
			}
		}()
	}
}
`

// TestManyKeys checks that the skeleton stays small.
func TestManyKeys(t *testing.T) {
	campaign.Turn(t, 0, 3)
	c := load(t, "ledgers")
	p, err := c.Skeleton(context.Background(), only(t, c, "main"), golang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	nodes := 0
	for _, b := range p.Bodies {
		nodes += len(b.Nodes)
	}
	if nodes > 2000 {
		t.Errorf("the skeleton has %d nodes", nodes)
	}
}

// TestTooLarge checks that a program with too many operations is refused before it takes all memory.
func TestTooLarge(t *testing.T) {
	campaign.Turn(t, 1, 3)
	c := load(t, "large") // there are too many operations also with few iterations
	begin := time.Now()
	_, err := c.Skeleton(context.Background(), only(t, c, "main"), golang.Options{})
	if err == nil || !strings.Contains(err.Error(), "too large") || time.Since(begin) > 20*time.Second {
		t.Errorf("%v after %v", err, time.Since(begin))
	}
}

// nested returns a program with loops in one another, and many operations in the innermost one: iterations take longer than operations.
func nested(deep, many int) string {
	return "package main\n\nimport \"sync\"\n\nvar locks [8]sync.Mutex\nvar mu sync.Mutex\n\nfunc main() {\n" + strings.Repeat("for i := range 8 {\nlocks[i].TryLock()\n", deep) +
		strings.Repeat("mu.TryLock()\n", many) + strings.Repeat("}\n", deep) + "}\n"
}

// TestFew checks that in a program of some size loops have few iterations only if that is asked for, and that it is said then.
func TestFew(t *testing.T) {
	c := load(t, "some")
	for _, few := range []bool{false, true} {
		p, err := c.Skeleton(context.Background(), only(t, c, "main"), golang.Options{Few: few})
		if err != nil {
			t.Fatal(err)
		}
		if said := len(p.Sizes) > 0; said != few {
			t.Errorf("few %t: %+v", few, p.Sizes)
		}
	}
}

// relatedText returns a program of some size with two loops more.
func relatedText() string {
	const start = "func main() {\n"
	return strings.Replace(nested(2, 160), start, start+"for range 10 {\nlocks[0].TryLock()\n}\nfor range 20 {\nlocks[0].TryLock()\n}\n", 1)
}

// TestFewTogether checks that long loops stay in proportion where they have few iterations.
func TestFewTogether(t *testing.T) {
	c := load(t, "related")
	p, err := c.Skeleton(context.Background(), only(t, c, "main"), golang.Options{Few: true})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, s := range p.Sizes {
		got[s.What] = s.Value
	}
	if ten, twenty := got["iterations of 10"], got["iterations of 20"]; ten == 0 || twenty != 2*ten {
		t.Errorf("%+v", p.Sizes)
	}
}

// A loop that counts from a large number.
const ports = `package main

import "sync"

var mu sync.Mutex

func main() {
	for port := 8000; port < 8040; port++ {
		mu.TryLock()
	}
}
`

// TestCountsFrom checks that the first iterations of a long loop are executed, wherever it counts from.
func TestCountsFrom(t *testing.T) {
	c := load(t, "ports")
	p, err := c.Skeleton(context.Background(), only(t, c, "main"), golang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	locks := 0
	for _, n := range p.Bodies[0].Nodes {
		if n.Op == skeleton.TryLock {
			locks++
		}
	}
	if locks != extract.MaxUnrolled {
		t.Errorf("%d iterations, want %d", locks, extract.MaxUnrolled)
	}
}

// A loop over words, whose number is not known, in more places of calls than there may be passes.
var words = `package main

import (
	"os"
	"strings"
	"sync"
)

var mu sync.Mutex

func each(text string) {
	for i := 0; i < len(strings.Fields(text)); i++ {
		mu.TryLock()
	}
}

func many(text string) {
` + strings.Repeat("\teach(text)\n", 25) + `}

func main() {
` + strings.Repeat("\tmany(os.Args[0])\n", 20) + `}
`

// TestSizeInAllPlaces checks that it is not learnt one by one of all places of a call that a number is to be fixed.
func TestSizeInAllPlaces(t *testing.T) {
	c := load(t, "words")
	p, err := c.Skeleton(context.Background(), only(t, c, "main"), golang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Sizes) != 1 {
		t.Errorf("sizes are %+v", p.Sizes)
	}
}

// A priority queue of data, whose order depends on them, beside a map of objects.
const leases = `package main

import (
	"container/heap"
	"sync"
)

type expiry struct{ id, at int }

type queue []expiry

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].at < q[j].at }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(expiry)) }
func (q *queue) Pop() any {
	old := *q
	e := old[len(old)-1]
	*q = old[:len(old)-1]
	return e
}

type lessor struct {
	mu    sync.Mutex
	queue queue
	gone  map[int]chan bool
}

func (l *lessor) grant(id, ttl int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.gone[id] = make(chan bool)
	heap.Push(&l.queue, expiry{id, ttl})
}

func (l *lessor) renew(id, ttl int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range l.queue {
		if l.queue[i].id == id {
			l.queue[i].at = ttl
			heap.Fix(&l.queue, i)
			break
		}
	}
}

func (l *lessor) revoke(id int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i := range l.queue {
		if l.queue[i].id == id {
			heap.Remove(&l.queue, i)
			break
		}
	}
	close(l.gone[id])
}

func main() {
	l := &lessor{gone: map[int]chan bool{}}
	for _, id := range []int{3, 1, 4, 2} {
		l.grant(id, 10*id)
	}
	for id := range 4 {
		go func() {
			l.renew(id+1, 5)
			l.renew(4-id, 7)
		}()
	}
	l.revoke(3)
	l.revoke(2)
	<-l.gone[2]
}
`

// TestDataFirst checks that a skeleton which is too large tells elements of slices of data apart no more, but those of maps.
func TestDataFirst(t *testing.T) {
	campaign.Turn(t, 2, 3)
	c := load(t, "leases")
	p, err := c.Skeleton(context.Background(), only(t, c, "main"), golang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	nodes, closed := 0, 0
	for _, b := range p.Bodies {
		nodes += len(b.Nodes)
		for _, n := range b.Nodes {
			if n.Op == skeleton.Close {
				closed++
			}
		}
	}
	if nodes > 100 || closed != 2 {
		t.Errorf("the skeleton has %d nodes, %d of them close a channel", nodes, closed)
	}
}

// What an assignment that does not matter depends on is not told apart.
const unwanted = `package main

import (
	"os"
	"sync"
	"sync/atomic"
)

func main() {
	var n atomic.Int32
	var two atomic.Bool
	var mu sync.Mutex
	go func() {
		switch len(os.Args) {
		case 1:
			n.Store(1)
		case 2:
			n.Store(2)
		}
	}()
	mu.Lock()
	if n.Load() == 1 {
		mu.Lock()
	}
	two.Store(n.Load() == 2)
}
`

func TestUnwanted(t *testing.T) {
	c := load(t, "unwanted")
	p, err := c.Skeleton(context.Background(), only(t, c, "main"), golang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range p.Vars {
		if len(v.Values) != 2 {
			t.Errorf("%s has the values %s", v.Name, v.Values)
		}
	}
	if len(p.Vars) != 1 {
		t.Errorf("%d variables", len(p.Vars))
	}
}
