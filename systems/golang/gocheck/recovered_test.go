// This file tests what comes of panics from which a deferred call recovers.

package gocheck

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/ijit/ijit/internal/testing/campaign"
	"github.com/ijit/ijit/systems/golang"
	"github.com/ijit/ijit/systems/golang/gocheck/ledger"
)

const recovering = `package recovering

import (
	"os"
	"strconv"
	"sync"
	"testing"
)

var number, _ = strconv.Atoi(os.Getenv("NUMBER"))

type box struct {
	mu sync.Mutex
	n  int
	l  []int
	m  map[string]int
	p  *box
	v  any
	c  chan int
}

func (b *box) locked(f func()) {
	defer func() { recover() }()
	b.mu.Lock()
	f()
	b.mu.Unlock()
}

// blocked
func TestIndex(t *testing.T) {
	b := &box{}
	b.locked(func() { b.n = b.l[number] })
	b.mu.Lock()
}

// blocked
func TestArray(t *testing.T) {
	b := &box{}
	b.locked(func() {
		var a [4]int
		a[number] = 1
		b.n = a[0]
	})
	b.mu.Lock()
}

// blocked
func TestDivision(t *testing.T) {
	b := &box{}
	b.locked(func() { b.n = 100 / number })
	b.mu.Lock()
}

// blocked
func TestNil(t *testing.T) {
	b := &box{}
	b.locked(func() { b.n = b.p.n })
	b.mu.Lock()
}

// blocked
func TestNilMap(t *testing.T) {
	b := &box{}
	b.locked(func() { b.m["a"] = 1 })
	b.mu.Lock()
}

// blocked
func TestAssertion(t *testing.T) {
	b := &box{}
	b.locked(func() { b.n = b.v.(int) })
	b.mu.Lock()
}

// blocked
func TestCloseTwice(t *testing.T) {
	b := &box{c: make(chan int)}
	for range 2 {
		b.locked(func() { close(b.c) })
	}
	b.mu.Lock()
}

// blocked
func TestCloseNil(t *testing.T) {
	b := &box{}
	b.locked(func() { close(b.c) })
	b.mu.Lock()
}

// blocked
func TestSendOnClosed(t *testing.T) {
	b := &box{c: make(chan int, 1)}
	close(b.c)
	b.locked(func() { b.c <- 1 })
	b.mu.Lock()
}

// negative
func TestNegative(t *testing.T) {
	b := &box{}
	var wg sync.WaitGroup
	b.locked(func() { wg.Done() })
	b.mu.Lock()
}

// negative
func TestNegativeWait(t *testing.T) {
	b := &box{}
	var wg sync.WaitGroup
	b.deferred(func() { wg.Done() })
	wg.Wait()
}

// held waits before a panic has ended the program.
func held(f func()) {
	var wg sync.WaitGroup
	wg.Add(1)
	defer wg.Wait()
	f()
	wg.Done()
}

// blocked
func TestHeldAssertion(t *testing.T) {
	var m sync.Map
	held(func() {
		v, _ := m.Load(1)
		_ = v.(int)
	})
}

// blocked
func TestHeldIndex(t *testing.T) {
	b := &box{}
	held(func() { b.n = b.l[number] })
}

// held
func TestHeldPanic(t *testing.T) {
	held(func() { panic("held") })
}

// fine
func TestHeldNot(t *testing.T) {
	b := &box{}
	held(func() { b.n = 1 })
}

// many makes numbers count as smaller ones, so that nobody knows whether an index is out of range.
func many() {
	c := make(chan int, 100)
	for i := range 100 {
		c <- i
	}
}

// blocked
func TestManyIndex(t *testing.T) {
	many()
	b := &box{l: make([]int, 3)}
	b.locked(func() { b.l[3] = 1 })
	b.mu.Lock()
}

// blocked
func TestManySlice(t *testing.T) {
	many()
	b := &box{l: make([]int, 99)}
	b.locked(func() { b.l = b.l[100:] })
	b.mu.Lock()
}

// blocked
func TestManyDivision(t *testing.T) {
	many()
	b := &box{l: make([]int, 99)}
	b.locked(func() { b.n = 1 / (len(b.l) - 99) })
	b.mu.Lock()
}

// blocked
func TestWorker(t *testing.T) {
	jobs, out := make(chan int), make(chan int)
	go func() {
		defer func() { recover() }()
		for j := range jobs {
			out <- 100 / j
		}
		close(out)
	}()
	jobs <- number
	close(jobs)
	for range out {
	}
}

func (b *box) deferred(f func()) {
	defer func() { recover() }()
	b.mu.Lock()
	defer b.mu.Unlock()
	f()
}

// fine
func TestDeferred(t *testing.T) {
	b := &box{c: make(chan int)}
	for range 2 {
		b.deferred(func() {
			b.n = b.l[number] / number
			b.p.n = b.v.(int)
			close(b.c)
		})
	}
	b.mu.Lock()
}

// fine
func TestInRange(t *testing.T) {
	b := &box{l: make([]int, number)}
	b.locked(func() {
		for i := range b.l {
			b.l[i]++
		}
		for i := 0; i < len(b.l); i++ {
			b.n += b.l[i]
		}
	})
	b.mu.Lock()
}

// fine
func TestPaired(t *testing.T) {
	var wg sync.WaitGroup
	for range number {
		wg.Add(1)
		go func() {
			defer func() { recover() }()
			defer wg.Done()
		}()
	}
	wg.Wait()
}
`

// TestRecovered: a lock stays locked if a panic is stopped behind it and nobody unlocks it, also where data that are not known decide.
func TestRecovered(t *testing.T) {
	dir, err := campaign.Folder(map[string]string{"go.mod": "module example.com/recovering\n\ngo 1.26\n", "a_test.go": recovering})
	if err != nil {
		t.Fatal(err)
	}
	code, err := golang.Load(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`// (\w+)\nfunc (Test\w+)\(`).FindAllStringSubmatch(recovering, -1) {
		list, err := code.Entries(m[2])
		if err != nil || len(list) != 1 {
			t.Fatal(m[2], err)
		}
		r := Check(t.Context(), code, list, Options{Kinds: noRaces()})
		var got []string
		for _, f := range r.Findings {
			if isPossible(f) && !slices.Contains(got, f.Kind) {
				got = append(got, f.Kind)
			}
		}
		want := ""
		switch m[1] {
		case "blocked":
			want = "deadlock"
		case "held":
			want = "deadlock, panic"
		case "negative": // the counter stays so
			want = "waitgroup, deadlock"
		}
		if strings.HasPrefix(m[2], "TestClose") && slices.ContainsFunc(r.Claims, func(c ledger.Claim) bool { return c.Kind == ledger.Close && c.State == ledger.Proved }) {
			t.Errorf("%s: a close is proved that may fail", m[2])
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %s; want %q", m[2], strings.Join(got, ", "), want)
		}
	}
}
