// This file tests what is known of numbers, strings, slices and maps, and at which operations on them the runtime panics.

package gocheck

import "testing"

// values has tests in which such values decide who waits. One whose name begins with TestFine does nothing wrong.
const values = `package values

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func id[T any](x T) T { return x }

// twice locks again if something holds.
func twice(holds bool) {
	var mu sync.Mutex
	if holds {
		mu.Lock()
	}
	mu.Lock() // blocks
}

// stays locks, and again behind f, which may panic: then the lock is held.
func stays(f func()) {
	var mu sync.Mutex
	func() {
		defer func() { recover() }()
		mu.Lock()
		f()
		mu.Unlock()
	}()
	mu.Lock() // blocks
}

func TestNegative(t *testing.T) {
	u, i := id(uint(1)), id(int8(math.MinInt8))
	twice(-u > 5 && -i < 0)
}

func TestRunes(t *testing.T) {
	var last rune
	for _, r := range id("ab") {
		last = r
	}
	twice(last == 'b')
}

type blank struct{ n, _ int }

func TestBlank(t *testing.T) { twice(blank{1, 2} == blank{1, 3}) }

func TestArrayWithin(t *testing.T) {
	a := []int{1, 2, 3}
	twice([2]int(a[1:])[0] == 2)
}

func TestArrayPointer(t *testing.T) {
	a := []int{1, 2, 3}
	(*[2]int)(a[1:])[0] = 5
	twice(a[1] == 5)
}

func TestEmptyArray(t *testing.T) {
	var mu sync.Mutex
	mu.Lock()
	_ = (*[0]int)(id([]int(nil)))
	mu.Lock() // blocks
}

func TestClip(t *testing.T) {
	a := make([]int, 1, 5)
	b := append(slices.Clip(a), 2)
	b[0] = 9
	twice(a[0] == 0)
}

func TestGrow(t *testing.T) {
	a := make([]int, 1)
	slices.Grow(a, 10)[0] = 9
	twice(a[0] == 0)
}

// A pool has a queue, of whose elements not more than a few are known by their positions.
type pool struct{ q []chan int }

func (p *pool) put(n int, c chan int) {
	for range n {
		p.q = append(p.q, c)
	}
}

func TestEndRemoved(t *testing.T) {
	p := new(pool)
	p.put(2, make(chan int))
	p.q = p.q[:1]
	twice(len(p.q) == 1)
}

func TestLongQueueBegun(t *testing.T) {
	p := new(pool)
	p.put(9, make(chan int))
	p.q = p.q[1:]
	twice(len(p.q) > 0)
}

func TestLongQueueRest(t *testing.T) {
	p := new(pool)
	p.put(9, make(chan int))
	p.q = p.q[8:]
	twice(len(p.q) == 1)
}

func TestLongQueueElement(t *testing.T) {
	p := new(pool)
	p.put(8, nil)
	p.put(1, make(chan int))
	for _, c := range p.q {
		if c != nil {
			<-c // blocks
		}
	}
}

func TestNilElement(t *testing.T) {
	for _, c := range map[float64]chan int{1.5: nil} {
		<-c // blocks
	}
}

func TestNilKey(t *testing.T) {
	n := 0
	for k := range map[any]int{nil: 1, 1.5: 2} {
		if k == nil {
			n++
		}
	}
	twice(n == 1)
}

func TestAddedLeftOut(t *testing.T) {
	m := map[int]bool{1: true}
	n := 0
	for range m {
		n++
		m[2] = true
	}
	twice(n == 1)
}

func TestAddedAgain(t *testing.T) {
	m := map[int]bool{1: true}
	n := 0
	for k := range m {
		if k != 1 {
			continue
		}
		if n++; n > 1 {
			break
		}
		delete(m, 1)
		m[2] = true
		m[1] = true
	}
	twice(n == 2)
}

func TestFineDeleted(t *testing.T) {
	m := map[int]bool{1: true}
	m[2] = true
	n := 0
	for k := range m {
		n++
		m[k] = false
		delete(m, k)
	}
	twice(n != 2 || len(m) != 0)
}

func TestUnhashable(t *testing.T)   { stays(func() { map[any]int{}[id[any]([]int{})] = 1 }) }
func TestUnhashableIn(t *testing.T) { stays(func() { _ = map[[1]any]int{}[[1]any{[]int{}}] }) }
func TestUnhashableField(t *testing.T) { stays(func() { map[any]int{}[id[any](struct{ a any }{[]int{}})] = 1 }) }
func TestUnhashableOut(t *testing.T) { stays(func() { delete(map[any]int{}, id[any]([]int{})) }) }
func TestIncomparable(t *testing.T) { stays(func() { f := id[any](func() {}); _ = f == f }) }
func TestNegativeLength(t *testing.T) { stays(func() { _ = make([]int, id(-1)) }) }
func TestNegativeRoom(t *testing.T) { stays(func() { _ = make([]int, 2, id(1)) }) }
func TestNegativeBuffer(t *testing.T) { stays(func() { _ = make(chan int, id(-1)) }) }
func TestNegativeShift(t *testing.T) { stays(func() { _ = 1 << id(-1) }) }
func TestShortArray(t *testing.T)   { stays(func() { _ = [2]int(id([]int{1})) }) }
func TestNilArray(t *testing.T)     { stays(func() { _ = id[*[2]int](nil)[:] }) }
func TestBeyondMax(t *testing.T)    { stays(func() { _ = make([]int, 2, 4)[:id(3):id(2)] }) }
func TestBeyondRoom(t *testing.T)   { stays(func() { _ = append([]int(nil), 1)[:id(99)] }) }

func either(a, b int) int {
	if len(os.Args) > 2 {
		return a
	}
	return b
}

func TestArrayBeyond(t *testing.T)  { stays(func() { _ = id([2]int{1, 2})[id(5)] }) }
func TestArrayEither(t *testing.T)  { stays(func() { _ = id([2]int{1, 2})[either(0, 5)] }) }
func TestByteBeyond(t *testing.T)   { stays(func() { _ = id("abc")[id(5)] }) }
func TestByteEither(t *testing.T)   { stays(func() { _ = id("abc")[either(0, 5)] }) }
func TestRestEither(t *testing.T)   { stays(func() { _ = id("abc")[either(0, 5):] }) }
func TestStartEither(t *testing.T)  { stays(func() { _ = id("abc")[:either(0, 5)] }) }
func TestPartTurned(t *testing.T)   { stays(func() { _ = id("abc")[either(0, 2):either(1, 3)] }) }

func TestBelowSlice(t *testing.T)  { stays(func() { _ = make([]int, 3)[id(-1):] }) }
func TestBelowPart(t *testing.T)   { stays(func() { _ = make([]int, 3)[id(-1):2] }) }
func TestBelowEither(t *testing.T) { stays(func() { _ = make([]int, 3)[either(0, -1):2] }) }
func TestBelowNil(t *testing.T)    { stays(func() { _ = id([]int(nil))[id(-1):] }) }
func TestEndBelowNil(t *testing.T) { stays(func() { _ = id([]int(nil))[:id(-1)] }) }
func TestBelowArray(t *testing.T)  { stays(func() { _ = (&[3]int{})[id(-1):] }) }
func TestBelowAppend(t *testing.T) { stays(func() { a := []int{1, 2}; _ = append(a[:1], a[id(-1):]...) }) }

func TestFineEither(t *testing.T) {
	stays(func() {
		_ = id([2]int{1, 2})[either(0, 1)]
		_ = id("abc")[either(0, 2)]
		_ = id("abc")[either(0, 1):either(1, 3)]
	})
}

func TestFineOperations(t *testing.T) {
	stays(func() {
		a := make([]int, 2, id(4))
		a = a[: id(1) : id(2)]
		_ = [1]int(a)
		_ = a[0] << id(1)
		m := map[any]int{id[any](1): 1}
		_ = m[id[any]("a")]
		delete(m, nil)
		_ = (&[2]int{})[:]
	})
}

func TestSelectClosed(t *testing.T) {
	c, d := make(chan int, 1), make(chan int, 1)
	close(c)
	var mu sync.Mutex
	func() {
		defer func() { recover() }()
		mu.Lock()
		select {
		case c <- 1:
		case d <- 1:
		}
		mu.Unlock()
	}()
	mu.Lock() // blocks
}

type recoverer struct{}

func (recoverer) recovers() { recover() }

func TestMethodValue(t *testing.T) {
	defer func() { twice(recover() == nil) }()
	f := recoverer{}.recovers
	defer f()
	panic(1)
}

func TestPromoted(t *testing.T) {
	defer func() { twice(recover() == nil) }()
	var r interface{ recovers() } = struct{ recoverer }{}
	defer r.recovers()
	panic(1)
}

func TestCalledBack(t *testing.T) {
	n := 0
	strings.Map(func(r rune) rune { n++; return r }, "ab")
	twice(n == 2)
}

func TestIterated(t *testing.T) {
	var last string
	for s := range strings.SplitSeq("a,b", ",") {
		last = s
	}
	twice(last == "b")
}

type plain interface{ Error() string }

func TestMethodsOfError(t *testing.T) {
	_, wraps := fmt.Errorf("a").(interface{ Unwrap() error })
	_, isPlain := fmt.Errorf("a").(plain)
	twice(isPlain && !wraps)
}

func TestFineArray(t *testing.T) {
	a, ok := id[any]([2]int{1, 2}).([2]int)
	twice(!ok || a[1] != 2)
}

func TestOtherName(t *testing.T) { twice(os.ErrNotExist == fs.ErrNotExist) }

func TestWraps(t *testing.T) {
	n := int8(math.MaxInt8)
	func() { n++ }()
	twice(n < 0)
}

func TestAtomicWraps(t *testing.T) {
	n := int32(math.MaxInt32)
	atomic.AddInt32(&n, 1)
	twice(n < 0)
}

func TestMapCleared(t *testing.T) {
	var m sync.Map
	m.Store(5, 1)
	m.Clear()
	_, ok := m.Load(5)
	twice(!ok)
}

func TestMapSwapped(t *testing.T) {
	var m sync.Map
	m.Store(5, 1)
	m.CompareAndSwap(5, 1, 2)
	v, _ := m.Load(5)
	twice(v == 2)
}

func TestTimerChannel(t *testing.T) { twice(cap(time.NewTimer(time.Hour).C) == 0) }

func TestNoTick(t *testing.T) {
	<-time.Tick(0) // blocks
}

func unknown() int {
	n, _ := strconv.Atoi(os.Getenv("N"))
	return n
}

func fraction() int {
	x, _ := strconv.ParseFloat(os.Getenv("N"), 64)
	return int(x)
}

func TestAddUnknown(t *testing.T)     { new(sync.WaitGroup).Add(unknown()) }
func TestAddUnknownHeld(t *testing.T) { stays(func() { new(sync.WaitGroup).Add(unknown()) }) }
func TestAddLeast(t *testing.T)       { new(sync.WaitGroup).Add(min(2*fraction(), len(os.Getenv("S")))) }
func TestFineAddLength(t *testing.T)  { stays(func() { new(sync.WaitGroup).Add(len(os.Args)) }) }
func TestFineAddAbove(t *testing.T)   { stays(func() { new(sync.WaitGroup).Add(max(unknown(), 1)) }) }

func TestSomeTick(t *testing.T) {
	d := time.Duration(fraction())
	<-time.Tick(d) // blocks
}

func TestFineTick(t *testing.T) { <-time.Tick(max(time.Duration(fraction()), 1)) }

func TestNoTicker(t *testing.T)     { stays(func() { time.NewTicker(0) }) }
func TestNoReset(t *testing.T)      { k := time.NewTicker(1); stays(func() { k.Reset(0) }) }
func TestSomeTicker(t *testing.T)   { d := time.Duration(fraction()); stays(func() { time.NewTicker(d) }) }
func TestSomeReset(t *testing.T)    { k, d := time.NewTicker(1), time.Duration(fraction()); stays(func() { k.Reset(d) }) }
func TestFineTicker(t *testing.T)   { k, d := time.NewTicker(1), max(time.Duration(fraction()), 1); stays(func() { k.Reset(d) }) }
func TestStoreNil(t *testing.T)     { stays(func() { new(atomic.Value).Store(nil) }) }
func TestStoreAnother(t *testing.T) { stays(func() { var v atomic.Value; v.Store(1); v.Store("a") }) }
func TestFineStore(t *testing.T)    { stays(func() { var v atomic.Value; v.Store(1); v.Store(2) }) }

func TestCleanupInCleanup(t *testing.T) {
	t.Cleanup(func() { t.Cleanup(func() { twice(true) }) })
}

func TestDeferInRange(t *testing.T) {
	n := 0
	func() {
		for i := range slices.Values([]int{1, 2}) {
			defer func() { n = 10*n + i }()
		}
	}()
	twice(n == 21)
}
`

func TestValues(t *testing.T) { checkTests(t, "values", values, 0) }
