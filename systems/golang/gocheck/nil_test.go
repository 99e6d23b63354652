// This file tests that nil among the values of a pointer is seen where it is dereferenced.

package gocheck

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
)

// nils has pointers and the like that may be nil, at the lines with a comment.
const nils = `package nils

import (
	"os"
	"sync"
	"sync/atomic"
	"testing"
)

var some = len(os.Args) > 5

type pool struct {
	n    int
	mu   sync.Mutex
	work chan int
}

func (p *pool) enter() { p.mu.Lock() } // TestMethod

func TestLock(t *testing.T) {
	var lock sync.Mutex
	var p *sync.Mutex
	if some {
		p = &lock
	}
	p.Lock() // TestLock
	p.Unlock()
}

func TestReturned(t *testing.T) {
	get := func() *sync.RWMutex {
		if some {
			return nil
		}
		return new(sync.RWMutex)
	}
	p := get()
	p.RLock() // TestReturned
	p.RUnlock()
}

func TestTry(t *testing.T) {
	var lock sync.Mutex
	var p *sync.Mutex
	if some {
		p = &lock
	}
	if p.TryLock() { // TestTry
		p.Unlock()
	}
}

func TestGroup(t *testing.T) {
	var wg sync.WaitGroup
	var p *sync.WaitGroup
	if some {
		p = &wg
	}
	p.Wait() // TestGroup
}

func TestCond(t *testing.T) {
	var p *sync.Cond
	if some {
		p = sync.NewCond(new(sync.Mutex))
	}
	p.Broadcast() // TestCond
}

func TestOnce(t *testing.T) {
	var once sync.Once
	var p *sync.Once
	if some {
		p = &once
	}
	p.Do(func() {}) // TestOnce
}

func TestCallback(t *testing.T) {
	var once sync.Once
	var f func()
	if some {
		f = func() {}
	}
	once.Do(f) // TestCallback
}

func TestField(t *testing.T) {
	var p *pool
	if some {
		p = &pool{work: make(chan int, 1)}
	}
	p.work <- 1 // TestField
}

func TestMethod(t *testing.T) {
	var p *pool
	if some {
		p = &pool{}
	}
	p.enter()
}

func TestValue(t *testing.T) {
	var lock sync.Mutex
	var p *sync.Mutex
	if some {
		p = &lock
	}
	f := p.Lock
	f() // TestValue
}

func TestMap(t *testing.T) {
	var m map[int]*sync.Mutex
	if some {
		m = map[int]*sync.Mutex{}
	}
	m[1] = new(sync.Mutex) // TestMap
}

func TestCall(t *testing.T) {
	var f func()
	if some {
		f = func() {}
	}
	f() // TestCall
}

func TestAtomic(t *testing.T) {
	var p atomic.Pointer[sync.Mutex]
	if some {
		p.Store(new(sync.Mutex))
	}
	p.Load().Lock() // TestAtomic
}

// The other goroutine may not have begun.
func TestEarly(t *testing.T) {
	var mu sync.Mutex
	var p *sync.Mutex
	done := make(chan int)
	go func() {
		mu.Lock()
		p = new(sync.Mutex)
		mu.Unlock()
		done <- 1
	}()
	mu.Lock()
	q := p
	mu.Unlock()
	q.Lock() // TestEarly
	q.Unlock()
	<-done
}

func TestRecovered(t *testing.T) {
	var mu, lock sync.Mutex
	var p *sync.Mutex
	if some {
		p = &lock
	}
	func() {
		defer func() { recover() }()
		mu.Lock()
		p.Lock()
		p.Unlock()
		mu.Unlock()
	}()
	mu.Lock() // TestRecovered
	mu.Unlock()
}

func TestFineChecked(t *testing.T) {
	var lock sync.Mutex
	var p *sync.Mutex
	if some {
		p = &lock
	}
	if p != nil {
		p.Lock()
		p.Unlock()
	}
}

func TestFineOk(t *testing.T) {
	get := func() (*sync.Mutex, bool) {
		if some {
			return nil, false
		}
		return new(sync.Mutex), true
	}
	p, ok := get()
	if !ok {
		return
	}
	p.Lock()
	p.Unlock()
}

type lazy struct {
	mu sync.Mutex
	wg *sync.WaitGroup
}

func (l *lazy) get() *sync.WaitGroup {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.wg == nil {
		l.wg = new(sync.WaitGroup)
	}
	return l.wg
}

func TestFineLazy(t *testing.T) {
	new(lazy).get().Wait()
}

func TestFineMany(t *testing.T) {
	locks := make([]*sync.Mutex, 20)
	for i := range locks {
		locks[i] = new(sync.Mutex)
	}
	for _, l := range locks {
		l.Lock()
		l.Unlock()
	}
}
`

// TestNils checks that each test of nils is open, or a finding at its line.
func TestNils(t *testing.T) {
	code := programs(t)
	lines := strings.Split(nils, "\n")
	n := 0
	for i, line := range lines {
		name, isTest := strings.CutPrefix(line, "func Test")
		if !isTest {
			continue
		}
		if n++; !campaign.Due(t, n%2, 2) {
			continue
		}
		name = "Test" + name[:strings.Index(name, "(")]
		r := Check(t.Context(), code, entries(t, code, "nils", name), Options{Timeout: time.Minute})
		if fine := strings.HasPrefix(name, "TestFine"); fine != (r.verdict == ledger.Safe) {
			t.Errorf("line %d: %s is %s: %v", i+1, name, r.verdict, r.Findings)
		}
		if at := slices.IndexFunc(lines, func(line string) bool { return strings.HasSuffix(line, "// "+name) }) + 1; at > 0 &&
			!slices.ContainsFunc(r.Claims, func(c ledger.Claim) bool { return c.Line == at && c.State == ledger.Open }) {
			t.Errorf("line %d: no claim at line %d is open", i+1, at)
		}
	}
}

// TestFaultsLeftOpen checks that claims about panics are open where there was no time to look for those of the runtime.
func TestFaultsLeftOpen(t *testing.T) {
	code := programs(t)
	e := entries(t, code, "nils", "TestLock")[0]
	q := newRun(code, entries(t, code, "nils", "TestLock"), Options{}).question(e, time.Now().Add(time.Minute))
	if !q.extract(t.Context()) {
		t.Fatal("no skeleton")
	}
	q.operations(t.Context())
	q.races(t.Context())
	if v, _ := (ledger.Book{q.ledger}).Verdict(); v != ledger.Safe {
		t.Fatalf("the answer is %s before", v)
	}
	list := q.candidates()
	if len(list) != 1 {
		t.Fatalf("%d questions, want that about faults", len(list))
	}
	q.consider(t.Context(), list[0], 0)
	if v, _ := (ledger.Book{q.ledger}).Verdict(); v != ledger.Unknown {
		t.Errorf("the answer is %s, though faults were not looked for", v)
	}
}

// TestCatching checks that a mistake of this program leaves what it was about open.
func TestCatching(t *testing.T) {
	code := programs(t)
	list := entries(t, code, "nils", "TestFineMany")
	r := newRun(code, list, Options{})
	q := r.question(list[0], time.Now().Add(time.Minute))
	q.ask(t.Context())
	q.catching(func() { panic("a mistake") })
	if v, _ := r.book.Verdict(); v != ledger.Unknown {
		t.Errorf("the answer is %s", v)
	}
	if len(r.report.Faults) != 1 || !strings.HasSuffix(r.report.Faults[0].String(), "a mistake") {
		t.Errorf("the mistakes are %v", r.report.Faults)
	}
}
