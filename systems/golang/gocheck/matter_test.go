// This file tests that nothing is proved of programs in which it matters what values are: which variable a pointer leads
// to, how far numbers count, in which order operands are evaluated, and what memory begins with.

package gocheck

import "testing"

// mattering has tests each of which is in doubt about one thing. One whose name begins with TestFine does nothing wrong.
const mattering = `package matter

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httputil"
	"os"
	"sync"
	"sync/atomic"
	"testing"
)

func unknown() int { return len(os.Getenv("UNKNOWN")) }

func more(i int) bool { return i < unknown()+3 }

func hang() { select {} }

var kept any

func TestCounterOfGoroutines(t *testing.T) {
	var next atomic.Int64
	a := make([]int, 10)
	b := a[1:]
	for range 3 {
		go func() {
			i := next.Add(1)
			a[i] = 1 // here
			b[i] = 1
		}()
	}
}

func TestUnsignedDown(t *testing.T) {
	var mu sync.Mutex
	done := make(chan int)
	go func() {
		for i := uint(3); i >= 0; i-- {
			mu.Lock()
			mu.Unlock()
		}
		close(done)
	}()
	<-done // blocks
}

func TestByteAllValues(t *testing.T) {
	var mu sync.Mutex
	done := make(chan int)
	go func() {
		for i := uint8(0); i <= 255; i++ {
			mu.Lock()
			mu.Unlock()
		}
		close(done)
	}()
	<-done // blocks
}

func TestByteByTwo(t *testing.T) {
	var mu sync.Mutex
	done := make(chan int)
	go func() {
		var i uint8
		for {
			i += 2
			if !(i < 255) {
				break
			}
			mu.Lock()
			mu.Unlock()
		}
		close(done)
	}()
	<-done // blocks
}

func TestComesRound(t *testing.T) {
	var mu sync.Mutex
	done := make(chan int)
	go func() {
		n := int8(100 + unknown())
		for i := int8(0); i <= n; i += 3 {
			mu.Lock()
			mu.Unlock()
		}
		close(done)
	}()
	<-done // blocks
}

func TestFineCounters(t *testing.T) {
	var mu sync.Mutex
	done, n := make(chan int), unknown()
	go func() {
		for i := uint8(10); i > 0; i-- {
			mu.Lock()
			mu.Unlock()
		}
		for i := n; i >= 0; i-- {
			mu.Lock()
			mu.Unlock()
		}
		for i := int32(0); i < int32(n); i++ {
			mu.Lock()
			mu.Unlock()
		}
		close(done)
	}()
	<-done
}

func TestTangled(t *testing.T) {
	var x, p *int
	i := 0
	if unknown() > 5 {
		goto B
	}
A:
	if i++; i > 3 {
		return
	}
B:
	p = new(int)
	if x != nil {
		*x = 1 // here
	}
	go func(p *int) { *p = 2 }(p)
	x = p
	goto A
}

func TestVariableOfIteration(t *testing.T) {
	for i := range 3 {
		var s []int
		p := &s
		if s = append(s, i); len(*p) == 1 && i == 2 {
			hang() // blocks
		}
	}
}

func TestArrayBehindSlice(t *testing.T) {
	var a [4]int
	if s := append(a[:1], 9); a[1] == 9 && len(s) == 2 {
		hang() // blocks
	}
}

func TestElementBehindAppend(t *testing.T) {
	s := make([]int, 1, unknown()+4)
	p := &s[0]
	r := append(s, 5)
	if *p = 9; r[0] == 9 {
		hang() // blocks
	}
}

func TestBetweenAppendAndStore(t *testing.T) {
	x := &struct{ s []int }{make([]int, 1, unknown()+4)}
	r := append(x.s, 5)
	y := x.s
	x.s = r
	if x.s[0] = 9; y[0] == 9 {
		hang() // blocks
	}
}

func TestRoomBehindBytes(t *testing.T) {
	b, c := []byte(os.Args[0][:3]), make(chan []byte, 1)
	go func() {
		d := append(b, 1) // here
		c <- d
	}()
	kept = append(b, 2)
}

func TestNoSize(t *testing.T) {
	p, q := new(struct{}), new(struct{})
	if kept = p; p == q {
		hang() // blocks
	}
}

func TestNoSizeKey(t *testing.T) {
	p, q := new([0]int), new([0]int)
	m := map[any]int{p: 1}
	if kept = p; m[q] == 1 {
		hang() // blocks
	}
}

func TestMapOfIteration(t *testing.T) {
	for i := 0; more(i); i++ {
		m := map[int]bool{}
		if i > 0 && !m[1] {
			hang() // blocks
		}
		m[1] = true
	}
}

func TestSliceOfIteration(t *testing.T) {
	for i := 0; more(i); i++ {
		s := make([]bool, unknown()+2)
		if i > 0 && !s[1] {
			hang() // blocks
		}
		s[1] = true
	}
}

func TestKeptInStruct(t *testing.T) {
	var s struct {
		last *int
		n    int
	}
	for i := 0; more(i); i++ {
		k := new(int)
		if s.last != nil {
			if *s.last = 1; *k == 0 {
				hang() // blocks
			}
		}
		s.last = k
	}
}

func TestKeptInBox(t *testing.T) {
	type box struct{ p *int }
	var last any
	for i := 0; more(i); i++ {
		k := new(int)
		if last != nil {
			if *last.(box).p = 1; *k == 0 {
				hang() // blocks
			}
		}
		last = box{k}
	}
}

func TestOverflow(t *testing.T) {
	x := max(unknown()+3, 2)
	if y := x + math.MaxInt64; y == math.MinInt64+2 {
		hang() // blocks
	}
}

func TestStringReads(t *testing.T) {
	b := []byte{1, 2}
	go func() { b[0] = 1 }() // here
	kept = string(b)
}

func TestWrongVerb(t *testing.T) {
	if fmt.Sprintf("%s", 5) == "%!s(int=5)" {
		hang() // blocks
	}
}

func TestTypeVerb(t *testing.T) {
	if fmt.Sprintf("%+T", 1) == "int" {
		hang() // blocks
	}
}

func TestTwoNames(t *testing.T) {
	if http.ErrLineTooLong == httputil.ErrLineTooLong {
		hang() // blocks
	}
}

func again(mu *sync.Mutex, f func()) {
	func() {
		defer func() { recover() }()
		mu.Lock()
		f()
		mu.Unlock()
	}()
	mu.Lock() // of each that calls it
}

func TestNegativeShift(t *testing.T) {
	var mu sync.Mutex
	n := unknown() - 1
	again(&mu, func() { kept = 1 << n })
	hang() // is behind it
}

func TestNegativeIndex(t *testing.T) {
	var mu sync.Mutex
	i, s := unknown()-1, []int{1, 2}
	again(&mu, func() {
		if i < len(s) {
			kept = s[i]
		}
	})
}

func TestHugeSize(t *testing.T) {
	var mu sync.Mutex
	n := 1 << 61
	again(&mu, func() { kept = make([]int, n) })
}

func TestComparedInLibrary(t *testing.T) {
	var mu sync.Mutex
	type both struct{ x any }
	again(&mu, func() { kept = errors.Is(fmt.Errorf("%w", failure{[]int{}}), failure{[]int{}}) })
}

type failure struct{ of any }

func (failure) Error() string { return "" }

func TestDeferredNil(t *testing.T) {
	c := make(chan int)
	func() {
		defer func() { recover() }()
		var l sync.Locker
		defer l.Unlock()
		close(c)
	}()
	<-c // blocks
}

type waiter interface{ wait() }

type waits struct{ c chan int }

func (w waits) wait() { <-w.c }

func TestHeldUp(t *testing.T) {
	c, d := make(chan int), make(chan int)
	go func() {
		<-d // blocks
	}()
	var w waiter = waits{c}
	defer func() { w.wait() }()
	panic(1)
}

func TestOrderOfSend(t *testing.T) {
	c, d := make(chan int, 1), make(chan int, 1)
	first := c
	f := func() int { c = d; return 1 }
	c <- f()
	<-first // blocks
}

func TestOrderOfSum(t *testing.T) {
	i := 0
	f := func() int { i = 5; return 1 }
	if i+f() == 6 {
		hang() // blocks
	}
}

func TestOrderOfLiteral(t *testing.T) {
	i := 0
	f := func() int { i = 5; return 1 }
	if s := []int{i, f()}; s[0] == 5 {
		hang() // blocks
	}
}

func TestOrderOfResults(t *testing.T) {
	i := 0
	f := func() int { i = 5; return 1 }
	g := func() (int, int) { return i, f() }
	if a, _ := g(); a == 5 {
		hang() // blocks
	}
}

func TestOrderOfMethod(t *testing.T) {
	m := map[int]int{}
	f := func() int { m[1] = 5; return 1 }
	if m[1]+f() == 6 {
		hang() // blocks
	}
}

func TestOrderOfPanic(t *testing.T) {
	var mu, other sync.Mutex
	n := unknown()
	f := func() int { other.Lock(); return 1 }
	again(&mu, func() { kept = 1/n + f() })
	other.Lock() // blocks
}

func TestOrderOfReceive(t *testing.T) {
	x, c := 0, make(chan int)
	go func() {
		c <- 1
		x = 2 // here
	}()
	kept = x + <-c
}

type locked struct {
	sync.Mutex
	n int
}

func (l *locked) give() int { l.Unlock(); return 1 }

func TestOrderOfUnlock(t *testing.T) {
	var l locked
	go func() {
		l.Lock()
		l.n++ // here
		l.Unlock()
	}()
	l.Lock()
	kept = l.n + l.give()
}

func TestOrderOfAppend(t *testing.T) {
	s := []int{1}
	if s[0]+len(append(s[:0], 5)) == 6 {
		hang() // blocks
	}
}

type inner struct{ c chan int }

func (p *inner) put(n int) { p.c <- n }

type outer struct{ *inner }

func TestOrderOfEmbedded(t *testing.T) {
	first := &inner{make(chan int, 1)}
	x := &outer{first}
	f := func() int { x.inner = &inner{make(chan int, 1)}; return 1 }
	x.put(f())
	<-first.c // blocks
}

func TestFineOrder(t *testing.T) {
	c, i := make(chan int, 2), 1
	f := func() int { i++; return i }
	j := i
	c <- j
	c <- f()
	<-c
	<-c
}

type cache struct {
	sync.Mutex
	m map[int]int
}

func TestZeroLock(t *testing.T) {
	var c cache
	c.Lock()
	c = cache{}
	c.Unlock() // here
}

func TestZeroByPointer(t *testing.T) {
	var c cache
	reset := func(c *cache) {
		c.Lock()
		defer c.Unlock()
		*c = cache{}
	}
	reset(&c)
	c.Lock()
}

func TestZeroOnce(t *testing.T) {
	var once sync.Once
	n, c := 0, make(chan int)
	once.Do(func() { n++ })
	once = sync.Once{}
	if once.Do(func() { n++ }); n == 2 {
		<-c // blocks
	}
}

func TestZeroElements(t *testing.T) {
	mus := make([]sync.Mutex, 2)
	mus[0].Lock()
	clear(mus)
	mus[0].Unlock() // here
}

func TestZeroByAppend(t *testing.T) {
	s := make([]cache, 1, 4)
	s[0].Lock()
	kept = append(s[:0], cache{})
	s[0].Unlock() // here
}

func TestFineZero(t *testing.T) {
	c := cache{m: map[int]int{}}
	d := &cache{}
	*d = cache{m: c.m}
	var list []cache
	list = append(list, cache{}, cache{})
	c.Lock()
	d.Lock()
	list[0].Lock()
	list = append(list, cache{})
	d.Unlock()
	c.Unlock()
}
`

// TestValuesMatter checks that nothing is proved that is not so.
func TestValuesMatter(t *testing.T) { checkTests(t, "matter", mattering, 0) }

// initialised has a package variable whose value depends on the order of evaluation.
const initialised = `package initialised

import "testing"

var (
	global = 1
	total  = global + raise()
)

func raise() int { global = 5; return 1 }

func TestOrderOfInitialisation(t *testing.T) {
	if total == 6 {
		select {} // blocks
	}
}
`

// TestInitialisationMatters checks the same of the initialisation of package variables.
func TestInitialisationMatters(t *testing.T) { checkTests(t, "initialised", initialised, 0) }
